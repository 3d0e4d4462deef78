use super::*;
use play::old::Game;
use puzzles::{Document, KINDS, Kind, Puzzle};
use std::time::Duration;
use studio::Position;

/// A clock that stands still, so that no limit is ever reached.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Sends a letter and works until all is done; the answers.
fn ask(back: &mut Back, letter: Value) -> Vec<Value> {
    back.receive(letter);
    for _ in 0..2_000_000 {
        if !back.is_busy() {
            return back.answers();
        }
        back.work();
    }
    panic!("the rooms never rest");
}

fn small(kind: &Kind) -> Box<dyn Puzzle> {
    let documents = kind.builtin.iter().filter_map(|(name, _)| puzzles::builtin(&format!("{}/{name}", kind.name)));
    documents.map(|document| document.puzzle).min_by_key(|puzzle| puzzle.places()).expect("every kind has some")
}

fn json_of(puzzle: Box<dyn Puzzle>) -> Value {
    Document::new(puzzle).to_json()
}

#[test]
fn every_kind_is_solved_by_hints() {
    for kind in KINDS {
        let mut back = Back::new(&Still);
        let opened = ask(&mut back, json!({"to": "tutor", "ask": "open", "id": 1, "puzzle": json_of(small(kind))}));
        assert_eq!(opened.len(), 1, "{opened:?}");
        assert_eq!((&opened[0]["tell"], &opened[0]["verdict"]), (&json!("opened"), &json!("unique")));
        let mut game = Game::new(small(kind));
        for id in 2..500 {
            let position = game.position().to_json(game.puzzle());
            let told = ask(&mut back, json!({"to": "tutor", "ask": "hint", "id": id, "position": position}));
            assert_eq!(told[0]["id"], id);
            assert_eq!(told[0]["rungs"].as_array().map(Vec::len), Some(4));
            if told[0]["advice"] == "solved" {
                break;
            }
            let made = move_from_json(&told[0]["move"]).expect("a move");
            assert!(game.play(&made).expect("it fits"), "{}: {:?}", kind.name, told[0]);
        }
        assert!(game.is_solved(), "{}", kind.name);
        assert_eq!(opened[0]["solution"], tell::values(&game.sheet().finished(&game.position().board)));
    }
}

#[test]
fn a_newer_letter_ends_older_work() {
    let mut back = Back::new(&Still);
    let gap = puzzles::kind("gap").expect("a kind");
    back.receive(
        json!({"to": "maker", "ask": "make", "id": 1, "kind": "gap", "size": 12, "band": "gentle", "seed": 1}),
    );
    back.work();
    let told = ask(&mut back, json!({"to": "maker", "ask": "make", "id": 2, "kind": "gap", "size": 9, "seed": 7}));
    let made: Vec<&Value> = told.iter().map(|told| &told["id"]).collect();
    assert_eq!(made, [&json!(2)], "only the newer one is answered");
    let puzzle = Document::from_json(&told[0]["puzzle"], Some(gap)).expect("a puzzle").puzzle;
    assert_eq!(puzzle.size(), 9);
}

#[test]
fn what_cannot_be_made_is_refused() {
    let mut back = Back::new(&Still);
    for letter in [
        json!({"to": "maker", "ask": "make", "id": 3, "kind": "gap", "size": 8, "seed": 1}),
        json!({"to": "maker", "ask": "make", "id": 3, "kind": "chess", "size": 8, "seed": 1}),
        json!({"to": "maker", "ask": "daily", "id": 3, "kind": "gap", "date": "2026-02-30"}),
        json!({"to": "tutor", "ask": "hint", "id": 3}),
        json!({"to": "tutor", "ask": "open", "id": 3, "puzzle": {"puzzle": "gap"}}),
        json!({"to": "setter", "ask": "edit", "id": 3}),
        json!({"to": "setter", "ask": "open", "id": 3, "kind": "gap", "size": 100_000}),
        json!({"to": "watcher", "ask": "step", "id": 3}),
        json!({"to": "watcher", "ask": "open", "id": 3, "puzzle": []}),
    ] {
        let told = ask(&mut back, letter.clone());
        assert_eq!((told.len(), &told[0]["tell"]), (1, &json!("refused")), "{letter}: {told:?}");
    }
    assert!(ask(&mut back, json!({"to": "nobody"})).is_empty());
    assert!(ask(&mut back, json!([1, 2])).is_empty());
}

#[test]
fn the_puzzle_of_a_day_is_the_command_s() {
    let (kind, date) = (puzzles::kind("weight").expect("a kind"), "2026-11-15");
    let told =
        ask(&mut Back::new(&Still), json!({"to": "maker", "ask": "daily", "id": 1, "kind": "weight", "date": date}));
    let daily = play::daily(kind, date.parse().expect("a date")).expect("there is one");
    let made = daily.make(fd::Limits::none()).expect("it can be made");
    assert_eq!(told[0]["puzzle"], json_of(made.puzzle));
}

#[test]
fn a_wrong_entry_is_told() {
    let mut back = Back::new(&Still);
    let weight = || puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
    let mut game = Game::new(weight());
    ask(&mut back, json!({"to": "tutor", "ask": "open", "id": 1, "puzzle": json_of(weight())}));
    let mut check = |game: &Game| {
        let position = game.position().to_json(game.puzzle());
        ask(&mut back, json!({"to": "tutor", "ask": "check", "id": 2, "position": position})).remove(0)
    };
    // The solution is 3, 5, 1, 2, 4.
    game.play(&play::Move::Enter { target: "w1".to_owned(), choice: 3 }).expect("it fits");
    assert_eq!(check(&game)["wrong"], Value::Null);
    game.play(&play::Move::Enter { target: "w2".to_owned(), choice: 4 }).expect("it fits");
    let told = check(&game);
    assert_eq!(told["wrong"]["advice"], "wrong");
    assert!(told["wrong"]["rungs"][0]["marks"].as_array().is_some_and(|marks| !marks.is_empty()), "{told}");
}

#[test]
fn the_whole_way_leads_to_the_solution() {
    for kind in KINDS {
        let (mut back, puzzle) = (Back::new(&Still), small(kind));
        let start = Position::start(&*puzzle).to_json(&*puzzle);
        let opened = ask(&mut back, json!({"to": "tutor", "ask": "open", "id": 1, "puzzle": json_of(puzzle)}));
        let told = ask(&mut back, json!({"to": "tutor", "ask": "path", "id": 2, "from": "start", "position": start}));
        let steps = told[0]["steps"].as_array().expect("steps");
        let last = steps.last().expect("at least one");
        assert_eq!((&told[0]["outcome"], &last["board"]), (&json!("solved"), &opened[0]["solution"]), "{}", kind.name);
        let like = json!({"to": "tutor", "ask": "like", "id": 3, "level": steps[0]["level"], "position": start});
        assert!(!ask(&mut back, like)[0]["steps"].as_array().expect("steps").is_empty());
    }
}

#[test]
fn an_editor_follows_the_page() {
    let mut back = Back::new(&Still);
    let told = ask(&mut back, json!({"to": "setter", "ask": "open", "id": 1, "kind": "aztec", "size": 3}));
    let about: Vec<&str> = told.iter().filter_map(|told| told["about"].as_str()).collect();
    assert_eq!((about[0], &told[0]["verdict"]), ("verdict", &json!("several")));
    assert_eq!(told.last().map(|told| &told["tell"]), Some(&json!("idle")));
    let told = ask(&mut back, json!({"to": "setter", "ask": "unique", "id": 2}));
    assert_eq!((&told[0]["about"], &told[1]["verdict"]), (&json!("changed"), &json!("unique")));
    assert!(told.iter().any(|told| told["about"] == "graded"));
    let told = ask(&mut back, json!({"to": "setter", "ask": "undo", "id": 3}));
    assert_eq!(told[0]["verdict"], "several");
}

#[test]
fn a_search_is_watched_to_its_end() {
    for kind in KINDS {
        let mut back = Back::new(&Still);
        let puzzle = json_of(small(kind));
        let open =
            json!({"to": "watcher", "ask": "open", "id": 1, "puzzle": puzzle, "model": "best", "labelling": "ff"});
        assert_eq!(ask(&mut back, open)[0]["tell"], "opened");
        let told = ask(&mut back, json!({"to": "watcher", "ask": "step", "id": 2, "count": 20_000}));
        assert_eq!((&told[0]["ended"], &told[0]["solutions"]), (&json!(true), &json!(1)), "{}", kind.name);
        let nodes = told[0]["nodes"].as_array().expect("nodes");
        assert!(nodes.iter().any(|node| node["outcome"] == "solution"));
        let told = ask(&mut back, json!({"to": "watcher", "ask": "look", "id": 3, "node": 0}));
        assert_eq!(told[0]["position"]["board"].as_array().map(Vec::len), Some(small(kind).places()));
    }
    let open = json!({"to": "rival", "ask": "open", "id": 1, "puzzle": json_of(small(KINDS[0])), "labelling": "magic"});
    assert_eq!(ask(&mut Back::new(&Still), open)[0]["tell"], "refused");
}

#[test]
fn labellings_are_compared() {
    let mut back = Back::new(&Still);
    for kind in KINDS {
        for boards in ["built-in", "made"] {
            let told = ask(
                &mut back,
                json!({"to": "lab", "ask": "run", "id": 1, "kind": kind.name, "boards": boards, "model": "best",
                       "labellings": ["ff,step,up", "leftmost,step,up"], "metric": "nodes", "seed": 1}),
            );
            let report = told.last().expect("an answer");
            assert_eq!(report["tell"], "report", "{}: {report}", kind.name);
            let rows = report["tables"][0]["rows"].as_array().expect("rows");
            let is_full =
                |row: &Value| row.as_array().is_some_and(|row| row.len() == 3 && row.iter().all(|cell| cell != ""));
            assert!(rows.iter().all(is_full) && !rows.is_empty(), "{}: {rows:?}", kind.name);
            assert!(report["figures"][0]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
        }
    }
    let open = json!({"to": "lab", "ask": "run", "id": 1, "kind": "gap", "labellings": [], "metric": "nodes"});
    assert_eq!(ask(&mut back, open)[0]["tell"], "refused");
}
