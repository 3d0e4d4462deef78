//! Search annotations as branchings of the kernel.

use crate::error::Problem;
use crate::names::Atom;
use crate::pose::Posing;
use crate::posed::Objective;
use crate::syntax::Expr;
use fd::{Branching, Choice, Decision, Labeller, Labelling, Order, Selection, Space, Var};

/// One phase of a search: some variables, labelled in one way.
#[derive(Debug)]
struct Phase {
    labeller: Labeller,
    /// Whether the value chosen is the last to be tried rather than the first.
    last: bool,
}

/// What was understood of the annotations of `solve`.
#[derive(Debug, Default)]
pub(crate) struct Annotated {
    phases: Vec<(Labelling, bool, Vec<Var>)>,
    /// Values to be tried first.
    pub(crate) warm: Vec<(Var, i32)>,
    /// Annotations that are passed over, by name.
    pub(crate) ignored: Vec<String>,
}

impl Annotated {
    /// Reads the annotations of `solve`.
    pub(crate) fn new<'t>(posing: &Posing<'t>, annotations: &[Expr<'t>]) -> Result<Annotated, Problem> {
        let mut annotated = Annotated::default();
        for annotation in annotations {
            annotated.read(posing, annotation)?;
        }
        Ok(annotated)
    }

    fn read<'t>(&mut self, posing: &Posing<'t>, annotation: &Expr<'t>) -> Result<(), Problem> {
        match annotation {
            Expr::Array(parts) => parts.iter().try_for_each(|part| self.read(posing, part)),
            Expr::Call(call) => match (call.name, call.arguments.as_slice()) {
                ("seq_search", [parts]) => self.read(posing, parts),
                ("int_search" | "bool_search", [vars, selection, choice, ..]) => {
                    let vars = posing.names.array(vars, call.at)?;
                    let vars = vars.iter().filter_map(|&atom| variable(posing, atom));
                    let (labelling, last) = labelling(word(selection), word(choice)).map_err(|unknown| {
                        Problem::unsupported(call.at, format!("`{}`: there is no `{unknown}` here", call.name))
                    })?;
                    self.phases.push((labelling, last, vars.collect()));
                    Ok(())
                }
                ("warm_start_array", [parts]) => self.read(posing, parts),
                ("warm_start" | "warm_start_int" | "warm_start_bool", [vars, values]) => {
                    let (vars, values) = (posing.names.array(vars, call.at)?, posing.names.array(values, call.at)?);
                    for (&atom, &value) in vars.iter().zip(values.iter()) {
                        if let (Some(var), Atom::Number(value)) = (variable(posing, atom), value) {
                            self.warm.extend(i32::try_from(value).ok().map(|value| (var, value)));
                        }
                    }
                    Ok(())
                }
                (name, _) => {
                    self.ignored.push(name.to_owned());
                    Ok(())
                }
            },
            Expr::Name(name) => {
                self.ignored.push((*name).to_owned());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The search that they ask for; `rest` is labelled after it, in order. The better end of the objective
    /// comes first of that.
    pub(crate) fn fixed(&self, rest: &[Var], objective: Option<Objective>, seed: u64) -> impl Branching + use<> {
        let goal = objective.map(|Objective { var, minimised }| {
            let order = if minimised { Order::Up } else { Order::Down };
            (Labelling::default().order(order), false, vec![var])
        });
        let asked = self.phases.iter().cloned().chain(goal).chain([(Labelling::default(), false, rest.to_vec())]);
        let phase = |(labelling, last, vars): (Labelling, bool, Vec<Var>)| Phase {
            labeller: labelling.over(&vars).seed(seed),
            last,
        };
        asked.map(phase).collect::<Vec<_>>().preferring(self.warm.iter().copied())
    }

    /// The variables that the annotations name, if they name any.
    pub(crate) fn vars(&self) -> Vec<Var> {
        self.phases.iter().flat_map(|(_, _, vars)| vars).copied().collect()
    }
}

fn variable(posing: &Posing<'_>, atom: Atom) -> Option<Var> {
    match atom {
        Atom::Variable(slot) => Some(posing.var_of(slot)),
        Atom::Number(_) => None,
    }
}

fn word<'t>(expression: &Expr<'t>) -> &'t str {
    match expression {
        Expr::Name(name) => name,
        Expr::Call(call) => call.name,
        _ => "such a search",
    }
}

/// The labelling of these names, and whether its value comes last; or the name that is unknown.
fn labelling<'w>(selection: &'w str, choice: &'w str) -> Result<(Labelling, bool), &'w str> {
    let selection = match selection {
        "input_order" => Selection::Leftmost,
        "first_fail" => Selection::FirstFail,
        "anti_first_fail" => Selection::AntiFirstFail,
        "smallest" => Selection::Min,
        "largest" => Selection::Max,
        "occurrence" => Selection::Occurrence,
        "most_constrained" => Selection::Ffc,
        "max_regret" => Selection::MaxRegret,
        // Both look for what is hard to satisfy.
        "dom_w_deg" | "impact" => Selection::DomWDeg,
        "random" => Selection::Random,
        unknown => return Err(unknown),
    };
    let (choice, order, last) = match choice {
        "indomain_min" | "indomain" => (Choice::Step, Order::Up, false),
        "indomain_max" => (Choice::Step, Order::Down, false),
        "indomain_middle" => (Choice::Middle, Order::Up, false),
        "indomain_median" => (Choice::Median, Order::Up, false),
        "indomain_random" => (Choice::Random, Order::Up, false),
        "indomain_split" | "indomain_interval" => (Choice::Bisect, Order::Up, false),
        "indomain_reverse_split" => (Choice::Bisect, Order::Down, false),
        "indomain_split_random" => (Choice::Bisect, Order::Up, false),
        "outdomain_min" => (Choice::Step, Order::Up, true),
        "outdomain_max" => (Choice::Step, Order::Down, true),
        "outdomain_random" => (Choice::Random, Order::Up, true),
        unknown => return Err(unknown),
    };
    Ok((Labelling { selection, choice, order }, last))
}

impl Branching for Phase {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        Some(match self.labeller.choose(space, depth)? {
            Decision::Literal(literal) if self.last => Decision::Literal(literal.negated()),
            other => other,
        })
    }
}
