//! Scores of replies, and the exercises that programs reply to, for every kind.

use fd::Limits;
use puzzles::{Board, Document, KINDS, builtin, builtin_names, example};
use serde_json::Value;
use std::collections::BTreeSet;
use studio::{Exercises, Mark, Score, Unreadable, prompt, read_reply};

/// The example of each kind, with its solution.
fn examples() -> impl Iterator<Item = (Document, Board)> {
    KINDS.iter().filter_map(|kind| {
        let (_, document) = example(kind)?;
        let solution = document.solution.clone()?;
        Some((document, solution))
    })
}

#[test]
fn a_board_is_read_in_prose_in_code_and_in_json() {
    for (document, solution) in examples() {
        let puzzle = &*document.puzzle;
        let (text, data) = (puzzle.write_board_text(&solution), puzzle.write_board(&solution));
        for reply in [
            text.clone(),
            data.to_string(),
            format!("{data:#}"),
            format!("My answer:\n\n```text\n{text}```\nIt keeps every rule."),
            format!("The answer is {data}, I think."),
            format!("{{\"reasoning\": \"[1]\", \"solution\": {data}}}"),
            text.lines().map(|line| format!("> {line}\r\n")).collect(),
            format!("{}\n\nThat is:\n\n{text}\n", prompt(puzzle)),
        ] {
            assert_eq!(Score::of_reply(&document, &reply).mark, Mark::Solved, "{reply}");
        }
    }
}

#[test]
fn the_question_is_no_answer() {
    for (document, _) in examples() {
        let blank = document.puzzle.write_board_text(&document.puzzle.givens());
        assert!(matches!(read_reply(&*document.puzzle, &blank), Err(Unreadable::None { .. })), "{blank}");
    }
}

#[test]
fn no_question_holds_its_answer() {
    for name in builtin_names() {
        let Document { puzzle, solution: Some(solution), .. } = builtin(&name).unwrap() else { continue };
        let (question, answer) = (prompt(&*puzzle), puzzle.write_board_text(&solution));
        assert!(!question.contains(answer.trim_end()), "{name}: {question}");
        // There is an example, unless it is the puzzle itself.
        let (shown, _) = example(puzzle.kind()).unwrap();
        assert_eq!(question.contains("For example, this puzzle"), name != shown, "{name}");
    }
}

#[test]
fn two_boards_are_told_apart_by_words_between_them() {
    for (document, solution) in examples() {
        let puzzle = &*document.puzzle;
        let open = (0..solution.len()).find(|&place| puzzle.givens().get(place).is_none()).expect("one is open");
        let mut other = solution.clone();
        other.set(open, None);
        let (right, wrong) = (puzzle.write_board_text(&solution), puzzle.write_board_text(&other));
        let mark = |reply: String| Score::of_reply(&document, &reply).mark;
        let reply = format!("{wrong}\nno, rather\n\n{right}");
        assert_eq!(Score::of_reply(&document, &reply).told(), "solved", "{reply}");
        assert_eq!(mark(format!("{right}\nno, rather\n\n{wrong}")), Mark::Incomplete);
        assert_eq!(mark(format!("{right}\n{right}")), Mark::Solved);
        let both = format!("```\n{wrong}```\n\n```\n{right}```\n");
        let Err(Unreadable::Two { first, second }) = read_reply(puzzle, &both) else { panic!("{both}") };
        assert_eq!((first, second), (2, right.lines().count() + 5));
        let both = format!("[{}, {}]", puzzle.write_board(&solution), puzzle.write_board(&other));
        assert!(matches!(read_reply(puzzle, &both), Err(Unreadable::Two { .. })), "{both}");
    }
}

#[test]
fn no_prompt_holds_its_answer() {
    for kind in KINDS {
        let making = kind.making;
        let size = making.tested.first().map_or(making.size, |&(size, _)| size);
        let mut workshop = studio::Workshop::new(kind, puzzles::Request::of_size(size)).expect("it is tested");
        let made = workshop.make(1, 0, Limits::none()).expect("there is one");
        let document = workshop.document(made, 1, 0);
        let line = Exercises::default().line(&document, Limits::none()).expect("it is small").expect("no limit");
        let line = line.expect("it is explained");
        let fields: BTreeSet<&str> = line.as_object().expect("it is one").keys().map(String::as_str).collect();
        let expected = [
            "answer",
            "difficulty",
            "grade",
            "hash",
            "index",
            "kind",
            "prompt",
            "puzzle",
            "seed",
            "size",
            "split",
            "techniques",
        ];
        assert_eq!(fields, expected.into(), "{}", kind.name);
        let text = |name: &str| line[name].as_str().expect("it is text").to_owned();
        let asked = text("prompt").rsplit("The puzzle:").next().map(str::to_owned).expect("it asks");
        assert!(!asked.contains(&format!("\n{}\n", text("answer").trim_end())), "{asked}");
        assert_eq!(Score::of_reply(&document, &text("answer")).mark, Mark::Solved);
        // The puzzle is there whole, and all commands read it.
        let value: Value = serde_json::from_str(&text("puzzle")).expect("it is JSON");
        let again = Document::from_json(&value, None).expect("we wrote it");
        assert_eq!(again.to_json(), document.to_json());
    }
}

#[test]
fn a_share_of_the_puzzles_is_for_testing() {
    let document = puzzles::builtin("aztec/seed-3a").expect("it is built in");
    let split = |test| {
        let line = Exercises { test }.line(&document, Limits::none()).expect("it is small").expect("no limit");
        line.expect("it is explained")["split"].clone()
    };
    assert_eq!((split(0), split(100)), (Value::from("train"), Value::from("test")));
    // What is a test at one share is one at every larger share.
    let tests: Vec<bool> = (0..=100).map(|share| split(share) == "test").collect();
    assert!(tests.is_sorted());
}
