//! All kinds: those with a folder, and those of rule files.

use crate::rulefile::collection;
use crate::{Kind, aztec, gap, mobile, multibalance, trid, weight};
use std::ops::Deref;
use std::slice::Iter;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The kinds with a folder that stand in front. A new one has its line here.
pub(crate) static FOLDERS: &[&Kind] = &[&weight::KIND, &gap::KIND, &aztec::KIND, &trid::KIND, &multibalance::KIND];

/// Those with a folder that belong to the collection.
static COLLECTED: &[&Kind] = &[&mobile::KIND];

/// Every kind: those in front first, then the collection, then what was added.
static ALL: LazyLock<RwLock<&'static [&'static Kind]>> = LazyLock::new(|| {
    let collected = COLLECTED.iter().copied();
    let all: Vec<&Kind> = FOLDERS.iter().copied().chain(collection()).chain(collected).collect();
    RwLock::new(all.leak())
});

/// Every kind. It stands for a slice; one that was taken before another file was
/// added goes on without that.
#[derive(Debug, Clone, Copy)]
pub struct Kinds;

impl Deref for Kinds {
    type Target = [&'static Kind];

    fn deref(&self) -> &[&'static Kind] {
        all()
    }
}

impl IntoIterator for Kinds {
    type Item = &'static &'static Kind;
    type IntoIter = Iter<'static, &'static Kind>;

    fn into_iter(self) -> Self::IntoIter {
        all().iter()
    }
}

fn all() -> &'static [&'static Kind] {
    *ALL.read().unwrap_or_else(PoisonError::into_inner)
}

/// Another kind has the name already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is a kind named {0} already; expected another name in the file's first line")]
pub struct Taken(pub String);

/// Adds the kind of a rule file. Adding it again changes nothing.
///
/// # Errors
/// When another kind has its name.
pub fn add(kind: &'static Kind) -> Result<(), Taken> {
    let mut known = ALL.write().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|other| other.name == kind.name || other.aliases.contains(&kind.name)) {
        Some(other) if std::ptr::eq(*other, kind) => Ok(()),
        Some(_) => Err(Taken(kind.name.to_owned())),
        None => {
            *known = [*known, &[kind]].concat().leak();
            Ok(())
        }
    }
}

/// Whether a kind that is built in has this name.
pub(crate) fn is_builtin(name: &str) -> bool {
    crate::kind(name).is_some_and(|kind| kind.page.is_none_or(|page| page.is_builtin))
}

/// Adds the kind of a user's rule file, in the place of the one that has had its name so far:
/// a file that was changed. Puzzles of that one keep their rules.
///
/// # Errors
/// When a kind that is built in has its name.
pub fn replace(kind: &'static Kind) -> Result<(), Taken> {
    if is_builtin(kind.name) {
        return Err(Taken(kind.name.to_owned()));
    }
    let mut known = ALL.write().unwrap_or_else(PoisonError::into_inner);
    let mut kinds: Vec<&'static Kind> = known.to_vec();
    match kinds.iter_mut().find(|other| other.name == kind.name) {
        Some(other) if std::ptr::eq(*other, kind) => return Ok(()),
        Some(other) => *other = kind,
        None => kinds.push(kind),
    }
    *known = kinds.leak();
    Ok(())
}
