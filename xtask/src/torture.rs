//! `cargo xtask torture`: the torture test of the command, for a given time.

use crate::Failure;
use crate::settings;
use crate::shell::{cargo, run as run_command};

/// How it is called.
const USAGE: &str = "torture takes --minutes M and --seed S";

/// Runs the test for this many minutes.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let [minutes, seed] = settings(arguments, [("--minutes", 10), ("--seed", 1)], USAGE)?;
    // Optimised, as people run it. It prints the figures of docs/soak.md.
    let mut test = cargo("test --release --locked --package equipoise-cli --test cli torture -- --nocapture");
    test.env("EQUIPOISE_TORTURE_SECONDS", (minutes * 60).to_string());
    test.env("EQUIPOISE_TORTURE_SEED", seed.to_string());
    run_command(test).map_err(Failure::Failed)
}
