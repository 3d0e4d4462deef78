//! Weight as the paper's Prolog data: a bar is a list, a leaf `weight(At, W)`,
//! a bar below `branch(At, Bar)`; a weight to be found is a variable.
//!
//! The list may stand alone or be the only argument of any predicate, as in
//! `puzzle17([...])`.

use super::make::loosely;
use super::model::pose_paper;
use super::tree::{DISTANCES, Draft, Hangs, Refused, Weight};
use crate::prolog::{Clause, Term, TermShape};
use crate::{InPaper, Location, Paper, Posed, Puzzle, ReadError};
use fd::ModelError;

pub(super) fn read(clause: &Clause) -> Option<Result<Weight, ReadError>> {
    let (None, [fact]) = (&clause.head, clause.goals.as_slice()) else { return None };
    let tree = match &fact.shape {
        TermShape::Compound(_, arguments) if arguments.len() == 1 => &arguments[0],
        _ => fact,
    };
    let things = tree.items("").ok()?;
    let ours = |thing: &Term| thing.arguments::<2>("weight").is_some() || thing.arguments::<2>("branch").is_some();
    things.iter().any(ours).then(|| {
        let mut draft = Draft::new();
        read_bar(tree, &mut draft)?;
        draft.finish()
    })
}

fn read_bar(bar: &Term, draft: &mut Draft) -> Result<(), ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        read_thing(thing, draft)?;
    }
    draft.close().map_err(|refused| refused.at(place(bar)))
}

fn read_thing(thing: &Term, draft: &mut Draft) -> Result<(), ReadError> {
    let refuse = |refused: Refused| refused.at(place(thing));
    if let Some([at, bar]) = thing.arguments("branch") {
        draft.open(at.integer("a distance", DISTANCES)?).map_err(refuse)?;
        return read_bar(bar, draft);
    }
    let Some([at, weight]) = thing.arguments("weight") else {
        return Err(thing.error(format!("expected weight(At, Weight) or branch(At, List), found {thing}")));
    };
    let given = if weight.is_blank() {
        None
    } else {
        Some((weight.integer("a weight or a variable", 1..=i32::MAX)?, place(weight)))
    };
    draft.leaf(at.integer("a distance", DISTANCES)?, given).map_err(refuse)
}

fn place(term: &Term) -> Location {
    Location::Position { line: term.line, column: term.column }
}

/// What the paper adds.
pub(super) const PAPER: Paper = Paper {
    read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)),
    ways: loosely::WAYS,
};

impl InPaper for Weight {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        pose_paper(self)
    }

    /// The paper names its puzzles by their number of leaves; so do we.
    fn write_prolog(&self) -> String {
        let mut text = format!("puzzle{}([\n", self.leaves());
        write_things(self, 0, 1, &mut text);
        text.push_str("]).\n");
        text
    }
}

fn write_things(puzzle: &Weight, bar: usize, indent: usize, text: &mut String) {
    let margin = "    ".repeat(indent);
    let things = &puzzle.bars()[bar].things;
    for (i, thing) in things.iter().enumerate() {
        let at = thing.at;
        let comma = if i + 1 < things.len() { "," } else { "" };
        match thing.hangs {
            Hangs::Leaf(leaf) => {
                let weight = puzzle.given()[leaf].map_or("_".to_owned(), |given| given.to_string());
                text.push_str(&format!("{margin}weight({at},{weight}){comma}\n"));
            }
            Hangs::Bar(bar) => {
                text.push_str(&format!("{margin}branch({at},[\n"));
                write_things(puzzle, bar, indent + 1, text);
                text.push_str(&format!("{margin}]){comma}\n"));
            }
        }
    }
}
