//! Lists of names and values in sentences.

use super::sets::MOST_LISTED;
use std::collections::BTreeSet;

/// A name and its numbers: `r4c12` is `r#c#` with 4 and 12.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Parsed {
    pattern: String,
    numbers: Vec<u32>,
}

fn parse(name: &str) -> Parsed {
    let (mut pattern, mut numbers, mut open) = (String::new(), Vec::new(), false);
    for c in name.chars() {
        match (c.to_digit(10), numbers.last_mut()) {
            (Some(digit), Some(last)) if open => *last = u32::saturating_add(u32::saturating_mul(*last, 10), digit),
            (Some(digit), _) => {
                numbers.push(digit);
                pattern.push('#');
            }
            (None, _) => pattern.push(c),
        }
        open = c.is_ascii_digit();
    }
    Parsed { pattern, numbers }
}

/// Puts names in the order of their numbers, rows before columns.
pub(crate) fn sort_names(names: &mut [&str]) {
    names.sort_by_cached_key(|name| {
        let Parsed { pattern, numbers } = parse(name);
        (std::cmp::Reverse(pattern), numbers)
    });
}

/// Whether `next` follows `one`, in the number at this index.
fn follows(one: &Parsed, next: &Parsed, index: usize) -> bool {
    one.pattern == next.pattern
        && one
            .numbers
            .iter()
            .zip(&next.numbers)
            .enumerate()
            .all(|(i, (a, b))| if i == index { *b == a + 1 } else { a == b })
}

/// Joins names that follow each other: `r4c1 to r4c8`.
fn join_runs(names: &mut Vec<(String, Option<Parsed>)>, index: usize) {
    let mut joined: Vec<(String, Option<Parsed>)> = Vec::new();
    let mut rest: Vec<(String, Option<Parsed>)> = std::mem::take(names);
    while !rest.is_empty() {
        let first = rest.remove(0);
        let mut run = vec![first];
        while let Some(Some(last)) = run.last().map(|(_, parsed)| parsed.clone()) {
            let next = rest.iter().position(|(_, next)| next.as_ref().is_some_and(|next| follows(&last, next, index)));
            match next {
                Some(next) => run.push(rest.remove(next)),
                None => break,
            }
        }
        match run.as_slice() {
            [(first, _), _, .., (last, _)] => joined.push((format!("{first} to {last}"), None)),
            _ => joined.extend(run),
        }
    }
    *names = joined;
}

/// Names in a sentence, with those that follow each other taken together:
/// `r1c1 and r4c1 to r4c8`, `rows 4 and 5 and columns 2 to 7`.
pub fn names<S: AsRef<str>>(list: &[S]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in list.iter().map(AsRef::as_ref) {
        let (word, rest) = match name.split_once(' ') {
            Some((word, rest)) if rest.contains(|c: char| c.is_ascii_digit()) && !rest.contains(' ') => (word, rest),
            _ => ("", name),
        };
        match groups.iter_mut().find(|(other, _)| *other == word) {
            Some((_, names)) => names.push(rest),
            None => groups.push((word, vec![rest])),
        }
    }
    let said = groups.into_iter().map(|(word, names)| {
        let several = names.len() > 1;
        let mut names: Vec<(String, Option<Parsed>)> =
            names.into_iter().map(|name| (name.to_owned(), Some(parse(name)))).collect();
        // `r4c12` is a cell, by its row and column.
        let is_cell = |name: &Parsed| name.pattern == "r#c#";
        let cells: Option<Vec<Parsed>> = names.iter().map(|(_, parsed)| parsed.clone().filter(is_cell)).collect();
        join_runs(&mut names, 1);
        join_runs(&mut names, 0);
        if let Some(cells) = cells.filter(|_| names.len() > MOST_LISTED) {
            return line_by_line(&cells);
        }
        let names = conjunction(&names.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
        match (word, several) {
            ("", _) => names,
            (word, true) => format!("{word}s {names}"),
            (word, false) => format!("{word} {names}"),
        }
    });
    conjunction(&said.collect::<Vec<_>>())
}

/// Many cells, in as few lines as they take: `rows 1, 3 and 4 to 9 of column 2 and row 5 of
/// column 3`.
fn line_by_line(cells: &[Parsed]) -> String {
    let lines = |index: usize| cells.iter().map(|cell| cell.numbers[index]).collect::<BTreeSet<u32>>();
    let (of, at, [word, across]) =
        if lines(0).len() < lines(1).len() { (0, 1, ["row", "column"]) } else { (1, 0, ["column", "row"]) };
    let told = lines(of).into_iter().map(|line| {
        let own = cells.iter().filter(|cell| cell.numbers[of] == line);
        let mut crossing: Vec<u32> = own.map(|cell| cell.numbers[at]).collect();
        crossing.sort_unstable();
        let crossing: Vec<String> = crossing.iter().map(|number| format!("{across} {number}")).collect();
        format!("{} of {word} {line}", names(&crossing))
    });
    conjunction(&told.collect::<Vec<_>>())
}

/// Between the parts of a long list.
pub(crate) const AS_WELL: &str = ", as well as ";

fn list<S: AsRef<str>>(items: &[S], last: &str, more: &str) -> String {
    let one = |items: &[S]| match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [others @ .., end] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            let space = if last.starts_with(',') { "" } else { " " };
            format!("{}{space}{last} {}", others.join(", "), end.as_ref())
        }
    };
    // Nobody keeps more in mind at once.
    let parts: Vec<String> = items.chunks(MOST_LISTED).map(one).collect();
    parts.join(more)
}

/// `a, b and c`
pub(crate) fn conjunction<S: AsRef<str>>(items: &[S]) -> String {
    list(items, "and", AS_WELL)
}

/// The most words that are said in one breath.
pub(crate) const MOST_WORDS: usize = 45;

pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Clauses in a sentence; with a comma before the last where they are long, and with a semicolon where a
/// sentence may end.
pub(crate) fn clauses(items: &[String]) -> String {
    let long = |item: &String| item.contains(',') || item.contains(" or ");
    let mut breaths: Vec<String> = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let mut said = 0;
        let fits = rest.iter().take_while(|item| {
            said += words(item);
            said <= MOST_WORDS
        });
        let (breath, more) = rest.split_at(fits.count().max(1));
        let last = if breath.len() > 2 && breath.iter().any(long) { ", and" } else { "and" };
        breaths.push(list(breath, last, "; "));
        rest = more;
    }
    breaths.join("; ")
}

/// `a, b or c`
pub(crate) fn alternatives<S: AsRef<str>>(items: &[S]) -> String {
    list(items, "or", ", or else ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_follow_each_other_are_taken_together() {
        assert_eq!(names(&["r1c1"]), "r1c1");
        assert_eq!(names(&["r1c1", "r1c2"]), "r1c1 and r1c2");
        assert_eq!(names(&["r1c1", "r4c2", "r4c3", "r4c4"]), "r1c1 and r4c2 to r4c4");
        assert_eq!(names(&["r1c9", "r2c9", "r2c10", "r3c9"]), "r1c9 to r3c9 and r2c10");
        assert_eq!(names(&["row 4", "row 5", "column 2", "column 3", "column 4"]), "rows 4 and 5 and columns 2 to 4");
        assert_eq!(names(&["bar b9", "bar b10", "bar b11", "w3"]), "bars b9 to b11 and w3");
        assert_eq!(names(&["number 5"]), "number 5");
        assert_eq!(names::<&str>(&[]), "");
    }

    #[test]
    fn long_lists_are_broken() {
        let scattered: Vec<String> = (1..=10).map(|i| format!("w{}", i * 2)).collect();
        assert!(names(&scattered).contains(", as well as "));
        let two_lines = ["r1c2", "r3c2", "r5c2", "r6c2", "r7c2", "r9c2", "r1c3", "r3c3", "r6c3", "r11c3", "r13c3"];
        assert_eq!(names(&two_lines), "rows 1, 3, 5 to 7 and 9 of column 2 and rows 1, 3, 6, 11 and 13 of column 3");
    }
}
