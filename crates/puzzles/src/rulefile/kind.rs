//! A rule file as a kind like the others.

use super::mistake::Mistake;
use super::parser::parse;
use super::syntax::{Expr, Meaning, Numbers, Piece, RuleFile, Template};
use super::{FileKind, compared, formats, make, sketch, techniques};
use crate::{
    Builtin, Choice, ClueOption, Clues, Formats, Kind, Lines, MakerOption, Making, ReadError, Rule, RulePage, Takes,
};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

/// The most different files that one run of the program keeps.
const MOST_FILES: usize = 1_000;

/// The largest size that tests make, but for the first three.
const MOST_TESTED: usize = 9;

/// Everything about a kind lives as long as the program.
fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn kept_text(text: impl Into<String>) -> &'static str {
    Box::leak(text.into().into_boxed_str())
}

fn kept_list<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// The kind that a rule file describes. The same text is always the same kind;
/// every kind is kept as long as the program runs.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn load(source: &str) -> Result<&'static Kind, Mistake> {
    load_as(source, false)
}

/// The same for a file that may be built in.
pub(super) fn load_as(source: &str, is_builtin: bool) -> Result<&'static Kind, Mistake> {
    static LOADED: OnceLock<Mutex<HashMap<String, &'static Kind>>> = OnceLock::new();
    let loaded = LOADED.get_or_init(Mutex::default);
    let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kind) = loaded.get(source) {
        return Ok(kind);
    }
    let file = parse(source)?;
    let whole = super::syntax::Spot { line: 1, column: 1, width: 1 };
    if loaded.len() >= MOST_FILES {
        let message = format!("more than {MOST_FILES} rule files were loaded; start the program again");
        return Err(Mistake::new(source, whole, message));
    }
    let (example, sizes) = (file.example.clone(), make::possible_sizes(&file));
    if sizes.is_empty() {
        return Err(Mistake::new(source, whole, "no board of any size can be posed; expected a size that can be"));
    }
    let kind = kept(FileKind {
        rules: file.rules.iter().map(|line| [rule(&line.name, &line.demand.says), full(&line.name)]).collect(),
        clues: file.clues.iter().map(|line| rule(&line.name, says_of(&line.meanings))).collect(),
        page: RulePage { text: kept_text(source), hash: kept_text(file.hash.clone()), is_builtin },
        value: kept(Rule { name: "value", says: "Every cell holds one of its values." }),
        file,
        example: OnceLock::new(),
        kind: OnceLock::new(),
    });
    if let Some((text, first)) = example {
        let puzzle = formats::read_text(kind, Lines { text: &text, first });
        let puzzle = puzzle.map_err(|error| example_mistake(source, first, &error))?;
        kind.example.get_or_init(|| puzzle);
    }
    loaded.insert(source.to_owned(), kind.kind());
    Ok(kind.kind())
}

fn example_mistake(source: &str, first: usize, error: &ReadError) -> Mistake {
    let (line, column) = error.place.at.unwrap_or((first, 1));
    let spot = super::syntax::Spot { line, column, width: 1 };
    Mistake::new(source, spot, format!("the example: {}", error.message))
}

fn says_of(meanings: &[Meaning]) -> &Option<Template> {
    match meanings {
        [meaning] => &meaning.demand.says,
        _ => &None,
    }
}

/// A rule with its sentence, in which names stand for themselves.
fn rule(name: &str, says: &Option<Template>) -> &'static Rule {
    let says = match says {
        Some(Template(pieces)) if !pieces.iter().any(|piece| !matches!(piece, Piece::Text(_))) => {
            let text: String =
                pieces.iter().map(|piece| if let Piece::Text(text) = piece { text.as_str() } else { "" }).collect();
            let mut letters = text.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
        _ => format!("The rule `{name}`."),
    };
    kept(Rule { name: kept_text(name), says: kept_text(says) })
}

fn full(name: &str) -> &'static Rule {
    let says = format!("Where as many numbers must differ as there are (`{name}`), each stands once.");
    kept(Rule { name: kept_text(format!("{name}-full")), says: kept_text(says) })
}

/// The kind of a file.
pub(super) fn of(kind: &'static FileKind) -> &'static Kind {
    let file = &kind.file;
    let mut rules = vec![kind.value];
    let (implied, own): (Vec<_>, Vec<_>) = file.rules.iter().zip(&kind.rules).partition(|(line, _)| line.implied);
    rules.extend(own.iter().map(|(_, [rule, _])| *rule));
    rules.extend(&kind.clues);
    let mut more: Vec<&'static Rule> = implied.iter().map(|(_, [rule, _])| *rule).collect();
    more.extend(kind.rules.iter().map(|[_, full]| *full));
    more.push(&compared::RULE);
    let builtin = kind.example.get().map(|puzzle| {
        // To solve it takes longer than all else that is known of the kind.
        let text = LazyLock::new(|| kept_text(make::example(puzzle)));
        Builtin { name: "example", text: kept(move || *text) }
    });
    kept(Kind {
        name: kept_text(file.name.clone()),
        aliases: aliases(kind),
        title: kept_text(file.title.clone()),
        rules_text: kept_text(rules_text(kind)),
        rules: kept_list(rules),
        implied: kept_list(more),
        techniques: kept_list(techniques::of(file)),
        builtin: kept_list(builtin.into_iter().collect()),
        size_says: kept_text(format!("The size of the board ({})", file.numbers[0].name)),
        size_in_words: |size| format!("size {size}"),
        solved_says: "Every rule holds.",
        making: making(file),
        sketch: kept(move |size| sketch::empty(kind, size)),
        read_json: kept(move |fields| Ok(Box::new(formats::read_json(kind, fields)?))),
        read_text: kept(move |lines| Ok(Box::new(formats::read_text(kind, lines)?))),
        maker: kept(move |wanted| make::maker(kind, wanted)),
        sample: kept(move |random| make::sample(kind, random)),
        paper: None,
        page: Some(kind.page),
    })
}

/// The letters of the title, where the name is another: `killersudoku`. Users' files take
/// one name each.
fn aliases(kind: &FileKind) -> &'static [&'static str] {
    let title = kind.file.title.to_lowercase();
    let letters: String = title.chars().filter(char::is_ascii_alphanumeric).collect();
    if !kind.page.is_builtin || letters == kind.file.name { &[] } else { kept_list(vec![kept_text(letters)]) }
}

fn making(file: &RuleFile) -> Making {
    let offered: Vec<usize> = make::offered(file);
    let size = match file.numbers[0].usually {
        Expr::Number(number) => number as usize,
        _ => offered.first().copied().unwrap_or(1),
    };
    let small = offered.iter().enumerate().filter(|&(at, &size)| at < 3 || size <= MOST_TESTED);
    let tested: Vec<(usize, u64)> = small.map(|(_, &size)| (size, if size < 6 { 4 } else { 2 })).collect();
    let options = file.numbers[1..].iter().map(|parameter| {
        let takes = match &parameter.choices {
            Numbers::Range(least, most) => {
                let number = |expr: &Expr, other: u32| match expr {
                    Expr::Number(number) => u32::try_from(*number).unwrap_or(other),
                    _ => other,
                };
                Takes::Number { least: number(least, 0), most: number(most, 1_000) }
            }
            Numbers::List(list) => {
                let number = |number: Option<&i64>| number.map_or(0, |&number| u32::try_from(number).unwrap_or(0));
                Takes::Number { least: number(list.first()), most: number(list.last()) }
            }
        };
        let says = if parameter.says.is_empty() {
            format!("The number `{}` of the rules", parameter.name)
        } else {
            parameter.says.clone()
        };
        MakerOption { name: kept_text(parameter.name.clone()), says: kept_text(says), takes }
    });
    let has_clues = file.clues.iter().any(super::ClueLine::is_loose);
    let clues = ClueOption { name: "clues", says: "How many clues are given [default: min]", default: Clues::Min };
    Making {
        size,
        clues: has_clues.then_some(clues),
        options: kept_list(options.collect()),
        offered: kept_list(offered),
        tested: kept_list(tested),
    }
}

/// The rules for people, and how files look.
fn rules_text(kind: &'static FileKind) -> String {
    let file = &kind.file;
    let words = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Slot(slot) => file.numbers.get(*slot).map_or_else(String::new, |parameter| parameter.name.clone()),
        Piece::Clue => "clue".to_owned(),
        Piece::Plural(_, _, many) => many.clone(),
    };
    let mut text = format!("# {}\n\n{}\n", file.title, file.rules_text.0.iter().map(words).collect::<String>());
    let numbers: Vec<String> = file.numbers.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
    let _ = write!(text, "\nThis kind is made from a page of rules. ");
    let _ =
        writeln!(text, "Its files have the numbers {}, and a section for each of these: {}.", numbers.join(", "), {
            let board = &file.board;
            let parts = [
                (board.has_blocked, "blocked"),
                (board.regions.is_some(), "regions"),
                (board.has_cages, "cages"),
                (board.has_lines, "lines"),
            ];
            let parts = parts.iter().filter(|(has, _)| *has).map(|(_, name)| format!("`{name}`"));
            parts.chain(file.clues.iter().map(|clue| format!("`{}`", clue.name))).collect::<Vec<_>>().join(", ")
        });
    if let Some(puzzle) = kind.example.get() {
        let _ = write!(text, "\n## Files\n\n```text\n{}\n{}```\n\nIn JSON:\n\n", file.name, puzzle.write_text());
        let mut object = serde_json::Map::from_iter([("puzzle".to_owned(), file.name.clone().into())]);
        object.extend(puzzle.write_json());
        let _ = write!(text, "```text\n{}\n```\n", serde_json::Value::Object(object));
    }
    text
}

impl FileKind {
    /// What a cell can be, where values have names.
    pub(super) fn choices(&'static self) -> &'static [Choice] {
        static CHOICES: Mutex<Option<HashMap<String, &'static [Choice]>>> = Mutex::new(None);
        let mut choices = CHOICES.lock().unwrap_or_else(PoisonError::into_inner);
        let key: String =
            self.file.values.named.iter().map(|named| format!("{} {};", named.name, named.value)).collect();
        let known = choices.get_or_insert_default();
        if let Some(known) = known.get(&key) {
            return known;
        }
        let named = &self.file.values.named;
        let choice = |(at, named): (usize, &super::syntax::Named)| Choice {
            key: char::from_digit(at as u32 % 36, 36).unwrap_or('0'),
            label: kept_text(named.name.clone()),
            value: named.value,
        };
        let found = kept_list(named.iter().enumerate().map(choice).collect());
        known.insert(key, found);
        found
    }
}
