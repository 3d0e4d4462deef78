//! The Python package: `cargo xtask python` builds it, lays it out below `target`, and tries it.
//!
//! While working on it nobody needs a wheel: the library that cargo builds, beside the Python files, is the package.
//! `cargo xtask dist` makes the wheel, with maturin.

use crate::setup;
use crate::shell::{cargo, output, program, root, run as run_command, target_dir};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the package as developers do, and tries it.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    run_command(cargo("build --locked --package equipoise-python"))?;
    match arguments {
        [] => try_all("not long"),
        tests => {
            let package = lay_out()?;
            run_command(pytest(&package, tests)?)
        }
    }
}

/// The step of `cargo xtask ci`: the library is what a build for the tests gives, so that nothing is compiled twice.
pub(crate) fn check() -> Result<(), String> {
    run_command(cargo("build --profile test --locked --workspace --lib --bins --tests"))?;
    try_all("not long")
}

/// The same with the tests that take minutes.
pub(crate) fn check_long() -> Result<(), String> {
    run_command(cargo("build --profile test --locked --workspace --lib --bins --tests"))?;
    try_all("long")
}

/// Runs the tests with these marks, and holds the types against the code.
fn try_all(marks: &str) -> Result<(), String> {
    let package = lay_out()?;
    let mut tests = pytest(&package, &["-m", marks, "tests"])?;
    // The examples in the documentation are tests, too.
    tests.arg(package.join("equipoise")).arg("README.md");
    run_command(tests)?;
    if marks == "long" {
        return Ok(());
    }
    let sources = [package.join("equipoise"), folder().join("tests")];
    let cache = work().join("mypy");
    let mut mypy = tool(&package, "mypy")?;
    mypy.arg("--config-file").arg(folder().join("pyproject.toml")).arg("--cache-dir").arg(&cache).args(&sources);
    run_command(mypy)?;
    let mut stubtest = tool(&package, "mypy.stubtest")?;
    stubtest.arg("--mypy-config-file").arg(folder().join("pyproject.toml")).arg("equipoise");
    run_command(stubtest)
}

/// `pytest` on our tests, with the program that they compare with.
fn pytest(package: &Path, arguments: &[&str]) -> Result<Command, String> {
    let mut pytest = tool(package, "pytest")?;
    pytest.current_dir(folder()).args(arguments);
    let program = target_dir().join("debug/equipoise");
    if program.is_file() {
        pytest.env("EQUIPOISE", program);
    }
    Ok(pytest)
}

/// A module of Python run as a program, which finds our package.
fn tool(package: &Path, module: &str) -> Result<Command, String> {
    let mut command = Command::new(python(&[&folder().join("requirements.txt")])?);
    command.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1").args(["-m", module]);
    Ok(command)
}

/// Where the package's sources are.
pub(crate) fn folder() -> PathBuf {
    root().join("crates/python")
}

/// Where everything is that we make.
fn work() -> PathBuf {
    target_dir().join("python")
}

/// The package as it is installed: its Python files beside the library that was built. Returns the folder that it is in.
fn lay_out() -> Result<PathBuf, String> {
    let place = work().join("package");
    let told = |error: std::io::Error| format!("{}: {error}", place.display());
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(told)?;
    let mut copy = program("cp", "--recursive");
    copy.arg(folder().join("python/equipoise")).arg(&place);
    run_command(copy)?;
    let library = target_dir().join("debug/lib_equipoise.so");
    fs::copy(&library, place.join("equipoise/_equipoise.abi3.so")).map_err(told)?;
    Ok(place)
}

/// Python in an environment that has what these files of requirements ask for.
pub(crate) fn python(requirements: &[&Path]) -> Result<PathBuf, String> {
    setup::require("python3")?;
    let wanted: Result<Vec<String>, _> = requirements.iter().map(fs::read_to_string).collect();
    let wanted = wanted.map_err(|error| format!("requirements: {error}"))?.concat();
    let name = requirements.last().and_then(|path| path.file_stem()).unwrap_or(OsStr::new("requirements"));
    let environment = work().join(name);
    let (python, mark) = (environment.join("bin/python"), environment.join("installed.txt"));
    if python.is_file() && fs::read_to_string(&mark).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    let mut make = program("python3", "-m venv --clear");
    make.arg(&environment);
    run_command(make)?;
    let mut install = program(&python.to_string_lossy(), "-m pip install --quiet --disable-pip-version-check");
    for file in requirements {
        install.arg("--requirement").arg(file);
    }
    output(install)?;
    fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()))?;
    Ok(python)
}
