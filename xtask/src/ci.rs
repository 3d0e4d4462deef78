//! `cargo xtask ci`: the checks that a change has to pass.

use std::time::Instant;

use crate::shell::{cargo, is_installed, program, root, run as run_command, target_dir};
use crate::{Failure, setup, toolchain, wasm, web};

/// One check: its name, what it establishes, and the function that runs it.
type Check = (&'static str, &'static str, fn() -> Result<(), String>);

/// All checks, in the order in which they run: the quick ones first.
#[rustfmt::skip] // A table, a row to a step.
const STEPS: &[Check] = &[
    ("setup", "the system tools are there", setup::run),
    ("fmt", "the code is formatted", fmt),
    ("clippy", "no warnings, in any target", clippy),
    ("test", "unit and integration tests", test),
    ("sixth", "a sixth kind gets its tests by being listed", sixth),
    ("corpus", "the published puzzles, where EQUIPOISE_CORPUS says they are", corpus),
    ("platforms", "the program compiles for Windows and macOS", platforms),
    ("doctest", "the examples in the documentation", doctest),
    ("doc", "the documentation builds, with no broken link", doc),
    ("wasm", "the library crates build for WebAssembly", wasm::build),
    ("determinism", "WebAssembly searches as the native build does", wasm::determinism),
    ("web", "the web app works in Chromium", web::test),
    ("kubernetes", "the files for Kubernetes fit its schema, and their commands work", kubernetes),
];

/// Runs the steps named by the arguments, or all of them.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    if arguments == ["--list"] {
        println!("{}", list());
        return Ok(());
    }
    let steps = chosen(arguments).map_err(Failure::Usage)?;
    let start = Instant::now();
    for step in &steps {
        timed(step).map_err(Failure::Failed)?;
    }
    eprintln!("\n==> all is well: {} of {} steps in {}", steps.len(), STEPS.len(), since(start));
    Ok(())
}

/// The named steps, in their order; all of them when none is named.
fn chosen(names: &[&str]) -> Result<Vec<&'static Check>, String> {
    let is_step = |name: &str| STEPS.iter().any(|(step, ..)| *step == name);
    if let Some(stranger) = names.iter().find(|name| !is_step(name)) {
        return Err(format!("ci has no step `{stranger}`; it has\n{}", list()));
    }
    Ok(STEPS.iter().filter(|(name, ..)| names.is_empty() || names.contains(name)).collect())
}

fn list() -> String {
    let line = |(name, about, _): &Check| format!("    {name:<12} {about}");
    STEPS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Announces and runs one step.
fn timed((name, about, run): &Check) -> Result<(), String> {
    eprintln!("\n==> {name}: {about}");
    let start = Instant::now();
    run().map_err(|why| {
        format!("step {name} failed after {}: {why}\nTo repeat it alone: cargo xtask ci {name}", since(start))
    })?;
    eprintln!("==> {name}: passed in {}", since(start));
    Ok(())
}

fn since(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

fn fmt() -> Result<(), String> {
    run_command(cargo("fmt --all --check"))
}

/// The fuzz targets are no members of the workspace, and nothing else compiles them here.
fn clippy() -> Result<(), String> {
    run_command(cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings"))?;
    let mut fuzz = cargo("clippy --manifest-path fuzz/Cargo.toml --all-targets --locked --target-dir");
    fuzz.arg(target_dir()).args(["--", "-D", "warnings"]);
    run_command(fuzz)
}

/// Neither command runs benches, and `doctest` runs the documentation tests.
fn test() -> Result<(), String> {
    run_command(cargo(if is_installed("cargo-nextest") {
        "nextest run --workspace --locked --status-level slow"
    } else {
        "test --workspace --locked --tests"
    }))
}

/// The tests over the whole registry, with Latin squares listed in it. Texts for
/// people (`read_well`) are tested for the other kinds only.
fn sixth() -> Result<(), String> {
    // The whole workspace, so that packages from outside keep the features they were compiled with.
    let packages = "--workspace --features equipoise-cli/latin --locked";
    let tests = "--test conformance --test sheets --test sketches --test formula --test makers --test gecode --test explain \
                 --test tutor --test game --test codes --test offers";
    if is_installed("cargo-nextest") {
        let mut command =
            cargo(&format!("nextest run {packages} {tests} --test cli --bin equipoise --status-level slow -E"));
        command.arg(
            "(not test(read_well) and not binary(cli) and not binary(equipoise)) + test(kinds::) + test(play::tests::)",
        );
        return run_command(command);
    }
    run_command(cargo(&format!("test {packages} {tests} -- --skip read_well")))?;
    run_command(cargo(&format!("test {packages} --test cli -- kinds::")))?;
    run_command(cargo(&format!("test {packages} --bin equipoise -- play::tests::")))
}

/// The tests that are ignored because they need the published puzzles.
fn corpus() -> Result<(), String> {
    if std::env::var_os("EQUIPOISE_CORPUS").is_none() {
        eprintln!("Not run: EQUIPOISE_CORPUS does not say where the published puzzles are.");
        return Ok(());
    }
    run_command(cargo(if is_installed("cargo-nextest") {
        "nextest run --workspace --locked --status-level slow --run-ignored only published"
    } else {
        "test --workspace --locked --tests -- --ignored published"
    }))
}

/// The other platforms of the program. Only checked: there is no linker for them here.
const PLATFORMS: &[&str] = &["x86_64-pc-windows-gnu", "x86_64-apple-darwin"];

fn platforms() -> Result<(), String> {
    for target in PLATFORMS {
        toolchain::add_target(target)?;
        run_command(cargo(&format!("check --locked --package equipoise-cli --target {target}")))?;
    }
    Ok(())
}

fn kubernetes() -> Result<(), String> {
    // As the tests have built it.
    run_command(cargo("build --profile test --locked --workspace --tests --bins"))?;
    let mut check = program(&root().join("bench/scale/kubernetes/check").to_string_lossy(), "");
    check.env("EQUIPOISE", target_dir().join("debug/equipoise"));
    run_command(check)
}

fn doctest() -> Result<(), String> {
    run_command(cargo("test --workspace --doc --locked"))
}

fn doc() -> Result<(), String> {
    let mut doc = cargo("doc --workspace --no-deps --all-features --locked");
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run_command(doc)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(arguments: &[&str]) -> Result<Vec<&'static str>, String> {
        Ok(chosen(arguments)?.into_iter().map(|(name, ..)| *name).collect())
    }

    #[test]
    fn no_name_means_every_step() {
        assert_eq!(names(&[]).map(|all| all.len()), Ok(STEPS.len()));
    }

    #[test]
    fn named_steps_run_in_the_usual_order() {
        assert_eq!(names(&["test", "fmt"]), Ok(vec!["fmt", "test"]));
    }

    #[test]
    fn an_unknown_step_is_told_with_the_list() {
        let told = names(&["fmt", "lint"]).unwrap_err();
        assert!(told.contains("`lint`") && told.contains("clippy"), "{told}");
    }
}
