//! Codes: round trips, damage, and old codes that must stay readable.

use fd::{Limits, Random};
use play::{CodeError, Game, Move, Written, decode, encode, link, open_link};
use proptest::prelude::*;
use puzzles::json::Node;
use puzzles::{Document, KINDS, Puzzle, Request, builtin, builtin_names};
use serde_json::Value;
use studio::{Position, Workshop};

/// Some random entries and pencil marks.
fn position(name: &str, seed: u64) -> Written {
    let mut random = Random::new(seed);
    let mut game = Game::new(puzzle(name).into());
    let sheet = game.sheet().clone();
    let often = random.below(4);
    for target in sheet.targets.iter().filter(|target| !target.given) {
        for choice in target.choices.values() {
            if random.chance(often, 12) {
                game.play(&Move::Enter { target: target.id.clone(), choice }).expect("it is a choice");
            }
        }
        if random.chance(often, 6) {
            let candidates = Some(target.choices.values().filter(|_| random.chance(1, 2)).collect());
            game.play(&Move::Mark { target: target.id.clone(), candidates }).expect("they are choices");
        }
        if random.chance(often, 20) {
            game.play(&Move::RuleOut { subject: format!("{}.total", target.id), value: -3 }).expect("a quantity");
        }
    }
    game.written().clone()
}

fn puzzle(name: &str) -> Box<dyn Puzzle> {
    builtin(name).expect("it is built in").puzzle
}

fn round_trip(puzzle: &dyn Puzzle, position: Option<&Written>) -> String {
    let code = encode(puzzle, position).expect("it is small");
    let decoded = decode(&code).unwrap_or_else(|error| panic!("{error}: {code}"));
    assert_eq!(decoded.puzzle.kind().name, puzzle.kind().name);
    assert_eq!(decoded.puzzle.write_json(), puzzle.write_json());
    assert_eq!(decoded.position.as_ref(), position);
    code
}

#[test]
fn a_link_opens_what_its_code_stands_for() {
    for name in builtin_names() {
        let position = position(&name, 5);
        let code = encode(&*puzzle(&name), Some(&position)).expect("it is small");
        for base in ["", "https://example.org/", "http://localhost:8000/play/index.html?x=1", "file:///a#b#c", "#"] {
            let link = link(base, &code);
            assert_eq!(link.matches('#').count(), 1, "{link}");
            let opened = open_link(&format!("\t{link}\r\n")).expect("it is a link");
            assert_eq!(opened.puzzle.write_json(), puzzle(&name).write_json());
            assert_eq!(opened.position.as_ref(), Some(&position));
        }
        assert_eq!(open_link(&format!("{code}#")).expect_err("no code").to_string(), CodeError::Version.to_string());
        assert_eq!(open_link(&format!("https://example.org/#{code}x")).expect_err("damaged"), CodeError::Damaged);
    }
    for text in ["", "#", "https://example.org", "\u{1f600}#\u{1f600}", " "] {
        assert_eq!(open_link(text).expect_err(text), CodeError::Version);
    }
    assert_eq!(open_link(&format!("#1{}", "A".repeat(9000))).expect_err("long"), CodeError::TooLong);
}

#[test]
fn built_in_and_made_puzzles_have_short_codes() {
    for name in builtin_names() {
        round_trip(&*puzzle(&name), None);
    }
    let length = |name: &str| round_trip(&*puzzle(name), None).len();
    assert!(length("gap/seed-1") < 60);
    assert!(length("weight/seed-17") < 120);
    for &kind in KINDS {
        let mut workshop = Workshop::new(kind, Request::of_size(kind.making.size)).expect("it is the usual size");
        for index in 0..5 {
            let made = workshop.make(3, index, Limits::none()).expect("it is the usual size");
            let code = round_trip(&*made.puzzle, None);
            assert!(code.len() < 200, "{}: {code}", kind.name);
        }
    }
}

#[test]
fn positions_come_back() {
    for name in builtin_names() {
        for seed in 0..4 {
            round_trip(&*puzzle(&name), Some(&position(&name, seed)));
        }
    }
}

#[test]
fn every_wrong_character_is_found() {
    let code = encode(&*puzzle("weight/seed-8"), None).expect("it is small");
    let letters: Vec<char> = code.chars().collect();
    for at in 0..letters.len() {
        for wrong in "Az_-+ é".chars().filter(|wrong| *wrong != letters[at]) {
            let mut changed = letters.clone();
            changed[at] = wrong;
            let changed: String = changed.into_iter().collect();
            let expected = if at == 0 { CodeError::Version } else { CodeError::Damaged };
            assert_eq!(decode(&changed).expect_err(&changed), expected);
        }
        let cut: String = letters[..at].iter().collect();
        decode(&cut).expect_err("a part of a code is none");
        decode(&format!("{code}A")).expect_err("one too many");
    }
    assert_eq!(decode(&"1".repeat(10_000)).expect_err("long"), CodeError::TooLong);
}

#[test]
fn what_is_too_large_has_no_code() {
    let size = 500;
    let value = serde_json::json!({"puzzle": "gap", "size": size, "columns": vec![Value::Null; size], "rows": vec![Value::Null; size]});
    let puzzle = Document::from_json(&value, None).expect("it is a puzzle").puzzle;
    round_trip(&*puzzle, None);
    let position = Written::start(&*puzzle);
    assert_eq!(encode(&*puzzle, Some(&position)), Err(CodeError::TooLarge));
}

/// Codes of version 1, with what they stand for. A line may be added, but none
/// may be changed: the codes are in links that people keep.
const VERSION_1: &str = include_str!("codes_v1.txt");

#[test]
fn codes_of_version_1_stay_readable() {
    let lines: Vec<&str> = VERSION_1.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 20);
    for line in lines {
        let (code, json) = line.split_once(' ').expect("a code and what it stands for");
        let mut value: Value = serde_json::from_str(json).expect("JSON");
        let position = value.as_object_mut().expect("an object").remove("position");
        let decoded = decode(code).unwrap_or_else(|error| panic!("{error}: {line}"));
        let puzzle = Document::from_json(&value, None).expect("a puzzle").puzzle;
        assert_eq!(decoded.puzzle.write_json(), puzzle.write_json());
        // What was struck then is what is not written now.
        let struck = position.map(|value| Position::from_json(Node::root(&value), &*puzzle).expect("a position"));
        let known = decoded.position.as_ref().map(|written| written.known(&puzzle.sheet()));
        assert_eq!(known, struck);
        let again = encode(&*puzzle, decoded.position.as_ref()).expect("it was small once");
        if decoded.position.is_none_or(|written| written.marks.is_empty()) {
            assert_eq!(again, code);
        } else {
            assert!(again.starts_with('2'));
        }
    }
}

/// Bytes as a code with the right version and checksum, so that they get past those checks.
fn disguised(version: char, stream: &[u8]) -> String {
    let mut crc: u32 = 0x00b7_04ce;
    for bit in stream.iter().flat_map(|byte| (0..8).rev().map(move |i| u32::from(byte >> i & 1))) {
        let top = crc >> 23 & 1;
        crc = (crc << 1) & 0x00ff_ffff;
        if top ^ bit == 1 {
            crc ^= 0x0086_4cfb;
        }
    }
    let bytes: Vec<u8> = crc.to_be_bytes()[1..].iter().chain(stream).copied().collect();
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut code = version.to_string();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        code.extend((0..=three.len()).map(|i| char::from(LETTERS[(number >> (18 - 6 * i) & 63) as usize])));
    }
    code
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_texts_are_refused(text in "\\PC{0,60}") {
        prop_assert!(decode(&text).is_err());
    }

    #[test]
    fn random_streams_never_panic(stream in proptest::collection::vec(any::<u8>(), 0..80)) {
        for version in ['1', '2'] {
            let code = disguised(version, &stream);
            if let Ok(decoded) = decode(&code) {
                let again = encode(&*decoded.puzzle, decoded.position.as_ref());
                let marked = decoded.position.is_some_and(|written| !written.marks.is_empty());
                prop_assert!(marked != (version == '2') || again == Ok(code));
            }
        }
    }

    #[test]
    fn changed_streams_never_panic(which in 0..14usize, at in any::<usize>(), mask in 1..=255u8) {
        let name = builtin_names().nth(which).expect("there are as many");
        let code = encode(&*puzzle(&name), Some(&position(&name, 1))).expect("it is small");
        let mut stream = undisguised(&code);
        let at = at % stream.len();
        stream[at] ^= mask;
        let _ = decode(&disguised('1', &stream));
        let _ = decode(&disguised('2', &stream));
    }
}

/// The stream of a code.
fn undisguised(code: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        _ => 63,
    };
    let bits: Vec<u8> =
        code.bytes().skip(1).flat_map(|letter| (0..6).rev().map(move |i| value(letter) >> i & 1)).collect();
    bits.chunks_exact(8).skip(3).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

#[test]
fn the_disguise_is_a_code() {
    let code = encode(&*puzzle("gap/seed-2"), None).expect("it is small");
    assert_eq!(disguised('1', &undisguised(&code)), code);
}

/// A position that no game can be in has no code. (Found by fuzzing: it had one, which
/// could not be decoded.)
#[test]
fn impossible_positions_have_no_code() {
    let weight = puzzle("weight/seed-5");
    let start = Written::start(&*weight);
    let mut beyond = start.clone();
    beyond.board.set(4, Some(6));
    let mut marked = start.clone();
    marked.marks.insert("w1".to_owned(), [6].into());
    let mut nobody = start.clone();
    nobody.marks.insert("w9".to_owned(), [1].into());
    let mut nothing = start.clone();
    nothing.ruled_out.strike("w9.total", 1);
    for position in [beyond, marked, nobody, nothing] {
        assert_eq!(encode(&*weight, Some(&position)), Err(CodeError::Position), "{position:?}");
    }
    let aztec = puzzle("aztec/seed-3a");
    let mut changed = Written::start(&*aztec);
    let given = (0..aztec.places()).find(|&place| changed.board.get(place).is_some()).expect("something is given");
    changed.board.set(given, changed.board.get(given).map(|value| value % 9 + 1));
    assert_eq!(encode(&*aztec, Some(&changed)), Err(CodeError::Position));
    round_trip(&*weight, Some(&start));
}
