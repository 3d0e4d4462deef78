//! Other people's programs, run on files that are removed afterwards.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs a program with arguments and then files of these texts.
pub(crate) fn run(program: &str, arguments: &[&str], texts: &[(&str, &str)]) -> Output {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = |ending: &str| format!("equipoise-{}-{count}.{ending}", std::process::id());
    let files: Vec<PathBuf> = texts.iter().map(|(ending, _)| std::env::temp_dir().join(name(ending))).collect();
    for (file, (_, text)) in files.iter().zip(texts) {
        std::fs::write(file, text).expect("the temporary directory can be written to");
    }
    let mut command = Command::new(program);
    // A backtrace with source lines takes VeriPB longer than the proof.
    command.args(arguments).args(&files).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
    let output = command.output();
    for file in &files {
        let _ = std::fs::remove_file(file);
    }
    output.unwrap_or_else(|error| panic!("{program} is needed here, `cargo xtask setup` installs it: {error}"))
}
