//! Games never lose a move: the position is that of the moves that stand.

use play::{Change, Game, Help, Move, Refused, Settings, Shown, Written};
use proptest::prelude::*;
use puzzles::{Board, Puzzle, builtin};
use std::sync::Arc;
use studio::{Advice, Tutor};

const NAMES: [&str; 6] =
    ["weight/seed-8", "gap/seed-1", "aztec/seed-6a", "trid/seed-5", "multibalance/seed-1", "weight/seed-17"];

fn puzzle(name: &str) -> Arc<dyn Puzzle> {
    builtin(name).expect("it is built in").puzzle.into()
}

/// What is done to a game; the numbers choose among what there is.
#[derive(Debug, Clone)]
enum Deed {
    Play(Vec<(u8, usize, usize)>),
    Undo,
    Redo,
    Checkpoint(u8),
    Return(u8),
    Settings(bool),
    SaveAndLoad,
}

fn deed() -> impl Strategy<Value = Deed> {
    let part = (0..6u8, any::<usize>(), any::<usize>());
    prop_oneof![
        8 => proptest::collection::vec(part, 1..4).prop_map(Deed::Play),
        4 => Just(Deed::Undo),
        3 => Just(Deed::Redo),
        1 => (0..3u8).prop_map(Deed::Checkpoint),
        1 => (0..3u8).prop_map(Deed::Return),
        1 => any::<bool>().prop_map(Deed::Settings),
        1 => Just(Deed::SaveAndLoad),
    ]
}

/// The move that some numbers stand for; not always one that can be made.
fn chosen(game: &Game, parts: &[(u8, usize, usize)]) -> Move {
    let one = |&(sort, at, which): &(u8, usize, usize)| {
        let target = &game.sheet().targets[at % game.sheet().targets.len()];
        let choices: Vec<i32> = target.choices.values().collect();
        let choice = *choices.get(which % (choices.len() + 1)).unwrap_or(&(which as i32));
        let note = game.sheet().note(target, choice).map_or(("b1.total", 7), |note| note);
        let (subject, value) = (note.0.to_owned(), note.1);
        match sort {
            0..=1 => Move::Enter { target: target.id.clone(), choice },
            2 => Move::Clear { target: target.id.clone() },
            3 => Move::RuleOut { subject, value },
            4 => Move::Mark {
                target: target.id.clone(),
                candidates: (which % 5 > 0).then(|| choices.iter().copied().filter(|own| own % 3 != 0).collect()),
            },
            5 if which % 7 == 0 => Move::Restart,
            _ => Move::FillIn,
        }
    };
    match parts {
        [part] => one(part),
        several => Move::Several(several.iter().map(one).collect()),
    }
}

/// The position that the moves lead to, from the recorded changes alone.
fn replayed(game: &Game) -> Written {
    let mut position = game.start().clone();
    for change in game.moves().flatten() {
        match change {
            Change::Entry { place, value } => position.board.set(*place, *value),
            Change::Marks { target, candidates: Some(candidates) } => {
                assert_ne!(position.marks.insert(target.clone(), candidates.clone()).as_ref(), Some(candidates));
            }
            Change::Marks { target, candidates: None } => assert!(position.marks.remove(target).is_some()),
            Change::Quantity { subject, value, out: true } => assert!(position.ruled_out.strike(subject, *value)),
            Change::Quantity { subject, value, out: false } => assert!(position.ruled_out.restore(subject, *value)),
        }
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_move_is_ever_lost(name in 0..NAMES.len(), deeds in proptest::collection::vec(deed(), 0..60)) {
        let mut game = Game::new(puzzle(NAMES[name]));
        // Every position so far, and which of them is the present one.
        let (mut past, mut present) = (vec![game.written().clone()], 0);
        let mut checkpoints: [Option<Written>; 3] = [None, None, None];
        for deed in deeds {
            let before = game.written().clone();
            match deed {
                Deed::Play(parts) => {
                    let made = chosen(&game, &parts);
                    match game.play(&made) {
                        Ok(true) => {
                            past.truncate(present + 1);
                            past.push(game.written().clone());
                            present += 1;
                            prop_assert_ne!(game.written(), &before);
                        }
                        Ok(false) | Err(_) => prop_assert_eq!(game.written(), &before),
                    }
                }
                Deed::Undo => {
                    prop_assert_eq!(game.undo(), present > 0);
                    present = present.saturating_sub(1);
                }
                Deed::Redo => {
                    prop_assert_eq!(game.redo(), present + 1 < past.len());
                    present = (present + 1).min(past.len() - 1);
                }
                Deed::Checkpoint(name) => {
                    game.set_checkpoint(&name.to_string()).expect("few and short");
                    checkpoints[usize::from(name)] = Some(before);
                }
                Deed::Return(name) => match (&checkpoints[usize::from(name)], game.play(&Move::Return { checkpoint: name.to_string() })) {
                    (None, answer) => prop_assert_eq!(answer, Err(Refused::Unknown(name.to_string()))),
                    (Some(saved), answer) => {
                        prop_assert_eq!(answer, Ok(saved != &before));
                        if saved != &before {
                            past.truncate(present + 1);
                            past.push(saved.clone());
                            present += 1;
                        }
                    }
                },
                Deed::Settings(automatic) => game.settings = Settings { automatic, ..game.settings },
                Deed::SaveAndLoad => {
                    let saved = game.to_json();
                    let loaded = Game::from_json(&saved).map_err(|error| TestCaseError::fail(format!("{error}: {saved}")))?;
                    prop_assert_eq!(loaded.to_json(), saved);
                    game = loaded;
                }
            }
            prop_assert_eq!(game.written(), &past[present]);
            prop_assert_eq!(&replayed(&game), &past[present]);
            prop_assert_eq!(game.can_undo_redo(), (present > 0, present + 1 < past.len()));
        }
        while game.undo() {}
        prop_assert_eq!(game.written(), &past[0]);
        while game.redo() {}
        prop_assert_eq!(Some(game.written()), past.last());
    }
}

fn enter(target: &str, choice: i32) -> Move {
    Move::Enter { target: target.to_owned(), choice }
}

fn mark(target: &str, candidates: &[i32]) -> Move {
    Move::Mark { target: target.to_owned(), candidates: Some(candidates.iter().copied().collect()) }
}

/// Enters a solution as a player would, target by target.
fn solve(game: &mut Game, solution: &Board) {
    for target in game.sheet().targets.clone().iter().filter(|target| !target.given) {
        for choice in target.shown(solution) {
            assert!(!game.is_solved());
            game.play(&enter(&target.id, choice)).expect("it is part of a solution");
        }
    }
}

#[test]
fn a_solution_that_is_entered_is_solved() {
    for name in NAMES {
        let document = builtin(name).expect("it is built in");
        let mut game = Game::new(document.puzzle.into());
        let solution = document.solution.expect("it has one");
        if name.starts_with("gap") {
            // Nobody marks every empty cell.
            let filled: Vec<usize> = (0..solution.len()).filter(|&place| solution.get(place) == Some(1)).collect();
            for place in filled {
                assert!(!game.is_solved());
                let id = game.sheet().places[place].clone();
                game.play(&enter(&id, 1)).expect("it can be filled");
            }
        } else {
            solve(&mut game, &solution);
        }
        assert!(game.is_solved(), "{name}");
        assert_eq!(game.mistakes(), []);
        game.undo();
        assert!(!game.is_solved(), "{name}");
    }
}

#[test]
fn a_number_moves_from_cell_to_cell_and_takes_the_place_of_another() {
    let mut game = Game::new(puzzle("multibalance/seed-1"));
    let shown = |game: &Game, id: &str| game.sheet().target(id).expect("it exists").shown(&game.written().board);
    game.play(&enter("r1c1", 3)).expect("a free cell");
    game.play(&enter("r1c2", 3)).expect("a free cell");
    assert_eq!((shown(&game, "r1c1"), shown(&game, "r1c2")), (vec![], vec![3]));
    game.play(&enter("r1c2", 5)).expect("5 takes the place of 3");
    assert_eq!(shown(&game, "r1c2"), [5]);
    assert_eq!(game.written().board.get(2), None);
    game.play(&Move::Clear { target: "r1c2".to_owned() }).expect("it can be cleared");
    assert!(shown(&game, "r1c2").is_empty());
    game.undo();
    game.undo();
    assert_eq!(shown(&game, "r1c2"), [3]);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = Game::new(puzzle("aztec/seed-3a"));
    let given = game.sheet().targets.iter().find(|target| target.given).expect("one is given").id.clone();
    let free = game.sheet().targets.iter().find(|target| !target.given).expect("one is free").id.clone();
    let refused = [
        (enter(&given, 1), Refused::Given(given.clone())),
        (Move::Clear { target: given.clone() }, Refused::Given(given.clone())),
        (enter(&free, 10), Refused::Value(free.clone(), 10)),
        (enter("r9c9", 1), Refused::Unknown("r9c9".to_owned())),
        (Move::RuleOut { subject: "r9c9".to_owned(), value: 1 }, Refused::Unknown("r9c9".to_owned())),
        (Move::RuleOut { subject: "b1.".to_owned(), value: 1 }, Refused::Unknown("b1.".to_owned())),
        (mark(&free, &[1, 0]), Refused::Value(free.clone(), 0)),
        (mark(&given, &[1]), Refused::Given(given.clone())),
        (mark("r9c9", &[1]), Refused::Unknown("r9c9".to_owned())),
        (Move::Return { checkpoint: "x".to_owned() }, Refused::Unknown("x".to_owned())),
    ];
    for (made, why) in refused {
        let both = Move::Several(vec![enter(&free, 1), made]);
        assert_eq!(game.play(&both), Err(why));
        assert_eq!(game.written(), game.start());
        assert_eq!(game.can_undo_redo(), (false, false));
    }
}

#[test]
fn what_is_written_is_what_is_shown() {
    let mut game = Game::new(puzzle("weight/seed-5"));
    game.play(&mark("w1", &[2, 3, 5])).expect("three candidates");
    assert_eq!(game.pencilled().into_iter().collect::<Vec<_>>(), [("w1".to_owned(), [2, 3, 5].into())]);
    game.play(&enter("w2", 3)).expect("a free weight");
    assert_eq!(game.written().marks["w1"], [2, 3, 5].into(), "nothing else on the board changes");
    game.play(&mark("w1", &[])).expect("nothing stands here");
    assert_eq!(game.written().marks["w1"], [].into());
    game.play(&Move::Mark { target: "w1".to_owned(), candidates: None }).expect("rubbed out");
    assert!(game.pencilled().is_empty());
}

#[test]
fn automatic_candidates_are_all_that_is_left() {
    let mut game = Game::new(puzzle("weight/seed-5"));
    game.settings.automatic = true;
    game.play(&mark("w1", &[2, 4])).expect("two candidates");
    game.play(&enter("w2", 4)).expect("a free weight");
    let shown = game.pencilled();
    assert_eq!((&shown["w1"], &shown["w3"]), (&[2].into(), &[1, 2, 3, 5].into()));
    assert!(!shown.contains_key("w2"), "it is filled");
    assert_eq!(game.moves().len(), 2, "what an entry uses up is struck by the same move");
    game.undo();
    assert_eq!(game.pencilled()["w1"], [2, 4].into());
    game.settings.automatic = false;
    game.play(&enter("w2", 4)).expect("a free weight");
    assert_eq!(game.pencilled().len(), 1);
    game.play(&Move::FillIn).expect("that is always possible");
    assert_eq!((&game.pencilled()["w1"], &game.pencilled()["w5"]), (&[2].into(), &[1, 2, 3, 5].into()));
}

#[test]
fn what_a_hint_rules_out_is_struck_or_the_rest_is_written() {
    let mut game = Game::new(puzzle("weight/seed-5"));
    let out = |subject: &str, value: i32| Move::RuleOut { subject: subject.to_owned(), value };
    game.play(&Move::Several(vec![out("w1", 2), out("w1", 3), out("b1.total", 7)])).expect("they are values");
    assert_eq!(game.written().marks["w1"], [1, 4, 5].into());
    assert!(game.written().ruled_out.is_struck("b1.total", 7));
    game.play(&mark("w1", &[1, 5])).expect("two candidates");
    game.play(&out("w1", 5)).expect("it is a value");
    assert_eq!(game.written().marks["w1"], [1].into());
    assert_eq!(game.known().notes.struck("w1").collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn starting_again_can_be_undone() {
    for name in NAMES {
        let document = builtin(name).expect("it is built in");
        let mut game = Game::new(document.puzzle.into());
        solve(&mut game, &document.solution.expect("it has one"));
        let first = game.sheet().targets.iter().find(|target| !target.given).expect("one is free").clone();
        game.play(&mark(&first.id, &[first.choices.values().next().expect("a choice")])).expect("a choice");
        let before = game.written().clone();
        assert_eq!(game.play(&Move::Restart), Ok(true));
        assert_eq!(game.written(), game.start(), "{name}");
        assert!(game.undo());
        assert_eq!(game.written(), &before, "{name}");
    }
}

/// The moves of hints can be made in a game, and solve it.
#[test]
fn hints_are_moves() {
    for name in ["aztec/seed-6a", "gap/seed-1", "weight/seed-8", "multibalance/seed-1"] {
        let puzzle = puzzle(name);
        let mut tutor =
            Tutor::open(&*puzzle).finish(fd::Limits::none()).expect("no limit").expect("it is small enough");
        let mut game = Game::new(Arc::clone(&puzzle));
        loop {
            tutor.see(&game.known());
            let hint = tutor.hint().finish(fd::Limits::none()).expect("no limit");
            if hint.advice == Advice::Solved {
                break;
            }
            assert_eq!(game.play(&Move::following(&hint, game.sheet())), Ok(true), "{name}: {:?}", hint.advice);
        }
        assert!(game.is_solved(), "{name}");
    }
}

#[test]
fn time_and_help_are_kept_and_mistakes_are_shown_as_wanted() {
    let mut game = Game::new(puzzle("weight/seed-5"));
    game.play(&Move::Several(vec![enter("w1", 4), enter("w2", 4)])).expect("a mistake can be made");
    assert_eq!(game.mistakes().len(), 1);
    game.settings.shown = Shown::Never;
    assert_eq!(game.mistakes(), []);
    game.add_time(1500);
    game.add_time(u64::MAX);
    for help in [Help::Hint, Help::Level(1), Help::Level(2), Help::Hint, Help::Level(1), Help::Check] {
        game.take_help(help);
    }
    game.undo();
    let loaded = Game::from_json(&game.to_json()).expect("we wrote it");
    assert_eq!((loaded.played(), loaded.help()), (u64::MAX, game.help()));
    assert_eq!((game.help().hints, game.help().level, game.help().checks), (2, 2, 1));
    assert_eq!(loaded.settings, game.settings);
}

#[test]
fn hostile_files_are_refused() {
    let game = Game::new(puzzle("aztec/seed-3a"));
    let given = game.sheet().targets.iter().find(|target| target.given).expect("one is given").id.clone();
    let hostile = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = game.to_json();
        change(&mut value);
        Game::from_json(&value).expect_err(&value.to_string()).to_string()
    };
    for text in [
        &format!("{given}=1"),
        "r2c1=99",
        "r9c9=1",
        "r2c1",
        "",
        " ",
        "é",
        "r2c1:0",
        "r2c1:1,x",
        "x9!",
        "-r2c1:1",
        "-x.total:1",
        "r2c1=1 r2c1=1",
    ] {
        hostile(&|value| value["done"] = serde_json::json!([text]));
        hostile(&|value| value["undone"] = serde_json::json!([text]));
    }
    assert!(hostile(&|value| value["version"] = 99.into()).contains("later version"));
    hostile(&|value| value["version"] = 0.into());
    hostile(&|value| value["start"]["marks"] = serde_json::json!({"r2c1": [0]}));
    hostile(&|value| value["start"]["board"] = serde_json::json!([[1]]));
    hostile(&|value| value["start"]["struck"] = serde_json::json!({"r2c1": "0"}));
    hostile(&|value| value["checkpoints"] = serde_json::json!({"a": 1}));
    hostile(&|value| value["settings"]["shown"] = "all".into());
    hostile(&|value| value["played"] = (-1).into());
    hostile(&|value| value["more"] = 1.into());
}

proptest! {
    #[test]
    fn a_sketchbook_is_its_edits(
        deeds in proptest::collection::vec((0..6u8, 0..12usize, -5..5i32), 0..40),
    ) {
        use puzzles::Edit;
        let start = puzzle("weight/seed-5").sketch();
        let mut book = play::Sketchbook::new(start.copy());
        let (mut past, mut present) = (vec![format!("{:?}", book.sketch())], 0usize);
        for (sort, at, number) in deeds {
            let targets: Vec<String> = book.sketch().targets().into_iter().map(|target| target.id).collect();
            let target = targets[at % targets.len()].clone();
            let edit = match sort {
                0 => Edit::Set { target, value: (number > 0).then_some(number) },
                1 => Edit::Add { part: "weight".to_owned(), on: target, at: number },
                2 => Edit::Add { part: "bar".to_owned(), on: target, at: number },
                3 => Edit::Remove { target },
                4 => {
                    prop_assert_eq!(book.undo(), present > 0);
                    present = present.saturating_sub(1);
                    prop_assert_eq!(&format!("{:?}", book.sketch()), &past[present]);
                    continue;
                }
                _ => {
                    prop_assert_eq!(book.redo(), present + 1 < past.len());
                    present = (present + 1).min(past.len() - 1);
                    prop_assert_eq!(&format!("{:?}", book.sketch()), &past[present]);
                    continue;
                }
            };
            if book.edit(edit).is_ok() {
                past.truncate(present + 1);
                past.push(format!("{:?}", book.sketch()));
                present += 1;
            }
            prop_assert_eq!(&format!("{:?}", book.sketch()), &past[present]);
            let mut replayed = start.copy();
            for edit in book.edits() {
                replayed.edit(edit).expect("it was made before");
            }
            prop_assert_eq!(&format!("{replayed:?}"), &past[present]);
        }
    }
}

#[test]
fn whatever_is_reasoned_about_can_be_ruled_out() {
    for name in NAMES {
        let reasoning = puzzle(name).reason().expect("it is small");
        let mut game = Game::new(puzzle(name));
        for (subject, x) in reasoning.subjects().iter().zip(reasoning.model().all_vars()) {
            let value = reasoning.model().domain(x).iter().next().expect("something is possible");
            let made = Move::RuleOut { subject: subject.id.clone(), value };
            let given = game.sheet().target(&subject.id).is_some_and(|target| target.given);
            let answer = if given { Err(Refused::Given(subject.id.clone())) } else { Ok(true) };
            assert_eq!(game.play(&made), answer, "{name}: {} {value}", subject.id);
        }
    }
}
