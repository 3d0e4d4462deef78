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
        match Terminal::new(CrosstermBackend::new(io::stdout())) {
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
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Not a test by itself: `tests/cli/play` runs it in a terminal and looks
    /// at what it leaves behind.
    #[test]
    #[ignore = "it panics on purpose, in a terminal"]
    fn panics_on_the_screen() {
        let _screen = Screen::take().expect("a terminal");
        panic!("on purpose");
    }
}
