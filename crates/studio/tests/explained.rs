//! The pages of `docs/explained` are what the code says today.

use crate::explained_pages;

use std::path::Path;

#[test]
fn the_printed_explanations_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explained");
    let pages = explained_pages::pages();
    for (name, text) in &pages {
        let printed = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        // Git may have changed the ends of lines.
        assert!(printed.replace("\r\n", "\n") == *text, "{name} is out of date: run `cargo xtask explained`");
    }
    let entries = std::fs::read_dir(folder).expect("it is a folder");
    for name in entries.map(|entry| entry.expect("it can be listed").file_name()) {
        let name = name.to_string_lossy();
        assert!(pages.contains_key(&*name), "{name} is not one of the pages: remove it");
    }
}
