//! Lessons: each position is solved by its technique, and answers are judged.

use crate::kinds::for_each_kind;

use fd::Limits;
use play::lessons::{
    self, Lesson, POSITIONS, Placed, Practice, Reply, Said, Slate, Stage, Study, StudyAction, StudyEffect,
};
use play::message::{Message, Question};
use play::{Helper, Move};
use puzzles::Kind;
use studio::{Called, Conclusion, Ruling};

fn practice(placed: &Placed, lesson: &Lesson) -> Practice {
    let practice = Practice::open(placed, lesson.technique, Limits::none());
    practice.unwrap_or_else(|| panic!("{}: {}: the easiest step is another", lesson.kind.name, lesson.name))
}

/// The easiest step of each position is made by the technique of its lesson, so nothing easier solves it.
fn is_taught_by_its_positions(kind: &'static Kind) {
    if kind.page.is_some() {
        return;
    }
    let course = lessons::course(kind);
    assert_eq!(course.len(), kind.techniques.len() + 1, "{}", kind.name);
    for lesson in &course {
        let at = format!("{}: {}", kind.name, lesson.name);
        assert_eq!(lesson.positions().len(), POSITIONS, "{at}");
        for placed in &lesson.positions() {
            let practice = practice(placed, lesson);
            let step = practice.hint().step().expect("a step");
            if let Some(technique) = lesson.technique {
                assert_eq!(practice.hint().context.called(step), Called::Technique(technique), "{at}");
            }
            // It can be said by choosing on the board, or else only in words.
            let mut slate = Slate::new(placed).expect("a position of its puzzle");
            let ways = (0..slate.game().sheet().targets.len()).flat_map(|target| [(target, true), (target, false)]);
            let reaches = ways.into_iter().any(|(target, is)| {
                slate.select(target);
                slate.is = is;
                let values: Vec<i32> =
                    slate.target().map(|target| target.choices.values().collect()).unwrap_or_default();
                values.into_iter().any(|value| {
                    let thought = slate.say(value).and_then(|thought| thought.said(&practice.hint().context).ok());
                    thought.is_some_and(|said| practice.reaches(&said))
                })
            });
            if !reaches {
                eprintln!("NOT {at}: {}", practice.text());
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
    let placed = &lesson.positions()[0];
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
    let weight = puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
    let tutor = studio::Tutor::open(&*weight).finish(Limits::none()).expect("no limit").expect("it is small");
    let read = |text: &str| Said::read(text, tutor.context());
    let total = |value, is| Ok(Said { subject: "b1.total".to_owned(), value, is });
    assert_eq!((read("Bar b1 weighs 12."), read("bar b1 does not weigh 3")), (total(12, true), total(3, false)));
    assert_eq!(read("b1.total is not 4"), total(4, false));
    assert!(read("bar b9 weighs 3").is_err() && read("bar b1 weighs much").is_err());
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

/// A clock that stands still, so that no limit is ever reached.
struct Still;

impl fd::Clock for Still {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// A pupil with a helper.
struct Pupil {
    study: Study,
    helper: Helper,
    said: Vec<String>,
    finished: bool,
    plays: bool,
}

impl Pupil {
    fn new(lesson: Lesson) -> Pupil {
        let (study, effects) = Study::new(lesson);
        let mut pupil = Pupil { study, helper: Helper::new(&Still), said: Vec::new(), finished: false, plays: false };
        pupil.perform(effects);
        pupil
    }

    fn act(&mut self, action: StudyAction) {
        let effects = self.study.act(action);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<StudyEffect>) {
        for effect in effects {
            match effect {
                StudyEffect::Redraw => {}
                StudyEffect::Say(text) => self.said.push(text),
                StudyEffect::Ask(question) => self.ask(question),
                StudyEffect::Finish => self.finished = true,
                StudyEffect::Play(_) => self.plays = true,
            }
        }
    }

    fn ask(&mut self, question: Message<Question>) {
        self.helper.receive(question);
        while self.helper.is_busy() {
            self.helper.work();
        }
        for answer in self.helper.answers() {
            self.act(StudyAction::Answered(answer));
        }
    }
}

/// The first deduction that a hint's move makes, as it is said on the board or in words.
fn answer(study: &Study, made: &Move) -> Option<StudyAction> {
    match made {
        Move::Enter { target, choice } => {
            let index = study.slate()?.game().sheet().targets.iter().position(|own| own.id == *target)?;
            (study.slate()?.cursor() == index)
                .then_some(StudyAction::Answer(*choice))
                .or(Some(StudyAction::Select(index)))
        }
        Move::RuleOut { subject, value } => Some(StudyAction::Write(format!("{subject} is not {value}"))),
        Move::Several(moves) => moves.iter().find_map(|made| answer(study, made)),
        _ => None,
    }
}

fn first_lesson_is_taken(kind: &'static Kind) {
    if kind.page.is_some() {
        return;
    }
    let mut pupil = Pupil::new(lesson(kind.name, lessons::HOW_TO_PLAY));
    assert_eq!(pupil.study.stage(), Stage::Rules);
    pupil.act(StudyAction::Next);
    assert_eq!(pupil.study.stage(), Stage::Example);
    assert!(pupil.study.told().is_some(), "{}", kind.name);
    for number in 1..POSITIONS {
        pupil.act(StudyAction::Next);
        assert_eq!(pupil.study.stage(), Stage::Exercise(number));
        assert!(pupil.study.told().is_none(), "nothing is given away");
        pupil.act(StudyAction::Write("nonsense".to_owned()));
        assert!(!pupil.study.is_found());
        pupil.act(StudyAction::Hint);
        let (hint, _) = pupil.study.told().expect("a hint");
        let made = hint.follow.clone();
        for _ in 0..2 {
            if pupil.study.is_found() {
                break;
            }
            let action = answer(&pupil.study, &made).expect("it can be said");
            pupil.act(action);
        }
        assert!(pupil.said.last().is_some_and(|said| said.starts_with("Right.")), "{:?}", pupil.said);
    }
    pupil.act(StudyAction::Next);
    assert!(pupil.finished && pupil.study.stage() == Stage::End);
    pupil.act(StudyAction::Last(5));
    assert!(pupil.plays, "{}: {}", kind.name, pupil.study.notice());
    pupil.act(StudyAction::More(5));
    assert_eq!(pupil.study.stage(), Stage::Exercise(1), "{}: {}", kind.name, pupil.study.notice());
    pupil.act(StudyAction::Show);
    assert!(pupil.study.is_found());
}

#[test]
fn a_first_lesson_is_taken() {
    for_each_kind(first_lesson_is_taken);
}
