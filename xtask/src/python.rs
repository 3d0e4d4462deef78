//! The Python package: `cargo xtask python` builds it, lays it out below `target`, and tries it.
//!
//! While working on it nobody needs a wheel: the library that cargo builds, beside the Python files, is the package.
//! `cargo xtask dist` makes the wheel, with maturin.

use crate::setup;
use crate::shell::{build_for_tests, cargo, output, program, root, run as run_command, target_dir};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the package as developers do, and tries it: all of it, or what the arguments tell `pytest` to.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    run_command(cargo("build --locked --package equipoise-python"))?;
    let package = lay_out()?;
    match arguments {
        [] => try_all(&package),
        tests => {
            let mut pytest = pytest(&package, TOOLS)?;
            pytest.args(tests);
            run_command(pytest)
        }
    }
}

/// The step of `cargo xtask ci`: the library is what a build for the tests gives, so that nothing is compiled twice.
pub(crate) fn check() -> Result<(), String> {
    build_for_tests()?;
    try_all(&lay_out()?)
}

/// The tests that take minutes, and packages by other people.
pub(crate) fn check_long() -> Result<(), String> {
    build_for_tests()?;
    let mut pytest = pytest(&lay_out()?, LONG_TOOLS)?;
    pytest.args(["-m", "long", "tests"]);
    run_command(pytest)
}

/// The files with what is installed to try the package.
const TOOLS: &[&str] = &["requirements.txt"];
const LONG_TOOLS: &[&str] = &["requirements.txt", "requirements-long.txt"];

/// Runs the tests, with the examples in the documentation, and holds the types against the code.
fn try_all(package: &Path) -> Result<(), String> {
    let mut tests = pytest(package, TOOLS)?;
    tests.args(["-m", "not long", "tests", "README.md"]).arg(package.join("equipoise")).arg(root().join("README.md"));
    tests.args(["python.md", "data-sets.md"].map(|page| root().join("docs").join(page)));
    run_command(tests)?;
    let settings = folder().join("pyproject.toml");
    let mut mypy = tool(package, TOOLS, "mypy")?;
    mypy.arg("--config-file").arg(&settings).arg("--cache-dir").arg(work().join("mypy"));
    mypy.arg(package.join("equipoise")).arg(folder().join("tests"));
    run_command(mypy)?;
    let mut stubtest = tool(package, TOOLS, "mypy.stubtest")?;
    stubtest.arg("--mypy-config-file").arg(settings).arg("equipoise");
    run_command(stubtest)
}

/// `pytest` in the folder of our tests, with the program that they compare with.
fn pytest(package: &Path, tools: &[&str]) -> Result<Command, String> {
    let mut pytest = tool(package, tools, "pytest")?;
    pytest.current_dir(folder());
    let program = target_dir().join("debug/equipoise");
    if program.is_file() {
        pytest.env("EQUIPOISE", program);
    }
    Ok(pytest)
}

/// A module of Python run as a program, which finds our package.
fn tool(package: &Path, tools: &[&str], module: &str) -> Result<Command, String> {
    let mut command = Command::new(python(tools)?);
    command.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1").args(["-m", module]);
    Ok(command)
}

/// A module of our tools run as a program.
pub(crate) fn module_of_tools(module: &str) -> Result<Command, String> {
    let mut command = Command::new(python(TOOLS)?);
    command.args(["-m", module]);
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
fn python(files: &[&str]) -> Result<PathBuf, String> {
    setup::require("python3")?;
    let requirements: Vec<PathBuf> = files.iter().map(|file| folder().join(file)).collect();
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
    for file in &requirements {
        install.arg("--requirement").arg(file);
    }
    output(install)?;
    fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()))?;
    Ok(python)
}
