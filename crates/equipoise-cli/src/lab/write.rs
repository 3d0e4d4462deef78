//! Reports as files.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use lab::{Report, render};
use std::fs;
use std::path::Path;

/// The main page of a report: its other files belong to it.
const PAGE: &str = "report.html";

/// Whether the report of this name can be written below `out`: checked before the
/// experiment is run.
pub(super) fn is_free(name: &str, out: &Path, force: bool) -> Result<(), Exit> {
    let page = out.join(name).join(PAGE);
    if !force && page.exists() { Err(files::exists(&page).tell()) } else { Ok(()) }
}

/// Writes all forms of a report into a directory of its own below `out`.
pub(super) fn all(report: &Report, out: &Path, force: bool) -> Result<(), Exit> {
    let directory = out.join(&report.name);
    make(&directory)?;
    file(&directory.join(PAGE), &render::html(report), force)?;
    file(&directory.join("results.csv"), &render::csv(report), force)?;
    file(&directory.join("results.json"), &format!("{:#}\n", render::json(report)), force)?;
    plots(report, &directory, force)
}

/// Writes the plots of a report into a directory.
pub(super) fn plots(report: &Report, directory: &Path, force: bool) -> Result<(), Exit> {
    make(directory)?;
    for figure in render::figures(report) {
        file(&directory.join(format!("{}.svg", figure.name)), &figure.svg, force)?;
    }
    Ok(())
}

pub(super) fn file(path: &Path, text: &str, force: bool) -> Result<(), Exit> {
    files::write(path, force, text).map_err(|failure| failure.tell())
}

fn make(directory: &Path) -> Result<(), Exit> {
    fs::create_dir_all(directory).map_err(|error| Failure::file(directory, &error).tell())
}
