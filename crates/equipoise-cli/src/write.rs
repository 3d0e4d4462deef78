//! Files that are written whole or not at all, never overwrite another unasked, and
//! are never written by two runs at once.
//!
//! A file is written under a temporary name in its own directory, locked, and renamed
//! when it is whole; so a run that is killed, or given up by its watchdog, leaves no
//! half of a file. The temporary file is always a new one: nothing that exists is
//! opened for writing, and no link is followed. A file of lines ([`LineFile`]) is the
//! exception: it grows by whole lines. A file that is saved again and again
//! ([`Claim`]) is its own lock: each version is locked before it gets the name, so no
//! lock file is left behind by a killed program.
//!
//! Only the name that a user gives for an output may be that of a link, a pipe or a
//! device: a link stays and its target is replaced, the others are written to.
//!
//! A command writes nothing before it has taken over the signals (`Interrupt`), so
//! none of them leaves a temporary file, unless it kills.

use crate::failure::{Exit, Failure};
use crate::input;
use clap::Args;
use same_file::Handle;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is added to the name of a file while it is being written.
const PART: &str = ".equipoise-part";

/// The temporary files of this run.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program, whatever its other threads are doing, and leaves none of its
/// temporary files.
pub(crate) fn give_up(exit: Exit) -> ! {
    // As long as they are locked, no other thread begins a file.
    let mut parts = parts();
    while let Some(part) = parts.pop_first() {
        let _ = fs::remove_file(part);
    }
    std::process::exit(exit as i32)
}

/// A file being written. It gets its name when it is finished.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    file: File,
    /// Its temporary path; none for a pipe or a device, which is written to directly.
    part: Option<PathBuf>,
}

impl NewFile {
    /// Begins a file with a name that a user gives; `force` lets it replace another.
    pub(crate) fn create(path: &Path, force: bool) -> Result<NewFile, Failure> {
        // A link stays, and its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => Err(Failure::missing("it is a link that leads nowhere").at(&path)),
            Ok(found) if !found.is_file() && !found.is_dir() => {
                let file = OpenOptions::new().write(true).open(&path);
                let file = file.map_err(|error| Failure::unwritten(&path, &error))?;
                Ok(NewFile { path, file, part: None })
            }
            _ => NewFile::begin(&path, force),
        }
    }

    /// Begins a file with this very name, which may be one of our own.
    pub(crate) fn begin(path: &Path, force: bool) -> Result<NewFile, Failure> {
        let path = path.to_owned();
        let problem = |error: io::Error| Failure::unwritten(&path, &error);
        let busy = || Failure::missing("another run is writing it").at(&path);
        let mut replaced = None;
        if may_take(&path, force)? {
            let file = open_own(&path, false).map_err(problem)?;
            lock(&file).then_some(()).ok_or_else(busy)?;
            replaced = Some(file);
        }
        let part = part_of(&path);
        let mut parts = parts();
        let file = create_part(&part).map_err(problem)?.ok_or_else(busy)?;
        parts.insert(part.clone());
        drop(parts);
        let new = NewFile { path: path.clone(), file, part: Some(part) };
        // Who may read the old file may read the new one, and nobody else.
        if let Some(old) = replaced {
            old.metadata().and_then(|old| new.file.set_permissions(old.permissions())).map_err(problem)?;
        }
        Ok(new)
    }

    /// The name that it will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The directory that it is in; none for a pipe or a device.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.part.as_deref().map(folder_of)
    }

    /// Writes all of it, and gives it its name.
    pub(crate) fn fill(mut self, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.write_all(bytes.as_ref()).map_err(|error| Failure::unwritten(&self.path, &error))?;
        self.finish()
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let done = self.file.sync_all().and_then(|()| fs::rename(&part, &self.path));
        parts().remove(&part);
        done.map_err(|error| {
            let _ = fs::remove_file(&part);
            Failure::unwritten(&self.path, &error)
        })
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    /// An unfinished file is removed.
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
            parts().remove(part);
        }
    }
}

/// Writes a whole file with a name of our own; `force` lets it replace another.
pub(crate) fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    NewFile::begin(path, force)?.fill(bytes)
}

/// The same for several files: none is written if one of them must not be.
pub(crate) fn write_all(files: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> Result<(), Failure> {
    files.iter().try_for_each(|(path, _)| may_take(path, force).map(drop))?;
    files.iter().try_for_each(|(path, bytes)| write(path, force, bytes))
}

/// Whether a file of this name is there, and is to be replaced.
///
/// # Errors
/// Something is there that must not be replaced.
pub(crate) fn may_take(path: &Path, force: bool) -> Result<bool, Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Err(Failure::usage("it is a directory").at(path)),
        Ok(found) if !found.is_file() => Err(Failure::usage("it is not a regular file").at(path)),
        Ok(_) if !force => Err(exists(path)),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::unwritten(path, &error)),
    }
}

/// Refuses a directory where files that this run may write must not be replaced: those
/// whose names pass `ours`.
pub(crate) fn may_take_all(directory: &Path, force: bool, ours: impl Fn(&str) -> bool) -> Result<(), Failure> {
    for entry in fs::read_dir(directory).map_err(|error| Failure::unwritten(directory, &error))?.flatten() {
        if entry.file_name().to_str().is_some_and(&ours) {
            may_take(&entry.path(), force)?;
        }
    }
    Ok(())
}

/// Refuses two outputs of one run that are the same file.
pub(crate) fn differ<'a>(outputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for path in outputs {
        let folder = fs::canonicalize(folder_of(path)).unwrap_or_else(|_| folder_of(path).to_owned());
        let same = fs::canonicalize(path).unwrap_or_else(|_| folder.join(path.file_name().unwrap_or_default()));
        if !seen.insert(same) {
            return Err(Failure::usage("two outputs cannot be one file").at(path));
        }
    }
    Ok(())
}

/// A file of lines that is read, and then added to: whole lines, never a part of one.
#[derive(Debug)]
pub(crate) struct LineFile {
    pub(crate) file: File,
    length: u64,
}

impl LineFile {
    /// Opens or creates the file, for this run alone.
    pub(crate) fn open(path: &Path) -> Result<LineFile, Failure> {
        // To write to the end of a pipe, or to read what is there, makes no sense.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(Failure::usage("it is not a regular file").at(path));
        }
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let file = file.map_err(|error| Failure::unwritten(path, &error))?;
        if !lock(&file) {
            return Err(Failure::missing("another run is writing it").at(path));
        }
        Ok(LineFile { file, length: 0 })
    }

    /// Drops what comes after this many bytes; what is written then follows them.
    pub(crate) fn keep(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.length = self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

impl Write for LineFile {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(lines) {
            // The disk is full, say: what did get there is taken back.
            self.keep(self.length)?;
            return Err(error);
        }
        self.length += lines.len() as u64;
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file that belongs to this program as long as this exists, and can be replaced as
/// a whole again and again.
#[derive(Debug)]
pub(crate) struct Claim {
    path: PathBuf,
    /// The file under that name, open and locked.
    held: File,
}

impl Claim {
    /// Claims a file, which is created empty if there is none; `None` if somebody else has it.
    pub(crate) fn take(path: &Path) -> io::Result<Option<Claim>> {
        loop {
            let held = open_own(path, true)?;
            if !lock(&held) {
                return Ok(None);
            }
            // Another program may have replaced or removed it before we got the lock.
            if is_at(&held, path)? {
                return Ok(Some(Claim { path: path.to_owned(), held }));
            }
        }
    }

    /// Replaces the file's content.
    pub(crate) fn replace(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let part = part_of(&self.path);
        let mut file = create_part(&part)?.ok_or(io::ErrorKind::ResourceBusy)?;
        let permitted = self.held.metadata().and_then(|held| file.set_permissions(held.permissions()));
        let written = permitted.and_then(|()| file.write_all(bytes.as_ref())).and_then(|()| file.sync_all());
        if let Err(error) = written.and_then(|()| fs::rename(&part, &self.path)) {
            let _ = fs::remove_file(&part);
            return Err(error);
        }
        // The new file was locked before it got the name, so nobody could come between.
        self.held = file;
        Ok(())
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing has been written to it yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.held.metadata().is_ok_and(|file| file.len() == 0)
    }

    /// Removes the file.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The directory that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."))
}

/// The name of a file while it is being written.
fn part_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(PART);
    path.with_file_name(name)
}

/// Creates and locks a temporary file; `None` if another run has one of this name. One
/// that nobody holds was left by a run that was killed, and is removed.
fn create_part(part: &Path) -> io::Result<Option<File>> {
    loop {
        match OpenOptions::new().create_new(true).write(true).open(part) {
            Ok(file) if !lock(&file) => return Ok(None),
            // Another run may have taken it for a leftover before we got the lock.
            Ok(file) if is_at(&file, part)? => return Ok(Some(file)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if is_held(part) {
                    return Ok(None);
                }
                match fs::remove_file(part) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// Whether another run holds this temporary file.
fn is_held(part: &Path) -> bool {
    open_own(part, false).is_ok_and(|file| !lock(&file))
}

/// Opens a file of ours: what has this very name, not what a link leads to, and a
/// regular file, since a pipe could make us wait.
fn open_own(path: &Path, create: bool) -> io::Result<File> {
    let irregular = || io::Error::other("it is not a regular file");
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(irregular());
    }
    let mut options = OpenOptions::new();
    // It may be replaced between these two calls.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    let file = options.create(create).truncate(false).read(true).write(true).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(irregular()) }
}

/// Locks a file for this program while it is open; says whether nobody else has it.
/// Some file systems have no locks; there, users must not start two runs.
fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether this is still the file with that name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let ours = Handle::from_file(file.try_clone()?)?;
    Ok(open_own(path, false).and_then(Handle::from_file).is_ok_and(|there| there == ours))
}

/// Removes what killed runs have left of files in this directory whose names
/// pass `ours`. Files that another run is writing stay.
pub(crate) fn sweep(directory: &Path, ours: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let whole = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(PART));
        if whole.is_some_and(&ours) && !is_held(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file exists that may not be overwritten.
pub(crate) fn exists(path: &Path) -> Failure {
    Failure::usage("it already exists; --force replaces it").at(path)
}

/// The endings of the files.
const ENDINGS: [&str; 4] = ["html", "json", "svg", "txt"];

/// `--out DIR`: a file for each puzzle, or else standard output.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// Write a file for each puzzle into a directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "out")]
    force: bool,

    /// The names that the puzzles of this run have taken.
    #[arg(skip)]
    taken: Mutex<BTreeSet<String>>,
}

impl Folder {
    /// Creates the directory, if one was asked for.
    ///
    /// # Errors
    /// It cannot be created, its name is one for a file, or puzzles would have files of
    /// the same name.
    pub(crate) fn open(&self, puzzles: &[OsString]) -> Result<(), Failure> {
        let Some(path) = &self.out else { return Ok(()) };
        let named_as_file = path.extension().is_some_and(|ending| ENDINGS.iter().any(|file| ending == *file));
        if named_as_file && !path.is_dir() {
            let advice = "--out takes a directory here; `> FILE` writes a single file";
            return Err(Failure::usage(advice).at(path));
        }
        let mut names = BTreeMap::new();
        for name in input::named_once(puzzles)? {
            if let Some(other) = names.insert(stem(&name), name.clone()) {
                let problem = format!("the file for {name} would have the name of that for {other}");
                return Err(Failure::usage(format!("{problem}; write them to different directories")));
            }
        }
        create_folder(path)
    }

    /// Whether files are asked for, and not standard output.
    pub(crate) fn is_wanted(&self) -> bool {
        self.out.is_some()
    }

    /// Begins the file of the puzzle with this name, if files are asked for.
    pub(crate) fn create(&self, puzzle: &str, ending: &str) -> Result<Option<NewFile>, Failure> {
        let Some(path) = &self.out else { return Ok(None) };
        let path = path.join(format!("{}.{ending}", stem(puzzle)));
        if !self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(stem(puzzle)) {
            return Err(Failure::usage("another puzzle has a file of this name").at(&path));
        }
        NewFile::begin(&path, self.force).map(Some)
    }
}

/// The name of a puzzle's file, without its ending: `gap-seed-1` for `gap/seed-1`,
/// `papers-2` for `some/where/papers.pl#2`.
pub(crate) fn stem(puzzle: &str) -> String {
    let (path, number) = match puzzle.rsplit_once('#') {
        Some((path, number)) if number.parse::<i64>().is_ok() => (path, Some(number)),
        _ => (puzzle, None),
    };
    let is_builtin = equipoise::puzzles::builtin(puzzle).is_some();
    let name = match path {
        "-" => "stdin",
        _ if is_builtin => path,
        _ => Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or("puzzle"),
    };
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let mut stem: String = name.chars().map(safe).collect();
    if let Some(number) = number {
        stem.push('-');
        stem.push_str(number);
    }
    stem
}

/// Creates a directory, if it is not there, in which files can be written.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::unwritten(path, &error))?;
    try_folder(path)
}

/// The same for a directory whose name the user did not give: a link is not followed.
pub(crate) fn create_own_folder(path: &Path) -> Result<(), Failure> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(Failure::usage("it is a link, and not a directory").at(path));
    }
    create_folder(path)
}

/// Finds out whether files can be written in a directory.
pub(crate) fn try_folder(path: &Path) -> Result<(), Failure> {
    let part = path.join(PART);
    let tried = create_part(&part).and_then(|there| there.map_or(Ok(()), |_| fs::remove_file(&part)));
    tried.map_err(|error| Failure::unwritten(path, &error))
}

#[cfg(test)]
mod tests;
