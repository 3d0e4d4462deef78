//! A board in words: what each target is called, what it holds, and how the parts it belongs to stand.

use puzzles::{Board, Choices, Notes, Part, ReadOut, Sheet, State, Structure, Target};

/// How targets are listed for those who cannot see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// Rows of targets, by their index.
    Rows(Vec<Vec<usize>>),
    /// A tree, each part before those below it.
    Tree(Vec<Branch>),
}

impl Layout {
    /// How deep a target hangs, where it hangs in a tree.
    pub fn level(&self, target: usize) -> Option<usize> {
        let Layout::Tree(branches) = self else { return None };
        branches.iter().find(|branch| branch.target == Some(target)).map(|branch| branch.level)
    }
}

/// A part of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How deep it hangs, from 1.
    pub level: usize,
    /// The target that it is, if it is one.
    pub target: Option<usize>,
}

/// How the targets of a sheet are listed. Targets that are in no row or column, such as a size, are
/// left out.
pub fn layout(structure: &Structure, targets: &[Target]) -> Layout {
    match structure {
        Structure::Tree(parts) => Layout::Tree(branches(parts, targets)),
        Structure::Grid { .. } | Structure::Triangle { .. } => Layout::Rows(rows(targets)),
    }
}

/// Targets that the arrow keys connect, row by row: a row goes on as long as each lies right of the last.
fn rows(targets: &[Target]) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        let last = rows.last().and_then(|row| row.last()).copied();
        match rows.last_mut() {
            Some(row) if last.is_some_and(|last| targets[last].near.right == Some(index)) => row.push(index),
            _ if target.near == puzzles::Near::default() && targets.len() > 1 => {}
            _ => rows.push(vec![index]),
        }
    }
    rows
}

fn branches(parts: &[Part], targets: &[Target]) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for part in parts {
        let above = |id: &String| branches.iter().find(|branch| branch.id == *id).map_or(0, |branch| branch.level);
        let level = part.parent.as_ref().map_or(0, above) + 1;
        let target = targets.iter().position(|target| target.id == part.id);
        branches.push(Branch { id: part.id.clone(), name: part.name.clone(), level, target });
    }
    branches
}

/// The name of a target and what it holds: `row 3, column 5: 4`.
pub fn label(sheet: &Sheet, target: &Target, board: &Board, notes: Option<&Notes>) -> String {
    if target.choices == Choices::None {
        return target.name.clone();
    }
    let shown = target.shown(board);
    let value = match shown.as_slice() {
        [] => "blank".to_owned(),
        shown => {
            let words = shown.iter().map(|&value| target.choices.label(value).unwrap_or_else(|| value.to_string()));
            words.collect::<Vec<_>>().join(" and ")
        }
    };
    let given = if target.given { ", given" } else { "" };
    let left = match notes {
        Some(notes) if shown.is_empty() => left(sheet, target, notes),
        _ => String::new(),
    };
    format!("{}: {value}{given}{left}", target.name)
}

/// `; left: 1, 3` where something is struck.
fn left(sheet: &Sheet, target: &Target, notes: &Notes) -> String {
    let is_left = |&choice: &i32| sheet.note(target, choice).is_none_or(|(id, value)| !notes.is_struck(id, value));
    let all = target.choices.values().count();
    let left: Vec<i32> = target.choices.values().filter(is_left).collect();
    if left.len() == all {
        return String::new();
    }
    let words: Vec<String> = left.into_iter().filter_map(|value| target.choices.label(value)).collect();
    if words.is_empty() { "; nothing is left".to_owned() } else { format!("; left: {}", words.join(", ")) }
}

/// How the parts that a target belongs to stand, in sentences.
pub fn about<'r>(read_outs: &'r [ReadOut], id: &str) -> Vec<&'r ReadOut> {
    read_outs.iter().filter(|read| read.targets.iter().any(|target| target == id)).collect()
}

/// Read-outs in sentences: `Row 3 has one of its two filled cells. Column 5 ...`
pub fn sentences<'r>(read_outs: impl IntoIterator<Item = &'r ReadOut>) -> String {
    let each = read_outs.into_iter().filter(|read| !read.says.is_empty()).map(|read| sentence(&read.says));
    each.collect::<Vec<_>>().join(" ")
}

/// A line as a sentence: with a capital, unless it begins with an id such as `r2c3`, and with its full stop.
pub fn sentence(line: &str) -> String {
    let is_id = line.split(' ').next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let mut chars = line.chars();
    let text = match chars.next() {
        Some(first) if !is_id => first.to_uppercase().collect::<String>() + chars.as_str(),
        _ => line.to_owned(),
    };
    if text.is_empty() || text.ends_with(['.', ':']) { text } else { format!("{text}.") }
}

/// The most changes that are read aloud one by one.
const MOST_LISTED: usize = 4;

/// What changed, to be read aloud; none when nothing did.
pub fn listed(labels: &[&str]) -> Option<String> {
    let (first, rest) = labels.split_at(labels.len().min(MOST_LISTED));
    let more = if rest.is_empty() { String::new() } else { format!("; and {} more", rest.len()) };
    (!first.is_empty()).then(|| format!("{}{more}.", first.join("; ")))
}

/// What to say after a change: the targets that changed, and what is broken now and was not before.
pub fn news(before: &[ReadOut], after: &[ReadOut], labels: &[String]) -> String {
    let was_broken = |id: &str| before.iter().any(|read| read.id == id && read.state == State::Broken);
    let broken = after.iter().filter(|read| read.state == State::Broken && !was_broken(&read.id));
    let labels = labels.join("; ");
    match sentences(broken) {
        none if none.is_empty() => format!("{labels}."),
        broken => format!("{labels}. {broken}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::KINDS;

    #[test]
    fn every_target_is_listed_once() {
        for puzzle in puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name)).map(|found| found.puzzle) {
            let sheet = puzzle.sheet();
            let mut listed: Vec<usize> = match layout(&sheet.structure, &sheet.targets) {
                Layout::Rows(rows) => {
                    let (Structure::Grid { rows: count, .. } | Structure::Triangle { rows: count }) = sheet.structure
                    else {
                        panic!("a tree in rows")
                    };
                    assert_eq!(rows.len(), count, "{}", puzzle.kind().name);
                    rows.concat()
                }
                Layout::Tree(branches) => branches.into_iter().filter_map(|branch| branch.target).collect(),
            };
            listed.sort_unstable();
            assert!(listed.into_iter().eq(0..sheet.targets.len()), "{}", puzzle.kind().name);
        }
    }

    #[test]
    fn sizes_are_in_no_row() {
        for kind in KINDS {
            let size = play::offers(kind).next().expect("something is offered").size;
            let sketch = (kind.sketch)(size).expect("it can be drawn");
            let targets = sketch.targets();
            if let Layout::Rows(rows) = layout(&sketch.structure(), &targets) {
                let listed = rows.concat();
                let beside = targets.iter().enumerate().filter(|(index, _)| !listed.contains(index));
                let names: Vec<&str> = beside.map(|(_, target)| target.id.as_str()).collect();
                assert!(names.iter().all(|id| ["size", "rows", "columns", "digits"].contains(id)), "{names:?}");
                assert!(!names.is_empty());
            }
        }
    }

    #[test]
    fn few_changes_are_listed_and_many_counted() {
        assert_eq!(listed(&[]), None);
        assert_eq!(listed(&["a: 1", "b: 2"]).as_deref(), Some("a: 1; b: 2."));
        assert_eq!(listed(&["a"; 9]).as_deref(), Some("a; a; a; a; and 5 more."));
    }

    #[test]
    fn lines_become_sentences() {
        for (line, said) in [("all is well", "All is well."), ("r1c2 is 3", "r1c2 is 3."), ("Why:", "Why:"), ("", "")] {
            assert_eq!(sentence(line), said);
        }
    }

    #[test]
    fn a_target_says_what_it_holds() {
        let puzzle = puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
        let (sheet, mut board, mut notes) = (puzzle.sheet(), puzzle.givens(), Notes::new());
        let label = |board: &Board, notes: &Notes| label(&sheet, &sheet.targets[0], board, Some(notes));
        assert!(label(&board, &notes).ends_with(": blank"), "{}", label(&board, &notes));
        notes.strike("w1", 2);
        notes.strike("w1", 5);
        assert!(label(&board, &notes).ends_with(": blank; left: 1, 3, 4"), "{}", label(&board, &notes));
        board.set(0, Some(3));
        assert!(label(&board, &notes).ends_with(": 3"));
    }
}
