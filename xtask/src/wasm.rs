//! The WebAssembly checks: the library crates build for the browser, and search there as they do
//! natively.

use crate::setup::require;
use crate::shell::{cargo, output, program, root, run, target_dir};
use crate::toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that must build for the browser: directory `crates/NAME`, package `equipoise-NAME`.
const LIBRARIES: &[&str] = &["fd", "scene", "puzzles", "studio"];

/// The test profile is optimised a little, and what is built in it serves the tests and both steps
/// here.
const PROFILE: &str = "--locked --profile test";

/// Builds every library crate for WebAssembly.
pub(crate) fn build() -> Result<(), String> {
    toolchain::add_target(TARGET)?;
    let mut build = cargo(&format!("build {PROFILE} --lib --target {TARGET}"));
    for library in LIBRARIES {
        if root().join("crates").join(library).is_dir() {
            build.args(["--package", &format!("equipoise-{library}")]);
        }
    }
    run(build)
}

/// Runs every case of the crate `determinism` natively and in WebAssembly; all digests must agree.
pub(crate) fn determinism() -> Result<(), String> {
    require("node")?;
    toolchain::add_target(TARGET)?;

    // The whole workspace, so that packages keep the features that the tests have compiled them with.
    run(cargo(&format!("build {PROFILE} --workspace --tests --bins")))?;
    let native = output(program(&target_dir().join("debug/digests").to_string_lossy(), ""))?;

    let mut build = cargo(&format!("build {PROFILE} --package determinism --lib --target {TARGET}"));
    build.arg("--target-dir").arg(target_dir());
    run(build)?;
    let module = target_dir().join(TARGET).join("debug/determinism.wasm");

    let mut node = program("node", "");
    let names = native.lines().filter_map(|line| line.split(' ').next());
    node.arg(root().join("xtask/wasm/run.mjs")).arg(module).args(names);
    let count = compare(&native, &output(node)?)?;
    eprintln!("{count} cases, the same digests natively and in WebAssembly");
    Ok(())
}

/// Both texts have a line `name digest` per case. Returns the number of cases if all agree.
fn compare(native: &str, wasm: &str) -> Result<usize, String> {
    let (native, wasm): (Vec<&str>, Vec<&str>) = (native.lines().collect(), wasm.lines().collect());
    if native.is_empty() || native.len() != wasm.len() {
        return Err(format!("{} cases ran natively, {} in WebAssembly", native.len(), wasm.len()));
    }
    let differences: Vec<String> = (native.iter().zip(&wasm))
        .filter(|(native, wasm)| native != wasm)
        .map(|(native, wasm)| format!("\n    native {native}\n    wasm   {wasm}"))
        .collect();
    if differences.is_empty() {
        Ok(native.len())
    } else {
        Err(format!("WebAssembly does not do what the native build does:{}", differences.concat()))
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn equal_digests_are_counted() {
        assert_eq!(compare("a 1\nb 2\n", "a 1\nb 2\n"), Ok(2));
    }

    #[test]
    fn a_different_digest_is_told() {
        let told = compare("a 1\nb 2\n", "a 1\nb 3\n").unwrap_err();
        assert!(told.contains("native b 2") && told.contains("wasm   b 3") && !told.contains("a 1"), "{told}");
    }

    #[test]
    fn no_cases_prove_nothing() {
        assert!(compare("", "").is_err());
        assert!(compare("a 1\nb 2\n", "a 1\n").is_err());
    }
}
