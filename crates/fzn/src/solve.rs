//! Searches, and tells what MiniZinc expects.

use crate::disjunctions::Disjunctions;
use crate::error::Error;
use crate::output::Output;
use crate::parser::parse;
use crate::pose::{Objective, Posed};
use crate::search::Annotated;
use fd::{
    Branching, FirstFail, Labelling, Limits, Luby, Model, Search, Selection, Sequencing, Solution, Space, Statistics,
    Stopped, Var,
};
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

/// The conflicts of the shortest run of a free search.
const CONFLICTS: u64 = 100;

/// What is asked of the solver beside the file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// All solutions; with an objective, each that is better than those before.
    pub all: bool,
    /// At most this many solutions of a problem without an objective.
    pub solutions: Option<u64>,
    /// Each better solution of a problem with an objective.
    pub intermediate: bool,
    /// Search without regard to the annotations.
    pub free: bool,
    /// Counts of the search at its end.
    pub statistics: bool,
    /// What random choices follow.
    pub seed: u64,
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
    model: Model,
    /// The variables in the order of the file.
    vars: Vec<Var>,
    /// Those that the others follow from.
    decisions: Vec<Var>,
    disjunctions: Disjunctions,
    objective: Option<Objective>,
    annotated: Annotated,
    output: Output,
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
            let mut posed = Posed::new(&program)?;
            let disjunctions = Disjunctions::new(&mut posed, &program)?;
            let objective = Objective::new(&mut posed, &program.solve.goal, program.solve.at)?;
            let annotated = Annotated::new(&posed, &program.solve.annotations)?;
            let output = Output::new(&program, &posed)?;
            let unbounded = posed.unbounded(&program);
            let (vars, decisions) = (posed.model.all_vars().collect(), posed.decisions(&program));
            let model = posed.model;
            Ok(Problem { model, vars, decisions, disjunctions, objective, annotated, output, unbounded })
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
        let (model, branching) = self.branching(options);
        let mut space = Space::new(&model);
        let mut search = Search::new(&mut space, branching, limits);
        // All solutions one after the other need no restarts, which would forget where it was.
        if self.is_free(options) && (self.objective.is_some() || !options.all) {
            search = search.restarting(Some(Luby::of(CONFLICTS)));
        }
        if let Some(Objective { var, minimised }) = self.objective {
            search = if minimised { search.minimising(var) } else { search.maximising(var) };
        }
        let every = self.objective.is_none() || options.all || options.intermediate;
        let most = if options.all || self.objective.is_some() { u64::MAX } else { options.solutions.unwrap_or(1) };
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

    /// Whether it searches as it thinks best: if it is told to, or not told how.
    fn is_free(&self, options: &Options) -> bool {
        options.free || self.annotated.vars().is_empty()
    }

    /// How it is searched, and the model with what that search needs.
    ///
    /// A free search decides the order of tasks first, where there are any; then it labels what the annotations
    /// name, or else all that does not follow from other variables, by the conflicts it meets.
    fn branching(&self, options: &Options) -> (Cow<'_, Model>, Box<dyn Branching>) {
        if !self.is_free(options) {
            let asked = self.annotated.fixed(&self.vars, self.objective, options.seed);
            return (Cow::Borrowed(&self.model), Box::new(asked));
        }
        let named = Some(self.annotated.vars()).filter(|vars| !vars.is_empty());
        let mut vars = named.unwrap_or_else(|| self.decisions.clone());
        // Names of one variable are one.
        let mut seen = HashSet::new();
        vars.retain(|x| seen.insert(*x));
        let first = FirstFail::over(&vars).weighted().preferring(self.annotated.warm.iter().copied());
        let rest = Annotated::default().fixed(&self.vars, self.objective, options.seed);
        let labelling = first.near_solutions().then(rest);
        let starts = self.disjunctions.starts();
        if starts.is_empty() {
            return (Cow::Borrowed(&self.model), Box::new(labelling));
        }
        let mut model = self.model.clone();
        let orders = Sequencing::over(self.disjunctions.post(&mut model)).near_solutions();
        // With the orders known, each task mostly begins as early as it can.
        let earliest = Labelling::default().select(Selection::Min).over(&starts);
        (Cow::Owned(model), Box::new(orders.then(earliest).then(labelling)))
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
