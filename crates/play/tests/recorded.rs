//! What version 0.1.0 wrote still opens, and means what it meant: see
//! `recorded/README.md`.

use play::saves::{self, Saved};
use play::{Game, Preferences, Written, decode, open_link};
use puzzles::{Fault, Puzzle};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(file: &str) -> Value {
    serde_json::from_str(&text(file)).expect("it is JSON")
}

/// The entries of a list of the index.
fn listed(of: &str) -> Vec<Value> {
    let list = json("index.json")[of].as_array().cloned().expect("a list");
    assert!(!list.is_empty());
    list
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}"))
}

/// Nothing and an empty object say the same.
fn object(value: &Value) -> Value {
    if value.is_null() { json!({}) } else { value.clone() }
}

fn is_same(written: &Written, puzzle: &dyn Puzzle, expected: &Value, what: &str) {
    assert_eq!(puzzle.write_board(&written.board), expected["board"], "{what}: board");
    let marks: Map<String, Value> =
        written.marks.iter().map(|(id, values)| (id.clone(), values.iter().copied().collect())).collect();
    assert_eq!(Value::from(marks), object(&expected["fields"]), "{what}: candidates");
    let ruled_out: Map<String, Value> =
        written.ruled_out.iter().map(|(id, values)| (id.to_owned(), values.iter().copied().collect())).collect();
    assert_eq!(Value::from(ruled_out), object(&expected["struck_quantities"]), "{what}: quantities");
}

/// Everything of a game: undone to its start, and redone to its end, too.
fn is_game(mut game: Game, expected: &Value, what: &str) {
    let puzzle = game.shared();
    assert_eq!(studio::puzzle_to_json(&*puzzle), expected["puzzle"], "{what}");
    is_same(game.written(), &*puzzle, &expected["now"], what);
    is_same(game.start(), &*puzzle, &expected["start"], what);
    assert_eq!(game.is_solved(), expected["solved"], "{what}");
    assert_eq!(game.played(), expected["played"], "{what}");
    let help = game.help();
    let help = json!({
        "checks": help.checks, "hints": help.hints, "rung": help.level, "reveals": help.reveals,
    });
    assert_eq!(help, expected["help"], "{what}");
    let settings = json!({ "tidy": game.settings.automatic, "shown": game.settings.shown.name() });
    assert_eq!(settings, expected["settings"], "{what}");
    let checkpoints = expected["checkpoints"].as_object().expect("checkpoints");
    assert!(game.checkpoints().map(|(name, _)| name).eq(checkpoints.keys()), "{what}");
    for (name, written) in game.checkpoints() {
        is_same(written, &*puzzle, &checkpoints[name], &format!("{what}, checkpoint {name}"));
    }
    // It is read back as it is written now.
    let again = Game::from_json(&game.to_json()).expect("we wrote it");
    assert_eq!(again.to_json(), game.to_json(), "{what}");
    for (depth, after, back) in [("redo_depth", "after_redo", false), ("undo_depth", "after_undo", true)] {
        let positions = expected[after].as_array().expect("positions");
        assert_eq!(expected[depth], positions.len(), "{what}");
        // Values of what is given could be struck, which nothing showed: these moves are gone.
        let shown = |position: &Value| ["board", "fields", "struck_quantities"].map(|field| position[field].clone());
        let before = std::iter::once(&expected["now"]).chain(positions);
        let moves = positions.iter().zip(before).filter(|(now, before)| shown(now) != shown(before));
        let positions: Vec<&Value> = moves.map(|(now, _)| now).collect();
        for (number, &position) in positions.iter().enumerate() {
            assert!(if back { game.undo() } else { game.redo() }, "{what}: {after} {number}");
            is_same(game.written(), &*puzzle, position, &format!("{what}: {after} {number}"));
        }
        assert!(if back { !game.undo() } else { !game.redo() }, "{what}: no more");
        for _ in &positions {
            assert!(if back { game.redo() } else { game.undo() }, "{what}");
        }
        is_same(game.written(), &*puzzle, &expected["now"], what);
    }
}

fn is_saved(text: &str, expected: &Value, what: &str) {
    let Saved { game, about } = Saved::from_text(text).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(json!(about.name), expected["name"], "{what}");
    assert_eq!(json!(about.difficulty), expected["band"], "{what}");
    assert_eq!(json!(about.day), expected["day"], "{what}");
    assert_eq!(about.revision, expected["revision"].as_u64().unwrap_or(0), "{what}");
    assert_eq!(about.saved, expected["saved"].as_u64().unwrap_or(0), "{what}");
    is_game(game, expected, what);
}

#[test]
fn games_of_the_terminal_open() {
    for expected in listed("terminal") {
        let file = string(&expected["file"]);
        let saved = Saved::from_text(&text(file));
        let puzzle = saved.unwrap_or_else(|error| panic!("{file}: {error}")).game.shared();
        let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
        assert_eq!(Some(saves::file_stem(&*puzzle).as_str()), stem, "its file has the same name");
        is_saved(&text(file), &expected, file);
    }
}

#[test]
fn games_of_the_browser_open_and_are_imported() {
    let imported = saves::import(&text("web/export.json"), |_| true).expect("it is an export");
    for expected in listed("web") {
        let (file, key) = (string(&expected["file"]), string(&expected["key"]));
        is_saved(string(&json(file)[key]), &expected, key);
        let short = key.strip_prefix("equipoise/1/").expect("it is ours");
        if file != "web/storage.json" {
            continue;
        }
        let own = imported.iter().find(|(key, _)| key == short).unwrap_or_else(|| panic!("{short} is not imported"));
        is_saved(&own.1, &expected, short);
    }
    // Which game was played last is not exported.
    assert_eq!(imported.len() + 1, json("web/storage.json").as_object().map_or(0, Map::len));
}

#[test]
fn downloaded_games_open() {
    for expected in listed("downloads") {
        let file = string(&expected["file"]);
        let game = Game::from_json(&json(file)).expect("it opens");
        is_game(game, &expected, file);
    }
}

#[test]
fn codes_and_links_open() {
    for expected in listed("codes") {
        let code = string(&expected["code"]);
        let links = expected["links"].as_array().expect("links").iter().map(string);
        for text in links.chain([code]).chain(expected["printed"].as_str()) {
            let decoded = open_link(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(studio::puzzle_to_json(&*decoded.puzzle), expected["puzzle"], "{text}");
            match &decoded.position {
                Some(written) => is_same(written, &*decoded.puzzle, &expected["position"], text),
                None => assert!(expected["position"].is_null(), "{text}"),
            }
        }
        let watch = expected["watch"].as_str();
        assert!(watch.is_none_or(|watch| watch.ends_with(&format!("/{code}"))) && decode(code).is_ok());
    }
}

/// What a player chose is read as far as it makes sense.
fn is_chosen(text: &str, usual: Preferences, expected: &Value) {
    let read = Preferences::from_text(text, usual);
    let mut told: Value = serde_json::from_str(&read.to_text()).expect("it is JSON");
    told["names"] = told["labels"].clone();
    for (field, value) in expected.as_object().expect("fields") {
        assert_eq!(told[field], *value, "{field} of {text}");
    }
}

#[test]
fn preferences_are_read() {
    for expected in listed("preferences") {
        is_chosen(&text(string(&expected["file"])), Preferences::of_terminal(), &expected["must_be"]);
    }
    for expected in listed("likes") {
        let storage = json(string(&expected["file"]));
        is_chosen(string(&storage[string(&expected["key"])]), Preferences::default(), &expected["must_be"]);
    }
    assert_eq!(Preferences::from_text(&text("web/likes-default.json"), Preferences::default()), Preferences::default());
}

#[test]
fn what_is_damaged_or_newer_is_refused() {
    for spoilt in listed("damaged") {
        let what = format!("{} {} {}", spoilt["sort"], spoilt["kind"], spoilt["how"]);
        let newer = spoilt["newer"] == true;
        let is_refused = |refused: Result<Game, puzzles::ReadError>| {
            let error = refused.expect_err(&what);
            assert_eq!(error.fault == Fault::Limit && error.to_string().contains("later version"), newer, "{error}");
        };
        match string(&spoilt["sort"]) {
            "terminal" | "web" => is_refused(Saved::from_text(string(&spoilt["text"])).map(|saved| saved.game)),
            "download" => match serde_json::from_str(string(&spoilt["text"])) {
                Ok(value) => is_refused(Game::from_json(&value)),
                Err(_) => assert!(!newer, "{what}"),
            },
            "code" => {
                let error = open_link(string(&spoilt["code"])).expect_err(&what);
                assert_eq!(error.to_string().contains("later version"), newer, "{what}: {error}");
            }
            "export" => {
                let error = saves::import(string(&spoilt["text"]), |_| true).expect_err(&what);
                assert_eq!(error.contains("later version"), newer, "{what}: {error}");
            }
            "likes" => is_chosen(string(&spoilt["text"]), Preferences::default(), &spoilt["must_be"]),
            "preferences" => is_chosen(string(&spoilt["text"]), Preferences::of_terminal(), &spoilt["must_be"]),
            other => panic!("{other}"),
        }
    }
}
