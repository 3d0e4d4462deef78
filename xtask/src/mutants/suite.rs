//! The tests of the copy: which of them reach a mutant, and which of these notices it.

use super::weave::{REACHED, VARIABLE};
use crate::shell::output;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The longest that a test may take, since some mutants loop for ever: this many seconds of the
/// processor, and this many times what it takes without a mutant. Other work on the machine does not
/// count, unless a test only waits: then the clock ends it, after ten times as long.
const LONGEST: u64 = 5;
const TIMES_AS_LONG: u64 = 10;

/// The most that the tests of one mutant may take, in seconds that they take without it.
pub(super) const MOST_SECONDS: f64 = 300.0;

/// The most memory that a test may take, in kilobytes: some mutants collect for ever.
const MOST_MEMORY: u64 = 8 << 20;

/// A test, and what it does without any mutant.
pub(super) struct Test {
    binary: PathBuf,
    /// Where cargo would run it.
    directory: PathBuf,
    name: String,
    seconds: f64,
    reached: BTreeSet<usize>,
}

/// All tests of the copy, the quickest first.
pub(super) struct Suite {
    tests: Vec<Test>,
}

impl Suite {
    /// Builds the tests with this command, and runs each once. None may fail.
    pub(super) fn built_by(mut build: Command, scratch: &Path) -> Result<Suite, String> {
        build.args(["--no-run", "--message-format", "json"]);
        let mut tests = Vec::new();
        for message in output(build)?.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let Some(binary) = message["executable"].as_str().map(PathBuf::from) else { continue };
            let manifest = Path::new(message["manifest_path"].as_str().unwrap_or_default());
            let directory = manifest.parent().unwrap_or(manifest).to_owned();
            let mut list = Command::new(&binary);
            list.args(["--list", "--format", "terse"]).current_dir(&directory);
            for name in output(list)?.lines().filter_map(|line| line.strip_suffix(": test")) {
                let (binary, directory, name) = (binary.clone(), directory.clone(), name.to_owned());
                tests.push(Test { binary, directory, name, seconds: 0.0, reached: BTreeSet::new() });
            }
        }
        fs::create_dir_all(scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        in_turn(tests.iter_mut().enumerate().collect(), |(number, test)| {
            test.record(&scratch.join(number.to_string()))
        })?;
        tests.sort_by(|left, right| left.seconds.total_cmp(&right.seconds));
        Ok(Suite { tests })
    }

    /// What is known of the tests, in a line.
    pub(super) fn summary(&self) -> String {
        let seconds: f64 = self.tests.iter().map(|test| test.seconds).sum();
        format!("{} tests take {seconds:.0} s one after the other", self.tests.len())
    }

    /// The first test that notices a mutant, of those that reach it.
    pub(super) fn killer(&self, mutant: usize) -> Result<Option<&str>, String> {
        let mut seconds = 0.0;
        for test in self.tests.iter().filter(|test| test.reached.contains(&mutant)) {
            seconds += test.seconds;
            if seconds > MOST_SECONDS {
                break;
            }
            if !test.passes(VARIABLE, mutant.to_string().as_ref())? {
                return Ok(Some(&test.name));
            }
        }
        Ok(None)
    }

    /// Whether any test reaches a mutant.
    pub(super) fn reaches(&self, mutant: usize) -> bool {
        self.tests.iter().any(|test| test.reached.contains(&mutant))
    }
}

impl Test {
    /// Runs the test without any mutant: how long it takes, and which mutants it comes by.
    fn record(&mut self, file: &Path) -> Result<(), String> {
        fs::write(file, "").map_err(|error| format!("{}: {error}", file.display()))?;
        // Longer than any test takes.
        self.seconds = 1000.0;
        let start = Instant::now();
        if !self.passes(REACHED, file.as_ref())? {
            return Err(format!("{} fails without any mutant", self.name));
        }
        self.seconds = start.elapsed().as_secs_f64();
        let numbers = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        self.reached = numbers.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(())
    }

    /// Whether the test passes with a variable set to this.
    fn passes(&self, variable: &str, value: &std::ffi::OsStr) -> Result<bool, String> {
        let longest = LONGEST + self.seconds as u64 * TIMES_AS_LONG;
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -t {longest}; ulimit -v {MOST_MEMORY}; exec \"$@\"")).arg("sh");
        command.arg(&self.binary).args(["--exact", &self.name]).current_dir(&self.directory);
        command.env("CARGO_MANIFEST_DIR", &self.directory).env(variable, value);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let ended = ended_within(command, Duration::from_secs(longest * 10))?;
        Ok(ended.is_some_and(|status| status.success()))
    }
}

/// How a process ended, unless it had to be killed.
fn ended_within(mut command: Command, longest: Duration) -> Result<Option<ExitStatus>, String> {
    let mut child = command.spawn().map_err(|error| format!("cannot start a test: {error}"))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(Some(status));
        }
        if start.elapsed() > longest {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Does something to each of many things, as many at a time as there are processors, until one fails.
pub(super) fn in_turn<T: Send>(things: Vec<T>, work: impl Fn(T) -> Result<(), String> + Sync) -> Result<(), String> {
    let things = Mutex::new(things.into_iter());
    let next = || things.lock().ok()?.next();
    let worker = || std::iter::from_fn(next).try_for_each(&work);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        running.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_work_is_done_and_an_error_is_told() {
        let sum = AtomicUsize::new(0);
        in_turn((0..100).collect(), |number| {
            sum.fetch_add(number, Ordering::Relaxed);
            Ok(())
        })
        .expect("nothing fails");
        assert_eq!(sum.into_inner(), 4950);
        let error = in_turn(vec![1, 2, 3], |number| if number == 2 { Err("two".to_owned()) } else { Ok(()) });
        assert_eq!(error, Err("two".to_owned()));
    }

    #[test]
    fn a_process_that_waits_for_ever_is_ended() {
        let mut sleeps = Command::new("sleep");
        sleeps.arg("1000");
        assert_eq!(ended_within(sleeps, Duration::from_millis(20)), Ok(None));
        let ended = ended_within(Command::new("true"), Duration::from_secs(60)).expect("it can be started");
        assert!(ended.is_some_and(|status| status.success()));
    }
}
