//! Files: a puzzle, its solution if known, and what is said about it.

use crate::json::{self, Node};
use crate::prolog::{self, Clause, Term, TermShape};
use crate::registry::is_builtin;
use crate::{Board, Fault, KINDS, Kind, Lines, Puzzle, ReadError, Taken, kind, load};
use serde_json::{Map, Value};

/// Fields about a puzzle rather than of it: carried along untouched.
const CARRIED: &[&str] = &["source", "title", "author", "note", "solution_origin", "witness", "made", "grade", "part"];

/// A puzzle as a file has it.
#[derive(Debug)]
pub struct Document {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// The solution that the file gives.
    pub solution: Option<Board>,
    /// What the file says about the puzzle: title, source and the like.
    pub about: Map<String, Value>,
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object.
    Json,
    /// A JSON object on each line.
    JsonLines,
    /// The text format of its kind.
    Text,
    /// Prolog data.
    Prolog,
}

impl Format {
    /// The format that the extension of a file name indicates.
    pub fn of(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "json" => Some(Format::Json),
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            "txt" => Some(Format::Text),
            "pl" | "pro" => Some(Format::Prolog),
            _ => None,
        }
    }

    /// The format that the beginning of a text indicates.
    pub fn guess(text: &str) -> Format {
        let text = text.trim_start();
        let first_line = text.lines().next().unwrap_or("").trim();
        if text.starts_with('{') {
            let ends_in_line =
                first_line.ends_with('}') && text.lines().filter(|line| !line.trim().is_empty()).count() > 1;
            if ends_in_line { Format::JsonLines } else { Format::Json }
        } else if text.starts_with('[') || text.contains(").") || text.contains("].") {
            Format::Prolog
        } else {
            Format::Text
        }
    }
}

/// One of the puzzles of a file.
#[derive(Debug)]
pub struct Entry {
    /// Its number: the one it carries (`puzzle(7, ...)`), if those tell the
    /// puzzles of the file apart, else its position from 1.
    pub number: i64,
    /// The puzzle, or why it could not be read.
    pub document: Result<Document, ReadError>,
}

/// Reads all puzzles of a file; `kind` decides where the text alone does not
/// say, and `format` is guessed when it is not given.
///
/// # Errors
/// When the file as a whole cannot be read.
pub fn read(bytes: &[u8], format: Option<Format>, kind: Option<&'static Kind>) -> Result<Vec<Entry>, ReadError> {
    let text = decode(bytes)?;
    if text.trim().is_empty() {
        return Err(ReadError::whole(Fault::Syntax, "the file is empty; expected a puzzle"));
    }
    let documents: Vec<Result<Document, ReadError>> = match format.unwrap_or_else(|| Format::guess(text)) {
        Format::Json => vec![read_json(text, 1, kind)],
        Format::JsonLines => {
            let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
            lines.map(|(line, number)| read_json(line, number, kind)).collect()
        }
        Format::Text => texts(text).into_iter().map(|(first_line, text)| read_text(text, first_line, kind)).collect(),
        Format::Prolog => return read_prolog(text, kind),
    };
    Ok(documents.into_iter().zip(1..).map(|(document, number)| Entry { number, document }).collect())
}

/// The text in some bytes, without a byte order mark.
///
/// # Errors
/// Where they stop being UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ReadError::at(Fault::Encoding, line, column, "not UTF-8; expected a text file")
    })
}

fn read_json(text: &str, first_line: usize, wanted: Option<&'static Kind>) -> Result<Document, ReadError> {
    let value = json::parse(text, first_line)?;
    Document::from_json(&value, wanted).map_err(|error| error.in_json(text, first_line))
}

impl Document {
    /// A puzzle with nothing known about it.
    pub fn new(puzzle: Box<dyn Puzzle>) -> Document {
        Document { puzzle, solution: None, about: Map::new() }
    }

    /// Reads a JSON object.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(value: &Value, wanted: Option<&'static Kind>) -> Result<Document, ReadError> {
        let root = Node::root(value);
        let mut fields = root.fields("an object that is a puzzle")?;
        let named = fields.require("puzzle")?;
        let name = named.text("the name of a kind of puzzle")?;
        let (page, hash) = (fields.take_some("rule_page"), fields.take_some("rules"));
        let found = match (page, wanted) {
            (Some(page), _) => kind_of_page(page, name)?,
            (None, Some(wanted)) if is_called(wanted, name) => wanted,
            (None, _) => kind(name).ok_or_else(|| unknown(named, name, hash.is_some()))?,
        };
        if let Some(wanted) = wanted.filter(|wanted| wanted.name != found.name) {
            return Err(named.error(Fault::Kind, format!("expected {:?}, found {name:?}", wanted.name)));
        }
        let hash = hash.map(|hash| hash.text("the hash of a page of rules")).transpose()?;
        let puzzle = (found.read_json)(&mut fields)?;
        let solution = match fields.take_some("solution") {
            Some(node) => {
                let board = puzzle.read_board(node)?;
                if !board.is_full() {
                    return Err(node.error(Fault::Shape, "a solution must fill in every place"));
                }
                Some(board)
            }
            None => None,
        };
        let mut about = Map::new();
        for &name in CARRIED {
            if let Some(node) = fields.take(name) {
                about.insert(name.to_owned(), node.value().clone());
            }
        }
        if let Some(hash) = hash.filter(|hash| found.rules_hash() != Some(hash)) {
            about.insert("rules".to_owned(), hash.into());
        }
        fields.finish()?;
        Ok(Document { puzzle, solution, about })
    }

    /// What is to be told if its file speaks of other rules than those that are at hand for its kind.
    pub fn other_rules(&self) -> Option<String> {
        let hash = self.about.get("rules")?.as_str()?;
        let kind = self.puzzle.kind();
        let now = kind.rules_hash().unwrap_or("built in");
        Some(format!(
            "the rules of {} have changed since: this puzzle is of the rules {hash}; those at hand are {now}",
            kind.title
        ))
    }

    /// The puzzle and what is known about it as a JSON object.
    pub fn to_json(&self) -> Value {
        let kind = self.puzzle.kind();
        let mut object = Map::from_iter([("puzzle".to_owned(), kind.name.into())]);
        object.extend(self.about.clone());
        object.shift_remove("rules");
        object.extend(kind.rules_hash().map(|hash| ("rules".to_owned(), hash.into())));
        object.extend(self.puzzle.write_json());
        if let Some(board) = &self.solution {
            object.insert("solution".to_owned(), self.puzzle.write_board(board));
        }
        Value::Object(object)
    }

    /// The puzzle in the text format, with the line that names its kind.
    pub fn to_text(&self) -> String {
        format!("{}\n{}", self.puzzle.kind().name, self.puzzle.write_text())
    }
}

/// A puzzle as JSON: the name of its kind, the hash of its rules where the name does not say all, and
/// its own fields.
pub fn puzzle_fields(puzzle: &dyn Puzzle) -> Map<String, Value> {
    let kind = puzzle.kind();
    let mut object = Map::from_iter([("puzzle".to_owned(), kind.name.into())]);
    object.extend(kind.rules_hash().map(|hash| ("rules".to_owned(), hash.into())));
    object.extend(puzzle.write_json());
    object
}

/// The same with the page of rules of a user's own kind, for readers who may not have it.
pub fn whole_fields(puzzle: &dyn Puzzle) -> Map<String, Value> {
    let mut object = puzzle_fields(puzzle);
    let page = puzzle.kind().page.filter(|page| !page.is_builtin);
    object.extend(page.map(|page| ("rule_page".to_owned(), page.text.into())));
    object
}

fn is_called(kind: &Kind, name: &str) -> bool {
    kind.name == name || kind.aliases.contains(&name)
}

/// The kind of a page that a puzzle brings. It need not be known by name.
fn kind_of_page(page: Node<'_>, name: &str) -> Result<&'static Kind, ReadError> {
    let kind = load(page.text("a page of rules")?).map_err(|mistake| {
        page.error(
            Fault::Kind,
            format!("the page of rules: line {}, column {}: {}", mistake.line, mistake.column, mistake.message),
        )
    })?;
    if is_builtin(kind.name) {
        return Err(page.error(Fault::Kind, Taken(kind.name.to_owned()).to_string()));
    }
    if kind.name != name {
        return Err(page.error(Fault::Kind, format!("the page of rules is of {:?}; expected {name:?}", kind.name)));
    }
    Ok(kind)
}

fn unknown(named: Node<'_>, name: &str, has_rules: bool) -> ReadError {
    match has_rules {
        true => named.error(Fault::Rules, format!("the rules of {name:?} are not at hand; expected its rule file")),
        false => {
            named.error(Fault::Kind, format!("there is no kind of puzzle {name:?}; expected one of {}", kind_names()))
        }
    }
}

fn kind_names() -> String {
    KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

/// The puzzles of a text, each with the number of its first line: one begins at
/// every line that names a kind, and what comes before the first of these
/// belongs to it.
fn texts(text: &str) -> Vec<(usize, &str)> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if kind(&line.trim().to_ascii_lowercase()).is_some() {
            starts.push((number, offset));
        }
        offset += line.len();
    }
    match starts.first_mut() {
        // Only blanks and comments may come before the first name; with
        // anything else there, the reader finds no name at the beginning and
        // says so.
        Some(first) => *first = (1, 0),
        None => starts.push((1, 0)),
    }
    let ends = starts[1..].iter().map(|&(_, offset)| offset).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(number, start), end)| (number, &text[start..end])).collect()
}

/// The text with its comment lines (`%`) emptied.
fn without_remarks(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for line in text.lines() {
        if !line.trim_start().starts_with('%') {
            cleaned.push_str(line.trim_end());
        }
        cleaned.push('\n');
    }
    cleaned
}

/// Reads a board from a text, in which lines that begin with `%` are comments.
///
/// # Errors
/// What is wrong, with its line and column.
pub fn board_from_text(puzzle: &dyn Puzzle, text: &str) -> Result<Board, ReadError> {
    puzzle.read_board_text(Lines { text: &without_remarks(text), first: 1 })
}

fn read_text(text: &str, start: usize, wanted: Option<&'static Kind>) -> Result<Document, ReadError> {
    let cleaned = without_remarks(text);
    // Empty lines may come first.
    let blanks = cleaned.len() - cleaned.trim_start().len();
    let (empty, mut rest) = cleaned.split_at(cleaned[..blanks].rfind('\n').map_or(0, |end| end + 1));
    let first_line = rest.lines().next().unwrap_or("").trim().to_ascii_lowercase();
    let mut first = empty.matches('\n').count() + start;
    let named = kind(&first_line);
    if named.is_some() {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        first += 1;
    }
    let found = match (named, wanted) {
        (Some(named), Some(wanted)) if named.name != wanted.name => {
            let message = format!("expected {}, found {}", wanted.name, named.name);
            return Err(ReadError::at(Fault::Kind, first - 1, 1, message));
        }
        (_, Some(found)) | (Some(found), None) => found,
        (None, None) => {
            let message = format!("expected a line that names the kind of puzzle: {}", kind_names());
            return Err(ReadError::at(Fault::Kind, first, 1, message));
        }
    };
    Ok(Document::new((found.read_text)(Lines { text: rest, first })?))
}

fn read_prolog(text: &str, wanted: Option<&'static Kind>) -> Result<Vec<Entry>, ReadError> {
    let clauses = prolog::read(text)?;
    if clauses.is_empty() {
        return Err(ReadError::whole(Fault::Syntax, "there is no clause; expected a puzzle"));
    }
    let numbers = numbers(&clauses);
    let entries = clauses.iter().zip(numbers);
    Ok(entries.map(|(clause, number)| Entry { number, document: read_clause(clause, wanted) }).collect())
}

/// The numbers that the clauses carry, or else their positions from 1. Numbers
/// that do not tell them apart (puzzles of several files put together, say) are
/// ignored.
fn numbers(clauses: &[Clause]) -> Vec<i64> {
    let carried: Vec<i64> =
        clauses.iter().zip(1..).map(|(clause, position)| own_number(clause).unwrap_or(position)).collect();
    let mut sorted = carried.clone();
    sorted.sort_unstable();
    let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    if distinct { carried } else { (1..).take(clauses.len()).collect() }
}

/// The number that a clause such as `puzzle(7, ...)` carries.
fn own_number(clause: &Clause) -> Option<i64> {
    let TermShape::Compound(_, arguments) = &clause.goals.first()?.shape else { return None };
    match arguments.as_slice() {
        [Term { shape: TermShape::Integer(number), .. }, _, ..] => Some(*number),
        _ => None,
    }
}

fn read_clause(clause: &Clause, wanted: Option<&'static Kind>) -> Result<Document, ReadError> {
    let term = clause.head.as_ref().or(clause.goals.first());
    let (line, column) = term.map_or((1, 1), |term| (term.line, term.column));
    let error = |message: String| Err(ReadError::at(Fault::Kind, line, column, message));
    let kinds = KINDS.iter().copied().filter(|kind| wanted.is_none_or(|wanted| wanted.name == kind.name));
    let mut readings: Vec<_> =
        kinds.filter_map(|kind| Some((kind.name, (kind.paper.as_ref()?.read_prolog)(clause)?))).collect();
    if readings.len() > 1 {
        let names: Vec<&str> = readings.iter().map(|(name, _)| *name).collect();
        return error(format!("this could be {}: say which kind it is", names.join(" or ")));
    }
    match (readings.pop(), wanted) {
        (Some((_, reading)), _) => reading.map(Document::new),
        (None, Some(kind)) => error(format!("this clause is no {} puzzle", kind.title)),
        (None, None) => error("this clause is not a puzzle of any kind".to_owned()),
    }
}

/// The built-in puzzle with a name such as `weight/seed-17`.
pub fn builtin(name: &str) -> Option<Document> {
    let (kind_name, puzzle) = name.split_once('/')?;
    let found = kind(kind_name)?.builtin.iter().find(|own| own.name == puzzle)?;
    read_json((found.text)(), 1, None).ok()
}

/// The names of all built-in puzzles.
pub fn builtin_names() -> impl Iterator<Item = String> {
    KINDS.iter().flat_map(|kind| kind.builtin_names())
}

/// The smallest built-in puzzle of a kind that has a solution, to show what its
/// rules mean, with its name.
pub fn example(kind: &Kind) -> Option<(String, Document)> {
    let puzzles = kind.builtin_names().filter_map(|name| Some((builtin(&name)?, name)));
    let solved = puzzles.filter(|(document, _)| document.solution.is_some());
    solved.min_by_key(|(document, _)| document.puzzle.size()).map(|(document, name)| (name, document))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_guessed() {
        for (text, format) in [
            ("{}", Format::Json),
            ("{}\n\n \n", Format::Json),
            ("{\n}\n", Format::Json),
            ("\n{}\n{}", Format::JsonLines),
            ("{}\n\n{}\n", Format::JsonLines),
            ("[1].", Format::Prolog),
            ("p(1).", Format::Prolog),
            ("gap 9", Format::Text),
            ("", Format::Text),
        ] {
            assert_eq!(Format::guess(text), format, "{text:?}");
        }
    }
}
