//! A terminal of the test's own: tmux, whose screen can be read and typed at.

use crate::common::folder;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the screen may take to show what is expected. Machines are busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with a shell in it.
pub(crate) struct Terminal {
    /// The directory of its socket, its games and its files.
    pub(crate) folder: String,
}

impl Terminal {
    pub(crate) fn new(test: &str, columns: u16, rows: u16) -> Terminal {
        let folder = folder(&format!("terminal-{test}"));
        let terminal = Terminal { folder };
        let size = [columns, rows].map(|number| number.to_string());
        let shell = "env PS1='$ ' LANG=C.UTF-8 NO_COLOR=1 /bin/sh";
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1], shell]);
        terminal.shows("$");
        terminal
    }

    pub(crate) fn tmux(&self, arguments: &[&str]) -> Output {
        // The path of a socket is short; a directory below the target may not be.
        let socket =
            format!("equipoise-{}-{}", std::process::id(), Path::new(&self.folder).file_name().unwrap().display());
        let output = Command::new("tmux").args(["-L", &socket]).args(arguments).output();
        let output =
            output.unwrap_or_else(|error| panic!("tmux is needed here, `cargo xtask setup` installs it: {error}"));
        assert!(output.status.success() || arguments[0] == "kill-server", "{arguments:?}: {output:?}");
        output
    }

    /// Types some text.
    pub(crate) fn text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Types a command and Enter.
    pub(crate) fn command(&self, text: &str) {
        self.text(text);
        self.keys(&["Enter"]);
    }

    /// Runs `equipoise` on an empty screen, and shows how it ended.
    pub(crate) fn equipoise(&self, arguments: &str) {
        self.command(&format!("clear; {} {arguments}; echo status=$?", env!("CARGO_BIN_EXE_equipoise")));
    }

    /// Presses keys, by their names in tmux.
    pub(crate) fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.tmux(&["send-keys", key]);
        }
    }

    pub(crate) fn screen(&self) -> String {
        String::from_utf8(self.tmux(&["capture-pane", "-p"]).stdout).expect("UTF-8")
    }

    /// Waits until the screen shows a text.
    pub(crate) fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    pub(crate) fn until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "never: {what}\n{screen}");
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
