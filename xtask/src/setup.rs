//! `cargo xtask setup`: the system tools that the checks need.

use crate::shell::{is_installed, output, program, run as run_command};

/// A program that some check runs.
struct Tool {
    program: &'static str,
    /// The Debian package that brings it.
    package: &'static str,
    purpose: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool { program: "minizinc", package: "minizinc", purpose: "MiniZinc, which reads our exported models" },
    Tool { program: "fzn-gecode", package: "flatzinc", purpose: "Gecode, the solver that tests compare ours with" },
    Tool { program: "node", package: "nodejs", purpose: "Node.js, which runs the WebAssembly build" },
];

/// Installs what is missing where that needs no questions (as root, on Debian and its kin);
/// elsewhere, says what to install. Silent when nothing is missing.
pub(crate) fn run() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_installed("apt-get") || !is_root() {
        return Err(plea(&missing));
    }
    install(&missing)?;
    match self::missing() {
        still if still.is_empty() => Ok(()),
        still => Err(plea(&still)),
    }
}

/// An error that says how to get a program, for the steps that cannot do without it.
pub(crate) fn require(name: &str) -> Result<(), String> {
    if is_installed(name) { Ok(()) } else { Err(format!("`{name}` is not installed; `cargo xtask setup` sees to it")) }
}

fn missing() -> Vec<&'static Tool> {
    TOOLS.iter().filter(|tool| !is_installed(tool.program)).collect()
}

fn is_root() -> bool {
    output(program("id", "-u")).is_ok_and(|id| id.trim() == "0")
}

fn install(missing: &[&Tool]) -> Result<(), String> {
    let packages: Vec<&str> = missing.iter().map(|tool| tool.package).collect();
    eprintln!("Installing {} with apt-get.", packages.join(", "));
    // Lists that cannot be refreshed, because another apt-get holds them, may still do.
    if let Err(why) = apt_get("update") {
        eprintln!("Going on with the package lists as they are: {why}");
    }
    apt_get(&format!("install --yes --no-install-recommends {}", packages.join(" ")))
}

/// apt-get that asks nothing, waits for another one to finish, and tries a failed download again.
fn apt_get(arguments: &str) -> Result<(), String> {
    let options = "-qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3";
    let mut command = program("apt-get", &format!("{options} {arguments}"));
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run_command(command)
}

fn plea(missing: &[&Tool]) -> String {
    let mut plea = String::from("please install what is missing:");
    for tool in missing {
        plea += &format!("\n    {}: {} (Debian package {})", tool.program, tool.purpose, tool.package);
    }
    plea + "\nMeanwhile `cargo xtask ci STEP...` runs the checks that need none of it."
}
