//! What the Rust toolchain can build for.

use std::path::Path;

use crate::shell::{is_installed, output, program, run};

/// Adds the standard library for a target to the toolchain if it is not there.
pub(crate) fn add_target(target: &str) -> Result<(), String> {
    let libraries = output(program("rustc", &format!("--print target-libdir --target {target}")))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    if !is_installed("rustup") {
        return Err(format!("this Rust toolchain lacks the target {target}, and there is no rustup to add it"));
    }
    eprintln!("Adding the target {target} to the Rust toolchain with rustup.");
    run(program("rustup", &format!("target add {target}")))
}
