//! The files that are built in.

use super::load;

use std::time::Instant;

/// Every rule file of the folder, offered or not.
fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rulefile/kinds");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let mut found: Vec<(String, String)> = [folder, own]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("it is there"))
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rules"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            (path.file_name().expect("it has one").to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn every_file_loads() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        assert!(text.lines().count() <= 40, "{name} is longer than a page");
        let start = Instant::now();
        match load(&text) {
            Ok(kind) => println!("{name}: {} in {:?}", kind.name, start.elapsed()),
            Err(mistake) => wrong.push(format!("{name}: {mistake}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
