//! A page about all techniques, each with an example.

use super::{Lesson, Placed, Practice, course};
use fd::Limits;
use puzzles::{KINDS, Technique, View};
use scene::TextRenderer;
use std::fmt::Write as _;

const TOP: &str = "\
# Techniques

Every step of an explanation is made by a technique, or else by a supposition: *trying a value* is one that a single
rule refutes, *chain of n* one that n deductions in a row refute, *cases* one that is refuted in each of several cases.
`equipoise explain` and `equipoise hint` name the technique, `equipoise grade` lists those that a puzzle needs, and
`equipoise generate KIND --technique NAME` and `--without NAME` make puzzles that need one or do without. A puzzle needs
a technique if, without it, only steps finish it that are costlier than any of its explanation. `equipoise learn KIND`
teaches them one by one.

`cargo run -p equipoise-play --example techniques` writes this page.
";

/// The page, in Markdown.
pub fn page() -> String {
    let mut page = TOP.to_owned();
    for kind in KINDS.iter().filter(|kind| kind.page.is_none()) {
        let _ = write!(page, "\n## {}\n", kind.title);
        for lesson in course(kind).iter().filter(|lesson| !lesson.is_first()) {
            let _ = write!(page, "\n### {}\n\n{}\n", crate::words::capital(lesson.name), lesson.says);
            page.push_str(&example(lesson).unwrap_or_default());
        }
    }
    page + &of_rule_pages()
}

const OF_RULE_PAGES: &str = "
## Kinds from pages of rules

These are recognised by the relation behind a rule, in the kinds of the collection and in those that anybody writes. They
have no lessons.

";

/// The techniques that kinds from pages of rules share, each with the kinds that have it.
fn of_rule_pages() -> String {
    let mut known: Vec<(&Technique, Vec<&str>)> = Vec::new();
    for kind in KINDS.iter().filter(|kind| kind.page.is_some()) {
        for technique in kind.techniques {
            match known.iter_mut().find(|(other, _)| other.name == technique.name) {
                Some((_, titles)) => titles.push(kind.title),
                None => known.push((technique, vec![kind.title])),
            }
        }
    }
    let line = |(technique, titles): (&Technique, Vec<&str>)| {
        let name = crate::words::capital(technique.name);
        format!("- **{name}**: {} *{}.*\n", technique.says, titles.join(", "))
    };
    OF_RULE_PAGES.to_owned() + &known.into_iter().map(line).collect::<String>()
}

/// The first position of a lesson, and what follows there.
fn example(lesson: &Lesson) -> Option<String> {
    let placed = &lesson.positions().into_iter().next()?;
    let practice = Practice::open(placed, lesson.technique, Limits::none())?;
    let amounts = practice.hint().context.amounts_told(&placed.position);
    let amounts = amounts.map_or_else(String::new, |amounts| format!("Known: {amounts}.\n\n"));
    Some(format!("\n```text\n{}```\n\n{amounts}{}\n", drawing(placed)?, practice.text()))
}

fn drawing(placed: &Placed) -> Option<String> {
    let written = placed.written();
    let scene = placed.puzzle.draw(&View::of(&written.board).labels().written(&written.marks));
    TextRenderer::new().render(&scene).ok()
}
