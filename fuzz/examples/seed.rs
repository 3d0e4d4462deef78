//! Fills `fuzz/corpus` with inputs to start from: the built-in puzzles in every
//! format, boards, positions, games, codes, certificates and search trees.
//!
//!     cargo run --manifest-path fuzz/Cargo.toml --example seed

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use puzzles::{Board, Document, Edit, Form, KINDS, Puzzle, builtin, builtin_names};
use serde_json::json;
use std::fs;
use std::path::Path;
use play::{Game, Move};
use studio::{Options, Position, Searched, Trace, trace_line};

/// The codes that must stay readable.
const CODES: &str = include_str!("../../crates/play/tests/codes_v1.txt");

type Done = Result<(), Box<dyn std::error::Error>>;

fn main() -> Done {
    for (number, name) in builtin_names().enumerate() {
        let document = builtin(&name).ok_or("it is built in")?;
        let file = name.replace('/', "_");
        puzzle(&document, &file)?;
        if let Some(board) = studio::first(&*document.puzzle, &Options::default())?.result.ok().flatten() {
            played(&*document.puzzle, &board, number as u8, &file)?;
        }
    }
    // Pages of rules: those of the kinds that are made from one.
    for kind in KINDS {
        if let Some(page) = kind.page {
            write("rules", kind.name, page.text.replace("puzzle ", "puzzle My "))?;
        }
    }
    write("rules", "sample", play::SAMPLE_RULES)?;
    // What follows the version and the checksum of a code.
    for (number, code) in CODES.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let code = code.split(' ').next().unwrap_or_default();
        write(
            "code",
            &number.to_string(),
            &URL_SAFE_NO_PAD.decode(&code[1..]).map_err(|error| error.to_string())?[3..],
        )?;
    }
    Ok(())
}

fn write(target: &str, name: &str, bytes: impl AsRef<[u8]>) -> Done {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    Ok(fs::write(folder.join(name), bytes)?)
}

/// What comes after a first byte that chooses.
fn chosen(choice: u8, text: &str) -> Vec<u8> {
    std::iter::once(choice).chain(text.bytes()).collect()
}

/// A puzzle in every format, its certificate and its search tree.
fn puzzle(document: &Document, file: &str) -> Done {
    let puzzle = &*document.puzzle;
    let kinds = 0..=KINDS.len() as u8;
    write("json", file, document.to_json().to_string())?;
    write("solve", file, document.to_json().to_string())?;
    write("solve", &format!("{file}.text"), document.to_text())?;
    for kind in kinds.clone() {
        write("text", &format!("{file}.{kind}"), chosen(kind, &document.to_text()))?;
    }
    let Some(paper) = puzzle.paper() else { return Ok(()) };
    write("solve", &format!("{file}.prolog"), paper.write_prolog())?;
    for kind in kinds {
        write("prolog", &format!("{file}.{kind}"), chosen(kind, &paper.write_prolog()))?;
    }
    write("trace", file, tree(puzzle, Form::Paper, file)?)?;
    if puzzle.places() <= 25 {
        let certificate = studio::certify(puzzle, &Options::default())?;
        for choice in 0..8 {
            let text = certificate.manifest(puzzle).to_text();
            write("manifest", &format!("{file}.{choice}"), chosen(choice, &text))?;
        }
    }
    Ok(())
}

/// The tree of a short search, as `solve --trace` writes it.
fn tree(puzzle: &dyn Puzzle, form: Form, file: &str) -> Result<String, Box<dyn std::error::Error>> {
    let searched = Searched { file: file.to_owned(), puzzle: puzzle.kind().name.to_owned(), ..Searched::default() };
    let text = std::cell::RefCell::new(trace_line(&searched));
    let tell = |node| text.borrow_mut().push_str(&trace_line(&node));
    let limits = fd::Limits::none().nodes(30);
    studio::verdict(puzzle, &Options { form, limits, trace: Some(Trace::new(&tell)), ..Options::default() })?;
    Ok(text.into_inner())
}

/// Boards, positions and a game of a built-in puzzle, and edits that set it.
fn played(puzzle: &dyn Puzzle, board: &Board, number: u8, file: &str) -> Done {
    write("board", &format!("{file}.json"), chosen(number, &puzzle.write_board(board).to_string()))?;
    write("board", &format!("{file}.text"), chosen(number, &puzzle.write_board_text(board)))?;
    let mut game = Game::new(puzzle.with_clues(&vec![true; puzzle.clues()]).into());
    let targets = game.sheet().targets.clone();
    for target in targets.iter().filter(|target| !target.given).take(6) {
        for choice in target.choices.values().take(2) {
            game.play(&Move::Enter { target: target.id.clone(), choice }).ok();
        }
        let candidates = Some(target.choices.values().take(2).collect());
        game.play(&Move::Mark { target: target.id.clone(), candidates }).ok();
    }
    game.set_checkpoint("half").ok();
    game.undo();
    write("game", file, game.to_json().to_string())?;
    // As the web app keeps it, and in its file.
    let kept =
        json!({"game": game.to_json(), "band": "easy", "day": "2026-11-16", "revision": 3, "saved": 5}).to_string();
    write(
        "kept",
        &format!("{file}.file"),
        json!({"equipoise": 1, "kept": {"game/a1": kept, "day/gap/2026-11-16": "61000"}}).to_string(),
    )?;
    write("kept", file, kept)?;
    let position = |known: &Position| {
        json!({"board": puzzle.write_board(&known.board), "struck": known.notes.to_json()}).to_string()
    };
    write("position", file, chosen(number, &position(&game.known())))?;
    let full = Position { board: board.clone(), ..Position::start(puzzle) };
    write("position", &format!("{file}.full"), chosen(number, &position(&full)))?;
    edits(puzzle, file)
}

/// Edits that set the clues of a puzzle, and some that add, move and remove.
fn edits(puzzle: &dyn Puzzle, file: &str) -> Done {
    let sketch = puzzle.sketch();
    let clues = sketch.clue_ids();
    let [b1, b2, w1, w2] = ["b1", "b2", "w1", "w2"].map(str::to_owned);
    let add = sketch.parts().iter().map(|&part| Edit::Add { part: part.to_owned(), on: b1.clone(), at: -2 });
    let set = clues.iter().map(|id| Edit::Set { target: id.clone(), value: sketch.value(id) });
    let rest = [Edit::Move { target: w1, on: b2, at: 3 }, Edit::Remove { target: w2 }];
    let lines: Vec<String> = add.chain(set).chain(rest).map(|edit| json!(edit).to_string()).collect();
    let kind = KINDS.iter().position(|kind| kind.name == puzzle.kind().name).unwrap_or(0);
    write("edit", file, chosen(kind as u8, &lines.join("\n")))
}
