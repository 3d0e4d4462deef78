//! Tasks that must not overlap, however a file says so.

use crate::error::Problem;
use crate::names::Atom;
use crate::pose::{Arguments, Posing};
use crate::syntax::{Call, Program};
use fd::constraints::{Disjunctive, Precedence, Task};
use fd::{Model, Var};
use std::collections::{HashMap, HashSet};

/// More pairs than this are not looked at one by one.
const MOST_PAIRS: usize = 20_000;

/// Pairs of tasks of which one must end before the other begins.
#[derive(Debug, Default)]
pub(crate) struct Disjunctions {
    pairs: Vec<[Task; 2]>,
    /// Tasks of which no two overlap, where the file says so only pair by pair.
    machines: Vec<Vec<Task>>,
}

/// `start + duration <= next`
#[derive(Debug, Clone, Copy)]
struct Before {
    task: Task,
    next: Var,
}

impl Disjunctions {
    /// Those that a program states.
    pub(crate) fn new<'t>(posing: &mut Posing<'t>, program: &Program<'t>) -> Result<Disjunctions, Problem> {
        let mut found = Disjunctions::default();
        let mut truths: HashMap<Var, Vec<Before>> = HashMap::new();
        for call in &program.constraints {
            let arguments = &mut Arguments::new(posing, call);
            match call.name.split_once('_').map_or("", |(_, name)| name) {
                "disjunctive" | "disjunctive_strict" => {
                    let tasks = tasks(arguments)?;
                    found.add_pairs(arguments.posing, &tasks, |_, _| true);
                }
                "cumulative" => {
                    let (tasks, demands) = (tasks(arguments)?, arguments.vars(2)?);
                    let capacity = arguments.var(3)?;
                    let model = &arguments.posing.model;
                    let demands: Vec<i32> = demands.iter().map(|&x| model.domain(x).min()).collect();
                    let capacity = i64::from(model.domain(capacity).max());
                    let apart = |i: usize, j: usize| i64::from(demands[i]) + i64::from(demands[j]) > capacity;
                    found.add_pairs(arguments.posing, &tasks, apart);
                }
                "lin_le_reif" | "lin_le_imp" if call.name.starts_with("int") => {
                    if let Some(before) = before(arguments)?
                        && let Atom::Variable(truth) = arguments.atom(3)?
                    {
                        truths.entry(arguments.posing.var_of(truth)).or_default().extend(before);
                    }
                }
                _ => {}
            }
        }
        let known = found.pairs.len();
        for call in &program.constraints {
            if let Some([a, b]) = alternatives(&mut Arguments::new(posing, call))? {
                let [a, b] = [a, b].map(|x| truths.get(&x).map_or(&[][..], Vec::as_slice));
                let pairs = a.iter().flat_map(|first| b.iter().map(move |second| (first, second)));
                let opposite = |(a, b): &(&Before, &Before)| a.next == b.task.start && b.next == a.task.start;
                found.pairs.extend(pairs.filter(opposite).map(|(a, b)| [a.task, b.task]));
            }
        }
        found.machines = machines(&found.pairs[known..]);
        if found.pairs.len() > MOST_PAIRS {
            found.pairs.clear();
        }
        Ok(found)
    }

    fn add_pairs(&mut self, posing: &Posing<'_>, tasks: &[Task], apart: impl Fn(usize, usize) -> bool) {
        let takes_time = |task: &Task| posing.model.domain(task.duration).min() > 0;
        for (i, a) in tasks.iter().enumerate().filter(|(_, a)| takes_time(a)) {
            let others = tasks.iter().enumerate().skip(i + 1).filter(|(_, b)| takes_time(b));
            self.pairs.extend(others.filter(|&(j, _)| apart(i, j)).map(|(_, b)| [*a, *b]));
            if self.pairs.len() > MOST_PAIRS {
                return;
            }
        }
    }

    /// The starts of the tasks, each once.
    pub(crate) fn starts(&self) -> Vec<Var> {
        let mut seen = HashSet::new();
        self.pairs.iter().flatten().map(|task| task.start).filter(|&start| seen.insert(start)).collect()
    }

    /// States them once more in a way that a search can decide: with a variable for each order.
    pub(crate) fn post(&self, model: &mut Model) -> Vec<Precedence> {
        for machine in &self.machines {
            // What does not fit into the model is left out: the file has said it already.
            model.post(Disjunctive::of(machine.clone())).ok();
        }
        let pairs = self.pairs.iter().filter_map(|&[a, b]| {
            let pair = Precedence::new(model.boolean().ok()?, a, b);
            model.post(pair).ok().map(|()| pair)
        });
        pairs.collect()
    }
}

fn tasks(arguments: &mut Arguments<'_, '_>) -> Result<Vec<Task>, Problem> {
    let (starts, durations) = (arguments.vars(0)?, arguments.vars(1)?);
    Ok(starts.into_iter().zip(durations).map(|(start, duration)| Task { start, duration }).collect())
}

/// What an inequality says: of three variables it may be said in two ways.
fn before(arguments: &mut Arguments<'_, '_>) -> Result<Option<Vec<Before>>, Problem> {
    let (factors, atoms, bound) = (arguments.ints(0)?, arguments.atoms(1)?, arguments.int(2)?);
    let mut sides = [Vec::new(), Vec::new()];
    for (&factor, &atom) in factors.iter().zip(atoms.iter()) {
        match (factor, atom) {
            (1, Atom::Variable(slot)) => sides[0].push(arguments.posing.var_of(slot)),
            (-1, Atom::Variable(slot)) => sides[1].push(arguments.posing.var_of(slot)),
            _ => return Ok(None),
        }
    }
    Ok(match (sides[0].as_slice(), sides[1].as_slice()) {
        (&[start], &[next]) if bound < 0 => {
            let duration = arguments.posing.var(Atom::Number(-bound), arguments.call.at)?;
            Some(vec![Before { task: Task { start, duration }, next }])
        }
        (&[a, b], &[next]) if bound == 0 => {
            let takes_time = |x: Var| arguments.posing.model.domain(x).min() > 0;
            let ways = [(a, b), (b, a)].into_iter().filter(|&(_, duration)| takes_time(duration));
            Some(ways.map(|(start, duration)| Before { task: Task { start, duration }, next }).collect())
        }
        _ => None,
    })
}

/// The two booleans of which one must be true.
fn alternatives(arguments: &mut Arguments<'_, '_>) -> Result<Option<[Var; 2]>, Problem> {
    let Call { name, .. } = *arguments.call;
    let is_clause = match name {
        "bool_clause" => arguments.atoms(1)?.is_empty(),
        "array_bool_or" => arguments.known(arguments.atom(1)?) == Some(1),
        _ => return Ok(None),
    };
    Ok(match (is_clause, &*arguments.atoms(0)?) {
        (true, &[Atom::Variable(a), Atom::Variable(b)]) => Some([a, b].map(|slot| arguments.posing.var_of(slot))),
        _ => None,
    })
}

/// Tasks of which no two overlap, so many in each set that all pairs are covered; sets of two are left out.
fn machines(pairs: &[[Task; 2]]) -> Vec<Vec<Task>> {
    let both = |&[a, b]: &[Task; 2]| [(a, b), (b, a)];
    let apart: HashSet<(Task, Task)> = pairs.iter().flat_map(both).collect();
    let mut near: HashMap<Task, Vec<Task>> = HashMap::new();
    for (a, b) in pairs.iter().flat_map(both) {
        near.entry(a).or_default().push(b);
    }
    let mut covered: HashSet<(Task, Task)> = HashSet::new();
    let mut machines = Vec::new();
    for &[a, b] in pairs {
        if covered.contains(&(a, b)) {
            continue;
        }
        let mut machine = vec![a, b];
        for &other in &near[&a] {
            if !machine.contains(&other) && machine.iter().all(|&task| apart.contains(&(task, other))) {
                machine.push(other);
            }
        }
        covered.extend(machine.iter().flat_map(|&a| machine.iter().map(move |&b| (a, b))));
        if machine.len() > 2 {
            machines.push(machine);
        }
    }
    machines
}
