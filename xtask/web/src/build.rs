//! Building: the module, its bindings, and the files around it.

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The top of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

pub(crate) fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) if !dir.is_empty() => dir.into(),
        _ => root().join("target"),
    }
}

/// Where the app is written.
pub(crate) fn site() -> PathBuf {
    target_dir().join("web")
}

/// How it is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// To be served: small and quick.
    Site,
    /// To be looked at: quick to build.
    Dev,
}

impl Profile {
    /// Its name for cargo, and the folder that cargo builds in.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Profile::Site => ("site", "site"),
            Profile::Dev => ("dev", "debug"),
        }
    }
}

/// The modules: what each is built from, what it is called in the app, and the features it is built with. The second
/// is loaded when it is needed.
const MODULES: &[(&str, &str, &str, Option<&str>)] = &[
    ("equipoise-web", "equipoise_web.wasm", "app", None),
    ("equipoise-web-flatzinc", "flatzinc.wasm", "flatzinc", Some("module")),
];

/// The files that are served as they are.
const STATIC: &[&str] = &[
    "index.html",
    "shell.js",
    "style.css",
    "play.css",
    "scene.css",
    "workshop.css",
    "learn.css",
    "load.js",
    "page.js",
    "worker.js",
    "flatzinc-worker.js",
    "icon.svg",
    "manifest.webmanifest",
];

/// Compiles packages for WebAssembly; returns the folder with their modules.
pub(crate) fn compile(packages: &[&str], features: Option<OsString>, profile: Profile) -> Result<PathBuf, String> {
    let (profile, folder) = profile.names();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--profile", profile, "--lib", "--target", TARGET]);
    packages.iter().for_each(|package| _ = command.args(["--package", package]));
    if let Some(features) = features {
        command.arg("--features").arg(features);
    }
    command.arg("--target-dir").arg(target_dir());
    run(command)?;
    Ok(target_dir().join(TARGET).join(folder))
}

/// Builds the app.
pub(crate) fn build(profile: Profile) -> Result<(), String> {
    for &(package, _, _, features) in MODULES {
        let features = features.map(OsString::from).or_else(|| std::env::var_os("EQUIPOISE_WEB_FEATURES"));
        compile(&[package], features, profile)?;
    }
    let folder = profile.names().1;
    let site = site();
    // Nothing of an older build may stay.
    match fs::remove_dir_all(&site) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("{}: {error}", site.display()));
        }
        _ => {}
    }
    fs::create_dir_all(&site).map_err(|error| format!("{}: {error}", site.display()))?;
    for &(_, file, name, _) in MODULES {
        let module = target_dir().join(TARGET).join(folder).join(file);
        let mut bindgen = Bindgen::new();
        let bindings = bindgen
            .input_path(&module)
            .out_name(name)
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .omit_default_module_path(true)
            .web(true)
            .and_then(|bindgen| bindgen.generate(&site));
        bindings.map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    }
    for name in STATIC {
        let from = root().join("crates/web/site").join(name);
        fs::copy(&from, site.join(name)).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    write_service_worker(&site)?;
    for &(_, _, name, _) in MODULES {
        pack(&site.join(format!("{name}_bg.wasm")))?;
    }
    eprintln!("The web app is in {}.", site.display());
    Ok(())
}

/// The same file packed, for hosts that do not compress; always the same bytes.
fn pack(file: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(file).map_err(told)?).map_err(told)?;
    let mut name = file.as_os_str().to_owned();
    name.push(".gz");
    fs::write(name, packed.finish().map_err(told)?).map_err(told)
}

/// The service worker lists all files; its text changes with any of them, and so browsers see an update.
fn write_service_worker(site: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", site.display());
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(site).map_err(told)? {
        names.push(entry.map_err(told)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut hash = Sha256::new();
    for name in &names {
        hash.update(name);
        hash.update(fs::read(site.join(name)).map_err(told)?);
    }
    let version: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let files: Vec<String> = names.iter().map(|name| format!("\"./{name}\"")).collect();
    let template = root().join("crates/web/site/sw.js");
    let text = fs::read_to_string(&template).map_err(|error| format!("{}: {error}", template.display()))?;
    let text = text.replace("\"VERSION\"", &format!("\"{version}\"")).replace("\"FILES\"", &files.join(", "));
    fs::write(site.join("sw.js"), text).map_err(told)
}

/// Runs a command; anything but success is an error.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).status().map_err(|error| format!("cannot start `{name}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` ended with {status}")) }
}
