//! Tests that `cargo test` alone leaves out: those that need a tool or data that a new machine may not have, and no
//! others. `xtask/ignored.txt` lists them, so that a review sees each that joins.

use crate::shell::root;
use std::fs;
use std::path::Path;

/// `FILE: TEST: REASON` for every ignored test below the folder.
fn ignored(folder: &Path, found: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            ignored(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            let file = path.strip_prefix(root()).unwrap_or(&path).display();
            let mut lines = text.lines().map(str::trim);
            while let Some(line) = lines.next() {
                let Some(reason) = line.strip_prefix("#[ignore") else { continue };
                let test = lines.find_map(|line| line.strip_prefix("fn ")?.split('(').next()).unwrap_or("?");
                found.push(format!("{file}: {test}: {}", reason.trim_matches([' ', '=', '"', ']'])));
            }
        }
    }
    Ok(())
}

#[test]
fn tests_are_left_out_only_for_want_of_a_tool_or_of_data() {
    let mut found = Vec::new();
    ignored(&root().join("crates"), &mut found).expect("the sources can be read");
    found.sort();
    let told = found.join("\n") + "\n";
    assert!(found.iter().all(|test| test.contains(": needs ")), "{told}");
    let listed = fs::read_to_string(root().join("xtask/ignored.txt")).unwrap_or_default();
    assert_eq!(listed, told, "bring xtask/ignored.txt up to date");
}
