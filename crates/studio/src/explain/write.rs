//! Explanations as JSON, as a page of HTML, and in a sentence.

use super::context::{About, Context};
use super::step::Step;
use super::{Explanation, Outcome, Told};
use crate::{Grade, Position};
use fd::Var;
use puzzles::{Board, Instance, Puzzle, Rule, View};
use scene::{SvgRenderer, escape};
use serde_json::{Map, Value, json};
use std::fmt::Write;

impl Context {
    /// A step as data.
    pub fn step_json(&self, step: &Step) -> Value {
        let several = |about: About<'_>| json!({ "id": about.id, "place": about.name, "values": about.values });
        let assumed = self.assumptions(step).into_iter().filter_map(|rule| {
            let assumption = self.reasoning.assumption(rule)?;
            Some(self.rule_in_json(assumption.rule, rule))
        });
        let because = self.rules(step).into_iter().map(|rule| self.rule_json(rule));
        let because: Vec<Value> = because.chain(assumed).collect();
        let facts: Vec<Value> = self.facts(step).into_iter().map(several).collect();
        let removes: Vec<Value> = self.removes(step).into_iter().map(several).collect();
        let one = |about: About<'_>| json!({ "id": about.id, "place": about.name, "value": about.values.first() });
        let sets: Vec<Value> = self.sets(step).into_iter().map(one).collect();
        json!({
            "level": step.level.number(),
            "score": step.cost,
            "technique": self.called_told(step),
            "text": self.told(step).in_full(),
            "because": because,
            "facts": facts,
            "removes": removes,
            "sets": sets,
        })
    }

    /// A rule as data, with where it applies and what it speaks of.
    pub fn rule_json(&self, rule: usize) -> Value {
        self.rule_in_json(self.instance(rule).rule, rule)
    }

    /// The same of another rule, at the place of this one.
    pub(crate) fn rule_in_json(&self, rule: &Rule, at: usize) -> Value {
        let Instance { at: line, places, .. } = self.instance(at);
        let subject = |x: &Var| self.subject(*x).name.as_str();
        let own = places.iter().filter_map(|&place| self.reasoning.places().get(place)).map(subject);
        let mut names: Vec<&str> = own.collect();
        // A rule about no place of the board speaks of cells and lines.
        if names.is_empty() {
            names = self.reasoning.model().constraints()[at].scope().iter().map(subject).collect();
        }
        let mut object = json!({ "rule": rule.name, "places": names });
        if !line.is_empty() {
            object["at"] = line.as_str().into();
        }
        object
    }
}

impl Explanation {
    /// Its fields as data: the steps, and what they lead to.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Map<String, Value> {
        let steps = self.steps.iter().map(|step| self.context.step_json(step)).collect();
        let mut object = Map::from_iter([("steps".to_owned(), steps)]);
        match &self.outcome {
            Outcome::Solved(board) => {
                object.insert("solution".to_owned(), puzzle.write_board(board));
                object.insert("grade".to_owned(), self.grade().to_json());
            }
            Outcome::Stopped(stopped) => drop(object.insert("stopped".to_owned(), stopped.to_string().into())),
            Outcome::Contradiction | Outcome::Open(_) => {}
        }
        object
    }
}

/// Readable on a phone, light or dark.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c1c;--soft:#5a5a5a;--paper:#fbfaf7;--card:#fff;--line:#dedbd3;--accent:#0072b2;--amber:#a86a00}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e2;--soft:#aaa69d;--paper:#191815;--card:#24221e;--line:#3b3832;--accent:#6cbcf0;--amber:#f0b84c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}
p{margin:.4rem 0}
.soft{color:var(--soft)}
ol{list-style:none;padding:0;margin:1.5rem 0}
li{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:1rem 0;padding:.9rem 1rem}
.head{display:flex;gap:.6rem;align-items:baseline;font-size:.85rem;color:var(--soft)}
.head b{color:var(--accent);font-size:1.05rem}
nav{margin-left:auto}
nav a{color:var(--accent);margin-left:.6rem}
.drawing{overflow-x:auto;margin-top:.6rem}
.drawing svg{display:block;margin:0 auto;max-width:100%;height:auto;border-radius:.3rem}
.key span{padding:0 .35rem;border-radius:.2rem}
.key .from{outline:2px dashed var(--accent)}
.key .about{outline:3px solid var(--amber)}
summary{cursor:pointer;color:var(--soft);font-size:.85rem}
";

const BOTTOM: &str = "</main>\n</body>\n</html>\n";

/// How a page about a puzzle begins.
fn top(puzzle: &dyn Puzzle, name: &str) -> String {
    let title = escape(&format!("{}, {}: {name}", puzzle.kind().title, puzzle.size_in_words()));
    let drawings = SvgRenderer::style_sheet(".scene");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{drawings}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    )
}

/// A page for a puzzle that is not explained: why it is not, sentence by sentence,
/// and boards to look at.
pub fn plain_page(puzzle: &dyn Puzzle, name: &str, says: &[String], boards: &[&Board]) -> String {
    let mut page = top(puzzle, name);
    for sentence in says {
        let _ = writeln!(page, "<p>{}</p>", escape(sentence));
    }
    for (board, number) in boards.iter().zip(1..) {
        let drawing = svg(&puzzle.draw(&View::of(board)), &format!("board-{number}"));
        let _ = writeln!(page, "<div class=\"drawing\">{drawing}</div>");
    }
    page + BOTTOM
}

impl Explanation {
    /// A page with a drawing for each step, which needs nothing else.
    pub fn page(&self, puzzle: &dyn Puzzle, name: &str) -> String {
        let mut page = top(puzzle, name);
        let _ = writeln!(page, "<p>{}</p>", escape(&self.summary()));
        page.push_str(
            "<p class=\"key soft\">In the drawings: <span class=\"from\">what a step follows from</span>, \
             <span class=\"about\">what it is about</span>.</p>\n",
        );
        let start = puzzle.draw(&View::of(&self.start).labels());
        let _ = writeln!(page, "<div class=\"drawing\">{}</div>", svg(&start, "puzzle"));
        page.push_str("<details><summary>The rules used</summary>\n");
        for rule in puzzle.kind().rules.iter().chain(puzzle.kind().implied) {
            if self.steps.iter().any(|step| self.context.because(step).any(|instance| instance.rule == *rule)) {
                let _ = writeln!(page, "<p>{}</p>", escape(rule.says));
            }
        }
        page.push_str("</details>\n<ol>\n");
        for (i, (step, Position { board, notes })) in self.steps.iter().zip(self.positions()).enumerate() {
            let technique = escape(&self.context.called_told(step));
            let scene = self.context.draw(puzzle, &View::of(&board).labels().notes(&notes), step);
            let _ = writeln!(
                page,
                "<li id=\"s{number}\">\n<div class=\"head\"><b>{number}</b><span>{technique}</span>{}</div>\n{}\
                 <div class=\"drawing\">{}</div>\n</li>",
                ways(i + 1, self.steps.len()),
                paragraphs(&self.context.told(step)),
                svg(&scene, &format!("step-{}", i + 1)),
                number = i + 1,
            );
        }
        page.push_str("</ol>\n");
        page.push_str(BOTTOM);
        page
    }

    /// How it ends, and how hard it was, in a sentence.
    pub fn summary(&self) -> String {
        let mut steps = match self.steps.len() {
            1 => "1 step".to_owned(),
            count => format!("{count} steps"),
        };
        if self.counted().len() != self.steps.len() {
            let _ = write!(steps, " ({} if no cases are tried)", self.counted().len());
        }
        match &self.outcome {
            Outcome::Solved(_) => {
                let Grade { difficulty, hardest, cost, .. } = self.grade();
                format!("{steps}, {}: the hardest scores {hardest}, all of them {cost}.", difficulty.name())
            }
            Outcome::Contradiction if self.believed => format!("{steps} to a contradiction: the board is wrong."),
            Outcome::Contradiction => format!("{steps} to a contradiction: there is no solution."),
            Outcome::Open(_) => format!("{steps}, and nothing more can be excluded: there are several solutions."),
            Outcome::Stopped(stopped) => format!("unfinished: {steps}, then {stopped}."),
        }
    }
}

/// A step in words, with what is folded away.
fn paragraphs(told: &Told) -> String {
    let (mut html, mut shown) = (String::new(), Vec::new());
    for passage in &told.passages {
        shown.extend((!passage.shown.is_empty()).then(|| escape(&passage.shown)));
        if !passage.folded.is_empty() {
            let (count, folded) = (passage.folded.len(), escape(&passage.folded.join(" ")));
            let _ = writeln!(html, "<p>{}</p>\n<details><summary>{count} more</summary>", shown.join(" "));
            let _ = writeln!(html, "<p>{folded}</p>\n</details>");
            shown.clear();
        }
    }
    if !shown.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", shown.join(" "));
    }
    html
}

/// Links back and forward, which need no script.
fn ways(number: usize, steps: usize) -> String {
    let link = |to: usize, says: &str| format!("<a href=\"#s{to}\">{says}</a>");
    let back = if number > 1 { link(number - 1, "back") } else { String::new() };
    let forward = if number < steps { link(number + 1, "next") } else { String::new() };
    format!("<nav>{back} {forward}</nav>")
}

fn svg(scene: &scene::Scene, id: &str) -> String {
    SvgRenderer::for_page().id(id).render(scene)
}
