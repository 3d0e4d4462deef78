//! `cargo xtask web` and `cargo xtask ci web`: the web app, built and tried in a browser.

use crate::setup::require;
use crate::shell::{build_for_tests, built, cargo, program, root, run as run_command};
use crate::toolchain;

/// Builds the app, and serves it if asked to: by a program of its own, since it takes long to build.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    toolchain::add_target("wasm32-unknown-unknown")?;
    let mut command = cargo("run --quiet --locked --package xtask-web --");
    command.args(arguments);
    run_command(command)
}

/// Builds the app and tries it in Chromium.
pub(crate) fn test() -> Result<(), String> {
    for tool in ["node", "npm", "chromium"] {
        require(tool)?;
    }
    let tests = root().join("crates/web/tests");
    let mut install = program("npm", "ci --no-audit --no-fund --loglevel=error");
    // The browser is Debian's.
    install.current_dir(&tests).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    run_command(install)?;
    build_for_tests()?;
    toolchain::add_target("wasm32-unknown-unknown")?;
    run_command(built("xtask-web", ""))?;
    let mut test = program("npx", "playwright test");
    test.current_dir(&tests);
    run_command(test)
}
