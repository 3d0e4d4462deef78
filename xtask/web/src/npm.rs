//! The package for Node and bundlers: the module in both forms, and what a registry wants beside it.

use crate::build::{Profile, compile, root, target_dir};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// Where the package is put together.
fn package() -> PathBuf {
    target_dir().join("npm/package")
}

/// Builds the package.
pub(crate) fn build() -> Result<(), String> {
    // Together with the app, so that what both stand on is compiled once, with the same features.
    let module = compile(&["equipoise-web", "equipoise-npm"], None, Profile::Site)?.join("equipoise_npm.wasm");
    let package = package();
    match fs::remove_dir_all(&package) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(told(&package, &error)),
        _ => {}
    }
    // Node reads the module from its file; bundlers take it as an import.
    for (form, is_node, sort) in [("node", true, "commonjs"), ("bundler", false, "module")] {
        let folder = package.join(form);
        fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&module).out_name("equipoise").typescript(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        let chosen = if is_node { bindgen.nodejs(true) } else { bindgen.bundler(true) };
        let written = chosen.and_then(|bindgen| bindgen.generate(&folder));
        written.map_err(|error| format!("wasm-bindgen: {error:#}"))?;
        write(&folder.join("package.json"), &format!("{{ \"type\": \"{sort}\" }}\n"))?;
    }
    let own = root().join("crates/npm");
    let manifest = read(&own.join("package.json"))?.replace("VERSION", env!("CARGO_PKG_VERSION"));
    write(&package.join("package.json"), &manifest)?;
    for (from, name) in [(own.join("README.md"), "README.md"), (root().join("LICENSE"), "LICENSE")] {
        write(&package.join(name), &read(&from)?)?;
    }
    eprintln!("The package for npm is in {}.", package.display());
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| told(path, &error))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
