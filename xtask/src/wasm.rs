//! The WebAssembly checks: the library crates build for the browser, and search there as they do
//! natively.

use crate::setup::require;
use crate::shell::{build_for_tests, built, cargo, output, program, root, run, target_dir};
use crate::toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the web app and the package for npm, and with them every library crate, for WebAssembly: in the profile of
/// the app, with the features that `xtask-web` asks for, so that nothing is compiled twice.
pub(crate) fn build() -> Result<(), String> {
    toolchain::add_target(TARGET)?;
    for packages in [
        "--package equipoise-web --package equipoise-npm --package determinism",
        "--package equipoise-web-flatzinc --features module",
    ] {
        let build = format!("build --quiet --locked --profile site --lib {packages} --target {TARGET} --target-dir");
        let mut build = cargo(&build);
        build.arg(target_dir());
        run(build)?;
    }
    Ok(())
}

/// Runs every case of the crate `determinism` natively and in WebAssembly; all digests must agree.
pub(crate) fn determinism() -> Result<(), String> {
    require("node")?;
    build()?;
    let module = target_dir().join(TARGET).join("site/determinism.wasm");

    build_for_tests()?;
    let native = output(built("digests", ""))?;

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
