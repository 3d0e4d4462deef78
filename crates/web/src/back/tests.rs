use super::*;
use ::play::message::{Shared, Solutions};
use puzzles::{KINDS, Kind};
use std::time::Duration;
use studio::Fate;

/// A clock that stands still, so that no limit is ever reached.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Asks, and works until all is done; the answers. All pass as JSON, as between page and worker.
fn ask(back: &mut Back, body: Ask) -> Vec<Told> {
    let text = serde_json::to_string(&Message { id: 7, body }).expect("it can be written");
    back.receive(serde_json::from_str(&text).expect("it reads"));
    for _ in 0..2_000_000 {
        if !back.is_busy() {
            let text = serde_json::to_string(&back.answers()).expect("they can be written");
            let answers: Vec<Message<Told>> = serde_json::from_str(&text).expect("they read");
            return answers.into_iter().filter(|answer| answer.id == 7).map(|answer| answer.body).collect();
        }
        back.work();
    }
    panic!("the worker never rests");
}

fn small(kind: &Kind) -> Shared {
    let documents = kind.builtin_names().filter_map(|name| puzzles::builtin(&name));
    let puzzle = documents.map(|document| document.puzzle).min_by_key(|puzzle| puzzle.places());
    Shared(puzzle.expect("every kind has some").into())
}

#[test]
fn the_helper_answers() {
    let told = ask(&mut Back::new(&Still), Ask::Play(Question::Open(small(KINDS[0]))));
    assert!(matches!(told[..], [Told::Play(Answer::Opened(Solutions::One(_)))]), "{told:?}");
}

#[test]
fn a_search_is_watched_to_its_end() {
    for kind in KINDS {
        let mut back = Back::new(&Still);
        let open = WatchQuestion::Open { puzzle: small(kind), paper: false, labelling: "ff".to_owned() };
        assert!(ask(&mut back, Ask::Watch(0, open)).is_empty());
        let told = ask(&mut back, Ask::Watch(0, WatchQuestion::Step(20_000)));
        let [Told::Watch(0, WatchAnswer::Stepped { nodes, counts, .. })] = &told[..] else { panic!("{told:?}") };
        assert_eq!((counts.ended, counts.solutions), (true, 1), "{}", kind.name);
        assert!(nodes.iter().any(|node| node.fate == Fate::Solved));
        let told = ask(&mut back, Ask::Watch(0, WatchQuestion::Look(0)));
        let [Told::Watch(0, WatchAnswer::Look { position, why: None })] = &told[..] else { panic!("{told:?}") };
        assert_eq!(position.board.len(), small(kind).0.places());
        for failed in nodes.iter().filter(|node| node.fate == Fate::Failed && node.parent.is_some()).take(3) {
            let told = ask(&mut back, Ask::Watch(0, WatchQuestion::Look(failed.number as usize)));
            let [Told::Watch(0, WatchAnswer::Look { why: Some(why), .. })] = &told[..] else { panic!("{told:?}") };
            assert!(why.ends_with('.'), "{why}");
        }
    }
    let open = WatchQuestion::Open { puzzle: small(KINDS[0]), paper: false, labelling: "magic".to_owned() };
    for question in [WatchQuestion::Step(1), open] {
        let told = ask(&mut Back::new(&Still), Ask::Watch(1, question));
        assert!(matches!(told[..], [Told::Watch(1, WatchAnswer::Refused(_))]), "{told:?}");
    }
}

#[test]
fn labellings_are_compared() {
    let mut back = Back::new(&Still);
    let run = |kind: &Kind, made, labellings: &[&str]| LabQuestion::Run {
        kind: kind.name.to_owned(),
        made,
        paper: false,
        labellings: labellings.iter().map(|&labelling| labelling.to_owned()).collect(),
        metric: "nodes".to_owned(),
        seed: 1,
    };
    for kind in KINDS {
        for made in [false, true] {
            let told = ask(&mut back, Ask::Lab(run(kind, made, &["ff,step,up", "leftmost,step,up"])));
            let Some(Told::Lab(LabAnswer::Report { tables, figures, .. })) = told.last() else { panic!("{told:?}") };
            let rows = &tables[0].rows;
            let is_full = |row: &Vec<String>| row.len() == 3 && row.iter().all(|cell| !cell.is_empty());
            assert!(rows.iter().all(is_full) && !rows.is_empty(), "{}: {rows:?}", kind.name);
            assert!(figures[0].1.starts_with("<svg"));
        }
    }
    let told = ask(&mut back, Ask::Lab(run(KINDS[0], false, &[])));
    assert!(matches!(told[..], [Told::Lab(LabAnswer::Refused(_))]), "{told:?}");
}
