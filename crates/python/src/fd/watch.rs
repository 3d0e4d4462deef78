//! Propagation step by step: who removed which value.

use super::{Posed, Ranges, post, ranges};
use equipoise::fd::{Observer, Removal, Space, Var};
use pyo3::prelude::*;

/// The stage, the variable, the value, and the constraint that removed it.
type Removed = (usize, usize, i32, usize);

/// What was seen: the removals, in their order; where it failed, the stage and the constraint (none where a fact itself is
/// impossible); and what is left of each variable.
pub(super) type Seen = (Vec<Removed>, Option<(usize, Option<usize>)>, Vec<Ranges>);

/// How many propagators run before we look whether anybody wants to end this.
const SLICE: u64 = 2000;

#[derive(Default)]
struct Watcher {
    stage: usize,
    removed: Vec<Removed>,
    conflict: Option<usize>,
    most: usize,
}

impl Observer for Watcher {
    fn removed(&mut self, removal: Removal<'_>) {
        if self.removed.len() < self.most {
            self.removed.push((self.stage, removal.var.index(), removal.value, removal.constraint));
        }
    }

    fn conflict(&mut self, constraint: usize, _: &[Var]) {
        self.conflict = Some(constraint);
    }
}

/// Propagates the constraints alone (stage 0), and then fact by fact. Of the removals, at most so many are kept.
pub(super) fn propagate(py: Python<'_>, posed: &Posed, facts: &[(usize, String, i32)], most: usize) -> PyResult<Seen> {
    let mut literals = Vec::with_capacity(facts.len());
    for (var, relation, value) in facts {
        literals.push(post::literal(posed, *var, relation, *value)?);
    }
    let mut space = py.detach(|| Space::new(&posed.model));
    let mut watcher = Watcher { most, ..Watcher::default() };
    space.push();
    space.wake_all();
    let mut failed = None;
    for stage in 0..=literals.len() {
        watcher.stage = stage;
        if let Some(fact) = stage.checked_sub(1).and_then(|fact| literals.get(fact))
            && space.assume(*fact).is_err()
        {
            failed = Some((stage, None));
            break;
        }
        if !stage_is_quiet(py, &mut space, &mut watcher)? {
            failed = Some((stage, watcher.conflict));
            break;
        }
    }
    let store = space.store();
    let left = |&x: &Var| {
        if store.is_interval(x) { vec![store.bounds(x)] } else { ranges(store.values(x)) }
    };
    // After a conflict, domains are in the midst of a change.
    let domains = if failed.is_some() { Vec::new() } else { posed.vars.iter().map(left).collect() };
    Ok((watcher.removed, failed, domains))
}

/// Runs propagators until none is left (true) or one fails.
fn stage_is_quiet(py: Python<'_>, space: &mut Space, watcher: &mut Watcher) -> PyResult<bool> {
    loop {
        let outcome = py.detach(|| space.propagate_observed_for(watcher, SLICE));
        match outcome {
            Ok(true) => return Ok(true),
            Ok(false) => py.check_signals()?,
            Err(_) => return Ok(false),
        }
    }
}
