//! `cargo xtask dist`: what users install, into `target/dist`. With `--check`, all of it is tried.
//!
//! | file | what it is |
//! | --- | --- |
//! | `equipoise-V-x86_64-linux.tar.gz` | the programs, linked with nothing, with manual pages, completions and what MiniZinc needs |
//! | `equipoise_V_amd64.deb` | the same and the web app, for Debian |
//! | `equipoise-V-web.tar.gz` | the web app, for any host of static files |
//! | `equipoise-V-image.tar` | a container image (OCI) that serves the web app, and has the program |
//! | `equipoise-V-cp310-abi3-*.whl` | the package for Python, for all of its versions from 3.10 |
//! | `equipoise-V.tgz` | the library for Node and bundlers, as npm takes it |
//! | `crates/*.crate` | the libraries and programs, for Rust |
//! | `SHA256SUMS` | the checksums of all these |
//!
//! The same sources give the same bytes: archives are sorted, owned by root, and dated by the last commit.

mod check;
mod image;
mod wheel;

use crate::shell::{cargo, output, program, root, run as run_command, target_dir};
use crate::{Failure, npm, setup, toolchain, web};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const TARGET: &str = "x86_64-unknown-linux-musl";

/// What is packed, and where it goes.
struct Dist {
    version: &'static str,
    /// The time of the last commit, in seconds.
    time: String,
    /// Where the packages go.
    out: PathBuf,
    /// The tree of an installed program: `bin`, `share`.
    tree: PathBuf,
}

/// Makes everything; tries it all, if asked to.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let check = match arguments {
        [] => false,
        ["--check"] => true,
        _ => return Err(Failure::Usage("dist takes --check, or nothing".into())),
    };
    let dist = make().map_err(Failure::Failed)?;
    if check { check::run(&dist).map_err(Failure::Failed) } else { Ok(()) }
}

fn make() -> Result<Dist, String> {
    let out = target_dir().join("dist");
    empty(&out)?;
    let dist = Dist {
        version: env!("CARGO_PKG_VERSION"),
        time: output(program("git", "log -1 --format=%ct"))?.trim().to_owned(),
        tree: target_dir().join("dist-tree"),
        out,
    };
    dist.stage()?;
    dist.archive()?;
    dist.debian()?;
    image::write_image(&dist)?;
    wheel::make(&dist)?;
    dist.crates()?;
    copy(&npm::pack()?, &dist.npm())?;
    dist.sums()?;
    eprintln!("The packages are in {}.", dist.out.display());
    Ok(dist)
}

impl Dist {
    /// Builds the program and the app, and lays them out as they are installed.
    fn stage(&self) -> Result<(), String> {
        setup::run_for_dist()?;
        toolchain::add_target(TARGET)?;
        let mut build = cargo(&format!("build --locked --profile dist --target {TARGET}"));
        build.args(["--package", "equipoise-cli", "--package", "equipoise-fzn"]);
        // C code in it would note the time otherwise.
        build.env("SOURCE_DATE_EPOCH", &self.time);
        build.args(["--features", "equipoise-cli/png", "--target-dir"]).arg(build_dir());
        run_command(build)?;
        web::run(&[])?;
        empty(&self.tree)?;
        let tree = |path: &str| self.tree.join(path);
        let built = build_dir().join(TARGET).join("dist/equipoise");
        copy(&built, &tree("bin/equipoise"))?;
        copy(&built.with_file_name("fzn-equipoise"), &tree("bin/fzn-equipoise"))?;
        for folder in ["minizinc/solvers", "minizinc/equipoise"] {
            let own = root().join("crates/fzn/share").join(folder);
            for name in names(&own)? {
                copy(&own.join(&name), &tree(&format!("share/{folder}/{name}")))?;
            }
        }
        for name in ["LICENSE", "README.md", "CHANGELOG.md"] {
            copy(&root().join(name), &tree(&format!("share/doc/equipoise/{name}")))?;
        }
        for name in names(&target_dir().join("web"))? {
            copy(&target_dir().join("web").join(&name), &tree(&format!("share/equipoise/web/{name}")))?;
        }
        let manual = tree("share/man/man1");
        create(&manual)?;
        let mut pages = program(&built.to_string_lossy(), "manual");
        pages.arg(&manual);
        run_command(pages)?;
        for name in names(&manual)? {
            gzip(&manual.join(name))?;
        }
        for (shell, file) in [
            ("bash", "share/bash-completion/completions/equipoise"),
            ("zsh", "share/zsh/vendor-completions/_equipoise"),
            ("fish", "share/fish/vendor_completions.d/equipoise.fish"),
            ("powershell", "share/powershell/equipoise.ps1"),
        ] {
            let script = output(program(&built.to_string_lossy(), &format!("completions {shell}")))?;
            create(tree(file).parent().unwrap_or(&self.tree))?;
            write(&tree(file), script.as_bytes())?;
        }
        Ok(())
    }

    /// The archives with the program and with the app.
    fn archive(&self) -> Result<(), String> {
        let name = format!("equipoise-{}-x86_64-linux", self.version);
        self.tar(&self.tree, &format!("{name}.tar.gz"), &name)?;
        let name = format!("equipoise-{}-web", self.version);
        self.tar(&self.tree.join("share/equipoise/web"), &format!("{name}.tar.gz"), &name)
    }

    /// Everything below a folder as an archive in which it is below `top`.
    fn tar(&self, folder: &Path, file: &str, top: &str) -> Result<(), String> {
        let mut tar = program("tar", "--sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u=rwX");
        tar.arg(format!("--mtime=@{}", self.time)).arg(format!("--transform=s,^\\.,{top},"));
        // gzip would note the time.
        tar.args(["--use-compress-program", "gzip --best --no-name", "--create", "--file"]).arg(self.out.join(file));
        tar.arg("--directory").arg(folder).arg(".");
        run_command(tar)
    }

    /// The package for Debian: the same tree, below `/usr`.
    fn debian(&self) -> Result<(), String> {
        let package = target_dir().join("dist-debian");
        empty(&package)?;
        let mut copy_tree = program("cp", "--recursive");
        copy_tree.arg(&self.tree).arg(package.join("usr"));
        run_command(copy_tree)?;
        // Debian's names for what every package has.
        let doc = package.join("usr/share/doc/equipoise");
        rename(&doc.join("CHANGELOG.md"), &doc.join("changelog"))?;
        gzip(&doc.join("changelog"))?;
        rename(&doc.join("LICENSE"), &doc.join("copyright"))?;
        let mut sized = program("du", "--summarize --apparent-size --block-size=1K");
        sized.arg(&package);
        let sized = output(sized)?;
        let size = sized.split_whitespace().next().unwrap_or("0");
        let control = format!(
            "Package: equipoise\nVersion: {}\nArchitecture: amd64\nMaintainer: The Equipoise authors\n\
             Section: games\nPriority: optional\nInstalled-Size: {size}\n\
             Description: five logic puzzles: solve, prove unique, make, explain, play\n \
             Weight, Gap, Aztec Math, Trid and Multi-Balance on a finite-domain kernel of\n \
             its own: verdicts, exact counts, new puzzles with a proof that the solution\n \
             is the only one, explanations step by step, certificates, books in PDF, a\n \
             player for the terminal, and the web app (equipoise serve).\n",
            self.version
        );
        create(&package.join("DEBIAN"))?;
        write(&package.join("DEBIAN/control"), control.as_bytes())?;
        let mut build = program("dpkg-deb", "--root-owner-group -Zxz --build");
        build.env("SOURCE_DATE_EPOCH", &self.time).arg(&package);
        build.arg(self.out.join(format!("equipoise_{}_amd64.deb", self.version)));
        run_command(build)
    }

    /// The package for npm.
    fn npm(&self) -> PathBuf {
        self.out.join(format!("equipoise-{}.tgz", self.version))
    }

    /// The libraries and the programs, as a registry takes them: what its manifest does not keep from one.
    fn crates(&self) -> Result<(), String> {
        let known = output(cargo("metadata --locked --no-deps --format-version 1"))?;
        let known: Value = serde_json::from_str(&known).map_err(|error| format!("cargo metadata: {error}"))?;
        let made = target_dir().join("package");
        empty(&made)?;
        let mut package = cargo("package --locked --allow-dirty --no-verify --target-dir");
        package.arg(target_dir());
        for own in known["packages"].as_array().into_iter().flatten().filter(|own| own["publish"].is_null()) {
            package.args(["--package", own["name"].as_str().unwrap_or_default()]);
        }
        run_command(package)?;
        for name in names(&made)?.iter().filter(|name| name.ends_with(".crate")) {
            copy(&made.join(name), &self.out.join("crates").join(name))?;
        }
        Ok(())
    }

    /// The checksums of all packages.
    fn sums(&self) -> Result<(), String> {
        let mut find = program("find", "-type f -printf %P\\n");
        find.current_dir(&self.out);
        let mut files: Vec<String> = output(find)?.lines().map(str::to_owned).collect();
        files.sort();
        let mut sums = program("sha256sum", "");
        sums.current_dir(&self.out).args(&files);
        write(&self.out.join("SHA256SUMS"), output(sums)?.as_bytes())
    }
}

/// Where the program is compiled: in cargo's own directory, the profile of this name would fill `target/dist`.
fn build_dir() -> PathBuf {
    target_dir().join("dist-build")
}

fn gzip(file: &Path) -> Result<(), String> {
    let mut gzip = program("gzip", "--best --no-name");
    gzip.arg(file);
    run_command(gzip)
}

/// Removes a folder with all that is in it, and makes it anew.
fn empty(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(told(folder, &error)),
        _ => create(folder),
    }
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    to.parent().map_or(Ok(()), create)?;
    fs::copy(from, to).map(drop).map_err(|error| told(from, &error))
}

fn rename(from: &Path, to: &Path) -> Result<(), String> {
    fs::rename(from, to).map_err(|error| told(from, &error))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| told(file, &error))
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| told(folder, &error))?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
