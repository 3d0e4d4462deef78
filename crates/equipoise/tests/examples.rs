//! Every example runs, and prints what `tests/examples/NAME.txt` says. With `UPDATE=1` that is written anew.
//!
//! `cargo test` builds the examples; with `--test examples` alone, the last build of them runs.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn examples_print_what_is_expected() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = env::current_exe().expect("this test is a file");
    let built = own.ancestors().nth(2).expect("it is in `deps`").join("examples");
    let sources = fs::read_dir(here.join("examples")).expect("there are examples");
    let name = |entry: fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_owned());
    let mut names: Vec<String> = sources.filter_map(|entry| name(entry.ok()?)).collect();
    names.sort();
    assert_eq!(names, ["certify", "draw", "explain", "generate", "hint", "solve"]);
    for name in names {
        let run = Command::new(built.join(format!("{name}{EXE_SUFFIX}"))).output();
        let run = run.unwrap_or_else(|error| panic!("{name}: {error}; `cargo test -p equipoise` builds it"));
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        let (file, printed) = (here.join(format!("tests/examples/{name}.txt")), String::from_utf8_lossy(&run.stdout));
        if env::var_os("UPDATE").is_some() {
            fs::write(&file, &*printed).expect("it can be written");
        }
        assert_eq!(printed, fs::read_to_string(&file).unwrap_or_default(), "{name}");
    }
}
