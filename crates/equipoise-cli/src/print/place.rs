//! Where a book goes: a PDF file, or an image for each page.

use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::interrupt::Interrupt;
use ::print::Pages;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a book goes.
pub(super) enum Place {
    Pdf(NewFile),
    Images(Images),
}

/// A file for each page.
pub(super) struct Images {
    path: PathBuf,
    force: bool,
    /// Dots to an inch; none for SVG.
    dpi: Option<u32>,
}

impl Place {
    /// The kind of file is that of its extension.
    pub(super) fn open(path: &Path, force: bool, dpi: u32) -> Result<Place, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let images = |dpi| Place::Images(Images { path: path.to_owned(), force, dpi });
        match ending.as_str() {
            "pdf" => Ok(Place::Pdf(NewFile::create(path, force)?)),
            "svg" => Ok(images(None)),
            "png" => Ok(images(Some(dpi))),
            _ => Err(Failure::usage("expected a name that ends in .pdf, .svg or .png").at(path)),
        }
    }
}

/// Writes books, each to its place; returns what to say about them. Of several PDF
/// files none gets its name before all are written.
pub(super) fn write(places: Vec<Place>, books: &[Pages], interrupt: &Interrupt) -> Result<Vec<String>, Failure> {
    let (mut files, mut told) = (Vec::new(), Vec::new());
    for (place, pages) in places.into_iter().zip(books) {
        let many = if pages.len() == 1 { "1 page".to_owned() } else { format!("{} pages", pages.len()) };
        match place {
            Place::Pdf(mut file) => {
                let bytes = pages.pdf().map_err(|error| Failure::missing(error.to_string()).at(file.path()))?;
                file.write_all(&bytes).map_err(|error| Failure::file(file.path(), &error))?;
                told.push(format!("{}: {many}", file.path().display()));
                files.push(file);
            }
            Place::Images(images) => {
                images.write(pages, interrupt)?;
                told.push(format!("{} and so on: {many}", images.name(0, pages).display()));
            }
        }
    }
    if interrupt.is_set() {
        return Ok(Vec::new());
    }
    files.into_iter().try_for_each(NewFile::finish)?;
    Ok(told)
}

impl Images {
    /// The name of a page's file: `book-03.png` for `book.png`.
    fn name(&self, number: usize, pages: &Pages) -> PathBuf {
        let digits = pages.len().to_string().len();
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{stem}-{:0digits$}.{ending}", number + 1))
    }

    fn write(&self, pages: &Pages, interrupt: &Interrupt) -> Result<(), Failure> {
        let mut names = (0..pages.len()).map(|number| self.name(number, pages));
        if let Some(old) = names.find(|name| !self.force && name.exists()) {
            return Err(files::exists(&old));
        }
        for number in 0..pages.len() {
            let path = self.name(number, pages);
            let problem = |message: String| Failure::missing(message).at(&path);
            let bytes = match self.dpi {
                Some(dpi) => pages.png(number, dpi).map_err(|error| problem(error.to_string()))?,
                None => pages.svg(number).unwrap_or_default().into_bytes(),
            };
            if interrupt.is_set() {
                break;
            }
            files::write(&path, self.force, bytes)?;
        }
        Ok(())
    }
}
