//! The library from outside: what goes wrong is said so that a program can tell it apart.

use equipoise::puzzles::Fault;
use equipoise::{Clues, Difficulty, Error, HintLevel, KINDS, Stopped};
use std::fs;
use std::time::Duration;

#[test]
fn every_built_in_puzzle_does_all_that_is_promised() {
    for kind in KINDS {
        let (name, _) = equipoise::puzzles::example(kind).expect("every kind has one");
        let puzzle = equipoise::open(&name).expect("it is built in");
        let solution = puzzle.solve().expect("it has one");
        assert_eq!(solution.to_json(), puzzle.given_solution().expect("the file has it").to_json());
        assert!(puzzle.check(solution.board()).is_empty());
        assert_eq!(puzzle.board(&solution.to_text()).expect("we wrote it"), *solution.board());
        assert_eq!(puzzle.board(&solution.to_json()).expect("we wrote it"), *solution.board());
        assert_eq!((puzzle.count().ok(), puzzle.solutions(2).map(|found| found.len()).ok()), (Some(1), Some(1)));
        let explanation = puzzle.explain().expect("it can be explained");
        assert_eq!(explanation.texts().len(), explanation.steps().len());
        assert_eq!(explanation.grade(), puzzle.grade().expect("the same"));
        assert!(explanation.to_html("x").contains("<svg") && explanation.draw(0).svg().starts_with("<svg"));
        assert!(puzzle.hint(&puzzle.givens()).expect("there is one").told(HintLevel::Result).len() > 1);
        assert_eq!(puzzle.certify().expect("it is small").verdict.name(), "unique");
        assert!(solution.draw().ascii().expect("it is small").is_ascii());
        for text in [puzzle.to_text(), puzzle.to_json()] {
            assert_eq!(equipoise::read(&text).expect("we wrote it").to_text(), puzzle.to_text());
        }
        if let Some(prolog) = puzzle.to_prolog() {
            assert_eq!(equipoise::read_as(kind.name, &prolog).expect("we wrote it").to_text(), puzzle.to_text());
        }
    }
}

#[test]
fn puzzles_are_picked_from_files() {
    let path = std::env::temp_dir().join(format!("equipoise-library-{}.txt", std::process::id()));
    let path = path.to_str().expect("it is text");
    fs::write(path, "aztec\n.\n8 9\n. . 2\naztec\n.\n. .\n").expect("it can be written");
    assert!(matches!(equipoise::open(path), Err(Error::NotOne { found: 2 })));
    assert!(matches!(equipoise::open(&format!("{path}#3")), Err(Error::NotOne { found: 0 })));
    assert_eq!(equipoise::open(&format!("{path}#2")).expect("the second").size(), 2);
    assert_eq!(equipoise::read_all(&fs::read_to_string(path).expect("it is there")).map(|all| all.len()).ok(), Some(2));
    fs::remove_file(path).expect("it is there");
    assert!(matches!(equipoise::open(path), Err(Error::NotFound { .. })));
    assert!(matches!(equipoise::open("."), Err(Error::File { .. })));
}

#[test]
fn errors_say_what_where_and_what_was_expected() {
    let error = equipoise::open("gap/seed-99").expect_err("there is none");
    assert!(error.to_string().contains("expected") && error.to_string().contains("gap/seed-1"), "{error}");
    let error = equipoise::read("aztec\n.\n8 x\n").expect_err("x is no digit");
    assert_eq!(error.location().map(ToString::to_string).as_deref(), Some("line 3, column 3"));
    assert!(matches!(equipoise::read("chess"), Err(Error::Read(wrong)) if wrong.fault == Fault::Kind));
    assert!(matches!(equipoise::read_as("chess", "1"), Err(Error::UnknownKind { .. })));
    assert!(matches!(equipoise::generate("chess").one(), Err(Error::UnknownKind { .. })));
    assert!(matches!(equipoise::generate("gap").option("bars", 3).one(), Err(Error::Impossible(_))));
    let puzzle = equipoise::open("weight/seed-5").expect("it is built in");
    assert!(matches!(puzzle.board("[1, 2]"), Err(Error::Read(_))));
    let none = puzzle.within(Duration::ZERO);
    assert!(matches!(none.solve(), Err(Error::Stopped(Stopped::Time))));
    let open = equipoise::read("aztec\n.\n. .\n").expect("it is one");
    assert!(matches!(open.explain(), Err(Error::Several(_))));
}

#[test]
fn what_is_asked_for_is_made() {
    let easy = equipoise::generate("gap").size(9).difficulty(Difficulty::Easy).seed(3);
    let puzzle = easy.one().expect("there are some");
    assert_eq!(puzzle.grade().expect("it was graded").difficulty, Difficulty::Easy);
    let few = equipoise::generate("aztec").size(4).clues(Clues::Between(4, 6)).numbered(2).expect("there are some");
    assert!((4..=6).contains(&few.givens().iter().flatten().count()));
    let mut none = equipoise::generate("trid").size(4).into_iter();
    assert!(matches!(none.next(), Some(Err(Error::Impossible(_)))) && none.next().is_none());
}
