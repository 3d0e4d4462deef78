//! What a person sees in a terminal while the program works.

use crate::common::{TRID_9, file, folder};
use crate::terminal::Terminal;
use std::thread::sleep;
use std::time::Duration;

/// The progress line stands on one line of a narrow terminal, and is gone at the end.
#[test]
#[ignore = "needs tmux"]
fn a_progress_line_fits_and_goes_away() {
    let slow = file("progress", "slow.jsonl", [TRID_9; 3].join("\n"));
    let directory = slow.strip_suffix("/slow.jsonl").expect("its directory");
    for columns in [40, 100] {
        let terminal = Terminal::new(&format!("progress-{columns}"), columns, 24);
        terminal.command(&format!("cd {directory}"));
        terminal.equipoise("solve --count --quiet --jobs 1 --time-limit 2s slow.jsonl");
        let during = terminal.until("progress", |screen| screen.contains(" puzzles, "));
        assert_eq!(during.matches(" puzzles, ").count(), 1, "{during}");
        let after = terminal.shows("status=12");
        assert!(!after.contains(" puzzles, ") && !after.contains('['), "{after}");
        assert_eq!(after.matches("unknown").count(), 3, "{after}");
    }
}

/// `generate` shows how far it is although its puzzles go to a file.
#[test]
#[ignore = "needs tmux"]
fn making_into_a_file_shows_progress() {
    let folder = folder("progress-making");
    let terminal = Terminal::new("making", 80, 24);
    terminal.equipoise(&format!("generate trid --size 9 --count 100000 --seed 1 --out {folder}/made.jsonl"));
    terminal.until("progress", |screen| screen.contains("of 100000 puzzles, "));
    terminal.keys(&["C-c"]);
    let after = terminal.until("the end", |screen| screen.contains("status=1\n"));
    assert!(after.contains("of 100000; --resume continues") && !after.contains(" puzzles, "), "{after}");
}

/// Nothing is drawn over what is being typed at `solve -`, and one Ctrl-D ends it.
#[test]
#[ignore = "needs tmux"]
fn typing_is_left_alone() {
    let terminal = Terminal::new("typing", 80, 24);
    terminal.equipoise("solve --quiet -");
    terminal.until("an empty screen", |screen| screen.trim().is_empty());
    terminal.text(r#"{"puzzle":"aztec","rows":[[0],"#);
    // Longer than it takes for a progress line to appear.
    sleep(Duration::from_millis(1500));
    assert_eq!(terminal.screen().trim(), r#"{"puzzle":"aztec","rows":[[0],"#);
    terminal.text("[8,9],[1,7,2]]}");
    terminal.keys(&["Enter", "C-d"]);
    let after = terminal.shows("status=0");
    assert!(after.contains("-: unique") && !after.contains(" puzzles, "), "{after}");
}
