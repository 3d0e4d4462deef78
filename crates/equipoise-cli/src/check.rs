//! `equipoise check`.

use crate::args::Puzzles;
use crate::board::{self, bytes_beside};
use crate::clock::read_duration;
use crate::explain::verdict;
use crate::failure::{Exit, Failure};
use crate::judge;
use crate::parallel::Run;
use clap::Args;
use equipoise::puzzles::{Board, Puzzle, Violation, counted};
use equipoise::studio::{self, Mark, Score, Verdict};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The board, full or half-filled: text as `equipoise board` prints it, JSON in
    /// the shape of a solution, what `solve --json` prints, or a puzzle file with a
    /// solution [default: the solution that the puzzle file gives]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Judge a deduction instead, in the shape of a step of `explain --format json`:
    /// whether it follows from the rules (`because`) and `facts` that it names, else
    /// from all rules and the board [default board: the givens]
    #[arg(long, value_name = "FILE", group = "judged")]
    pub(crate) argument: Option<PathBuf>,

    /// Score a reply instead: prose in which a board stands, the last of which counts (- is standard input)
    #[arg(long, value_name = "FILE", group = "judged", conflicts_with = "board")]
    pub(crate) reply: Option<PathBuf>,

    /// Leave a deduction undecided, or a reply not compared with the solution, after
    /// this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration, requires = "judged")]
    pub(crate) time_limit: Option<Duration>,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &Check) -> Result<Exit, Failure> {
    if let Some(argument) = &arguments.argument {
        return judge::run(arguments, argument);
    }
    if let Some(reply) = &arguments.reply {
        return score(arguments, reply);
    }
    let run = Run::new(&arguments.puzzles, arguments.json, None);
    let given = board::given(arguments.board.as_deref(), &arguments.puzzles.puzzles)?;
    run.each(|question, output| {
        let puzzle = question.puzzle();
        let board = match (&given, &question.document.solution) {
            (Some(file), _) => file.board(puzzle)?,
            (None, Some(solution)) => solution.clone(),
            (None, None) => return Err(Failure::missing("the file gives no solution; `--board` names a board")),
        };
        let violations = puzzle.violations(&board);
        let broken = |violation: &Violation| json!({ "rule": violation.rule.name, "places": places(puzzle, violation), "message": violation.message });
        let more = json!({
            "violations": violations.iter().map(broken).collect::<Vec<Value>>(),
            "complete": board.is_full(),
        });
        output.data(question.answer(arguments.json, &in_words(puzzle, &board, &violations), more))?;
        Ok(if violations.is_empty() { Exit::Fine } else { Exit::None })
    })
}

/// Scores a reply.
fn score(arguments: &Check, reply: &Path) -> Result<Exit, Failure> {
    let bytes = bytes_beside(reply, &arguments.puzzles.puzzles, "the reply")?;
    let reply = String::from_utf8_lossy(&bytes);
    Run::new(&arguments.puzzles, arguments.json, arguments.time_limit).each(|question, output| {
        let puzzle = question.puzzle();
        let mut doubt = String::new();
        let score = match studio::read_reply(puzzle, &reply) {
            Ok(board) => {
                let solve = || verdict(puzzle, question.limits).ok();
                let found = question.document.solution.clone().or_else(|| match solve()? {
                    Verdict::Unique(board) => Some(board),
                    Verdict::Unknown(_, stopped) => {
                        doubt = format!("; it is not compared with the solution: {stopped}");
                        None
                    }
                    Verdict::None | Verdict::Several(..) => None,
                });
                Score::of(puzzle, &board, found.as_ref())
            }
            Err(why) => Score::unreadable(puzzle, why),
        };
        let text = format!("{}{doubt}\n", score.told()) + &violations_in_words(puzzle, &score.violations);
        output.data(question.answer(arguments.json, &text, score.to_json(puzzle)))?;
        Ok(match score.mark {
            Mark::Solved => Exit::Fine,
            Mark::Incomplete | Mark::Wrong => Exit::None,
            Mark::Unreadable => Exit::Invalid,
        })
    })
}

fn places(puzzle: &dyn Puzzle, violation: &Violation) -> Vec<String> {
    violation.places.iter().map(|&place| puzzle.place_name(place)).collect()
}

fn in_words(puzzle: &dyn Puzzle, board: &Board, violations: &[Violation]) -> String {
    let blank = board.iter().filter(Option::is_none).count();
    let text = match (violations.len(), blank) {
        (0, 0) => "solved, no rule is broken\n".to_owned(),
        (0, 1) => "no rule is broken, 1 place is blank\n".to_owned(),
        (0, _) => format!("no rule is broken, {blank} places are blank\n"),
        (count, _) => format!("{}\n", counted(count, "violation")),
    };
    text + &violations_in_words(puzzle, violations)
}

fn violations_in_words(puzzle: &dyn Puzzle, violations: &[Violation]) -> String {
    let mut text = String::new();
    for violation in violations {
        let _ = writeln!(text, "  {}: {}", violation.rule.name, violation.message);
        // Most messages name the places themselves.
        let places = places(puzzle, violation);
        if !places.iter().all(|place| violation.message.contains(place)) {
            let _ = writeln!(text, "    at {}", places.join(", "));
        }
    }
    text
}
