//! A copy of the workspace in which mutants can be switched on one by one.

use super::find::{Mutant, SWITCH};
use crate::shell::{output, program, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The variable that switches a mutant on, by its number.
pub(super) const VARIABLE: &str = "EQUIPOISE_MUTANT";

/// What every crate with mutants gets.
const MODULE: &str = r#"
/// Which mutant is on.
#[doc(hidden)]
pub mod mutant_switch {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    const NOT_READ: u32 = u32::MAX;
    const NONE: u32 = u32::MAX - 1;
    static ON: AtomicU32 = AtomicU32::new(NOT_READ);

    /// Whether this one is. It is asked in the innermost loops.
    #[inline(always)]
    pub fn is(number: u32) -> bool {
        let on = ON.load(Relaxed);
        if on == NOT_READ { read() == number } else { on == number }
    }

    #[cold]
    fn read() -> u32 {
        let on = std::env::var("VARIABLE").ok().and_then(|text| text.parse().ok()).unwrap_or(NONE);
        ON.store(on, Relaxed);
        on
    }
}
"#;

/// A file with some mutants woven in, each by its number.
pub(super) fn woven(text: &str, mutants: &[(usize, Mutant)]) -> String {
    let mut inserts: Vec<(usize, String)> = Vec::new();
    for (number, mutant) in mutants {
        let switch = format!("crate::mutant_switch::is({number})");
        inserts.extend(mutant.inserts.iter().map(|(at, text)| (*at, text.replace(SWITCH, &switch))));
    }
    // From the last on, so that what is before stays where it is.
    inserts.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut woven = text.to_owned();
    for (at, text) in inserts {
        woven.insert_str(at, &text);
    }
    woven
}

/// Copies the workspace as git knows it, but for files that mutants are woven into next; files that are the
/// same already keep their time, so that nothing is compiled twice.
pub(super) fn copy(to: &Path, is_woven: &dyn Fn(&Path) -> bool) -> Result<(), String> {
    let files = output(program("git", "ls-files"))?;
    for file in files.lines().filter(|file| root().join(file).is_file() && !is_woven(Path::new(file))) {
        let bytes = fs::read(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        write(&to.join(file), &bytes)?;
    }
    Ok(())
}

/// Writes a file unless it has these bytes already.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", path.display());
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(problem)?;
    fs::write(path, bytes).map_err(problem)
}

/// The file that a crate begins with.
pub(super) fn root_of(name: &str) -> PathBuf {
    Path::new("crates").join(name).join("src/lib.rs")
}

/// Weaves mutants, by their files, into a copy.
pub(super) fn weave(
    copy: &Path,
    crates: &[&str],
    mutants: &BTreeMap<PathBuf, Vec<(usize, Mutant)>>,
) -> Result<(), String> {
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    let read =
        |path: &Path| fs::read_to_string(root().join(path)).map_err(|error| format!("{}: {error}", path.display()));
    for (path, mutants) in mutants {
        files.insert(path.clone(), woven(&read(path)?, mutants));
    }
    for name in crates {
        let path = root_of(name);
        let text = files.remove(&path).map_or_else(|| read(&path), Ok)?;
        files.insert(path, text + &MODULE.replace("VARIABLE", VARIABLE));
    }
    files.iter().try_for_each(|(path, text)| write(&copy.join(path), text.as_bytes()))
}
