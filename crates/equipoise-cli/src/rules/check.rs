//! `equipoise rules check`: what is wrong with a page of rules, and what it can do.

use crate::args::{seed, whole};
use crate::clock::{Stopwatch, limits, read_duration, spoken};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{self, look};
use crate::rule_files;
use crate::text::wrapped;
use clap::Args;
use equipoise::fd::{Clock, Limits};
use equipoise::puzzles::{self, Kind, Puzzle, Request, View};
use equipoise::studio::task::Meter;
use equipoise::studio::{self, Explanation, MakeError, Options, Outcome, Trial, TrialFault, Workshop};
use std::path::PathBuf;
use std::time::Duration;

/// How long it takes at most, unless something else is asked for.
const USUAL_LIMIT: Duration = Duration::from_secs(60);

/// How a rule without words of its own is told.
const WORDLESS: [&str; 2] = ["the rule holds here", "the rule cannot hold here"];

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The page of rules
    file: PathBuf,

    /// The size of the puzzle that is made [default: the usual one]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    size: Option<usize>,

    /// The seed of the puzzle that is made
    #[arg(long, value_name = "S", value_parser = seed, default_value = "1")]
    seed: u64,

    /// Stop after this long, such as 10s [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    time_limit: Option<Duration>,
}

pub(crate) fn run(check: &Check) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install(None);
    let clock = Stopwatch::start();
    let limits = limits(Some(check.time_limit.unwrap_or(USUAL_LIMIT)), &clock, &interrupt);
    let kind = rule_files::read(&check.file)?;
    puzzles::replace(kind).map_err(|taken| Failure::new("rules", Exit::Invalid, taken.to_string()).at(&check.file))?;
    let mut exit = say(&about(kind));
    exit = exit.and(tried(kind, limits)?);
    let (made, how) = made(kind, check, limits, &clock)?;
    exit = exit.and(how);
    if let Some(puzzle) = made {
        exit = exit.and(explained(&*puzzle, limits)?);
    }
    Ok(exit)
}

fn say(text: &str) -> Exit {
    output::print(text.as_bytes())
}

/// What the page is about, in a few lines.
fn about(kind: &Kind) -> String {
    let sizes: Vec<String> = kind.making.offered.iter().map(usize::to_string).collect();
    let rules: Vec<&str> = kind.rules.iter().filter(|rule| rule.name != "value").map(|rule| rule.name).collect();
    let sizes = format!("Sizes on offer: {}; usually {}.", sizes.join(", "), kind.making.size);
    format!(
        "{}, for commands {}\n{}{}\n",
        kind.title,
        kind.name,
        wrapped("", &sizes),
        wrapped("", &format!("Rules and clues: {}.", rules.join(", ")))
    )
}

/// Compares the solver with the rules, board by board.
fn tried(kind: &'static Kind, limits: Limits<'_>) -> Result<Exit, Failure> {
    let trial = match studio::trial(kind, &Meter::new()).finish(limits) {
        Ok(trial) => trial.map_err(|error| Failure::from(error).on("small boards"))?,
        Err(stopped) => return Ok(say(&format!("Small boards: {stopped}.\n")).and(Exit::from(stopped))),
    };
    Ok(match trial {
        Trial::Agreed { puzzles: 0, .. } => {
            say("Small boards: even the smallest has too many to try them one by one.\n")
        }
        Trial::Agreed { puzzles, boards, solutions } => say(&wrapped(
            "",
            &format!(
                "Small boards: {puzzles} puzzles, {boards} boards tried one by one. The solver finds the same \
                 solutions, {solutions} in all."
            ),
        )),
        Trial::Differed { puzzle, board, fault } => {
            let drawing = look(false).render(&puzzle.draw(&View::of(&board)))?;
            let says = match fault {
                TrialFault::Refuted(why) => {
                    format!("This board keeps every rule, but not what should follow from them: {why}")
                }
                TrialFault::Invented(why) => {
                    format!("The solver is wrong about this board, which is a bug in Equipoise: {why}.")
                }
                TrialFault::Missed => "The solver does not find this board, which is a bug in Equipoise.".to_owned(),
            };
            say(&format!("{}{drawing}", wrapped("Small boards: ", &says))).and(Exit::None)
        }
    })
}

/// A puzzle, made or else the example of the page.
fn made(
    kind: &'static Kind,
    check: &Check,
    limits: Limits<'_>,
    clock: &Stopwatch,
) -> Result<(Option<Box<dyn Puzzle>>, Exit), Failure> {
    let size = check.size.unwrap_or(kind.making.size);
    let start = clock.now();
    let made = Workshop::new(kind, Request::of_size(size)).and_then(|mut shop| shop.make(check.seed, 0, limits));
    let (puzzle, says, exit) = match made {
        Ok(made) => {
            let minimal = if made.minimal { ", all of which are needed" } else { "" };
            let time = spoken(clock.now() - start);
            let says = format!("made in {time}: one solution, {} clues{minimal}", made.puzzle.clues());
            (made.puzzle, says, Exit::Fine)
        }
        Err(error) => {
            let exit = match &error {
                // Not every kind can be made; its example shows it.
                MakeError::Impossible(_) if check.size.is_none() => Exit::Fine,
                MakeError::NoneFound { .. } if has_no_board(kind, size, limits) => {
                    let says = format!("The rules allow no board of size {size}, whatever the clues are.");
                    return Ok((None, say(&wrapped("", &says)).and(Exit::None)));
                }
                error => Failure::from(error).exit,
            };
            say(&wrapped("", &format!("No puzzle of size {size} was made: {error}.")));
            match puzzles::example(kind).or_else(|| first(kind)) {
                Some((name, document)) => (document.puzzle, name, exit),
                None => return Ok((None, exit)),
            }
        }
    };
    let drawing = look(false).render(&puzzle.draw(&View::of(&puzzle.givens())))?;
    let title = format!("\n{}, {}, {says}\n\n{drawing}", kind.title, puzzle.size_in_words());
    Ok((Some(puzzle), say(&title).and(exit)))
}

/// Whether it is proved that nothing keeps the rules at this size.
fn has_no_board(kind: &Kind, size: usize, limits: Limits<'_>) -> bool {
    let bare = (kind.sketch)(size).ok().and_then(|sketch| sketch.puzzle().ok());
    let options = Options { limits, ..Options::default() };
    let first = bare.and_then(|puzzle| studio::first(&*puzzle, &options).ok());
    first.is_some_and(|answer| matches!(answer.result, Ok(None)))
}

/// The first puzzle that the page shows, solved or not.
fn first(kind: &Kind) -> Option<(String, puzzles::Document)> {
    let name = kind.builtin_names().next()?;
    Some((name.clone(), puzzles::builtin(&name)?))
}

/// The way to the solution, as the sentences of the page tell it.
fn explained(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Exit, Failure> {
    let explanation = studio::explain(puzzle, limits).map_err(|error| Failure::unexplained(&error))?;
    let Explanation { steps, context, .. } = &explanation;
    let width = steps.len().to_string().len();
    let mut text = format!("\n{}\n", explanation.summary());
    for (step, number) in steps.iter().zip(1..) {
        let told = format!("({}) {}", context.called_told(step), context.told(step).in_short());
        text += &wrapped(&format!("{number:>width$}. "), &told);
    }
    if WORDLESS.iter().any(|words| text.to_lowercase().replace('\n', " ").contains(words)) {
        text += &wrapped("", "(A rule or clue has no words here: give it `says` and `fails`.)");
    }
    let exit = match &explanation.outcome {
        Outcome::Solved(board) => {
            text += &look(false).render(&puzzle.draw(&View::of(board)))?;
            Exit::Fine
        }
        Outcome::Stopped(stopped) => Exit::from(*stopped),
        Outcome::Contradiction => Exit::None,
        Outcome::Open(_) => Exit::Several,
    };
    Ok(say(&text).and(exit))
}
