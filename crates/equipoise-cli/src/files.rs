//! Files that are written whole or not at all, never overwrite another unasked, and
//! are never written by two runs at once.

use crate::failure::Failure;
use same_file::Handle;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is added to the name of a file while it is being written.
const PART: &str = ".equipoise-part";

/// A file being written. It gets its name when it is finished; until then it has a
/// temporary name in the same directory, and is locked.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    file: File,
    /// Its temporary path; none for a pipe or a device, which is written to
    /// directly.
    part: Option<PathBuf>,
}

impl NewFile {
    /// Begins a file; `force` lets it replace another.
    pub(crate) fn create(path: &Path, force: bool) -> Result<NewFile, Failure> {
        // A link stays, and its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let problem = |error: &io::Error| Failure::file(&path, error);
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Failure::usage("it is a directory").at(&path)),
            Ok(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(&path).map_err(|error| problem(&error))?;
                return Ok(NewFile { path, file, part: None });
            }
            Ok(_) if !force => return Err(exists(&path)),
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(&path).map_err(|error| problem(&error))?;
                lock(&file, &path)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(problem(&error)),
        }
        let part = part_of(&path);
        let file = open_part(&part, &path)?;
        Ok(NewFile { path, file, part: Some(part) })
    }

    /// The name that it will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let done = self.file.sync_all().and_then(|()| fs::rename(&part, &self.path));
        done.map_err(|error| {
            let _ = fs::remove_file(&part);
            Failure::file(&self.path, &error)
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
        }
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut file = NewFile::create(path, force)?;
    file.write_all(bytes.as_ref()).map_err(|error| Failure::file(path, &error))?;
    file.finish()
}

/// The name of a file while it is being written.
fn part_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(PART);
    path.with_file_name(name)
}

/// Opens the file that will become `path`. One that already exists was left by
/// a run that was killed, unless it is locked.
fn open_part(part: &Path, path: &Path) -> Result<File, Failure> {
    let problem = |error: io::Error| Failure::file(path, &error);
    loop {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(part).map_err(problem)?;
        lock(&file, path)?;
        // Another run may have finished and renamed it before we got the lock.
        let ours = file.try_clone().and_then(Handle::from_file).map_err(problem)?;
        if Handle::from_path(part).is_ok_and(|there| there == ours) {
            file.set_len(0).map_err(problem)?;
            return Ok(file);
        }
    }
}

/// Locks a file for this run while it is open.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::missing("another run is writing it").at(path)),
        // Some file systems have no locks; there, users must not start two runs.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Removes what killed runs have left of files in this directory whose names
/// pass `ours`. Files that another run is writing stay.
pub(crate) fn sweep(directory: &Path, ours: impl Fn(&str) -> bool) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let whole = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(PART));
        if whole.is_some_and(&ours)
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file exists that may not be overwritten.
pub(crate) fn exists(path: &Path) -> Failure {
    Failure::usage("it is there already; --force replaces it").at(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("equipoise-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_finished() {
        let folder = folder("finished");
        let path = folder.join("a");
        let mut file = NewFile::create(&path, false).unwrap();
        file.write_all(b"one").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(write(&path, false, "two").is_err());
        drop(NewFile::create(&path, true).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"one", "what is not finished replaces nothing");
        write(&path, true, "two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder), ["a"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_runs_do_not_write_one_file() {
        let folder = folder("two_runs");
        let path = folder.join("a");
        let file = NewFile::create(&path, false).unwrap();
        assert!(NewFile::create(&path, false).is_err());
        file.finish().unwrap();
        let file = NewFile::create(&path, true).unwrap();
        assert!(NewFile::create(&path, true).is_err());
        drop(file);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_killed_run_left_is_used_again_or_swept() {
        let folder = folder("swept");
        fs::write(part_of(&folder.join("a.json")), "half").unwrap();
        fs::write(part_of(&folder.join("b.json")), "half").unwrap();
        fs::write(folder.join("notes.part"), "mine").unwrap();
        write(&folder.join("a.json"), false, "whole").unwrap();
        assert_eq!(fs::read(folder.join("a.json")).unwrap(), b"whole");
        let busy = NewFile::create(&folder.join("c.json"), false).unwrap();
        sweep(&folder, |name| name.ends_with(".json"));
        assert_eq!(names(&folder), [".c.json.equipoise-part", "a.json", "notes.part"]);
        drop(busy);
        fs::remove_dir_all(folder).unwrap();
    }
}
