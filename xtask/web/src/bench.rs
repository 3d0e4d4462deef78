//! The numbers of the app, measured in Chromium.

use crate::build::{root, run};
use crate::server;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Serves the app and has the script measure it.
pub(crate) fn bench(site: &Path) -> Result<(), String> {
    let mut serving = server(0)?.stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut url = String::new();
    if let Some(out) = serving.stdout.take() {
        BufReader::new(out).read_line(&mut url).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new("node");
    command.current_dir(root().join("crates/web/tests")).arg("bench.js").arg(url.trim()).arg(site);
    let result = run(command);
    // It may have ended by itself.
    let _ = serving.kill();
    result
}
