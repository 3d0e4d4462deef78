//! The numbers of the app, measured in Chromium.

use crate::build::{root, run};
use crate::serve::{listen, serve};
use std::path::Path;
use std::process::Command;
use std::thread;

/// Serves the app and has the script measure it.
pub(crate) fn bench(site: &Path) -> Result<(), String> {
    let (listener, url) = listen(0)?;
    let folder = site.to_owned();
    // It ends with this program.
    thread::spawn(move || serve(&folder, &listener));
    let mut command = Command::new("node");
    command.current_dir(root().join("crates/web/tests")).arg("bench.js").arg(url).arg(site);
    run(command)
}
