//! A copy of the workspace in which mutants can be switched on one by one.

use super::find::{Mutant, SWITCH};
use crate::shell::{output, program, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The variable that switches a mutant on, by its number.
pub(super) const VARIABLE: &str = "EQUIPOISE_MUTANT";

/// The variable that names a file; the numbers of all mutants that are come by are written there.
pub(super) const REACHED: &str = "EQUIPOISE_MUTANTS_REACHED";

/// What every crate with mutants gets.
const MODULE: &str = r#"
/// Which mutant is on.
#[doc(hidden)]
pub mod mutant_switch {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

    const NONE: u32 = u32::MAX - 2;
    const RECORDED: u32 = u32::MAX - 1;
    const NOT_READ: u32 = u32::MAX;
    static ON: AtomicU32 = AtomicU32::new(NOT_READ);
    static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

    /// Whether this one is. It is asked in the innermost loops.
    #[inline(always)]
    pub fn is(number: u32) -> bool {
        let on = ON.load(Relaxed);
        if on < RECORDED { on == number } else { read_or_record(number, on) }
    }

    fn read_or_record(number: u32, on: u32) -> bool {
        if on == NOT_READ {
            let on = std::env::var("VARIABLE").ok().and_then(|text| text.parse().ok());
            let otherwise = if std::env::var_os("REACHED").is_some() { RECORDED } else { NONE };
            ON.store(on.unwrap_or(otherwise), Relaxed);
            return is(number);
        }
        if !SEEN[number as usize].load(Relaxed) && !SEEN[number as usize].swap(true, Relaxed) {
            let file = std::env::var_os("REACHED").unwrap();
            writeln!(std::fs::OpenOptions::new().append(true).open(file).unwrap(), "{number}").unwrap();
        }
        false
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
    let count = mutants.values().flatten().map(|(number, _)| number + 1).max().unwrap_or(0);
    let module = MODULE.replace("VARIABLE", VARIABLE).replace("REACHED", REACHED).replace("COUNT", &count.to_string());
    for name in crates {
        let path = root_of(name);
        let text = files.remove(&path).map_or_else(|| read(&path), Ok)?;
        files.insert(path, text + &module);
    }
    files.iter().try_for_each(|(path, text)| write(&copy.join(path), text.as_bytes()))
}
