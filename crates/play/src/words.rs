//! What players read and hear: sentences, and what each target is called.

use crate::{Game, HelpTaken, Record, Session};
pub use puzzles::counted;
use puzzles::{Choices, Part, ReadOut, State, Structure, Target};

/// How targets are listed for those who cannot see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// Rows of targets, by their index.
    Rows(Vec<Vec<usize>>),
    /// A tree, each part before those below it.
    Tree(Vec<Branch>),
}

impl Layout {
    /// How the targets of a sheet are listed. Targets that are in no row or
    /// column, such as a size, are left out.
    pub fn of(structure: &Structure, targets: &[Target]) -> Layout {
        match structure {
            Structure::Tree(parts) => Layout::Tree(branches(parts, targets)),
            Structure::Grid { .. } | Structure::Triangle { .. } => Layout::Rows(rows(targets)),
        }
    }

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
pub fn label(game: &Game, target: &Target) -> String {
    if target.choices == Choices::None {
        return target.name.clone();
    }
    let word = |value: i32| target.choices.label(value).unwrap_or_else(|| value.to_string());
    let list = |values: &mut dyn Iterator<Item = i32>, and: &str| values.map(word).collect::<Vec<_>>().join(and);
    let shown = target.shown(&game.written().board);
    let value = if shown.is_empty() { "blank".to_owned() } else { list(&mut shown.into_iter(), " and ") };
    let given = if target.given { ", given" } else { "" };
    let pencil = match game.candidates(target) {
        None => String::new(),
        Some(none) if none.is_empty() => "; nothing stands here".to_owned(),
        Some(some) => format!("; pencil: {}", list(&mut some.into_iter(), ", ")),
    };
    format!("{}: {value}{given}{pencil}", target.name)
}

/// How the parts that a target belongs to stand.
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
    let text = capital(line);
    if text.is_empty() || text.ends_with(['.', ':', '!', '?']) { text } else { format!("{text}.") }
}

/// A line with a capital, unless it begins with an id such as `r2c3`.
pub fn capital(line: &str) -> String {
    let is_id = line.split(' ').next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let mut chars = line.chars();
    match chars.next() {
        Some(first) if !is_id => first.to_uppercase().collect::<String>() + chars.as_str(),
        _ => line.to_owned(),
    }
}

/// The most changes that are read aloud one by one.
const MOST_LISTED: usize = 4;

/// What changed, to be read aloud; none when nothing did.
pub fn listed(labels: &[String]) -> Option<String> {
    let (first, rest) = labels.split_at(labels.len().min(MOST_LISTED));
    let more = if rest.is_empty() { String::new() } else { format!("; and {} more", rest.len()) };
    (!first.is_empty()).then(|| format!("{}{more}.", first.join("; ")))
}

/// The parts that are broken now and were not before, in sentences.
pub fn newly_broken(before: &[ReadOut], after: &[ReadOut]) -> String {
    let was_broken = |id: &str| before.iter().any(|read| read.id == id && read.state == State::Broken);
    sentences(after.iter().filter(|read| read.state == State::Broken && !was_broken(&read.id)))
}

/// The help that was taken: `With 2 hints, 1 check.`
pub fn help(help: HelpTaken) -> String {
    let taken = [(help.hints, "hint"), (help.checks, "check"), (help.reveals, "revealed value")];
    let taken = taken.into_iter().filter(|(count, _)| *count > 0);
    let taken: Vec<String> = taken.map(|(count, what)| counted(count, what)).collect();
    if taken.is_empty() { "Without help.".to_owned() } else { format!("With {}.", taken.join(", ")) }
}

/// A solved game in a line: how hard it was, the help taken, and how its time compares.
pub fn solved(session: &Session, record: &Record) -> String {
    let (game, difficulty) = (session.game(), session.about.difficulty);
    let kind = game.puzzle().kind();
    let mut facts: Vec<String> = difficulty.map(|difficulty| difficulty.name().to_owned()).into_iter().collect();
    facts.push(uncapped(help(game.help()).trim_end_matches('.')));
    if let Some(times) = record.times(kind.name, difficulty).filter(|times| times.count > 1) {
        let (count, best) = (times.count, clock(times.best * 1000));
        match times.best == game.played() / 1000 {
            true => facts.push(format!("your best of {count}")),
            false => facts.push(format!("your best of {count} is {best}")),
        }
    }
    facts.join(" · ")
}

/// The techniques that a way to the solution takes, in a sentence. Suppositions are none.
pub fn techniques_taken(session: &Session) -> Option<String> {
    let known = session.game().puzzle().kind().techniques;
    let is_known = |name: &&String| known.iter().any(|technique| technique.name == **name);
    let names: Vec<String> = session.techniques().iter().filter(is_known).cloned().collect();
    (!names.is_empty()).then(|| format!("Techniques: {}.", names.join(", ")))
}

/// How the time of a solved game compares with the one that was to be beaten.
pub fn beaten(session: &Session) -> Option<String> {
    let (own, other) = (session.game().played() / 1000, session.about.beat?);
    let apart = clock(own.abs_diff(other) * 1000);
    let (than, other) = (own.cmp(&other), clock(other * 1000));
    Some(match than {
        std::cmp::Ordering::Less => format!("You beat {other} by {apart}."),
        std::cmp::Ordering::Equal => format!("As quick as the time to beat: {other}."),
        std::cmp::Ordering::Greater => format!("{apart} more than the time to beat: {other}."),
    })
}

/// The result of a game, to be told to others: it gives nothing away.
pub fn result(session: &Session) -> String {
    let game = session.game();
    let difficulty = session.about.difficulty.map(|difficulty| format!(", {}", difficulty.name())).unwrap_or_default();
    let day = session.about.day.map(|day| format!(", {}", day.in_words())).unwrap_or_default();
    let (time, help) = (clock(game.played()), uncapped(&help(game.help())));
    format!("Equipoise: {}{difficulty}{day}\nSolved in {time}, {help}", session.title())
}

/// `3 days in a row.`
pub fn in_a_row(days: usize) -> String {
    if days == 1 { "One day so far.".to_owned() } else { format!("{days} days in a row.") }
}

fn uncapped(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// What is said first to who comes at this hour of the day.
pub fn greeting(hour: u32) -> &'static str {
    match hour {
        ..12 => "Good morning.",
        12..18 => "Good afternoon.",
        _ => "Good evening.",
    }
}

/// A time as clocks show it: `3:07`, `1:02:03`.
pub fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use puzzles::KINDS;

    #[test]
    fn every_target_is_listed_once() {
        for puzzle in puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name)).map(|found| found.puzzle) {
            let sheet = puzzle.sheet();
            let mut listed: Vec<usize> = match Layout::of(&sheet.structure, &sheet.targets) {
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
            let size = crate::offers(kind).next().expect("something is offered").size;
            let sketch = (kind.sketch)(size).expect("it can be drawn");
            let targets = sketch.targets();
            if let Layout::Rows(rows) = Layout::of(&sketch.structure(), &targets) {
                let listed = rows.concat();
                let beside = targets.iter().enumerate().filter(|(index, _)| !listed.contains(index));
                let names: Vec<&str> = beside.map(|(_, target)| target.id.as_str()).collect();
                // Clues of pages of rules may be about what lies in no row, such as cages.
                let is_size = |id: &&str| ["size", "side", "rows", "columns", "digits"].contains(id);
                assert!(kind.page.is_some() || names.iter().all(is_size), "{names:?}");
                assert!(!names.is_empty());
            }
        }
    }

    #[test]
    fn few_changes_are_listed_and_many_counted() {
        let of = |labels: &[&str]| listed(&labels.iter().map(|&label| label.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["a: 1", "b: 2"]).as_deref(), Some("a: 1; b: 2."));
        assert_eq!(of(&["a"; 9]).as_deref(), Some("a; a; a; a; and 5 more."));
    }

    #[test]
    fn lines_become_sentences() {
        for (line, said) in [("all is well", "All is well."), ("r1c2 is 3", "r1c2 is 3."), ("Why:", "Why:"), ("", "")] {
            assert_eq!(sentence(line), said);
        }
    }

    #[test]
    fn times_are_read_as_on_a_clock() {
        let shown = [0, 7_999, 187_000, 3_723_000].map(clock);
        assert_eq!(shown, ["0:00", "0:07", "3:07", "1:02:03"]);
    }

    #[test]
    fn a_target_says_what_it_holds() {
        let mut game = Game::new(puzzles::builtin("weight/seed-5").expect("it is built in").puzzle.into());
        let says = |game: &Game| label(game, &game.sheet().targets[0]);
        assert!(says(&game).ends_with(": blank"), "{}", says(&game));
        let candidates = Some([1, 3, 4].into());
        game.play(&Move::Mark { target: "w1".to_owned(), candidates }).expect("they are choices");
        assert!(says(&game).ends_with(": blank; pencil: 1, 3, 4"), "{}", says(&game));
        game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 }).expect("it is a choice");
        assert!(says(&game).ends_with(": 3"));
    }
}
