//! What is Mobile's own: its formats, its rules, what is equivalent, and what is made.

use super::{KIND, Mobile, sample};
use crate::tree::Equation;
use crate::{Board, Checked, Document, Edit, Fault, Lines, Location, Puzzle, Request, Settable};
use fd::{Limits, Random, Search, Space};
use serde_json::{Value, json};

fn mobile(text: &str) -> Mobile {
    super::formats::read_text(Lines { text, first: 1 }).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The number of solutions, up to two.
fn solutions(puzzle: &dyn Puzzle) -> usize {
    let posed = puzzle.pose().unwrap();
    let mut space = Space::new(&posed.model);
    Search::new(&mut space, posed.branching(1), Limits::none()).take(2).unwrap().len()
}

#[test]
fn text_errors_say_what_and_where() {
    for (text, line, column, part) in [
        ("", 1, 1, "nothing hangs from this bar"),
        ("most 0\n-1:A 1:B", 1, 6, "expected a weight from 1 to 99, found `0`"),
        ("most 100\n-1:A 1:B", 1, 6, "found `100`"),
        ("C = 3\n-1:A 1:B", 1, 5, "given for C, which hangs nowhere"),
        ("most 4\nA = 5\n-1:A 1:B", 2, 5, "from 1 to 4, found 5"),
        ("A = 3\nA = 3\n-1:A 1:B", 2, 5, "given twice"),
        ("-1:A 1:K", 1, 8, "expected a letter for a shape"),
        ("-1:A 1:(-1:B 1:C)=0", 1, 19, "a total from 1 to"),
        ("-1:A 1:(-1:B 1:C)=", 1, 19, "the total of the bar"),
        ("(-1:A 1:B)=4 1:C", 1, 14, "nothing after the top bar"),
    ] {
        let error = super::formats::read_text(Lines { text, first: 1 }).unwrap_err();
        assert_eq!(error.place, Location::at(line, column), "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn json_errors_say_what_and_where() {
    for (value, path, part) in [
        (json!({"puzzle": "mobile"}), "", "\"tree\" is missing"),
        (json!({"puzzle": "mobile", "tree": []}), "tree", "nothing hangs"),
        (json!({"puzzle": "mobile", "tree": [{"at": 1, "shape": "AB"}]}), "tree[0].shape", "a letter from A to J"),
        (json!({"puzzle": "mobile", "tree": [{"at": 1}]}), "tree[0]", "either \"shape\" or \"bar\""),
        (json!({"puzzle": "mobile", "tree": [{"at": 1, "shape": "A", "total": 3}]}), "tree[0]", "\"total\" with a bar"),
        (json!({"puzzle": "mobile", "tree": [{"at": 1, "shape": "A"}], "given": {"B": 3}}), "given.B", "hangs nowhere"),
        (json!({"puzzle": "mobile", "tree": [{"at": 1, "shape": "A"}], "given": {"Z": 3}}), "given.Z", "a letter"),
        (json!({"puzzle": "mobile", "tree": [{"at": 1, "shape": "A"}], "most": 0}), "most", "from 1 to 99"),
    ] {
        let error = Document::from_json(&value, None).unwrap_err();
        assert_eq!(error.place.path.as_deref().unwrap_or(""), path, "{error}");
        assert!(error.message.contains(part) && error.fault == Fault::Shape, "{error}");
    }
}

#[test]
fn what_is_given_may_be_written_in_several_ways() {
    let one = mobile("most 12\nA = 4\n(-1:A -1:B 1:(-1:C 1:C)=8)=16");
    assert_eq!(one, mobile("A=4\n\nmost = 12\n( -1 : A -1:B\n1:(-1:C 1:C) =8 ) = 16\n"));
    assert_eq!(one, mobile(&crate::Formats::write_text(&one)));
}

#[test]
fn every_violation_has_its_board() {
    let puzzle = mobile("most 9\nA = 2\n(-1:A -1:A 1:(-2:B 1:C))=12");
    for (board, rule, message) in [
        ([2, 10, 20], "weights", "B weighs 10; numbers go from 1 to 9"),
        ([2, 1, 3], "balance", "bar b2 tips to the right: torque 2 on the left, 3 on the right"),
        ([2, 2, 4], "total", "bar b1 weighs 10, but 12 is given"),
        ([3, 2, 4], "given", "A weighs 3, but 2 is given"),
    ] {
        let found = puzzle.violations(&Board::full(board));
        let told = found.iter().find(|violation| violation.rule.name == rule);
        assert_eq!(told.map(|violation| violation.message.as_str()), Some(message), "{found:?}");
    }
}

/// Bars turned round, things listed in another order, other letters.
#[test]
fn equivalent_mobiles_have_one_form() {
    let form = |text: &str| mobile(text).canonical().write_json();
    let one = form("(-2:A -2:(-1:B 1:A 1:A) 2:C 2:D)=40");
    assert_eq!(one, form("(-2:B -2:A 2:(-1:D 1:C 1:C) 2:C)=40"));
    assert_eq!(one, form("(2:D 2:(1:C -1:D -1:D) -2:A -2:B)=40"));
    assert_ne!(one, form("(-2:A -2:(-1:B 1:A 1:A) 2:C 2:C)=40"));
    // Too many letters that could be exchanged: only bars are turned.
    let many = mobile("-1:A -1:B -1:C -1:D -1:E 1:F 1:G 1:H 1:I 1:J");
    assert_eq!(many.canonical().canonical().write_json(), many.canonical().write_json());
}

/// Without anything given, the double of a solution is one, too.
#[test]
fn a_made_mobile_needs_something_given() {
    for size in [2, 3, 5, 8] {
        let mut maker = (KIND.maker)(&Request::of_size(size)).unwrap();
        let draft = maker.draft(&mut Random::new(3), Limits::none()).unwrap().unwrap();
        let none = draft.puzzle.with_clues(&vec![false; draft.puzzle.clues()]);
        assert_eq!((none.clues(), solutions(&*none)), (0, 2));
        // Any one clue is enough.
        for one in 0..draft.clues.len() {
            let kept: Vec<bool> = (0..draft.clues.len()).map(|clue| clue == one).collect();
            let puzzle = draft.puzzle.with_clues(&kept);
            assert_eq!((puzzle.clues(), solutions(&*puzzle)), (1, 1), "{puzzle:?}");
        }
    }
    for size in [0, 1, 9] {
        assert!((KIND.maker)(&Request::of_size(size)).is_err());
    }
}

/// The last unknown of an equation, against its meaning.
#[test]
fn the_last_one_follows() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let mut model = fd::Model::new();
        let vars = model.vars(3, 1..=6).unwrap();
        let factor = |random: &mut Random| random.below(7) as i32 - 3;
        let terms: Vec<_> = vars.iter().map(|&x| (factor(&mut random), x)).collect();
        let mut plain = model.clone();
        model.post(crate::tree::LastOne(Equation::new(terms.clone()))).unwrap();
        plain.post(Equation::new(terms)).unwrap();
        let count = |model: &fd::Model| {
            let mut space = Space::new(model);
            let labelling = fd::Labelling::default().over(&vars);
            Search::new(&mut space, labelling, Limits::none()).all().unwrap().len()
        };
        assert_eq!(count(&model), count(&plain));
    }
}

#[test]
fn a_leaf_without_a_letter_is_missing_something() {
    let mut sketch = (KIND.sketch)(2).unwrap();
    assert!(sketch.puzzle().is_ok());
    let add = Edit::Add { part: "shape".to_owned(), on: "b1".to_owned(), at: 2 };
    let added = sketch.edit(&add).unwrap().unwrap();
    assert_eq!(sketch.puzzle().unwrap_err().to_string(), format!("{added} has no letter yet"));
    sketch.set(&added, Some(1)).unwrap();
    sketch.set("A", Some(7)).unwrap();
    sketch.set("b1", Some(30)).unwrap();
    sketch.set("most", Some(6)).unwrap();
    assert_eq!(sketch.puzzle().unwrap_err().to_string(), "A is given 7, but no shape weighs more than 6");
    sketch.set("most", Some(9)).unwrap();
    let object = Value::Object(sketch.puzzle().unwrap().write_json());
    assert_eq!((&object["given"], &object["total"], &object["most"]), (&json!({"A": 7}), &json!(30), &json!(9)));
    assert!((KIND.sketch)(11).is_err());
}

/// Every sample is the sketch of itself.
#[test]
fn samples_survive_being_sketched() {
    for seed in 0..50 {
        let puzzle = sample(&mut Random::new(seed));
        let again = puzzle.sketch().puzzle();
        assert_eq!(again.unwrap().write_json(), crate::Formats::write_json(&puzzle));
    }
}
