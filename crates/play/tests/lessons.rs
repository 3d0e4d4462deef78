//! Lessons: each position is solved by its technique, and answers are judged.

use crate::kinds::for_each_kind;

use fd::Limits;
use play::lessons::{self, Lesson, POSITIONS, Placed, Practice, Reply, Said};
use puzzles::Kind;
use studio::{Called, Conclusion, Ruling};

fn practice(placed: &Placed, lesson: &Lesson) -> Practice {
    let practice = Practice::open(placed, lesson.technique, Limits::none());
    practice.unwrap_or_else(|| panic!("{}: {}: the easiest step is another", lesson.kind.name, lesson.name))
}

/// The easiest step of each position is made by the technique of its lesson, so nothing easier solves it.
fn is_taught_by_its_positions(kind: &'static Kind) {
    if kind.paper.is_none() {
        return;
    }
    let course = lessons::course(kind);
    assert_eq!(course.len(), kind.techniques.len() + 1, "{}", kind.name);
    for lesson in &course {
        let at = format!("{}: {}", kind.name, lesson.name);
        assert_eq!(lesson.positions.len(), POSITIONS, "{at}");
        for placed in &lesson.positions {
            let practice = practice(placed, lesson);
            let step = practice.hint().step().expect("a step");
            if let Some(technique) = lesson.technique {
                assert_eq!(practice.hint().context.called(step), Called::Technique(technique), "{at}");
            }
            let code = placed.code().expect("it is small");
            assert_eq!(Placed::from_code(&code).expect("we wrote it").position, placed.position, "{at}");
        }
    }
}

#[test]
fn positions_are_solved_by_the_technique_of_their_lesson() {
    for_each_kind(is_taught_by_its_positions);
}

fn lesson(kind: &str, name: &str) -> Lesson {
    let kind = puzzles::kind(kind).expect("it is a kind");
    lessons::course(kind).into_iter().find(|lesson| lesson.name == name).expect("there is such a lesson")
}

#[test]
fn answers_are_replied_to() {
    let lesson = lesson("gap", "the other end");
    let placed = &lesson.positions[0];
    let practice = practice(placed, &lesson);
    let mut referee = practice.referee(&*placed.puzzle).expect("it is small");
    let context = &practice.hint().context;
    let mut judge = |said: &Said| {
        let statement = said.statement(context).expect("it can be said");
        let ruling: Ruling = referee.judge(&statement, &placed.position).finish(Limits::none()).expect("no limit");
        practice.reply(said, Some(&ruling))
    };
    let Some(Conclusion::Is { place, value }) = practice.hint().concludes().into_iter().next() else {
        panic!("a value")
    };
    let id = placed.puzzle.place_name(place);
    let right = Said::read(&format!("{id} = {value}"), context).expect("an answer");
    assert_eq!(judge(&right), Reply::Right(practice.text()));
    let word = if value == 1 { "filled" } else { "empty" };
    assert_eq!(Said::read(&format!("{id} is {word}."), context), Ok(right.clone()));
    let other = Said::read(&format!("{id} is not {}", 1 - value), context).expect("an answer");
    assert!(matches!(judge(&other), Reply::Right(_)));
    assert!(matches!(judge(&Said { is: false, ..right.clone() }), Reply::Wrong(_)));
    for text in ["", "r1c1", "r77c1 = 1", "r1c1 = x", "r1c1 is 1 is 2"] {
        assert!(Said::read(text, context).is_err(), "{text}");
    }
}

#[test]
fn fresh_positions_and_a_whole_puzzle_are_found() {
    let lesson = lesson("weight", "proportion");
    let found = lessons::find(&lesson, 77, 2, Limits::none()).expect("no limit");
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|found| !found.text.is_empty()));
    let puzzle = lessons::last_puzzle(&lesson, 5, Limits::none()).expect("no limit").expect("there is one");
    let explanation = studio::explain(&*puzzle, Limits::none()).expect("it is small");
    let needed = studio::techniques_needed(&*puzzle, &explanation, Limits::none()).expect("it is small");
    assert!(needed.expect("no limit").iter().any(|technique| technique.name == lesson.name));
}

/// The page about techniques is as the command writes it.
#[test]
fn the_page_is_written_by_its_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/techniques.md");
    let written = std::fs::read_to_string(path).expect("it is there");
    assert_eq!(written, lessons::page(), "run `cargo run -p equipoise-play --example techniques > docs/techniques.md`");
}
