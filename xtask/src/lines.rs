//! `cargo xtask lines`: how much product code there is, crate by crate.
//!
//! A line counts if it is Rust under `crates/*/src` and neither blank, nor a comment, nor part of a test.

use crate::Failure;
use crate::shell::root;
use std::fs;
use std::path::Path;

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    if !arguments.is_empty() {
        return Err(Failure::Usage("lines takes no arguments".into()));
    }
    let failed = |error: std::io::Error| Failure::Failed(error.to_string());
    let mut crates =
        fs::read_dir(root().join("crates")).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    crates.sort_by_key(fs::DirEntry::file_name);
    let (mut files, mut lines) = (0, 0);
    for entry in crates {
        let (more_files, more_lines) = counted(&entry.path().join("src")).map_err(failed)?;
        println!("{:<14} {more_files:>5} files {more_lines:>7} lines", entry.file_name().to_string_lossy());
        (files, lines) = (files + more_files, lines + more_lines);
    }
    println!("{:<14} {files:>5} files {lines:>7} lines", "total");
    Ok(())
}

/// The files and lines of product code below a folder.
fn counted(folder: &Path) -> std::io::Result<(usize, usize)> {
    let (mut files, mut lines) = (0, 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if matches!(&*name, "test" | "tests" | "test.rs" | "tests.rs" | "testing.rs") {
            continue;
        }
        let (more_files, more_lines) = if path.is_dir() {
            counted(&path)?
        } else if name.ends_with(".rs") {
            (1, product_lines(&fs::read_to_string(&path)?))
        } else {
            (0, 0)
        };
        (files, lines) = (files + more_files, lines + more_lines);
    }
    Ok((files, lines))
}

/// The lines of a formatted source file that are product code.
fn product_lines(source: &str) -> usize {
    let mut lines = source.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let text = line.trim();
        if text.starts_with("#[cfg(test)]") {
            // The item ends with its first line, or with the brace at its own depth.
            let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
            let mut item = lines.by_ref().skip_while(|line| line.trim().starts_with("#["));
            if item.next().is_some_and(|first| !first.trim_end().ends_with(';')) {
                item.find(|line| line.starts_with(&end));
            }
        } else if !text.is_empty() && !text.starts_with("//") {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::product_lines;

    #[test]
    fn comments_blanks_and_tests_are_left_out() {
        let source = "//! About.\n\nuse a;\n\nfn one() {\n    // Why.\n    two();\n}\n\n#[cfg(test)]\nuse b;\n\n\
                      #[cfg(test)]\n#[expect(x)]\nmod tests {\n    fn three() {\n    }\n}\nconst C: u8 = 1;\n";
        assert_eq!(product_lines(source), 5);
    }
}
