//! Helps with a half-filled board.

use equipoise::HintLevel;

fn main() -> Result<(), equipoise::Error> {
    let puzzle = equipoise::open("weight/seed-5")?;
    for text in ["[3, 3, 0, 0, 0]", "[0, 0, 1, 2, 0]"] {
        let board = puzzle.board(text)?;
        println!("{}", puzzle.draw_board(&board));
        for violation in puzzle.check(&board) {
            println!("{}: {}", violation.rule.name, violation.message);
        }
        println!("{}\n", puzzle.hint(&board)?.told(HintLevel::Result).join("\n"));
    }
    Ok(())
}
