//! The package for npm: made, and tried in an empty folder.

use crate::setup::require;
use crate::shell::{build_for_tests, built, cargo, output, program, root, run, target_dir};
use crate::toolchain;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the package; returns its archive.
pub(crate) fn pack() -> Result<PathBuf, String> {
    pack_by(cargo("run --quiet --locked --package xtask-web -- --npm"))
}

fn pack_by(maker: Command) -> Result<PathBuf, String> {
    require("npm")?;
    toolchain::add_target("wasm32-unknown-unknown")?;
    run(maker)?;
    let folder = target_dir().join("npm");
    let mut pack = program("npm", "pack ./package --silent --pack-destination .");
    pack.current_dir(&folder);
    Ok(folder.join(output(pack)?.trim()))
}

/// Makes the package and tries it.
pub(crate) fn test() -> Result<(), String> {
    build_for_tests()?;
    try_out(&pack_by(built("xtask-web", "--npm"))?, &target_dir().join("npm/try"), &|| built("equipoise", ""))
}

/// Tries a package that was made before.
pub(crate) fn check(archive: &Path, folder: &Path) -> Result<(), String> {
    try_out(archive, folder, &|| cargo("run --quiet --locked --package equipoise-cli --"))
}

/// Installs the package into an empty folder, and nothing else; node runs its tests and the examples of its page there, and
/// TypeScript's compiler checks its declarations. `equipoise` starts the program, which the package must agree with.
fn try_out(archive: &Path, folder: &Path, equipoise: &dyn Fn() -> Command) -> Result<(), String> {
    require("node")?;
    let tests = root().join("crates/npm/tests");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let write =
        |name: &str, text: String| fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"));
    write("package.json", "{ \"private\": true, \"type\": \"module\" }\n".to_owned())?;
    let mut install = program("npm", "install --offline --no-audit --no-fund --loglevel=error");
    install.current_dir(folder).arg(archive);
    run(install)?;
    let own = ["package.test.mjs", "types.ts", "tsconfig.json"].map(|name| tests.join(name));
    let others =
        ["crates/npm/README.md", "crates/puzzles/src/rulefile/kinds/latin.rules"].map(|name| root().join(name));
    for file in own.iter().chain(&others) {
        let name = file.file_name().unwrap_or_default();
        fs::copy(file, folder.join(name)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    write("made.jsonl", made(equipoise)?)?;
    let mut certify = equipoise();
    certify.args(["certify", "gap/seed-1", "--out"]).arg(folder.join("certified"));
    run(certify)?;
    let mut node = program("node", "--test --no-warnings --experimental-wasm-modules package.test.mjs");
    node.current_dir(folder);
    run(node)?;
    let mut compiler = program("npm", "ci --no-audit --no-fund --loglevel=error");
    compiler.current_dir(&tests);
    run(compiler)?;
    let mut check = program(&tests.join("node_modules/.bin/tsc").to_string_lossy(), "--project tsconfig.json");
    check.current_dir(folder);
    run(check)
}

/// Puzzles that the program makes, which the package must make alike.
fn made(equipoise: &dyn Fn() -> Command) -> Result<String, String> {
    let mut lines = String::new();
    for asked in [
        "weight --size 7 --seed 5",
        "gap --seed 7",
        "aztec --size 4 --seed 18446744073709551615",
        "trid --size 5 --seed 2",
    ] {
        let mut make = equipoise();
        make.arg("generate").args(asked.split(' ')).args(["--json", "--count", "2"]);
        lines += &output(make)?;
    }
    Ok(lines)
}
