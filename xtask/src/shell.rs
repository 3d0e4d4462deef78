//! Running other programs, in the directory where `cargo xtask` was typed.
//!
//! Their standard input is empty, so no step can wait for somebody to type an answer.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The top of the workspace.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Cargo's target directory.
pub(crate) fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) if !dir.is_empty() => dir.into(),
        _ => root().join("target"),
    }
}

/// The cargo that started this program, so that every step uses the same toolchain. The arguments
/// are separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments.split_whitespace());
    command
}

/// A program and its arguments, separated by spaces.
pub(crate) fn program(name: &str, arguments: &str) -> Command {
    let mut command = Command::new(name);
    command.args(arguments.split_whitespace());
    command
}

/// Builds what the tests are made of, in the whole workspace at once: the features are then those that the tests were
/// compiled with, and nothing is compiled again for the steps that need a program or a library.
pub(crate) fn build_for_tests() -> Result<(), String> {
    run(cargo("build --profile test --locked --workspace --lib --bins --tests"))
}

/// A program that [`build_for_tests`] has built, and its arguments, separated by spaces.
pub(crate) fn built(name: &str, arguments: &str) -> Command {
    program(&target_dir().join("debug").join(name).to_string_lossy(), arguments)
}

/// Whether a program of this name is on the `PATH`.
pub(crate) fn is_installed(name: &str) -> bool {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(&file).is_file())
}

pub(crate) fn is_root() -> bool {
    output(program("id", "-u")).is_ok_and(|id| id.trim() == "0")
}

/// Runs the command with its output shown as it comes; anything but success is an error that shows
/// the command.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cannot start `{}`: {error}", shown(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` ended with {status}", shown(&command))) }
}

/// Runs the command and returns its standard output; its standard error is shown as it comes.
pub(crate) fn output(mut command: Command) -> Result<String, String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", shown(&command)))?;
    if !output.status.success() {
        return Err(format!("`{}` ended with {}", shown(&command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("`{}` wrote no text: {error}", shown(&command)))
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
