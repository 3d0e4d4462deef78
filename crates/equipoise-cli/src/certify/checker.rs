//! The checker, somebody else's program, run under limits.

use crate::failure::Failure;
use equipoise::fd::{Limits, Stopped};
use equipoise::studio::{CHECKER, CHECKER_VERSION};
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// The most memory that it may use, in kilobytes, where the system can enforce that.
const MOST_MEMORY: u64 = 4 << 20;
/// The longest that it may run if no limit is given.
const MOST_TIME: Duration = Duration::from_secs(600);
/// The time between two polls, at first and at most; it doubles each time.
const LOOK_FIRST: Duration = Duration::from_micros(500);
const LOOK_MOST: Duration = Duration::from_millis(20);

/// The installed checker.
#[derive(Debug)]
pub(super) struct Checker {
    version: String,
}

impl Checker {
    /// Asks the checker for its version.
    pub(super) fn find() -> Result<Checker, Failure> {
        let output = Command::new(CHECKER).arg("--version").stdin(Stdio::null()).output();
        match output {
            Ok(output) if output.status.success() => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                let version = said.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
                Ok(Checker { version: version.unwrap_or("of unknown version").to_owned() })
            }
            Ok(output) => Err(Failure::missing(format!("{CHECKER} --version ended with {}", output.status))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Failure::missing(format!(
                "the checker {CHECKER} is not installed; \
                 `cargo install --locked {CHECKER} --version {CHECKER_VERSION}` brings it"
            ))),
            Err(error) => Err(Failure::missing(format!("{CHECKER}: {error}"))),
        }
    }

    /// For people: `veripb 3.0.2`.
    pub(super) fn name(&self) -> String {
        format!("{CHECKER} {}", self.version)
    }

    /// Runs the checker. The result is what it verified, or else what is wrong.
    ///
    /// It gets copies of what we have read: nobody can change the files in between.
    pub(super) fn check(
        &self,
        formula: &[u8],
        proof: &[u8],
        limits: Limits<'_>,
    ) -> Result<Result<Result<String, String>, Stopped>, Failure> {
        let problem = |error: io::Error| Failure::missing(format!("{CHECKER}: {error}"));
        let [formula, proof] = [copy(formula).map_err(problem)?, copy(proof).map_err(problem)?];
        let mut child = command()
            .arg("--opb")
            .args([formula.path(), proof.path()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(problem)?;
        let said = child.stdout.take().map(|pipe| thread::spawn(|| text(pipe)));
        let errors = child.stderr.take().map(|pipe| thread::spawn(|| text(pipe)));
        let ended = wait(&mut child, limits).map_err(problem)?;
        let collect = |reader: Option<thread::JoinHandle<String>>| {
            reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
        };
        let said = collect(said);
        // The name of a copy says nothing to anybody.
        let errors = collect(errors).replace(&*proof.path().to_string_lossy(), "the proof");
        Ok(ended.map(|status| {
            let verified = said.lines().find_map(|line| line.strip_prefix("s VERIFIED "));
            // What it warns of, it has not checked.
            let warning = said.lines().chain(errors.lines()).find(|line| line.to_ascii_lowercase().contains("warning"));
            match (verified.filter(|_| status.success()), warning) {
                (Some(_), Some(warning)) => Err(warning.trim().to_owned()),
                (Some(verified), None) => Ok(verified.to_owned()),
                (None, _) => Err(first_words(&errors, status)),
            }
        }))
    }
}

/// A file with this content, for the checker alone.
fn copy(content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all(content)?;
    Ok(file)
}

/// The checker, with limited memory where a shell can enforce that.
fn command() -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MOST_MEMORY} 2>/dev/null; exec {CHECKER} \"$@\""), CHECKER]);
        command
    } else {
        Command::new(CHECKER)
    }
}

fn text(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // What was read before the error is worth showing.
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What is wrong, in one line.
fn first_words(errors: &str, status: ExitStatus) -> String {
    let lines: Vec<&str> = errors.lines().map(str::trim).collect();
    let cause = lines.iter().position(|line| *line == "Caused by:").and_then(|at| lines.get(at + 1));
    match (lines.iter().find_map(|line| line.strip_prefix("Error: ")), cause) {
        (Some(error), Some(cause)) => format!("{error}: {cause}"),
        (Some(error), None) => error.to_owned(),
        (None, _) => format!("it ended with {status}"),
    }
}

/// Waits for the process to end, and kills it when a limit is reached.
fn wait(child: &mut Child, limits: Limits<'_>) -> io::Result<Result<ExitStatus, Stopped>> {
    let start = Instant::now();
    let mut pause = LOOK_FIRST;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ok(status));
        }
        let stopped = limits.check().err().or_else(|| (start.elapsed() > MOST_TIME).then_some(Stopped::Time));
        if let Some(stopped) = stopped {
            child.kill()?;
            child.wait()?;
            return Ok(Err(stopped));
        }
        thread::sleep(pause);
        pause = (2 * pause).min(LOOK_MOST);
    }
}
