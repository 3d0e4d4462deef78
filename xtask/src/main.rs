//! Developer chores, run as `cargo xtask`.
//!
//! `ci` is the list of checks that a change has to pass, one function per step; `setup` installs
//! the system tools that those checks need.

mod bench;
mod certify;
mod ci;
mod dist;
mod fuzz;
#[cfg(test)]
mod ignored;
mod lines;
mod minizinc;
mod npm;
mod pumpkin;
mod python;
mod setup;
mod shell;
mod toolchain;
mod torture;
mod wasm;
mod web;

use std::process::ExitCode;

/// What `cargo xtask` prints without arguments.
const HELP: &str = "\
Developer chores.

    cargo xtask ci              run every check, stopping at the first that fails
    cargo xtask ci STEP...      run only the named checks
    cargo xtask ci --list       list the checks
    cargo xtask ci full         run the long ones, too
    cargo xtask setup           install the system tools that the checks need
    cargo xtask dist            make what users install: archives, a package for Debian, an image
    cargo xtask dist --check    make it and try all of it
    cargo xtask bench --compare REV     is solving as fast as it was at REV? says which rows changed
    cargo xtask bench --compare REV ROW...  the same for the rows whose titles contain these words
    cargo xtask certify PATH... certify puzzles, check the certificates, and show a table
    cargo xtask certify --made K    the same for K made puzzles of each kind
    cargo xtask explained       write the fifty explanations in docs/explained
    cargo xtask web             build the web app into target/web
    cargo xtask web --serve     build it and serve it on this machine (--port P)
    cargo xtask torture         do anything to the command for ten minutes
        --minutes M --seed S    for longer, or in another order
    cargo xtask fuzz            fuzz every reader, ten minutes each
        --minutes M             for longer or shorter
    cargo xtask minizinc        fetch MiniZinc's own tests and Pumpkin's, and solve them
    cargo xtask python          build the Python package and try it; arguments are for pytest
    cargo xtask lines           count the lines of product code, crate by crate";

/// Why a chore did not succeed.
enum Failure {
    /// The command line made no sense: exit status 2.
    Usage(String),
    /// The chore ran and failed: exit status 1.
    Failed(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        [] | ["help" | "-h" | "--help", ..] | [_, "-h" | "--help", ..] => {
            println!("{HELP}");
            Ok(())
        }
        ["ci", rest @ ..] => ci::run(rest),
        ["dist", rest @ ..] => dist::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["certify", rest @ ..] => certify::chore(rest).map_err(Failure::Failed),
        ["explained"] => explained().map_err(Failure::Failed),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["minizinc"] => minizinc::run().map_err(Failure::Failed),
        ["python", rest @ ..] => python::run(rest).map_err(Failure::Failed),
        ["lines", rest @ ..] => lines::run(rest),
        ["web", rest @ ..] => web::run(rest).map_err(Failure::Failed),
        ["torture", rest @ ..] => torture::run(rest),
        ["setup"] => setup::run().map_err(Failure::Failed),
        ["setup", ..] => Err(Failure::Usage("setup takes no arguments".into())),
        [other, ..] => Err(Failure::Usage(format!("no chore is called `{other}`\n\n{HELP}"))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(2)
        }
    }
}

/// Writes the pages of `docs/explained`.
fn explained() -> Result<(), String> {
    let mut command = shell::cargo("run --release --locked -p equipoise-studio --example explained --");
    command.arg(shell::root().join("docs/explained"));
    shell::run(command)
}

/// Numbers that are set by name, `--minutes 60`, with what they are unless set.
fn settings<const N: usize>(arguments: &[&str], names: [(&str, u64); N], usage: &str) -> Result<[u64; N], Failure> {
    let mut values = names.map(|(_, value)| value);
    for pair in arguments.chunks(2) {
        let wrong = || Failure::Usage(usage.into());
        let [name, value] = *pair else { return Err(wrong()) };
        let position = names.iter().position(|(other, _)| *other == name).ok_or_else(wrong)?;
        values[position] = value.parse().map_err(|_| wrong())?;
    }
    Ok(values)
}
