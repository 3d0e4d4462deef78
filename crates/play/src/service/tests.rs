use super::*;
use crate::lessons::{Said, Thought};
use crate::message::{
    HintSort, HintTold, LessonAsked, MadeTold, Order, Recipe, RemarkAbout, Shared, SketchStart, Solutions,
};
use crate::{Game, Move};
use puzzles::{KINDS, Kind, Puzzle};
use std::sync::Arc;
use std::time::Duration;
use studio::{Difficulty, Position};

/// A clock that stands still, so that no limit is ever reached.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Asks, and works until all is done; the answers. Questions and answers pass as JSON, as in a browser.
fn ask(helper: &mut Helper, body: Question) -> Vec<Answer> {
    let text = serde_json::to_string(&Message { id: 7, body }).expect("it can be written");
    helper.receive(serde_json::from_str(&text).expect("it reads"));
    for _ in 0..2_000_000 {
        if !helper.is_busy() {
            let text = serde_json::to_string(&helper.answers()).expect("they can be written");
            let answers: Vec<Message<Answer>> = serde_json::from_str(&text).expect("they read");
            return answers.into_iter().filter(|answer| answer.id == 7).map(|answer| answer.body).collect();
        }
        helper.work();
    }
    panic!("the helper never rests");
}

fn small(kind: &Kind) -> Box<dyn Puzzle> {
    let documents = kind.builtin_names().filter_map(|name| puzzles::builtin(&name));
    documents.map(|document| document.puzzle).min_by_key(|puzzle| puzzle.places()).expect("every kind has some")
}

fn shared(puzzle: Box<dyn Puzzle>) -> Shared {
    Shared(puzzle.into())
}

fn new_gap(size: usize, seed: u64) -> Question {
    let recipe = Recipe { kind: "gap".to_owned(), size, difficulty: Some(Difficulty::Gentle) };
    Question::Make(Order::New { recipe, seed })
}

fn hint(helper: &mut Helper, game: &Game) -> HintTold {
    match ask(helper, Question::Hint(game.known())).remove(0) {
        Answer::Hint(hint) => *hint,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_kind_is_solved_by_hints() {
    for kind in KINDS {
        let mut helper = Helper::new(&Still);
        let opened = ask(&mut helper, Question::Open(shared(small(kind))));
        let [Answer::Opened(Solutions::One(solution))] = &opened[..] else { panic!("{opened:?}") };
        let mut game = Game::new(small(kind).into());
        for _ in 0..500 {
            let hint = hint(&mut helper, &game);
            if hint.sort == HintSort::Solved {
                break;
            }
            assert!(hint.levels.iter().all(|level| !level.lines.is_empty()) && hint.target.is_some(), "{hint:?}");
            assert!(game.play(&hint.follow).expect("it fits"), "{}: {hint:?}", kind.name);
        }
        assert!(game.is_solved(), "{}", kind.name);
        assert_eq!(*solution, game.sheet().finished(&game.written().board));
        let told = ask(&mut helper, Question::Solve);
        let [Answer::Solved(Some(found), lines)] = &told[..] else { panic!("{told:?}") };
        assert_eq!((found, lines[0].as_str(), lines.len()), (solution, "unique solution, 0.0ns", 9));
    }
}

#[test]
fn a_newer_question_ends_older_work() {
    let mut helper = Helper::new(&Still);
    helper.receive(Message { id: 1, body: new_gap(12, 1) });
    helper.work();
    helper.receive(Message { id: 2, body: new_gap(9, 7) });
    while helper.is_busy() {
        helper.work();
    }
    let answers = helper.answers();
    let [Message { id: 2, body: Answer::Made(MadeTold { puzzle, about, .. }) }] = &answers[..] else {
        panic!("only the newer one is answered: {answers:?}")
    };
    assert_eq!((puzzle.0.size(), about.difficulty), (9, Some(Difficulty::Gentle)));
    assert_eq!(about.name.as_deref(), Some("generate gap --size 9 --difficulty gentle --seed 7"));
    helper.receive(Message { id: 3, body: new_gap(12, 1) });
    helper.work();
    assert!(ask(&mut helper, Question::StopMaking).is_empty());
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let mut helper = Helper::new(&Still);
    let chess = Recipe { kind: "chess".to_owned(), size: 8, difficulty: None };
    let position = Position::start(&*small(KINDS[0]));
    for question in [
        new_gap(1, 1),
        Question::Make(Order::New { recipe: chess, seed: 1 }),
        Question::Make(Order::Daily { kind: "chess".to_owned(), date: "2026-11-15".parse().expect("a date") }),
        Question::Hint(position),
        Question::UndoEdit,
        Question::Sketch { start: SketchStart::Empty("gap".to_owned(), 100_000), edits: Vec::new() },
    ] {
        let told = ask(&mut helper, question.clone());
        assert!(matches!(told[..], [Answer::Refused(_)]), "{question:?}: {told:?}");
    }
    assert!(ask(&mut helper, Question::Close).is_empty());
}

#[test]
fn the_puzzle_of_a_day_is_the_command_s() {
    let (kind, date) = (puzzles::kind("weight").expect("a kind"), "2026-11-15".parse().expect("a date"));
    let told = ask(&mut Helper::new(&Still), Question::Make(Order::Daily { kind: kind.name.to_owned(), date }));
    let [Answer::Made(MadeTold { puzzle, about, .. })] = &told[..] else { panic!("{told:?}") };
    let daily = crate::daily(kind, date).expect("there is one");
    let mut workshop = daily.offer.recipe().workshop().expect("it is offered");
    let mut made = (0..crate::Daily::MOST_TRIES).map(|index| workshop.make(daily.seed, index, fd::Limits::none()));
    let made = made.find_map(Result::ok).expect("it can be made");
    assert_eq!(puzzle.0.write_json(), made.puzzle.write_json());
    assert_eq!((about.name.as_deref(), about.day), (Some("Weight of 2026-11-15"), Some(date)));
}

#[test]
fn a_wrong_entry_is_told() {
    let mut helper = Helper::new(&Still);
    let weight = || puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
    let mut game = Game::new(weight().into());
    ask(&mut helper, Question::Open(shared(weight())));
    let mut check = |game: &Game| match ask(&mut helper, Question::Check(game.known())).remove(0) {
        Answer::Checked(wrong) => wrong,
        other => panic!("{other:?}"),
    };
    // The solution is 3, 5, 1, 2, 4.
    game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 }).expect("it fits");
    assert_eq!(check(&game), None);
    game.play(&Move::Enter { target: "w2".to_owned(), choice: 4 }).expect("it fits");
    let wrong = check(&game).expect("something is wrong");
    assert!(wrong.sort == HintSort::Wrong && !wrong.levels[0].marks.is_empty(), "{wrong:?}");
}

#[test]
fn the_whole_way_leads_to_the_solution() {
    for kind in KINDS {
        let (mut helper, puzzle) = (Helper::new(&Still), small(kind));
        let start = Position::start(&*puzzle);
        let opened = ask(&mut helper, Question::Open(shared(puzzle)));
        let [Answer::Opened(Solutions::One(solution))] = &opened[..] else { panic!("{opened:?}") };
        let told = ask(&mut helper, Question::Path(None));
        let [Answer::Path(path)] = &told[..] else { panic!("{told:?}") };
        let last = path.steps.last().map(|step| &step.board);
        assert_eq!(last, Some(solution), "{}", kind.name);
        assert!(path.difficulty.is_some());
        let told = ask(&mut helper, Question::Like(start, path.steps[0].technique.clone()));
        assert!(matches!(&told[..], [Answer::Like(steps)] if !steps.is_empty()), "{told:?}");
    }
}

#[test]
fn what_a_pupil_says_is_judged() {
    let mut helper = Helper::new(&Still);
    let kind = puzzles::kind("gap").expect("it is a kind");
    let course = crate::lessons::course(kind);
    let lesson = course.iter().find(|lesson| lesson.name == "span of a gap").expect("a lesson");
    let placed = &lesson.positions()[1];
    let said = |subject: &str, value, is| Thought::Said(Said { subject: subject.to_owned(), value, is });
    ask(&mut helper, Question::Open(Shared(Arc::clone(&placed.puzzle))));
    let early = ask(&mut helper, Question::Try(said("r1c1", 0, true)));
    assert!(matches!(&early[..], [Answer::Refused(_)]), "{early:?}");
    let found = ask(&mut helper, Question::Practise(placed.position.clone(), lesson.technique));
    let [Answer::Practice(Some(task))] = &found[..] else { panic!("{found:?}") };
    let target = task.hint.target.clone().expect("a cell");
    let right = ask(&mut helper, Question::Try(said(&target, 0, true)));
    assert!(matches!(&right[..], [Answer::Replied(reply)] if reply.right && reply.sound), "{right:?}");
    let wrong = ask(&mut helper, Question::Try(said(&target, 1, true)));
    assert!(matches!(&wrong[..], [Answer::Replied(reply)] if !reply.right && reply.board.is_some()), "{wrong:?}");
    let thought = ask(&mut helper, Question::Judge(placed.position.clone(), said(&target, 1, false)));
    assert!(matches!(&thought[..], [Answer::Replied(reply)] if reply.sound), "{thought:?}");
    let written = Thought::Words(format!("{target} is not filled"));
    let written = ask(&mut helper, Question::Judge(placed.position.clone(), written));
    assert!(matches!(&written[..], [Answer::Replied(reply)] if reply.sound), "{written:?}");
    let nonsense = ask(&mut helper, Question::Try(Thought::Words("hello".to_owned())));
    assert!(matches!(&nonsense[..], [Answer::Replied(reply)] if !reply.sound && !reply.right), "{nonsense:?}");
}

#[test]
fn a_lesson_gets_fresh_positions_and_a_last_puzzle() {
    let mut helper = Helper::new(&Still);
    let asked = LessonAsked { kind: "weight".to_owned(), name: "proportion".to_owned(), seed: 3 };
    let answers = ask(&mut helper, Question::Positions(asked.clone()));
    let [Answer::Positions(codes)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(codes.len(), crate::lessons::POSITIONS);
    assert!(codes.iter().all(|code| crate::lessons::Placed::from_code(code).is_ok()));
    let answers = ask(&mut helper, Question::Last(asked.clone()));
    let [Answer::Made(made)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(made.puzzle.0.kind().name, "weight");
    let unknown = LessonAsked { name: "nothing".to_owned(), ..asked };
    assert!(matches!(&ask(&mut helper, Question::Last(unknown))[..], [Answer::Refused(_)]));
}

#[test]
fn an_editor_follows_the_sketch() {
    let abouts = |answers: Vec<Answer>| -> Vec<RemarkAbout> {
        let (last, remarks) = answers.split_last().expect("some");
        assert!(matches!(last, Answer::NoMoreRemarks), "{answers:?}");
        let about = |answer: &Answer| match answer {
            Answer::Remark(remark) => remark.about.clone(),
            other => panic!("{other:?}"),
        };
        remarks.iter().map(about).collect()
    };
    let verdict = |name: &str| RemarkAbout::Verdict(name.to_owned());
    let mut helper = Helper::new(&Still);
    let start = SketchStart::Empty("aztec".to_owned(), 3);
    let told = abouts(ask(&mut helper, Question::Sketch { start, edits: Vec::new() }));
    assert_eq!(told[0], verdict("several"));
    let told = abouts(ask(&mut helper, Question::Command(crate::EditCommand::MakeUnique)));
    assert!(matches!(told[0], RemarkAbout::Changed(_)) && told[1] == verdict("unique"), "{told:?}");
    assert!(told.iter().any(|about| matches!(about, RemarkAbout::Graded(Some(_)))));
    assert_eq!(abouts(ask(&mut helper, Question::UndoEdit))[0], verdict("several"));
    assert_eq!(abouts(ask(&mut helper, Question::RedoEdit))[0], verdict("unique"));
}
