//! Searches, and tells what MiniZinc expects.

use crate::error::Error;
use crate::output::Output;
use crate::parser::parse;
use crate::pose::{Posed, objective};
use crate::search::Annotated;
use fd::{Limits, Model, Search, Space, Statistics, Stopped, Var};
use std::io::{self, Write};

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
    /// The objective, and whether less is better.
    objective: Option<(Var, bool)>,
    annotated: Annotated,
    output: Output,
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
            let objective = objective(&mut posed, &program.solve.goal, program.solve.at)?;
            let annotated = Annotated::new(&posed, &program.solve.annotations, program.solve.at)?;
            let output = Output::new(&program, &posed)?;
            let vars = posed.model.all_vars().collect();
            Ok(Problem { model: posed.model, vars, objective, annotated, output })
        };
        read().map_err(|problem: crate::error::Problem| problem.in_text(text))
    }

    /// The annotations of `solve` that are passed over.
    pub fn ignored(&self) -> &[String] {
        &self.annotated.ignored
    }

    /// Searches within these limits, and writes solutions as they are found.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn solve(&self, options: &Options, limits: Limits<'_>, out: &mut impl Write) -> io::Result<Outcome> {
        let mut space = Space::new(&self.model);
        let phases = self.annotated.phases(&self.vars, options.seed);
        let mut search = Search::new(&mut space, phases, limits);
        let most = if options.all { u64::MAX } else { options.solutions.unwrap_or(1) };
        let mut found = 0;
        let end = loop {
            if found == most {
                break Outcome::Enough;
            }
            match search.next_solution() {
                Ok(Some(solution)) => {
                    found += 1;
                    out.write_all(self.output.write(&solution).as_bytes())?;
                    out.flush()?;
                }
                Ok(None) if found == 0 => break Outcome::Unsatisfiable,
                Ok(None) => break Outcome::Complete,
                Err(Stopped::Solutions) => break Outcome::Enough,
                Err(_) => break Outcome::Limited { found: found > 0 },
            }
        };
        out.write_all(match end {
            Outcome::Unsatisfiable => b"=====UNSATISFIABLE=====\n".as_slice(),
            Outcome::Complete => b"==========\n",
            Outcome::Limited { found: false } => b"=====UNKNOWN=====\n",
            Outcome::Enough | Outcome::Limited { found: true } => b"",
        })?;
        if options.statistics {
            self.write_statistics(&search.statistics(), out)?;
        }
        out.flush()?;
        Ok(end)
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
