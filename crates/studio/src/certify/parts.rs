//! Refuting a hard formula in parts, which threads may share.
//!
//! Each part supposes other values of a few variables, and derives that they cannot be. All parts begin
//! with what was learnt before they were told apart, so they are the same for any number of threads, and their
//! derivations are put together in order. (Heule, Kullmann, Wieringa and Biere: Cube and Conquer, 2011.)

use super::CertifyError;
use super::derivation::{Derivation, Lemma};
use super::refute::{End, Refuter};
use crate::pool::{Event, Pool};
use fd::{Budget, Stopped};
use puzzles::Literal;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;

/// The variables whose values tell the parts apart: 32 parts, since some take far longer than others.
const VARIABLES: usize = 5;

impl Refuter {
    /// Derives a contradiction. A limit on conflicts or work holds for each part alone.
    pub(super) fn refute_in_parts(
        mut self,
        threads: NonZero<usize>,
        budget: &Budget<'_>,
    ) -> Result<Derivation, CertifyError> {
        let variables = self.most_active();
        let supposed = |signs: usize, count: usize| -> Vec<Literal> {
            let literals = variables[..count].iter().map(|&variable| Literal::of(variable));
            literals.enumerate().map(|(i, literal)| if signs >> i & 1 == 0 { literal } else { !literal }).collect()
        };
        let (mut parts, count, stop) = (Vec::new(), 1 << variables.len(), AtomicBool::new(false));
        let work = |(): &mut (), signs: usize, sender: SyncSender<_>| {
            sender.send(self.continued().refute_part(&supposed(signs, variables.len()), &stop, *budget))
        };
        let take = |event| {
            if let Event::Said(part) = event {
                parts.push(part);
            }
            let failed = parts.last().is_some_and(Result::is_err);
            Ok(if failed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        // Without a thread nothing was refuted.
        let taken = Pool::new(threads, Some(count), &stop).run(0..count, || (), work, take);
        taken.map_err(|_| Stopped::Cancelled)?;
        let mut derivation = self.derivation;
        let mut refuted = Vec::with_capacity(parts.len());
        for part in parts {
            refuted.push(derivation.append(part?));
        }
        // Two parts that differ in the last variable make one that does not suppose it.
        for count in (0..variables.len()).rev() {
            let join = |signs: usize| {
                let uses = vec![refuted[signs], refuted[signs | 1 << count]];
                let literals = supposed(signs, count).into_iter().map(|literal| !literal).collect();
                derivation.push(Lemma { literals, uses, emitted: true, ..Lemma::default() })
            };
            refuted = (0..1 << count).map(join).collect();
        }
        Ok(derivation)
    }

    /// The open variables that took part in most conflicts.
    fn most_active(&mut self) -> Vec<usize> {
        self.undo(0);
        let mut found = Vec::new();
        while found.len() < VARIABLES
            && let Some(variable) = self.activity.pop()
        {
            if self.engine.is_open(Literal::of(variable)) {
                found.push(variable);
            }
        }
        found.iter().for_each(|&variable| self.activity.insert(variable));
        found
    }

    /// Derives that these literals are not all true.
    fn refute_part(
        mut self,
        supposed: &[Literal],
        stop: &AtomicBool,
        mut budget: Budget<'_>,
    ) -> Result<Derivation, CertifyError> {
        let end = self.search(supposed, u64::MAX, stop, &mut budget)?;
        let clause = supposed.iter().map(|&literal| !literal).collect();
        if let End::Refuted(_) = end {
            self.note_roots();
        }
        // If it was stopped, nobody reads this.
        let step = self.learner.support(&mut self.engine, end, clause, &self.roots);
        self.derivation.push(step);
        Ok(self.derivation)
    }
}
