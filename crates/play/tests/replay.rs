//! Games are shown again move by move, and their codes bring back the same.

use crate::kinds::for_each_kind;
use play::{Game, Move, Replay};
use puzzles::Kind;
use std::collections::BTreeSet;

/// A game of many random moves, with marks and moves that are taken back.
fn played(kind: &Kind, seed: u64, moves: u32) -> Game {
    let (_, document) = puzzles::example(kind).expect("every kind has an example");
    let mut game = Game::new(document.puzzle.into());
    let mut random = fd::Random::new(seed);
    game.add_time(93_000);
    for _ in 0..moves {
        let targets = &game.sheet().targets;
        let target = &targets[random.below(targets.len() as u32) as usize];
        let choices: Vec<i32> = target.choices.values().collect();
        let Some(&choice) = random.pick(&choices) else { continue };
        let id = target.id.clone();
        let made = match random.below(8) {
            0 => Move::Clear { target: id },
            1 => Move::Mark { target: id, candidates: Some([choice].into()) },
            2 => Move::Restart,
            _ => Move::Enter { target: id, choice },
        };
        // What is given stays as it is.
        let _ = game.play(&made);
        if random.below(10) == 0 {
            game.undo();
        }
    }
    game
}

fn is_shown_again(kind: &'static Kind) {
    for seed in 0..20 {
        let game = played(kind, seed, 60);
        let (end, count) = (game.written().clone(), game.moves().len());
        let mut replay = Replay::new(game);
        assert_eq!(replay.place(), (0, count));
        let code = replay.code().expect("a short game has a code");
        let mut again = Replay::from_code(&format!("https://example.org/#/replay/{code}")).expect("we wrote it");
        assert_eq!((again.place(), again.game().played()), ((0, count), 93_000));
        for step in (0..=count).chain([0, count / 2, usize::MAX]) {
            replay.go_to(step);
            again.go_to(step);
            assert_eq!(replay.game().written(), again.game().written(), "{} {seed} {step}", kind.name);
            assert_eq!(replay.says(), again.says());
            assert!(step != 0 || replay.says() == "The start.");
        }
        assert_eq!(*again.game().written(), end, "{} {seed}", kind.name);
        assert_eq!(again.code().as_ref(), Ok(&code));
    }
}

#[test]
fn games_are_shown_again() {
    for_each_kind(is_shown_again);
}

#[test]
fn long_games_have_no_code_and_damaged_codes_are_refused() {
    let kind = puzzles::kind("gap").expect("it is a kind");
    assert!(Replay::new(played(kind, 1, 20_000)).code().is_err());
    let code = Replay::new(played(kind, 1, 30)).code().expect("it is short");
    for at in 0..code.len() {
        let mut other = code.clone().into_bytes();
        other[at] = if other[at] == b'A' { b'B' } else { b'A' };
        let other = String::from_utf8(other).expect("it is ASCII");
        assert!(Replay::from_code(&other).is_err(), "{at}");
    }
    // The code of a puzzle is none of a replay, nor the other way round.
    let puzzle =
        play::encode(Replay::from_code(&code).expect("we wrote it").game().puzzle(), None).expect("it is small");
    assert!(Replay::from_code(&puzzle).is_err() && play::decode(&code).is_err());
}

/// A code of a replay, as it was published first.
#[test]
fn published_replays_stay_readable() {
    let mut replay = Replay::from_code(PUBLISHED).expect("it is published");
    replay.go_to(usize::MAX);
    assert_eq!(replay.place(), (3, 3));
    assert_eq!((replay.game().puzzle().kind().name, replay.game().played()), ("weight", 61_000));
    let written = replay.game().written();
    assert_eq!((written.board.get(0), written.marks.get("w2").map(BTreeSet::len)), (Some(3), Some(2)));
}

const PUBLISHED: &str = "3bP2jFiKK-gyy0yGa_jdM8Oy0AcdGtuPdzbuOhjTQXvs0icZcyTeOzID02FU";
