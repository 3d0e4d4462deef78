//! A terminal of the test's own: tmux, whose screen can be read and typed at.
//! (`cargo xtask setup` installs it.)

use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long to wait for something to show: far longer than it takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal in which one command runs. Its screen stays when the command ends.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// The name of the tmux server, different in each test.
    server: String,
}

impl Terminal {
    /// Runs `equipoise` with these arguments, quoted for a shell, in a terminal of
    /// this size.
    pub(crate) fn open(test: &str, columns: u16, rows: u16, arguments: &str) -> Terminal {
        let terminal = Terminal { server: format!("equipoise-{test}-{}", std::process::id()) };
        let shell = format!("'{}' {arguments}; echo \"status $?\"; read end", env!("CARGO_BIN_EXE_equipoise"));
        let size = [columns.to_string(), rows.to_string()];
        let opened = terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1], &shell]);
        assert!(opened.status.success(), "{opened:?}");
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux").args(["-L", &self.server]).args(arguments).output().expect("tmux is installed")
    }

    /// Types text, or presses keys by their names in tmux (`Enter`, `C-c`).
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen is as wanted, and returns it.
    pub(crate) fn wait_for(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "no {what} on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
