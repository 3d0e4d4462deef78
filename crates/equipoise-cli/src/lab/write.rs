//! Reports as files.

use crate::exit::Exit;
use crate::output;
use lab::{Report, render};
use std::fs;
use std::io;
use std::path::Path;

/// Writes all forms of a report into a directory of its own below `out`.
pub(super) fn all(report: &Report, out: &Path) -> Result<(), Exit> {
    let directory = out.join(&report.name);
    tell(fs::create_dir_all(&directory), &directory)?;
    file(&directory.join("report.html"), &render::html(report))?;
    file(&directory.join("results.csv"), &render::csv(report))?;
    file(&directory.join("results.json"), &format!("{:#}\n", render::json(report)))?;
    plots(report, &directory)
}

/// Writes the plots of a report into a directory.
pub(super) fn plots(report: &Report, directory: &Path) -> Result<(), Exit> {
    tell(fs::create_dir_all(directory), directory)?;
    for figure in render::figures(report) {
        file(&directory.join(format!("{}.svg", figure.name)), &figure.svg)?;
    }
    Ok(())
}

pub(super) fn file(path: &Path, text: &str) -> Result<(), Exit> {
    tell(fs::write(path, text), path)
}

fn tell(done: io::Result<()>, path: &Path) -> Result<(), Exit> {
    done.map_err(|error| {
        output::error(&format!("{}: {error}\n", path.display()));
        Exit::Failed
    })
}
