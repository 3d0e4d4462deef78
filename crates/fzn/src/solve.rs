//! Searches, and tells what MiniZinc expects.

use crate::disjunctions::Disjunctions;
use crate::error::Error;
use crate::output::Output;
use crate::parser::parse;
use crate::pose::{Posing, objective};
use crate::posed::Objective;
use crate::search::Annotated;
use fd::{Labelling, Limits, Model, Solution, Space, Statistics, Stopped, Var};
use std::collections::HashSet;
use std::io::{self, Write};

/// What is asked of the solver beside the file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// All solutions, those once that differ only in what MiniZinc has introduced; with an objective, each that is
    /// better than those before.
    pub all: bool,
    /// At most this many solutions of a problem without an objective, even if all are asked for.
    pub solutions: Option<u64>,
    /// Each better solution of a problem with an objective.
    pub intermediate: bool,
    /// Search without regard to the annotations.
    pub free: bool,
    /// Counts of the search at its end.
    pub statistics: bool,
    /// What random choices follow.
    pub seed: u64,
    /// Label by this, instead of what the annotations say, the variables that they name.
    pub labelling: Option<Labelling>,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All there is was found, and that is nothing.
    Unsatisfiable,
    /// All there is was found, or the best is proved to be so.
    Complete,
    /// As many solutions as asked for.
    Enough,
    /// A limit ended it, with solutions found or without.
    Limited {
        /// Whether any was found.
        found: bool,
    },
}

/// A file as a model of the kernel.
#[derive(Debug)]
pub struct Problem {
    pub(crate) model: Model,
    /// The variables in the order of the file.
    pub(crate) vars: Vec<Var>,
    /// Those that the others follow from.
    pub(crate) decisions: Vec<Var>,
    pub(crate) disjunctions: Disjunctions,
    pub(crate) objective: Option<Objective>,
    pub(crate) annotated: Annotated,
    output: Output,
    /// Those in which solutions differ: what the search names, what is shown, and what was not introduced.
    pub(crate) stated: Vec<Var>,
    /// What is shown of a solution, by name.
    pub(crate) shown: Vec<(String, Var)>,
    /// The names of variables without bounds.
    unbounded: Vec<String>,
}

impl Problem {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, or what it needs that this solver lacks.
    pub fn read(text: &str) -> Result<Problem, Error> {
        let program = parse(text)?;
        let read = || {
            let mut posing = Posing::new(&program)?;
            let disjunctions = Disjunctions::new(&mut posing, &program)?;
            let objective = objective(&mut posing, &program.solve.goal, program.solve.at)?;
            let annotated = Annotated::new(&posing, &program.solve.annotations)?;
            let output = Output::new(&program, &posing)?;
            let unbounded = posing.unbounded(&program);
            let (vars, decisions) = (posing.model.all_vars().collect(), posing.decisions(&program));
            let shown = posing.named(&program, output.shown());
            let mut stated = annotated.vars();
            stated.extend(shown.iter().map(|(_, x)| *x).chain(posing.stated(&program)));
            let mut seen = HashSet::new();
            stated.retain(|x| seen.insert(*x));
            let model = posing.model;
            Ok(Problem { model, vars, decisions, disjunctions, objective, annotated, output, shown, stated, unbounded })
        };
        read().map_err(|problem: crate::error::Problem| problem.in_text(text))
    }

    /// The annotations of `solve` that are passed over.
    pub fn ignored(&self) -> &[String] {
        &self.annotated.ignored
    }

    /// The variables to which the file gives no bounds. Here they go from -2^30 to 2^30.
    pub fn unbounded(&self) -> &[String] {
        &self.unbounded
    }

    /// Searches within these limits, and writes solutions as they are found.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn solve(&self, options: &Options, limits: Limits<'_>, out: &mut impl Write) -> io::Result<Outcome> {
        let posed = self.posed(options);
        let mut space = Space::new(&posed.model);
        let mut search = posed.search(&mut space, limits);
        let every = self.objective.is_none() || options.all || options.intermediate;
        let most = match options.solutions {
            _ if self.objective.is_some() => u64::MAX,
            Some(most) => most,
            None if options.all => u64::MAX,
            None => 1,
        };
        let (mut found, mut last) = (0, None);
        let end = loop {
            if found == most {
                break Outcome::Enough;
            }
            match search.next_solution() {
                Ok(Some(solution)) => {
                    found += 1;
                    if every {
                        self.tell(&solution, out)?;
                    }
                    last = Some(solution);
                }
                Ok(None) if found == 0 => break Outcome::Unsatisfiable,
                Ok(None) => break Outcome::Complete,
                Err(Stopped::Solutions) => break Outcome::Enough,
                Err(_) => break Outcome::Limited { found: found > 0 },
            }
        };
        if let Some(best) = last.as_ref().filter(|_| !every) {
            self.tell(best, out)?;
        }
        out.write_all(match end {
            Outcome::Unsatisfiable => b"=====UNSATISFIABLE=====\n".as_slice(),
            Outcome::Complete => b"==========\n",
            Outcome::Limited { found: false } => b"=====UNKNOWN=====\n",
            Outcome::Enough | Outcome::Limited { found: true } => b"",
        })?;
        if options.statistics {
            if let (Some(Objective { var, .. }), Some(best)) = (self.objective, &last) {
                writeln!(out, "%%%mzn-stat: objective={}", best[var])?;
            }
            self.write_statistics(&search.statistics(), out)?;
        }
        out.flush()?;
        Ok(end)
    }

    fn tell(&self, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.output.write(solution).as_bytes())?;
        out.flush()
    }

    fn write_statistics(&self, statistics: &Statistics, out: &mut impl Write) -> io::Result<()> {
        let counts = [
            ("nodes", statistics.nodes),
            ("failures", statistics.backtracks),
            ("restarts", statistics.restarts),
            ("peakDepth", statistics.peak_depth),
            ("propagations", statistics.resumptions),
            ("propagators", statistics.constraints),
            ("variables", self.vars.len() as u64),
            ("nSolutions", statistics.solutions),
        ];
        for (name, count) in counts {
            writeln!(out, "%%%mzn-stat: {name}={count}")?;
        }
        writeln!(out, "%%%mzn-stat: solveTime={:.6}", statistics.time.as_secs_f64())?;
        writeln!(out, "%%%mzn-stat-end")
    }
}
