//! Every format: what it refuses, and that it loses nothing.

use super::{puzzle, random_tree};
use crate::tree::MOST_LEAVES;
use crate::weight::{KIND, Weight, paper::PAPER};
use crate::{Board, Document, Fault, Format, Formats, InPaper, ReadError, builtin, read};
use fd::Random;
use proptest::prelude::*;

fn read_one(text: &str, format: Format) -> Result<Document, ReadError> {
    read(text.as_bytes(), Some(format), Some(&KIND))?.pop().unwrap().document
}

fn error(text: &str, format: Format) -> String {
    read_one(text, format).unwrap_err().to_string()
}

fn text_error(text: &str) -> String {
    error(text, Format::Text)
}

fn json_error(tree: &str) -> String {
    error(&format!("{{\"puzzle\":\"weight\",\"tree\":{tree}}}"), Format::Json)
}

#[test]
fn text_is_short_and_tolerant() {
    let written = puzzle("( -3 :_\n\n+1:( -1:?\t2: 3 ) 2 :? )").write_text();
    assert_eq!(written, "-3:? 1:(-1:? 2:3) 2:?\n");
    let long = builtin("weight/seed-17").unwrap().puzzle.write_text();
    insta::assert_snapshot!(long, @r"
    -3:?
    -2:?
    -1:(-1:(-1:? 1:? 2:?) 1:(-1:(-2:? 1:(-1:? 2:?)) 2:?) 2:?)
    1:(-2:(-1:? 2:?) 1:? 2:(-3:? 1:?))
    2:?
    3:?
    ");
}

#[test]
fn text_errors_say_what_and_where() {
    let cases = [
        ("weight\n-3:x", "line 2, column 4: expected `?`, a weight, or a bar in parentheses, found `x`"),
        ("weight\n-3:? 4?", "line 2, column 7: expected `:` after the distance, found `?`"),
        ("weight\n-3:? )", "line 2, column 6: expected a distance, such as -3, found `)`"),
        ("weight\n-3:(1:?", "line 3, column 1: expected `)` at the end of a bar, found the end"),
        ("weight\n(1:? ", "line 3, column 1: expected `)` at the end of a bar, found the end"),
        ("weight\n(1:?) 2:?", "line 2, column 7: expected nothing after the top bar, found `2`"),
        ("weight\n1:()", "line 2, column 4: nothing hangs from this bar; expected at least one weight or bar"),
        ("weight\n", "line 2, column 1: nothing hangs from this bar; expected at least one weight or bar"),
        ("weight\n1:? -1:3", "line 2, column 8: expected a weight from 1 to 2, the number of leaves, found 3"),
        ("weight\n1:? -1:0", "line 2, column 8: expected a weight from 1 to 2, the number of leaves, found 0"),
        ("weight\n1001:?", "line 2, column 1: expected a distance from -1000 to 1000, found 1001"),
        ("weight\n99999999999:?", "line 2, column 1: expected a distance, such as -3, found one of many digits"),
    ];
    for (text, message) in cases {
        assert_eq!(text_error(text), message, "{text:?}");
    }
}

#[test]
fn json_errors_say_what_and_where() {
    let cases = [
        ("3", "tree, line 1, column 27: expected the things on a bar, as a list, found 3"),
        ("[]", "tree, line 1, column 27: nothing hangs from this bar; expected at least one weight or bar"),
        (
            "[{\"at\":1,\"bar\":[]}]",
            "tree[0].bar, line 1, column 42: nothing hangs from this bar; expected at least one weight or bar",
        ),
        ("[{\"weight\":1}]", "tree[0], line 1, column 28: the field \"at\" is missing"),
        (
            "[{\"at\":1000000000}]",
            "tree[0].at, line 1, column 34: expected a distance, a whole number from -1000 to 1000, found 1000000000",
        ),
        (
            "[{\"at\":1},{\"at\":2,\"weight\":3}]",
            "tree[1].weight, line 1, column 54: expected a weight from 1 to 2, the number of leaves, found 3",
        ),
        (
            "[{\"at\":1,\"weight\":1,\"bar\":[]}]",
            "tree[0], line 1, column 28: expected \"weight\" or \"bar\", found both",
        ),
        (
            "[{\"at\":1,\"wieght\":1}]",
            "tree[0].wieght, line 1, column 45: unknown field \"wieght\"; did you mean \"weight\"?",
        ),
    ];
    for (tree, message) in cases {
        assert_eq!(json_error(tree), message, "{tree}");
    }
}

#[test]
fn prolog_errors_say_what_and_where() {
    let cases = [
        (
            "p([weight(1,_),wait(2,_)]).",
            "line 1, column 16: expected weight(At, Weight) or branch(At, List), found wait/2",
        ),
        ("p([weight(1,_),\nbranch(2,_)]).", "line 2, column 10: expected the things on a bar, as a list, found _"),
        ("[weight(1,7)].", "line 1, column 11: expected a weight from 1 to 1, the number of leaves, found 7"),
        ("[weight(x,7)].", "line 1, column 9: expected a distance, a whole number from -1000 to 1000, found x"),
    ];
    for (text, message) in cases {
        assert_eq!(error(text, Format::Prolog), message, "{text}");
    }
    for other in ["p([]).", "p([[1],[2,3]]).", "p(1,[weight(1,_)]).", "p([weight(1,_)]) :- q."] {
        let clauses = crate::prolog::read(other).unwrap();
        assert!((PAPER.read_prolog)(&clauses[0]).is_none(), "{other}");
    }
}

#[test]
fn limits() {
    let leaves = "1:? ".repeat(MOST_LEAVES + 1);
    let bars = "1:(1:?) ".repeat(1000);
    let levels = "1:(".repeat(10_000);
    for text in [leaves, bars, levels] {
        assert_eq!(read_one(&format!("weight\n{text}"), Format::Text).unwrap_err().fault, Fault::Limit);
    }
    // The deepest tree that there may be goes through every format.
    let deepest = puzzle(&format!("{}1:?{}", "1:(".repeat(59), ")".repeat(59)));
    check_round_trip(&deepest);
    for level in [60, 10_000] {
        let tree = format!("{}{{\"at\":1}}{}", "[{\"at\":1,\"bar\":".repeat(level), "}]".repeat(level));
        let text = format!("{{\"puzzle\":\"weight\",\"tree\":{tree}}}");
        assert!(read_one(&text, Format::Json).is_err());
    }
}

#[test]
fn boards() {
    let puzzle = puzzle("-1:? 1:(-1:? 2:?)");
    let read = |text: &str| {
        let value = serde_json::from_str(text).unwrap();
        puzzle.read_board(crate::json::Node::root(&value))
    };
    let half = Board::from_iter([None, Some(2), Some(9)]);
    assert_eq!(read("[0,2,9]").unwrap(), half);
    assert_eq!(puzzle.write_board(&half).to_string(), "[0,2,9]");
    assert_eq!(read("[1,2]").unwrap_err().message, "expected 3 weights, one for each leaf, found 2");
    assert!(
        read("[1,2,-3]").unwrap_err().to_string().starts_with("[2]: expected a weight (0 for none), a whole number")
    );
}

fn check_round_trip(puzzle: &Weight) {
    let document = Document::new(Box::new(puzzle.clone()));
    let texts = [
        (document.to_json().to_string(), Format::Json),
        (document.to_text(), Format::Text),
        (puzzle.write_prolog(), Format::Prolog),
    ];
    for (text, format) in texts {
        let back = read_one(&text, format).unwrap();
        assert_eq!(back.puzzle.write_json(), puzzle.write_json(), "{text}");
    }
}

proptest! {
    #[test]
    fn every_format_keeps_everything(seed: u64, leaves in 1u32..60) {
        check_round_trip(&random_tree(&mut Random::new(seed), leaves));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[-+0-9:?_() \\n]{0,60}|.{0,60}") {
        let _ = read_one(&format!("weight\n{text}"), Format::Text);
        let _ = read_one(&text, Format::Prolog);
        let _ = read_one(&text, Format::Json);
    }

    #[test]
    fn no_spoilt_file_makes_a_reader_panic(seed: u64, at: prop::sample::Index, with in "[-0-9:?()\\[\\]{},\"a]{0,3}", cut in 0usize..4) {
        let puzzle = random_tree(&mut Random::new(seed), 12);
        let document = Document::new(Box::new(puzzle));
        let texts = [
            (document.to_json().to_string(), Format::Json),
            (document.to_text(), Format::Text),
            (document.puzzle.paper().unwrap().write_prolog(), Format::Prolog),
        ];
        for (mut text, format) in texts {
            let start = at.index(text.len());
            let end = (start + cut).min(text.len());
            text.replace_range(start..end, &with);
            let _ = read_one(&text, format);
        }
    }
}
