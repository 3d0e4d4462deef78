//! `cargo xtask fuzz`: every fuzz target, one after the other.

use crate::shell::{cargo, is_installed, output, program, root, run as run_command};
use crate::{Failure, settings};
use std::process::Command;

/// How it is called.
const USAGE: &str = "fuzz takes --minutes M";

/// What ends a target: this much memory in megabytes, this many seconds on one input.
const LIMITS: &str = "-rss_limit_mb=1024 -timeout=20 -max_len=4096 -print_final_stats=1";

/// Runs each target for this many minutes.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let [minutes] = settings(arguments, [("--minutes", 10)], USAGE)?;
    all(minutes * 60).map_err(Failure::Failed)
}

fn all(seconds: u64) -> Result<(), String> {
    if !is_installed("cargo-fuzz") {
        run_command(cargo("install --locked cargo-fuzz"))?;
    }
    run_command(in_fuzz(cargo("run --release --example seed")))?;
    // Fuzzing needs the nightly toolchain; the cargo that runs this is that of the workspace.
    let fuzz = |arguments: &str| in_fuzz(program("rustup", &format!("run nightly cargo fuzz {arguments}")));
    for target in output(fuzz("list"))?.lines() {
        run_command(fuzz(&format!("run {target} -- -max_total_time={seconds} {LIMITS}")))?;
    }
    Ok(())
}

fn in_fuzz(mut command: Command) -> Command {
    command.current_dir(root().join("fuzz"));
    command
}
