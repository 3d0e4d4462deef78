//! Running the command.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The outcome of a call.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn of(child: Child) -> Outcome {
        let output = child.wait_with_output().expect("it ends");
        Outcome {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("it prints UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("it prints UTF-8"),
        }
    }

    /// The objects that it printed, one on each line.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
    }
}

/// The command with these arguments, all its streams piped.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_equipoise"));
    command
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        // Whatever the user who runs the tests has of own rule files.
        .env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    run_with(arguments, "")
}

/// The same, with something on its standard input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Outcome {
    let mut child = command(arguments).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    Outcome::of(child)
}

/// A file with this content, in a directory of the test's own.
pub(crate) fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test).join(name);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory for files");
    std::fs::write(&path, content).expect("it can be written");
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// An empty directory of the test's own.
pub(crate) fn folder(test: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory for files");
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// Triangles without clues: 5 has 480 fillings, 4 has none, 9 has too many to
/// wait for.
pub(crate) const TRID_5: &str = r#"{"puzzle":"trid","size":5}"#;
pub(crate) const TRID_4: &str = r#"{"puzzle":"trid","size":4}"#;
pub(crate) const TRID_9: &str = r#"{"puzzle":"trid","size":9}"#;
