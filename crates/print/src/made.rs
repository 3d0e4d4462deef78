//! Where the puzzles of a book are from, so that it can be made again.

use crate::Entry;
use crate::font::Face;
use crate::typeset::Run;
use puzzles::{Kind, Takes};
use serde_json::{Map, Value};

/// Puzzles that follow one another and have the same origin.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The numbers of the first and the last, from 1.
    first: usize,
    last: usize,
    from: From,
    /// Their indices, where they were made.
    indices: Vec<u64>,
}

#[derive(Debug, PartialEq, Eq)]
enum From {
    /// The command that makes them, without `--count`, and its version.
    Command { command: String, version: String },
    /// The name of a file or of a built-in puzzle, and what the file says about
    /// its source.
    File { name: String, source: String },
}

/// The origins of all puzzles, in order.
pub(crate) fn origins(entries: &[Entry]) -> Vec<Origin> {
    let mut origins: Vec<Origin> = Vec::new();
    for (entry, number) in entries.iter().zip(1..) {
        let (from, index) = from(entry);
        match origins.last_mut() {
            Some(origin) if origin.from == from => {
                origin.last = number;
                origin.indices.extend(index);
            }
            _ => origins.push(Origin { first: number, last: number, from, indices: index.into_iter().collect() }),
        }
    }
    origins
}

fn from(entry: &Entry) -> (From, Option<u64>) {
    let about = &entry.document.about;
    let made = about.get("made").and_then(Value::as_object);
    if let Some((from, index)) = made.and_then(|made| command(entry.document.puzzle.kind(), made)) {
        return (from, Some(index));
    }
    let name = match entry.name.rsplit_once('#') {
        Some((file, number)) if number.parse::<i64>().is_ok() => file,
        _ => &entry.name,
    };
    let name = if name == "-" { "standard input" } else { name };
    let source = about.get("source").and_then(Value::as_str).unwrap_or_default();
    (From::File { name: name.to_owned(), source: source.to_owned() }, None)
}

/// The command that a puzzle's file says it was made by, and its index. Nothing
/// is taken from the file that is not an option of `generate`: somebody may type
/// what is printed here.
fn command(kind: &Kind, made: &Map<String, Value>) -> Option<(From, u64)> {
    if made.get("kind")?.as_str()? != kind.name {
        return None;
    }
    let mut command = format!("equipoise generate {}", kind.name);
    if let Some(way) = made.get("way") {
        command += &format!(" --any={}", word(way)?);
    }
    for (name, value) in made.get("options")?.as_object()? {
        let value = word(value)?;
        let option = kind.making.options.iter().find(|option| option.name == name);
        let value = match (option.map(|option| option.takes), value.as_str()) {
            (Some(Takes::YesNo), "1") => "yes".to_owned(),
            (Some(Takes::YesNo), _) => "no".to_owned(),
            _ => value,
        };
        let clues = kind.making.clues.map(|clues| clues.name);
        let known = option.is_some() || ["size", "difficulty"].contains(&name.as_str()) || clues == Some(name);
        command += &format!(" --{} {value}", known.then_some(name)?);
    }
    command += &format!(" --seed {}", made.get("seed")?.as_u64()?);
    let version = word(made.get("version")?)?;
    Some((From::Command { command, version }, made.get("index")?.as_u64()?))
}

/// A number, or a word of letters, digits, dots and hyphens.
fn word(value: &Value) -> Option<String> {
    let text =
        value.as_str().map_or_else(|| value.as_u64().map(|number| number.to_string()), |s| Some(s.to_owned()))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    (!text.is_empty() && text.len() <= 40 && text.chars().all(plain)).then_some(text)
}

impl Origin {
    /// The numbers of the puzzles.
    pub(crate) fn label(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}\u{2013}{}", self.first, self.last) }
    }

    /// Where they are from.
    pub(crate) fn text(&self) -> Vec<Run> {
        match &self.from {
            From::Command { command, version } => {
                // A run leaves out equivalent puzzles, so it may have to go on beyond the last index.
                let count = self.indices.iter().max().map_or(1, |last| last.saturating_add(1));
                let word = if self.indices.len() == 1 { "index" } else { "indices" };
                let rest = format!("; {word} {}; version {version}", ranges(&self.indices));
                vec![Run::new(Face::Mono, &format!("{command} --count {count}")), Run::new(Face::Plain, &rest)]
            }
            From::File { name, source } if source.is_empty() => vec![Run::new(Face::Mono, name)],
            From::File { name, source } => {
                vec![Run::new(Face::Mono, name), Run::new(Face::Plain, &format!("; {source}"))]
            }
        }
    }
}

/// Numbers with runs of them joined: `0 to 3, 7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, other| one.checked_add(1) == Some(*other));
    let spoken = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    spoken.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::builtin;
    use serde_json::json;

    fn entry(name: &str, made: Option<Value>) -> Entry {
        let mut document = builtin("gap/seed-1").unwrap();
        document.about.remove("source");
        document.about.extend(made.map(|made| ("made".to_owned(), made)));
        Entry::new(name, document)
    }

    fn told(entries: &[Entry]) -> Vec<String> {
        let text = |origin: &Origin| origin.text().iter().map(|run| run.text.clone()).collect::<String>();
        origins(entries).iter().map(|origin| format!("{}: {}", origin.label(), text(origin))).collect()
    }

    fn made(options: Value, index: u64) -> Option<Value> {
        Some(json!({ "kind": "gap", "options": options, "seed": 7, "index": index, "version": "0.1.0" }))
    }

    #[test]
    fn puzzles_of_one_run_are_named_together() {
        let options = json!({ "size": 9, "clues": "4..8", "difficulty": "easy" });
        let entries = [
            entry("a", made(options.clone(), 0)),
            entry("a", made(options.clone(), 1)),
            entry("a", made(options, 5)),
            entry("some.jsonl#1", None),
            entry("some.jsonl#2", None),
            entry("gap/seed-1", None),
        ];
        let command = "equipoise generate gap --size 9 --clues 4..8 --difficulty easy --seed 7 --count 6";
        let expected =
            [&format!("1–3: {command}; indices 0 to 1, 5; version 0.1.0"), "4–5: some.jsonl", "6: gap/seed-1"];
        assert_eq!(told(&entries), expected);
    }

    #[test]
    fn nothing_strange_gets_into_a_command() {
        for options in [
            json!({ "size": "9; rm" }),
            json!({ "force": "yes" }),
            json!({ "size": [] }),
            json!({ "size": "9", "out": "x" }),
        ] {
            assert_eq!(told(&[entry("file", made(options, 0))]), ["1: file"]);
        }
        assert_eq!(told(&[entry("file", Some(json!(7)))]), ["1: file"]);
        assert_eq!(told(&[entry("file", Some(json!({ "kind": "trid" })))]), ["1: file"]);
        assert!(told(&[entry("f", made(json!({}), u64::MAX))])[0].contains(&u64::MAX.to_string()));
    }
}
