//! A derivation, step by step, and the part of it that a proof needs.

use puzzles::{Formula, Literal};
use std::fmt::Write as _;

/// A clause that follows from the formula and earlier steps.
#[derive(Debug, Default)]
pub(super) struct Lemma {
    pub(super) literals: Vec<Literal>,
    /// The earlier steps that it follows from.
    pub(super) uses: Vec<usize>,
    /// Clauses that follow from the formula alone, which the checker has to be
    /// told before it sees this one.
    pub(super) aids: Vec<Vec<Literal>>,
    /// Whether it has to be written for the checker at all: what unit
    /// propagation finds at the root, the checker finds by itself.
    pub(super) emitted: bool,
    /// Whether it is written even if the contradiction does not need it.
    pub(super) wanted: bool,
}

/// Steps that end in a contradiction.
#[derive(Debug, Default)]
pub(super) struct Derivation {
    /// The number of steps before these, in a derivation that this one continues.
    before: usize,
    steps: Vec<Lemma>,
    /// Other lines, with the number of steps before them and of constraints that they add.
    lines: Vec<(usize, String, usize)>,
}

impl Derivation {
    /// An empty derivation that can use the steps so far.
    pub(super) fn continued(&self) -> Derivation {
        Derivation { before: self.steps.len(), ..Derivation::default() }
    }

    /// Adds the steps of a derivation that continued this one, before others did; the number of the last.
    pub(super) fn append(&mut self, other: Derivation) -> usize {
        let moved = self.steps.len() - other.before;
        self.steps.extend(other.steps.into_iter().map(|mut step| {
            step.uses.iter_mut().filter(|used| **used >= other.before).for_each(|used| *used += moved);
            step
        }));
        self.steps.len() - 1
    }

    /// Adds a comment.
    pub(super) fn comment(&mut self, text: &str) {
        self.lines.push((self.steps.len(), format!("% {}", text.replace('\n', " ")), 0));
    }

    /// Adds a line that the checker takes a constraint from.
    pub(super) fn line(&mut self, line: String) {
        self.lines.push((self.steps.len(), line, 1));
    }

    pub(super) fn push(&mut self, step: Lemma) -> usize {
        self.steps.push(step);
        self.before + self.steps.len() - 1
    }

    /// For each step that the last step or a wanted one needs, the last step that needs it written;
    /// `None` for the others.
    fn last_uses(&self) -> Vec<Option<usize>> {
        let mut last: Vec<Option<usize>> = vec![None; self.steps.len()];
        if let Some(end) = last.last_mut() {
            *end = Some(self.steps.len());
        }
        for (number, step) in self.steps.iter().enumerate().rev() {
            if step.wanted {
                last[number] = Some(self.steps.len());
            }
            let Some(own) = last[number] else { continue };
            // A step that is not written needs its premises for as long as it
            // is needed itself.
            let until = if step.emitted { number } else { own };
            for &used in &step.uses {
                last[used] = last[used].max(Some(until));
            }
        }
        last
    }

    /// The steps as lines of a proof whose next constraint has the number `id`.
    /// What is not needed any more is deleted.
    pub(super) fn write(&self, formula: &Formula, mut id: usize, text: &mut String) {
        let last = self.last_uses();
        let mut ending: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len() + 1];
        let mut lines = self.lines.iter().peekable();
        for (number, step) in self.steps.iter().enumerate() {
            while let Some((_, line, adds)) = lines.next_if(|(before, ..)| *before <= number) {
                let _ = writeln!(text, "{line}");
                id += adds;
            }
            let Some(until) = last[number] else { continue };
            let mut done = std::mem::take(&mut ending[number]);
            if step.emitted {
                for aid in &step.aids {
                    write_rup(formula, aid, text);
                    done.push(id);
                    id += 1;
                }
                write_rup(formula, &step.literals, text);
                ending[until].push(id);
                id += 1;
            }
            if !done.is_empty() {
                text.push_str("del id");
                for id in done {
                    let _ = write!(text, " {id}");
                }
                text.push_str(" ;\n");
            }
        }
    }
}

/// A clause that the checker verifies by unit propagation.
fn write_rup(formula: &Formula, literals: &[Literal], text: &mut String) {
    text.push_str("rup");
    for &literal in literals {
        let _ = write!(text, " 1 {}", formula.shown(literal));
    }
    text.push_str(" >= 1 ;\n");
}
