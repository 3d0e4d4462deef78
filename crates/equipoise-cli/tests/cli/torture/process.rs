//! Running the program, and monitoring it while it runs.

use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// After this long, something hangs.
const HANGS: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(4);

/// What is done to the program while it runs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Trouble {
    None,
    /// This signal is sent after this long.
    Signal(Signal, Duration),
}

/// The outcome.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) arguments: Vec<String>,
    /// Its exit status; none when a signal ended it.
    pub(crate) status: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) time: Duration,
    /// How long it ran on after the signal.
    pub(crate) after_signal: Option<Duration>,
    /// Its peak memory, in megabytes.
    pub(crate) memory: u64,
}

impl Ended {
    /// The command and its output, to debug a failure.
    pub(crate) fn told(&self) -> String {
        let Ended { arguments, status, signal, stderr, time, memory, .. } = self;
        let stderr: String = stderr.chars().take(2000).collect();
        format!(
            "equipoise {}\nstatus {status:?}, signal {signal:?}, {time:?}, {memory} MB\n{stderr}",
            arguments.join(" ")
        )
    }
}

/// Runs the program with these arguments in this directory; `wrapper` is the shell
/// script that starts it, if it needs one.
pub(crate) fn run(folder: &Path, arguments: &[String], stdin: Option<&Path>, trouble: Trouble) -> Ended {
    run_in(folder, arguments, stdin, trouble, None)
}

/// The same, with no file longer than this many blocks of 512 bytes, as if the
/// disk were full.
pub(crate) fn run_in(
    folder: &Path,
    arguments: &[String],
    stdin: Option<&Path>,
    trouble: Trouble,
    blocks: Option<u32>,
) -> Ended {
    let program = env!("CARGO_BIN_EXE_equipoise");
    let mut command = match blocks {
        None => Command::new(program),
        Some(blocks) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), program]);
            shell
        }
    };
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let create = |path: &Path| File::create(path).expect("it can be written");
    let stdin = stdin.map_or(Stdio::null(), |path| File::open(path).expect("it can be read").into());
    // Not what the user who runs this has saved.
    command
        .args(arguments)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .stdin(stdin)
        .stdout(create(&out))
        .stderr(create(&err));
    let start = Instant::now();
    let child = command.spawn().expect("it starts");
    let mut ended = wait(child, start, trouble, arguments);
    let read = |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("it can be read")).into_owned();
    (ended.stdout, ended.stderr) = (read(&out), read(&err));
    ended
}

fn wait(mut child: Child, start: Instant, trouble: Trouble, arguments: &[String]) -> Ended {
    let status_file = format!("/proc/{}/status", child.id());
    let (mut memory, mut signalled) = (0, None);
    loop {
        memory = memory.max(peak(&status_file));
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return Ended {
                arguments: arguments.to_vec(),
                status: status.code(),
                signal: status.signal(),
                stdout: String::new(),
                stderr: String::new(),
                time: start.elapsed(),
                after_signal: signalled.map(|moment: Instant| moment.elapsed()),
                memory,
            };
        }
        if let Trouble::Signal(signal, moment) = trouble
            && signalled.is_none()
            && start.elapsed() >= moment
        {
            // It may have ended just now.
            let _ = kill_process(Pid::from_child(&child), signal);
            signalled = Some(Instant::now());
        }
        if start.elapsed() > HANGS {
            child.kill().expect("it can be ended");
            panic!("it hangs: equipoise {}", arguments.join(" "));
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// The peak memory of a process so far, in megabytes, where the system reports it.
fn peak(status_file: &str) -> u64 {
    let text = fs::read_to_string(status_file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
