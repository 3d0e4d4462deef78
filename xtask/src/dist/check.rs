//! `cargo xtask dist --check`: the packages are installed and tried as users would, in folders of their own.

use super::{Dist, empty, make};
use crate::npm;
use crate::shell::{cargo, is_root, output, program, root, run as run_command, target_dir};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

pub(super) fn run(dist: &Dist) -> Result<(), String> {
    let folder = target_dir().join("dist-check");
    empty(&folder)?;
    archive(dist, &folder.join("archive"))?;
    debian(dist, &folder.join("debian"))?;
    web(dist, &folder.join("web"))?;
    image(dist, &folder.join("image"))?;
    super::wheel::check(dist, &folder.join("wheel"))?;
    crates(dist, &folder.join("crates"))?;
    npm::check(&dist.npm(), &folder.join("npm"))?;
    reproducible(dist)?;
    eprintln!("All packages work, and are the same when made twice.");
    Ok(())
}

/// The program runs in a root directory in which there is nothing else.
fn archive(dist: &Dist, folder: &Path) -> Result<(), String> {
    unpacked(&dist.out.join(format!("equipoise-{}-x86_64-linux.tar.gz", dist.version)), folder)?;
    let tree = folder.join(format!("equipoise-{}-x86_64-linux", dist.version));
    let bare = folder.join("bare");
    empty(&bare)?;
    super::copy(&tree.join("bin/equipoise"), &bare.join("equipoise"))?;
    says(alone(&bare, "/equipoise solve --json weight/seed-5"), "\"verdict\":\"unique\"")?;
    says(alone(&bare, "/equipoise --version"), dist.version)?;
    // MiniZinc finds the solver and its library where they are unpacked.
    let model = folder.join("model.mzn");
    super::write(
        &model,
        b"include \"circuit.mzn\"; array[1..4] of var 1..4: x; constraint circuit(x); solve satisfy;",
    )?;
    let mut minizinc = program("minizinc", "--solver equipoise -a");
    minizinc.env("MZN_SOLVER_PATH", tree.join("share/minizinc/solvers")).arg(&model);
    says(minizinc, "==========")?;
    // Pages read as their authors meant them: rendered, with no warning.
    for page in super::names(&tree.join("share/man/man1"))? {
        let mut man = program("man", "--warnings --local-file");
        man.env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").arg(tree.join("share/man/man1").join(&page));
        let shown = man.output().map_err(|error| format!("man: {error}"))?;
        let (text, warnings) = (String::from_utf8_lossy(&shown.stdout), String::from_utf8_lossy(&shown.stderr));
        if !text.contains("SYNOPSIS") || !warnings.is_empty() {
            return Err(format!("the manual page {page} does not read well: {warnings}{text}"));
        }
    }
    completes(&tree)
}

/// The package is installed and removed, and leaves nothing.
fn debian(dist: &Dist, folder: &Path) -> Result<(), String> {
    empty(&folder.join("var/lib/dpkg/updates"))?;
    empty(&folder.join("var/lib/dpkg/info"))?;
    super::write(&folder.join("var/lib/dpkg/status"), b"")?;
    let dpkg = |arguments: &[&str]| {
        let mut dpkg = program("dpkg", "--force-not-root --force-script-chrootless --log=/dev/null");
        dpkg.arg(format!("--root={}", folder.display())).args(arguments);
        dpkg
    };
    let file = dist.out.join(format!("equipoise_{}_amd64.deb", dist.version));
    run_command(dpkg(&["--install", &file.to_string_lossy()]))?;
    let usr = folder.join("usr");
    for path in ["bin/fzn-equipoise", "share/minizinc/solvers/equipoise.msc", "share/doc/equipoise/copyright"] {
        if !usr.join(path).is_file() {
            return Err(format!("the package for Debian has no /usr/{path}"));
        }
    }
    says(alone(folder, "/usr/bin/equipoise solve --quiet gap/seed-1"), "unique")?;
    serves(&usr.join("bin/equipoise"), "")?;
    let mut man = program("man", "equipoise-generate");
    man.env("MANPATH", usr.join("share/man")).env("LC_ALL", "C.UTF-8");
    says(man, "SYNOPSIS")?;
    completes(&usr)?;
    run_command(dpkg(&["--purge", "equipoise"]))?;
    let mut left = program("find", "-not -type d -path *equipoise*");
    left.current_dir(folder);
    match output(left)?.as_str() {
        "" => Ok(()),
        left => Err(format!("the package for Debian leaves files behind:\n{left}")),
    }
}

/// Bash completes a command of the program by what lies where Bash looks for it.
fn completes(tree: &Path) -> Result<(), String> {
    let script = tree.join("share/bash-completion/completions/equipoise");
    let typed = ". \"$0\" && COMP_WORDS=(equipoise gen) COMP_CWORD=1 && _equipoise equipoise gen equipoise && echo ${COMPREPLY[*]}";
    says(program_with("bash", &["-c", typed, &script.to_string_lossy()]), "generate")
}

/// The archive has every file of the app, and can be served.
fn web(dist: &Dist, folder: &Path) -> Result<(), String> {
    unpacked(&dist.out.join(format!("equipoise-{}-web.tar.gz", dist.version)), folder)?;
    let app = folder.join(format!("equipoise-{}-web", dist.version));
    if super::names(&app)? != super::names(&target_dir().join("web"))? {
        return Err("the archive of the web app lacks files of the app".to_owned());
    }
    serves(&dist.tree.join("bin/equipoise"), &app.to_string_lossy())
}

/// The image is what its digests say, and its program serves the app from its own files.
fn image(dist: &Dist, folder: &Path) -> Result<(), String> {
    unpacked(&dist.out.join(format!("equipoise-{}-image.tar", dist.version)), folder)?;
    let read = |path: &Path| -> Result<serde_json::Value, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let blob = |descriptor: &serde_json::Value| -> Result<PathBuf, String> {
        let digest = descriptor["digest"].as_str().unwrap_or_default().trim_start_matches("sha256:").to_owned();
        let file = folder.join("blobs/sha256").join(&digest);
        let sum = output(program_with("sha256sum", &[&file.to_string_lossy()]))?;
        if sum.starts_with(&digest) { Ok(file) } else { Err(format!("blob {digest} has other contents")) }
    };
    let manifest = read(&blob(&read(&folder.join("index.json"))?["manifests"][0])?)?;
    let config = read(&blob(&manifest["config"])?)?;
    if config["config"]["User"] != "65534:65534" {
        return Err("the image would run as root".to_owned());
    }
    let files = folder.join("files");
    unpacked(&blob(&manifest["layers"][0])?, &files)?;
    says(alone(&files, "/usr/bin/equipoise solve --quiet trid/seed-5"), "unique")?;
    serves(&files.join("usr/bin/equipoise"), "")
}

/// The libraries compile from what was packed, in a workspace that has nothing else. (Cargo's own check keeps what it
/// unpacked by name and version, and would look at that again after a change.)
fn crates(dist: &Dist, folder: &Path) -> Result<(), String> {
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*/*\"]\n\n[patch.crates-io]\n".to_owned();
    for file in super::names(&dist.out.join("crates"))? {
        let versioned = file.trim_end_matches(".crate");
        let name = versioned.trim_end_matches(&format!("-{}", dist.version));
        unpacked(&dist.out.join("crates").join(&file), &folder.join(name))?;
        writeln!(manifest, "{name} = {{ path = \"{name}/{versioned}\" }}").map_err(|error| error.to_string())?;
    }
    super::write(&folder.join("Cargo.toml"), manifest.as_bytes())?;
    super::copy(&root().join("Cargo.lock"), &folder.join("Cargo.lock"))?;
    let mut check = cargo("check --workspace --target-dir");
    check.arg(target_dir()).current_dir(folder);
    run_command(check)
}

/// The program serves the app in this folder, or finds the one that was installed with it.
fn serves(equipoise: &Path, folder: &str) -> Result<(), String> {
    let mut serve = program(&equipoise.to_string_lossy(), "serve --port 0");
    serve.args((!folder.is_empty()).then_some(folder));
    let mut server = serve.stdout(Stdio::piped()).spawn().map_err(|error| format!("serve: {error}"))?;
    let page = first_page(server.stdout.take());
    server.kill().and_then(|()| server.wait()).map_err(|error| format!("serve: {error}"))?;
    match page {
        Ok(page) if page.starts_with("HTTP/1.1 200") && page.contains("<title>Equipoise") => Ok(()),
        page => Err(format!("serve does not answer with the app: {page:?}")),
    }
}

/// What a server answers at the address that it prints.
fn first_page(printed: Option<ChildStdout>) -> io::Result<String> {
    let mut address = String::new();
    BufReader::new(printed.ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut address)?;
    let mut stream = TcpStream::connect(address.trim().trim_start_matches("http://").trim_end_matches('/'))?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    let mut page = String::new();
    stream.read_to_string(&mut page)?;
    Ok(page)
}

/// Making everything again gives the same bytes.
fn reproducible(dist: &Dist) -> Result<(), String> {
    let sums = |dist: &Dist| fs::read_to_string(dist.out.join("SHA256SUMS")).map_err(|error| error.to_string());
    let before = sums(dist)?;
    let touched = [super::build_dir(), target_dir().join("wasm32-unknown-unknown/site"), target_dir().join("web")];
    for folder in touched {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let after = sums(&make()?)?;
    let other: Vec<&str> = after.lines().filter(|line| !before.lines().any(|own| own == *line)).collect();
    if other.is_empty() { Ok(()) } else { Err(format!("made again, these are different:\n{}", other.join("\n"))) }
}

fn unpacked(archive: &Path, folder: &Path) -> Result<(), String> {
    empty(folder)?;
    let mut tar = program("tar", "--extract --no-same-owner --file");
    tar.arg(archive).arg("--directory").arg(folder);
    run_command(tar)
}

/// A command in a root directory of its own; who is not root gets a user namespace for it.
fn alone(root: &Path, command: &str) -> Command {
    let mut chroot = if is_root() { program("chroot", "") } else { program("unshare", "--map-root-user chroot") };
    chroot.arg(root).args(command.split_whitespace());
    chroot
}

fn program_with(name: &str, arguments: &[&str]) -> Command {
    let mut command = program(name, "");
    command.args(arguments);
    command
}

fn says(command: Command, expected: &str) -> Result<(), String> {
    let shown = format!("{command:?}");
    let said = output(command)?;
    if said.contains(expected) { Ok(()) } else { Err(format!("{shown} does not say {expected:?}:\n{said}")) }
}
