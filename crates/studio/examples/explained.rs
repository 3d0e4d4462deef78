//! Writes the pages of `docs/explained` into the folder that is named:
//! `cargo xtask explained`

#[path = "../tests/explained_pages/mod.rs"]
mod explained_pages;

use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder is named"));
    std::fs::create_dir_all(&folder).expect("there can be such a folder");
    for (name, text) in explained_pages::pages() {
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
}
