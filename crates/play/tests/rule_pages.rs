//! Kinds of users' own pages of rules: games, codes and offers keep their rules.

use play::message::Shared;
use play::saves::{About, Saved, file_stem};
use play::{CodeError, Game, Move, SAMPLE_RULES, decode, encode, link, open_link, rules_in_link};
use puzzles::{Document, Fault, Kind, Puzzle, Request};
use std::sync::Arc;
use studio::Workshop;

/// The kind of a page that has this name instead of its own; the tests run side by side.
fn page(name: &str) -> String {
    SAMPLE_RULES.replace("neighboursums", name)
}

fn load(page: &str) -> &'static Kind {
    puzzles::load(page).expect("it is right")
}

fn made(kind: &'static Kind) -> Arc<dyn Puzzle> {
    let mut workshop = Workshop::new(kind, Request::of_size(4)).expect("a size on offer");
    workshop.make(1, 0, fd::Limits::none()).expect("it can be made").puzzle.into()
}

/// The same page with a rule that says less, and another title.
fn changed(page: &str) -> String {
    let changed = page.replace("different(row)", "sum(row) > 0").replace("puzzle Neighbour", "puzzle Changed");
    assert_ne!(changed, page);
    changed
}

#[test]
fn a_game_keeps_the_rules_that_it_began_with() {
    let (kind, other) = (load(&page("saved")), load(&changed(&page("saved"))));
    let mut game = Game::new(made(kind));
    let target = game.sheet().targets.iter().find(|target| !target.given).expect("a blank").id.clone();
    game.play(&Move::Enter { target, choice: 2 }).expect("it is a choice");
    let text = About::default().write(&game);
    let saved = Saved::from_text(&text).expect("it was saved");
    assert_eq!(saved.game.to_json(), game.to_json());
    assert!(std::ptr::eq(saved.game.puzzle().kind(), kind));
    assert_eq!(About::default().write(&saved.game), text);
    // The same puzzle by the rules of today has a game of its own.
    let json = studio::puzzle_to_json(game.puzzle());
    let today = Document::from_json(&json, Some(other)).expect("its fields are the same");
    assert_ne!(file_stem(game.puzzle()), file_stem(&*today.puzzle));
    // Whoever reads it hears that the rules are others now; who writes it again names those.
    let told = today.other_rules().expect("they are others");
    assert!(told.contains("have changed") && told.contains(kind.rules_hash().expect("an own kind")), "{told}");
    assert_eq!(today.to_json()["rules"], other.rules_hash().expect("an own kind"));
    assert_eq!(Document::from_json(&json, Some(kind)).expect("it reads").other_rules(), None);
}

#[test]
fn a_link_brings_the_page_along() {
    let kind = load(&page("linked"));
    let puzzle = made(kind);
    let mut game = Game::new(Arc::clone(&puzzle));
    let target = game.sheet().targets.iter().find(|target| !target.given).expect("a blank").id.clone();
    game.play(&Move::Mark { target, candidates: Some([1, 3].into()) }).expect("they are choices");
    for position in [None, Some(game.written())] {
        let code = encode(&*puzzle, position).expect("it fits");
        println!("{} characters for a page of {}", code.len(), page("linked").len());
        assert!(code.len() < page("linked").len(), "a page is written in fewer letters than it has");
        let link = link("https://example.org/", &code);
        assert_eq!(rules_in_link(&link).expect("it is intact").as_deref(), Some(&*page("linked")));
        // Nobody has made the kind known.
        assert!(puzzles::kind("linked").is_none());
        let decoded = open_link(&link).expect("it opens");
        assert_eq!(decoded.puzzle.write_json(), puzzle.write_json());
        assert_eq!(decoded.puzzle.kind().page.map(|page| page.text), kind.page.map(|page| page.text));
        assert_eq!(decoded.position.as_ref(), position);
    }
    let builtin = puzzles::builtin("gap/seed-1").expect("it is built in");
    assert_eq!(rules_in_link(&encode(&*builtin.puzzle, None).expect("it fits")), Ok(None));
}

/// A page that is too long for a link is named by its hash.
#[test]
fn a_long_page_is_named_in_its_links() {
    let mut random = fd::Random::new(1);
    let noise: String = (0..12_000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    let long = format!("{}# {noise}\n", page("longlinked"));
    let kind = load(&long);
    let code = encode(&*made(kind), None).expect("without its page it fits");
    assert_eq!(rules_in_link(&code), Ok(None));
    let unknown = decode(&code).expect_err("nobody has the rules");
    assert!(matches!(&unknown, CodeError::Puzzle(error) if error.fault == Fault::Rules), "{unknown}");
}

#[test]
fn a_page_cannot_pass_for_a_kind_that_is_built_in() {
    let gap = page("gap");
    let forged = serde_json::json!({ "puzzle": "gap", "rule_page": gap, "n": 4, "given": null, "sum": null });
    let error = Document::from_json(&forged, None).expect_err("there is a Gap");
    assert!(error.message.contains("there is a kind named gap already"), "{error}");
    assert!(puzzles::replace(load(&gap)).is_err());
    for broken in ["puzzle X", "", "\u{202e}"] {
        let value = serde_json::json!({ "puzzle": "x", "rule_page": broken });
        let error = Document::from_json(&value, None).expect_err("no page");
        assert!(error.to_string().contains("the page of rules: line 1"), "{error}");
    }
}

/// What the page asks its worker: the puzzle brings its rules.
#[test]
fn a_message_brings_the_page_along() {
    let puzzle = Shared(made(load(&page("messaged"))));
    let text = serde_json::to_string(&puzzle).expect("it can be written");
    let read: Shared = serde_json::from_str(&text).expect("it reads");
    assert_eq!(read, puzzle);
    assert_eq!(read.0.kind().name, "messaged");
}

#[test]
fn own_kinds_are_offered() {
    let kind = load(&page("offered"));
    let sizes: Vec<usize> = play::offers(kind).map(|offer| offer.size).collect();
    assert_eq!(sizes, [4, 5, 6]);
    assert!(play::offers(kind).all(|offer| offer.is_untried && !offer.daily));
    assert_eq!(play::prospect(kind, 4, studio::Difficulty::Easy), Ok(play::Prospect::Untried));
}
