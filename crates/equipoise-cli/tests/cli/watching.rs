//! What a person sees in a terminal while the program works.

use crate::common::{TRID_9, file};
use crate::terminal::Terminal;

/// The progress line stands on one line of a narrow terminal, and is gone at the end.
#[test]
fn a_progress_line_fits_and_goes_away() {
    let slow = file("progress", "slow.jsonl", [TRID_9; 3].join("\n"));
    let arguments = format!("solve --count --quiet --jobs 1 --time-limit 2s {slow}");
    for columns in [40, 100] {
        let terminal = Terminal::open(&format!("progress{columns}"), columns, 12, &arguments);
        let during = terminal.wait_for("progress", |screen| screen.contains("puzzles, "));
        assert_eq!(during.matches("puzzles, ").count(), 1, "{during}");
        let after = terminal.wait_for("end", |screen| screen.contains("status 12"));
        assert!(!after.contains("puzzles, "), "{after}");
        assert_eq!(after.matches("time limit").count(), 3, "{after}");
    }
}

/// `generate` shows how far it is although its puzzles go to a file.
#[test]
fn making_into_a_file_shows_progress() {
    let folder = crate::common::folder("progress-making");
    let arguments = format!("generate trid --size 9 --count 100000 --seed 1 --out {folder}/made.jsonl");
    let terminal = Terminal::open("making", 80, 12, &arguments);
    terminal.wait_for("progress", |screen| screen.contains("of 100000 puzzles, "));
    terminal.press(&["C-c"]);
    let after = terminal.wait_for("end", |screen| screen.contains("status 1"));
    assert!(after.contains("--resume goes on") && !after.contains("puzzles, "), "{after}");
}

/// Nothing is drawn over what is being typed at `solve -`.
#[test]
fn typing_is_left_alone() {
    let terminal = Terminal::open("typing", 80, 12, "solve --quiet -");
    terminal.press(&["-l", r#"{"puzzle":"aztec","rows":[[0],"#]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let typed = terminal.screen();
    assert!(typed.starts_with(r#"{"puzzle":"aztec","rows":[[0],"#), "{typed}");
    assert!(!typed.contains("searching") && !typed.contains("puzzles, "), "{typed}");
    terminal.press(&["-l", "[8,9],[1,7,2]]}"]);
    terminal.press(&["Enter", "C-d"]);
    terminal.wait_for("verdict", |screen| screen.contains("unique") && screen.contains("status 0"));
}
