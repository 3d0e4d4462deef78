//! Where the merged puzzles go.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::output;
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::Path;

/// A file, standard output, or a file without a name whose content goes to
/// standard output when it is whole.
pub(super) enum Target {
    File(BufWriter<NewFile>),
    Stdout(BufWriter<io::Stdout>),
    Held(BufWriter<File>),
}

impl Target {
    pub(super) fn new(out: Option<NewFile>) -> Target {
        match out {
            Some(file) => Target::File(BufWriter::new(file)),
            None => Target::Stdout(BufWriter::new(io::stdout())),
        }
    }

    /// Standard output, once everything is there.
    pub(super) fn held(folder: &Path) -> io::Result<Target> {
        Ok(Target::Held(BufWriter::new(tempfile::tempfile_in(folder)?)))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Target::File(writer) => writer,
            Target::Stdout(writer) => writer,
            Target::Held(writer) => writer,
        }
    }

    /// Ends the writing, which had this result.
    pub(super) fn finish(mut self, written: io::Result<()>) -> Result<Exit, Failure> {
        let written = written.and_then(|()| self.flush());
        match self {
            Target::File(writer) => {
                let path = writer.get_ref().path().to_owned();
                let file = written.and_then(|()| writer.into_inner().map_err(io::IntoInnerError::into_error));
                file.map_err(|error| Failure::file(&path, &error))?.finish()?;
                Ok(Exit::Fine)
            }
            Target::Stdout(_) => Ok(output::ended(written)),
            Target::Held(mut writer) => {
                let file = writer.get_mut();
                let copied = written.and_then(|()| file.rewind()).and_then(|()| io::copy(file, &mut io::stdout()));
                Ok(output::ended(copied.map(drop)))
            }
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
