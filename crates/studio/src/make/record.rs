//! What a made puzzle's file says about how it was made.

use super::{Made, Techniques, Workshop};
use crate::Difficulty;
use puzzles::{Clues, Document, Kind, Loose, Puzzle, Request};
use serde_json::{Map, Value, json};

impl Workshop {
    /// A puzzle made here, as a document.
    pub fn document(&self, made: Made, seed: u64, index: u64) -> Document {
        let Made { puzzle, solution, minimal, grade, .. } = made;
        let options = options_record(self.kind, &self.wanted, self.difficulty, self.techniques);
        let mut record = record(self.kind, options, &*puzzle, seed, index);
        record["unique"] = true.into();
        if self.kind.making.clues.is_some() {
            record["minimal"] = minimal.into();
        }
        let mut about = Map::from_iter([("made".to_owned(), record)]);
        about.extend(grade.map(|grade| ("grade".to_owned(), grade.to_json())));
        Document { puzzle, solution: Some(solution), about }
    }
}

/// A puzzle made in one of the paper's ways, as a document: nobody has looked
/// for a second solution, and the file says so.
pub fn loose_document(
    kind: &'static Kind,
    wanted: &Request,
    way: &str,
    loose: Loose,
    seed: u64,
    index: u64,
) -> Document {
    let options = options_record(kind, wanted, None, Techniques::default());
    let mut record = record(kind, options, &*loose.puzzle, seed, index);
    record["way"] = way.into();
    record["unique"] = Value::Null;
    let note = "Made as the paper did: it has a solution, perhaps more than one.";
    let about = Map::from_iter([("note".to_owned(), note.into()), ("made".to_owned(), record)]);
    Document { puzzle: loose.puzzle, solution: Some(loose.solution), about }
}

fn record(kind: &'static Kind, options: Value, puzzle: &dyn Puzzle, seed: u64, index: u64) -> Value {
    let mut record = json!({
        "kind": kind.name,
        "options": options,
        "seed": seed,
        "index": index,
        "version": env!("CARGO_PKG_VERSION"),
        "canonical": canonical_hash(puzzle),
    });
    // Another page of rules makes other puzzles.
    if let Some(hash) = kind.rules_hash() {
        record["rules"] = hash.into();
    }
    record
}

/// The options of a request, as recorded in the file of a puzzle made from them.
pub fn options_record(kind: &Kind, wanted: &Request, difficulty: Option<Difficulty>, techniques: Techniques) -> Value {
    let mut options = Map::from_iter([("size".to_owned(), wanted.size.into())]);
    if let (Some(option), Some(clues)) = (kind.making.clues, wanted.clues) {
        options.insert(option.name.to_owned(), describe_clues(clues).into());
    }
    options.extend(wanted.options.iter().map(|&(name, value)| (name.to_owned(), value.into())));
    options.extend(difficulty.map(|difficulty| ("difficulty".to_owned(), difficulty.name().into())));
    let name = |number: usize| kind.techniques.get(number).map(|technique| technique.name.into());
    options.extend(techniques.with.and_then(name).map(|name| ("technique".to_owned(), name)));
    options.extend(techniques.without.and_then(name).map(|name| ("without".to_owned(), name)));
    Value::Object(options)
}

/// A number of clues as the command line writes it.
fn describe_clues(clues: Clues) -> String {
    match clues {
        Clues::Min => "min".to_owned(),
        Clues::Fewest => "fewest".to_owned(),
        Clues::Between(least, most) if least == most => least.to_string(),
        Clues::Between(least, most) => format!("{least}..{most}"),
    }
}

/// A puzzle as JSON, with the name of its kind, and without what a file says about it.
pub fn puzzle_to_json(puzzle: &dyn Puzzle) -> Value {
    puzzles::puzzle_fields(puzzle).into()
}

/// A name that equivalent puzzles share, and others are unlikely to.
pub fn canonical_hash(puzzle: &dyn Puzzle) -> String {
    let text = Value::Object(puzzle.canonical().write_json()).to_string();
    let name = puzzle.kind().name;
    // FNV-1a with 128 bits: a few lines, the same everywhere, and no two of a
    // billion puzzles collide by chance.
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in name.bytes().chain([0]).chain(text.bytes()) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}
