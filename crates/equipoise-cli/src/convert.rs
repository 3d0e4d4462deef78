//! `equipoise convert`.

use crate::args::{Convert, Target};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::parallel::{self, Question, Run};
use equipoise::puzzles::{Document, Form};

pub(crate) fn run(arguments: &Convert) -> Exit {
    if arguments.to == Target::Minizinc && arguments.puzzles.puzzles.len() > 1 {
        output::error("a MiniZinc file holds one model: convert one puzzle at a time\n");
        return Exit::Usage;
    }
    let interrupt = Interrupt::install();
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: None,
        json: false,
        interrupt: &interrupt,
    };
    let tally = parallel::run(&run, |Question { document, .. }, output| {
        let mut text = written(document, arguments.to)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if arguments.to != Target::Json {
            output.gap()?;
        }
        output.data(text)?;
        Ok(Exit::Fine)
    });
    tally.exit()
}

fn written(document: &Document, target: Target) -> Result<String, Failure> {
    match target {
        Target::Json => Ok(document.to_json().to_string()),
        Target::Text => Ok(document.to_text()),
        Target::Prolog => Ok(document.puzzle.write_prolog()),
        Target::Minizinc => {
            // The paper's constraints are all ones that other solvers know.
            let posed = document.puzzle.pose(Form::Paper);
            let text = posed.and_then(|posed| posed.model.to_minizinc());
            text.map_err(|error| Failure::unsayable(&error))
        }
    }
}
