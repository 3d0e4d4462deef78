//! The player in a real terminal: tmux.

use crate::common::run;
use crate::terminal::Terminal;
use equipoise::puzzles::{Choices, builtin};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

impl Terminal {
    /// Starts the player, which leaves its process id in a file.
    fn play(&self, arguments: &str) {
        let (program, folder) = (env!("CARGO_BIN_EXE_equipoise"), &self.folder);
        let run = format!("echo $$ > {folder}/pid; exec env XDG_DATA_HOME={folder}/data {program} play {arguments}");
        fs::write(format!("{folder}/run"), run).expect("it can be written");
        self.command(&format!("clear; stty -g > {folder}/before; sh {folder}/run; echo status=$?"));
    }

    fn signal(&self, signal: Signal) {
        let id = fs::read_to_string(format!("{}/pid", self.folder)).expect("the player has started");
        let id = id.trim().parse().ok().and_then(Pid::from_raw).expect("a process id");
        kill_process(id, signal).expect("the player is there");
    }

    /// The terminal is as it was before the player: its settings, its screen,
    /// its cursor, its mouse.
    fn is_restored(&self) {
        self.command(&format!("clear; stty -g > {0}/after; cmp {0}/before {0}/after && echo 'the sa'me", self.folder));
        self.shows("the same");
        let flags = "#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag}#{cursor_flag}";
        let output = self.tmux(&["display-message", "-p", flags]);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "0001", "screen, mouse, mouse, cursor");
    }

    /// The games that are kept.
    fn games(&self) -> Vec<serde_json::Value> {
        let entries = fs::read_dir(format!("{}/data/equipoise/games", self.folder)).expect("a directory of games");
        let files = entries.map(|entry| entry.expect("an entry").path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        files.map(|path| serde_json::from_slice(&fs::read(path).expect("it is there")).expect("it is whole")).collect()
    }
}

/// For each target, how to type the solution there.
fn typed(name: &str) -> Vec<String> {
    let document = builtin(name).expect("it is built in");
    let solution = document.solution.expect("its file gives the solution");
    let typed = |target: &equipoise::puzzles::Target| {
        let choice = target.shown(&solution).first().copied().filter(|_| !target.given);
        let key = choice.and_then(|choice| target.choices.key(choice));
        let end = if matches!(target.choices, Choices::Keys(_)) { "" } else { "\r" };
        format!("{}{}", key.as_deref().unwrap_or_default(), if key.is_some() { end } else { "" })
    };
    document.puzzle.sheet().targets.iter().map(typed).collect()
}

#[test]
#[ignore = "needs tmux"]
fn a_whole_puzzle_is_typed_and_a_killed_player_loses_no_move() {
    let terminal = Terminal::new("killed", 80, 24);
    let typed = typed("weight/seed-5");
    let (before, after) = typed.split_at(3);
    terminal.play("weight/seed-5");
    terminal.shows("Weight, 5 weights");
    terminal.keys(&["Home"]);
    for keys in before {
        terminal.tmux(&["send-keys", "-l", keys]);
        terminal.keys(&["Tab"]);
    }
    let target = &builtin("weight/seed-5").expect("it is built in").puzzle.sheet().targets[3];
    terminal.shows(&target.name[4..30]);
    terminal.signal(Signal::KILL);
    terminal.shows("status=137");
    // A killed player cannot restore the terminal: Enter is not the end of a line yet.
    terminal.tmux(&["send-keys", "-R"]);
    terminal.tmux(&["send-keys", "-l", "stty sane"]);
    terminal.keys(&["C-j"]);
    let games = terminal.games();
    assert_eq!(games[0]["game"]["done"].as_array().map(Vec::len), Some(3), "{games:?}");

    terminal.play("--continue");
    terminal.shows("Weight, 5 weights");
    terminal.keys(&["Home", "Tab", "Tab", "Tab"]);
    for keys in after {
        terminal.tmux(&["send-keys", "-l", keys]);
        terminal.keys(&["Tab"]);
    }
    let screen = terminal.shows("Solved!");
    assert!(screen.contains("Without help."), "{screen}");
    terminal.keys(&["q"]);
    terminal.shows("status=0");
    terminal.is_restored();
    terminal.play("--continue");
    terminal.shows("there is no game to go on with");
    terminal.shows("status=1");
}

#[test]
#[ignore = "needs tmux"]
fn every_signal_saves_and_restores_the_terminal() {
    let terminal = Terminal::new("signals", 80, 24);
    for (moves, signal) in (1..).zip([Signal::TERM, Signal::INT, Signal::HUP]) {
        terminal.play("gap/seed-1");
        terminal.shows("Gap, 9 by 9");
        let keys = ["Right"].repeat(moves);
        terminal.keys(&keys);
        terminal.keys(&["1"]);
        terminal.until("the entry", |screen| screen.matches('█').count() == moves);
        terminal.signal(signal);
        terminal.shows("status=1");
        terminal.is_restored();
        assert_eq!(terminal.games()[0]["game"]["done"].as_array().map(Vec::len), Some(moves));
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_stopped_player_gives_the_terminal_back_and_comes_again() {
    let terminal = Terminal::new("stopped", 80, 24);
    // A shell with jobs.
    terminal.command("set -m");
    for way in ["signal", "key"] {
        terminal.play("trid/seed-5");
        terminal.shows("Trid, side 5");
        terminal.keys(&["3"]);
        terminal.shows("[3]");
        match way {
            "signal" => terminal.signal(Signal::TSTP),
            _ => terminal.keys(&["Z"]),
        }
        terminal.until("the shell", |screen| screen.contains("topped") && !screen.contains("Trid, side 5"));
        terminal.is_restored();
        terminal.command("fg; echo status=$?");
        terminal.shows("Trid, side 5");
        terminal.shows("[3]");
        terminal.keys(&["q"]);
        // Until it has ended, the player reads what is typed.
        terminal.shows("status=0");
        terminal.is_restored();
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_player_that_was_stopped_unasked_takes_the_terminal_again() {
    let terminal = Terminal::new("unasked", 80, 24);
    terminal.command("set -m");
    terminal.play("trid/seed-5");
    terminal.shows("Trid, side 5");
    terminal.signal(Signal::STOP);
    terminal.shows("topped");
    // The shell has a raw terminal now, and leaves the player one that is not.
    terminal.tmux(&["send-keys", "-l", "stty sane; fg; echo status=$?"]);
    terminal.keys(&["C-j"]);
    terminal.until("the player", |screen| screen.contains("Trid, side 5") && !screen.contains("topped"));
    terminal.keys(&["Down", "2"]);
    terminal.shows("[2]");
    terminal.keys(&["q"]);
    terminal.shows("status=0");
    terminal.is_restored();
}

#[test]
#[ignore = "needs tmux"]
fn windows_of_any_size_and_mice() {
    let terminal = Terminal::new("sizes", 40, 12);
    terminal.play("gap/seed-1");
    terminal.shows("Gap, 9 by 9");
    terminal.keys(&["End"]);
    terminal.shows("Row 9, column 9");
    for (columns, rows) in [("200", "60"), ("5", "3"), ("80", "24")] {
        terminal.tmux(&["resize-window", "-x", columns, "-y", rows]);
        sleep(Duration::from_millis(300));
    }
    let screen = terminal.shows("Row 9, column 9");
    assert!(screen.lines().any(|line| line.contains("[ ]")), "{screen}");
    // A click on the first cell, and another: it is filled, then marked empty.
    let line = screen.lines().position(|line| line.contains("r1")).expect("the first row") + 1;
    let column = screen.lines().nth(line - 1).and_then(|row| row.chars().position(|c| c == '│')).expect("a cell") + 3;
    for (button, shown) in [("M", "[█]"), ("M", "[·]")] {
        terminal.tmux(&["send-keys", "-l", &format!("\u{1b}[<0;{column};{line}{button}")]);
        terminal.tmux(&["send-keys", "-l", &format!("\u{1b}[<0;{column};{line}m")]);
        terminal.shows(shown);
    }
    terminal.keys(&["q"]);
    terminal.shows("status=0");
    terminal.is_restored();
}

#[test]
#[ignore = "needs tmux"]
fn one_game_has_one_player() {
    let terminal = Terminal::new("shared", 80, 24);
    terminal.play("gap/seed-1");
    terminal.shows("Gap, 9 by 9");
    let data = format!("{}/data", terminal.folder);
    let other = Terminal::new("shared-other", 80, 24);
    other.command(&format!("XDG_DATA_HOME={data} {} play gap/seed-1; echo status=$?", env!("CARGO_BIN_EXE_equipoise")));
    other.shows("This game is being played elsewhere.");
    other.shows("status=1");
}

#[test]
fn without_a_terminal_it_says_so() {
    for arguments in [&["play"][..], &["play", "gap"], &["play", "--continue"], &["play", "no/such"]] {
        let outcome = run(arguments);
        assert_eq!(outcome.status, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains("needs a terminal"), "{outcome:?}");
        assert!(outcome.stdout.is_empty());
    }
}

#[test]
#[ignore = "needs tmux"]
fn what_cannot_be_opened_is_told_before_the_screen_is_taken() {
    let terminal = Terminal::new("refused", 100, 24);
    for (arguments, says, status) in [
        ("no/such", "no such file or built-in puzzle", 1),
        ("https://example.org/#1AAAA", "this code is damaged", 2),
        ("1AAAAAAAAAAAAAAAAAAAAAAAA", "this code is damaged", 2),
        ("gap/seed-1 --size 9", "for new puzzles", 2),
        ("gap/seed-1 --daily", "every kind has a puzzle of the day", 2),
        ("aztec --size 10", "a pyramid has at most 9 rows", 2),
        ("-", "standard input is the keyboard", 2),
    ] {
        terminal.play(&format!("'{}'", arguments.split(' ').collect::<Vec<_>>().join("' '")));
        terminal.shows(says);
        terminal.shows(&format!("status={status}"));
        terminal.is_restored();
    }
}
