//! Files that are whole or not there, locked, and never followed through a link.

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
#[cfg(unix)]
fn what_is_replaced_stays_private() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder("private").join("a");
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    write(&path, false, "one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    write(&path, true, "two").unwrap();
    assert_eq!((mode(), fs::read(&path).unwrap()), (0o600, b"two".to_vec()));
    Claim::take(&path).unwrap().unwrap().replace("three").unwrap();
    assert_eq!((mode(), fs::read(&path).unwrap()), (0o600, b"three".to_vec()));
    fs::remove_dir_all(folder("private")).unwrap();
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

#[test]
fn no_link_is_followed() {
    let folder = folder("links");
    fs::write(folder.join("precious"), "mine").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("precious"), part_of(&folder.join("a"))).unwrap();
    write(&folder.join("a"), false, "whole").unwrap();
    assert_eq!(fs::read(folder.join("precious")).unwrap(), b"mine");
    assert_eq!(names(&folder), ["a", "precious"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_claimed_file_stays_locked_while_it_is_replaced() {
    let folder = folder("claim");
    let path = folder.join("game.json");
    let mut claim = Claim::take(&path).unwrap().unwrap();
    assert!(claim.is_empty());
    for text in ["one", "two"] {
        claim.replace(text).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert!(Claim::take(&path).unwrap().is_none());
    }
    drop(claim);
    Claim::take(&path).unwrap().unwrap().remove();
    assert!(names(&folder).is_empty());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn lines_are_added_after_those_that_are_kept() {
    let folder = folder("lines");
    let path = folder.join("a.jsonl");
    fs::write(&path, "one\ntw").unwrap();
    let mut lines = LineFile::open(&path).unwrap();
    assert!(LineFile::open(&path).is_err());
    lines.keep(4).unwrap();
    lines.write_all(b"two\nthree\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_go_by_the_names_of_puzzles() {
    assert_eq!(stem("gap/seed-1"), "gap-seed-1");
    assert_eq!(stem("some/where/papers.pl#2"), "papers-2");
    assert_eq!(stem("../a b\u{1b}.json"), "a-b-");
    assert_eq!(stem("-#3"), "stdin-3");
    assert_eq!(stem("-"), "stdin");
    assert_eq!(stem(".."), "puzzle");
}
