//! `cargo xtask ci`: the checks that a change has to pass.

use std::time::Instant;

use crate::shell::{build_for_tests, cargo, is_installed, program, root, run as run_command, target_dir};
use crate::{Failure, npm, python, setup, toolchain, wasm, web};

/// One check: its name, what it establishes, and the function that runs it.
type Check = (&'static str, &'static str, fn() -> Result<(), String>);

/// All checks, in the order in which they run: the quick ones first.
#[rustfmt::skip] // A table, a row to a step.
const STEPS: &[Check] = &[
    ("setup", "the system tools are there", setup::run),
    ("fmt", "the code is formatted", fmt),
    ("clippy", "no warnings, in any target", clippy),
    ("doc", "the documentation builds, with no broken link", doc),
    ("platforms", "the program compiles for Windows and macOS", platforms),
    ("test", "unit and integration tests, with those that need a tool or the published puzzles", test),
    ("doctest", "the examples in the documentation", doctest),
    ("python", "the Python package works, and its types are right", python::check),
    ("determinism", "WebAssembly searches as the native build does", wasm::determinism),
    ("npm", "the package for npm works in an empty folder, and its types are right", npm::test),
    ("web", "the web app works in Chromium", web::test),
];

/// Checks for special occasions, after all of [`STEPS`].
#[rustfmt::skip]
const LONG: &[Check] = &[
    ("long", "the tests that take minutes", long),
    ("minizinc", "MiniZinc's own tests, through its driver", crate::minizinc::run),
    ("python-long", "the tests of the Python package that take minutes", python::check_long),
    ("kubernetes", "the files for Kubernetes fit its schema, and their commands work", kubernetes),
];

/// The steps that need what is compiled for WebAssembly.
const FOR_BROWSERS: &[&str] = &["determinism", "npm", "web"];

/// Runs the steps named by the arguments; the usual ones when none is named, all of them for `full`.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    if arguments == ["--list"] {
        println!("{}", list());
        return Ok(());
    }
    let steps = chosen(arguments).map_err(Failure::Usage)?;
    let start = Instant::now();
    // Cargo builds for the browser in folders of its own, and so beside the other steps.
    let for_browsers = steps.iter().any(|(name, ..)| FOR_BROWSERS.contains(name));
    let ahead = (for_browsers && steps.len() > 2).then(|| std::thread::spawn(wasm::build));
    let mut ahead = ahead.map(|build| move || build.join().unwrap_or_else(|_| Err("its thread panicked".to_owned())));
    for step in &steps {
        if let Some(build) = ahead.take_if(|_| FOR_BROWSERS.contains(&step.0)) {
            build().map_err(|why| Failure::Failed(format!("building for WebAssembly failed: {why}")))?;
        }
        timed(step).map_err(Failure::Failed)?;
    }
    eprintln!("\n==> all is well: {} steps in {}", steps.len(), since(start));
    Ok(())
}

/// The named steps, in their order.
fn chosen(names: &[&str]) -> Result<Vec<&'static Check>, String> {
    let all = || STEPS.iter().chain(LONG);
    match names {
        [] => Ok(STEPS.iter().collect()),
        ["full"] => Ok(all().collect()),
        names => match names.iter().find(|name| !all().any(|(step, ..)| step == *name)) {
            Some(stranger) => Err(format!("ci has no step `{stranger}`; it has\n{}", list())),
            None => Ok(all().filter(|(name, ..)| names.contains(name)).collect()),
        },
    }
}

fn list() -> String {
    let lines = |steps: &[Check]| -> String {
        steps.iter().map(|(name, about, _)| format!("    {name:<12} {about}\n")).collect()
    };
    format!("{}and, by name or with `cargo xtask ci full`,\n{}", lines(STEPS), lines(LONG))
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
    run_command(cargo(&format!("clippy --workspace --all-targets {LONG_TESTS} --locked -- -D warnings")))?;
    let mut fuzz = cargo("clippy --manifest-path fuzz/Cargo.toml --all-targets --locked --target-dir");
    fuzz.arg(target_dir()).args(["--", "-D", "warnings"]);
    run_command(fuzz)
}

/// Tests that need a tool or the published puzzles are marked as ignored, for `cargo test` alone. Here the tools are
/// there; the names of tests that need the puzzles say `published`.
fn test() -> Result<(), String> {
    let missing = ["EQUIPOISE_CORPUS", "EQUIPOISE_OUTSIDE"].into_iter().find(|name| std::env::var_os(name).is_none());
    let has_puzzles = missing.is_none();
    if let Some(missing) = missing {
        eprintln!("Without the published puzzles: {missing} does not say where they are.");
    }
    run_command(if is_installed("cargo-nextest") {
        let mut nextest =
            cargo("nextest run --workspace --locked --no-fail-fast --status-level slow --run-ignored all");
        if !has_puzzles {
            nextest.args(["-E", "not test(published)"]);
        }
        nextest
    } else {
        let skipped = if has_puzzles { "" } else { "--skip published" };
        cargo(&format!("test --workspace --locked --tests -- --include-ignored {skipped}"))
    })
}

/// The features with the tests that take minutes.
const LONG_TESTS: &str = "--features equipoise-puzzles/long,equipoise-studio/long";

fn long() -> Result<(), String> {
    let packages = "--package equipoise-puzzles --package equipoise-studio";
    run_command(cargo(&format!("test --release --locked --tests {packages} {LONG_TESTS} -- --include-ignored")))
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
    build_for_tests()?;
    let mut check = program(&root().join("bench/scale/kubernetes/check").to_string_lossy(), "");
    check.env("EQUIPOISE", target_dir().join("debug/equipoise"));
    run_command(check)
}

fn doctest() -> Result<(), String> {
    run_command(cargo("test --workspace --doc --locked"))
}

fn doc() -> Result<(), String> {
    let mut doc = cargo("doc --workspace --no-deps --locked");
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
    fn full_means_the_long_ones_as_well() {
        assert_eq!(names(&["full"]).map(|all| all.len()), Ok(STEPS.len() + LONG.len()));
    }

    #[test]
    fn named_steps_run_in_the_usual_order() {
        assert_eq!(names(&["kubernetes", "web"]), Ok(vec!["web", "kubernetes"]));
        assert_eq!(names(&["test", "fmt"]), Ok(vec!["fmt", "test"]));
    }

    #[test]
    fn an_unknown_step_is_told_with_the_list() {
        let told = names(&["fmt", "lint"]).unwrap_err();
        assert!(told.contains("`lint`") && told.contains("clippy"), "{told}");
    }
}
