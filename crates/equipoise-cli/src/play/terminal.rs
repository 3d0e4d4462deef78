//! The terminal: taken over, and given back as it was.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;

/// The terminal while the player has it. Dropping gives it back.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over.
    pub(crate) fn take() -> io::Result<Screen> {
        restore_on_panic();
        enter()?;
        match blank() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Gives the terminal back while `wait` runs, and takes it over again.
    pub(crate) fn aside(&mut self, wait: impl FnOnce()) -> io::Result<()> {
        give_back();
        wait();
        enter()?;
        // To clear the old one would ask the terminal for its cursor, and the
        // thread that reads keys would take the answer.
        self.terminal = blank()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn blank() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste);
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Gives the terminal back. Nobody can be told if that fails.
fn give_back() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// A panic, of whichever thread, ends the program; before its message is
/// printed the terminal is given back. (The release build aborts, so no
/// destructor would.)
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            give_back();
            tell(what);
            std::process::abort();
        }));
    });
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::play::testing::folder;
    use std::fs;
    use std::process::Command;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// Runs itself in a terminal, to panic there.
    #[test]
    #[ignore = "needs tmux"]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if std::env::var_os("EQUIPOISE_PANICS").is_some() {
            let _screen = Screen::take().expect("a terminal");
            panic!("on purpose");
        }
        let folder = folder("panic");
        let socket = format!("equipoise-panic-{}", std::process::id());
        let tmux = |arguments: &[&str]| -> String {
            let output = Command::new("tmux").args(["-L", &socket]).args(arguments).output();
            let output = output.expect("tmux is needed here, `cargo xtask setup` installs it");
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let test = std::env::current_exe().expect("this program");
        let this = "play::terminal::tests::a_panic_gives_the_terminal_back_before_it_is_told";
        let script = format!(
            "cd {}; stty -g > before; EQUIPOISE_PANICS=1 {} {this} --ignored --exact --nocapture; echo $? > status; stty -g > after; touch done; sleep 100",
            folder.display(),
            test.display()
        );
        tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", &script]);
        let start = Instant::now();
        while !folder.join("done").exists() && start.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(50));
        }
        let (screen, flags) = (
            tmux(&["capture-pane", "-p"]),
            tmux(&["display-message", "-p", "#{alternate_on}#{mouse_any_flag}#{cursor_flag}"]),
        );
        tmux(&["kill-server"]);
        let file = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
        assert_eq!(file("status").trim(), "134", "it was aborted: {screen}");
        assert!(screen.contains("on purpose"), "{screen}");
        assert_eq!(file("before"), file("after"));
        assert_eq!(flags.trim(), "001", "screen, mouse, cursor");
    }
}
