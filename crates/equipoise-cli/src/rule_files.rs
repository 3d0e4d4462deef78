//! Kinds from users' rule files: those named by `--rules`, and all in the user's folder.
//!
//! They become known before the arguments are read, because kinds are choices there.

use crate::failure::{Exit, Failure};
use crate::input::open_regular;
use crate::output;
use crate::play::data_directory;
use crate::text::visible;
use equipoise::puzzles::{self, Kind, Mistake};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The most bytes of a page of rules.
const MOST_BYTES: u64 = 1 << 16;

/// Where the kinds of rule files came from: their names, and the files.
static ORIGINS: Mutex<Vec<(&'static str, PathBuf)>> = Mutex::new(Vec::new());

/// The file that a kind was read from, if it is a user's own.
pub(crate) fn origin(kind: &Kind) -> Option<PathBuf> {
    let origins = ORIGINS.lock().unwrap_or_else(PoisonError::into_inner);
    origins.iter().find(|(name, _)| *name == kind.name).map(|(_, path)| path.clone())
}

/// The user's folder of rule files, where the system says it is.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(data_directory()?.join("equipoise").join("rules"))
}

/// Adds the kinds of the files that `--rules` names, and then those of the user's folder.
///
/// # Errors
/// Why a file that was named cannot be used. Files of the folder are only told about.
pub(crate) fn add_all(arguments: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    for path in named(arguments) {
        add(&path)?;
    }
    add_folder(&mut |note| output::note(note));
    Ok(())
}

/// The files that the arguments name. (The arguments themselves are read when all kinds are known.)
fn named(arguments: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let mut arguments = arguments.skip(1).take_while(|argument| argument != "--");
    let mut files = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--rules" {
            files.extend(arguments.next().map(PathBuf::from));
        } else if let Some(file) = argument.to_str().and_then(|argument| argument.strip_prefix("--rules=")) {
            files.push(PathBuf::from(file));
        }
    }
    files
}

/// Adds the kind of a file.
fn add(path: &Path) -> Result<(), Failure> {
    let kind = read(path)?;
    let same = origin(kind).filter(|other| other != path);
    if let Some(other) = same.filter(|_| puzzles::kind(kind.name).is_some_and(|known| !std::ptr::eq(known, kind))) {
        return Err(same_name(path, kind, &other));
    }
    puzzles::replace(kind).map_err(|taken| Failure::new("rules", Exit::Invalid, taken.to_string()).at(path))?;
    let mut origins = ORIGINS.lock().unwrap_or_else(PoisonError::into_inner);
    origins.retain(|(name, _)| *name != kind.name);
    origins.push((kind.name, path.to_owned()));
    Ok(())
}

fn same_name(path: &Path, kind: &Kind, other: &Path) -> Failure {
    let problem = format!("{} has a kind of the name `{}`, too; expected different names", other.display(), kind.name);
    Failure::new("rules", Exit::Invalid, problem).at(path)
}

/// Reads all files again, in a program that goes on for long: one that was changed takes effect. One that
/// cannot be used now stays as it was.
pub(crate) fn refresh() {
    let known: Vec<PathBuf> = {
        let origins = ORIGINS.lock().unwrap_or_else(PoisonError::into_inner);
        origins.iter().map(|(_, path)| path.clone()).collect()
    };
    known.iter().for_each(|path| drop(add(path)));
    add_folder(&mut |_| {});
}

/// Adds the kinds of the user's folder. One that cannot be used is told and left out; one whose name was
/// given by `--rules` to another file gives way.
fn add_folder(tell: &mut dyn FnMut(&str)) {
    let Some(folder) = folder() else { return };
    let Ok(entries) = fs::read_dir(&folder) else { return };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension() == Some(OsStr::new("rules")));
    files.sort();
    for path in files {
        let added = read(&path).and_then(|kind| match origin(kind).filter(|other| *other != path) {
            Some(other) if other.parent() == Some(&folder) => Err(same_name(&path, kind, &other)),
            Some(_) => Ok(()),
            None => add(&path),
        });
        if let Err(failure) = added {
            tell(&left_out(&failure));
        }
    }
}

/// A note in a line: the commands at hand have nothing to do with the file.
fn left_out(failure: &Failure) -> String {
    format!("left out: {} (`equipoise rules check` says more)", failure.in_line())
}

/// The kind of a file. A mistake is told with the line it is in.
pub(crate) fn read(path: &Path) -> Result<&'static Kind, Failure> {
    let text = read_text(path)?;
    puzzles::load(&text).map_err(|mistake: Mistake| Failure::mistake(&mistake).at(path))
}

pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    if read.map_err(|error| Failure::file(path, &error))? as u64 > MOST_BYTES {
        let says = format!("it is longer than {} KB, the most that a page of rules may have", MOST_BYTES >> 10);
        return Err(Failure::new("limit", Exit::Invalid, says).at(path));
    }
    let text = puzzles::decode(&bytes).map_err(|error| Failure::read(error, &bytes, 1).at(path))?;
    Ok(text.to_owned())
}

/// A name of a file that is safe to show.
pub(crate) fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_among_the_arguments() {
        let named = |arguments: &[&str]| -> Vec<String> {
            let arguments = ["equipoise"].iter().chain(arguments).map(OsString::from);
            named(arguments).iter().map(|path| path.display().to_string()).collect()
        };
        assert_eq!(named(&["solve", "--rules", "a", "b", "--rules=c", "--json"]), ["a", "c"]);
        assert_eq!(named(&["solve", "--", "--rules", "a"]), Vec::<String>::new());
        assert_eq!(named(&["solve", "--rules"]), Vec::<String>::new());
    }
}
