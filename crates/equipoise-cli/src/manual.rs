//! The manual pages, one for each command, for those who package the program.

use crate::args::Arguments;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::write;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::{Path, PathBuf};

pub(crate) fn run(folder: &Path) -> Result<Exit, Failure> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, folder, &mut pages)?;
    Interrupt::install(None);
    write::create_folder(folder)?;
    write::write_all(&pages, false)?;
    Ok(Exit::Fine)
}

/// Adds the page of a command, and those of the commands below it: their files and texts.
fn add_pages(command: &Command, folder: &Path, pages: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<(), Failure> {
    let page = Man::new(command.clone()).manual("Equipoise").source(concat!("equipoise ", env!("CARGO_PKG_VERSION")));
    let text = rendered(command, &page).map_err(|error| Failure::io(&error))?;
    pages.push((folder.join(page.get_filename()), text));
    let mut below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below.try_for_each(|below| add_pages(below, folder, pages))
}

fn rendered(command: &Command, page: &Man) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    if command.get_long_about().is_some() {
        page.render_description_section(&mut text)?;
    }
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = command.get_after_long_help().or(command.get_after_help()) {
        // The lines of help are short as they are, and examples must stay lines.
        let mut roff = Roff::new();
        roff.control("SH", ["NOTES"]).control("nf", []);
        for line in notes.to_string().lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []).to_writer(&mut text)?;
    }
    Ok(text)
}
