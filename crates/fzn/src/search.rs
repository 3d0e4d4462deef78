//! Search annotations as branchings of the kernel.

use crate::error::Problem;
use crate::names::Atom;
use crate::pose::Posed;
use crate::syntax::Expr;
use fd::{Branching, Choice, Decision, Labeller, Labelling, Order, Selection, Space, TreeStep, Var};

/// Phases one after the other: what the first leaves open is for the second, and so on.
#[derive(Debug)]
pub(crate) struct Phases(Vec<Phase>);

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
    /// Annotations that are passed over, by name.
    pub(crate) ignored: Vec<String>,
}

impl Annotated {
    /// Reads the annotations of `solve`.
    pub(crate) fn new<'t>(posed: &Posed<'t>, annotations: &[Expr<'t>], at: usize) -> Result<Annotated, Problem> {
        let mut annotated = Annotated::default();
        for annotation in annotations {
            annotated.read(posed, annotation, at)?;
        }
        Ok(annotated)
    }

    fn read<'t>(&mut self, posed: &Posed<'t>, annotation: &Expr<'t>, at: usize) -> Result<(), Problem> {
        match annotation {
            Expr::Array(parts) => parts.iter().try_for_each(|part| self.read(posed, part, at)),
            Expr::Call(call) => match (call.name, call.arguments.as_slice()) {
                ("seq_search", [parts]) => self.read(posed, parts, at),
                ("int_search" | "bool_search", [vars, selection, choice, ..]) => {
                    let vars = posed.names.array(vars, call.at)?;
                    let vars = vars.iter().filter_map(|atom| match atom {
                        Atom::Variable(slot) => Some(posed.var_of(*slot)),
                        Atom::Number(_) => None,
                    });
                    let (labelling, last) = labelling(word(selection), word(choice)).map_err(|unknown| {
                        Problem::unsupported(call.at, format!("`{}`: there is no `{unknown}` here", call.name))
                    })?;
                    self.phases.push((labelling, last, vars.collect()));
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

    /// The branching that they ask for. What they leave open is labelled after it, in the order of the file.
    pub(crate) fn phases(&self, rest: &[Var], seed: u64) -> Phases {
        let leftmost = Labelling::default();
        let asked = self.phases.iter().map(|(labelling, last, vars)| (*labelling, *last, vars.as_slice()));
        let phases = asked.chain([(leftmost, false, rest)]);
        Phases(phases.map(|(labelling, last, vars)| Phase { labeller: labelling.over(vars).seed(seed), last }).collect())
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

impl Branching for Phases {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        self.0.iter_mut().find_map(|Phase { labeller, last }| {
            let decision = labeller.choose(space, depth)?;
            Some(match decision {
                Decision::Literal(literal) if *last => Decision::Literal(literal.negated()),
                other => other,
            })
        })
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        self.0.iter_mut().for_each(|phase| phase.labeller.follow(space, step));
    }
}
