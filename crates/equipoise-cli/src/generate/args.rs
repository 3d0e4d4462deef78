//! The options of `generate`: the same for all kinds, and each kind's own,
//! which it describes as data.

use crate::args::{difficulty_parser, one_of, positive, seed, whole};
use crate::clock::read_duration;
use crate::parallel::jobs_parser;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use equipoise::puzzles::{self, Clues, KINDS, Kind, MakerOption, Making, Request, Takes, Way};
use equipoise::studio::Difficulty;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// What to make, and how.
#[derive(Debug)]
pub(crate) struct Generate {
    pub(crate) kind: &'static Kind,
    pub(crate) wanted: Request,
    /// The paper's way to make it, if one was asked for.
    pub(crate) way: Option<&'static Way>,
    pub(crate) common: Common,
}

/// The options that all kinds share.
#[derive(Debug, Clone, Args)]
pub(crate) struct Common {
    /// How many puzzles to make, not counting equivalent ones
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive::<NonZero<u64>>)]
    pub(crate) count: NonZero<u64>,

    /// The seed: with the options and its index it names a puzzle [default: a
    /// different one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// Only puzzles of this difficulty for people: gentle, easy, medium, hard,
    /// fiendish or guesswork
    #[arg(long, value_name = "DIFFICULTY", conflicts_with = "any", value_parser = difficulty_parser(), hide_possible_values = true)]
    pub(crate) difficulty: Option<Difficulty>,

    /// Only puzzles that need this technique: without it, they take costlier steps
    /// (`equipoise rules KIND` lists the techniques)
    #[arg(long, value_name = "NAME", conflicts_with = "any")]
    pub(crate) technique: Option<String>,

    /// Only puzzles that do without this technique
    #[arg(long, value_name = "NAME", conflicts_with = "any")]
    pub(crate) without: Option<String>,

    /// Stop the whole run after this long, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// How many puzzles to make at a time [default: the number of processors]
    #[arg(long, value_name = "J", value_parser = jobs_parser())]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Make only every N-th puzzle, starting with the I-th (1/4, 2/4, 3/4, 4/4)
    #[arg(long, value_name = "I/N", value_parser = read_shard)]
    pub(crate) shard: Option<Shard>,

    /// Write to a file (.json, or .jsonl with one puzzle on each line), or to a
    /// directory with a file for each
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// Continue an earlier run that wrote to the same place
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,

    /// Replace existing files
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// Also write a certificate for each puzzle, as `equipoise certify` does: into
    /// the same directory, or into PATH.certificates beside a file
    #[arg(long, requires = "out")]
    pub(crate) certify: bool,

    /// Write a data set for programs that reason: for each puzzle a line of JSON with a prompt in words, the answer, its
    /// difficulty and techniques
    #[arg(long, conflicts_with_all = ["any", "certify", "resume", "shard"])]
    pub(crate) prompts: bool,

    /// Of a hundred puzzles of a data set, how many are for testing
    #[arg(long, value_name = "PERCENT", default_value_t = 10, requires = "prompts", value_parser = whole::<u8>(0..=100))]
    pub(crate) test: u8,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Every `of`-th index from `first`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) first: u64,
    pub(crate) of: u64,
}

impl Shard {
    /// As a part of a puzzle: its number from 0, and how many there are.
    pub(crate) fn of_parts(self) -> Option<(usize, NonZero<usize>)> {
        Some((usize::try_from(self.first).ok()?, NonZero::new(usize::try_from(self.of).ok()?)?))
    }
}

impl Generate {
    /// How many puzzles this run ends with: all, or those of its shard.
    pub(super) fn share(&self) -> u64 {
        let count = self.common.count.get();
        self.common.shard.map_or(count, |Shard { first, of }| count.saturating_sub(first).div_ceil(of))
    }
}

pub(crate) fn read_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { first: part - 1, of }),
        _ => Err("expected I/N with I from 1 to N, such as 1/4".to_owned()),
    }
}

fn read_clues(text: &str) -> Result<Clues, String> {
    let expected = || "expected min, fewest, none, a number, or a range such as 4..8".to_owned();
    let number = |text: &str| text.parse::<usize>().map_err(|_| expected());
    match text {
        "min" => Ok(Clues::Min),
        "fewest" => Ok(Clues::Fewest),
        "none" => Ok(Clues::Between(0, 0)),
        _ => match text.split_once("..") {
            Some((least, most)) => {
                let (least, most) = (number(least)?, number(most)?);
                if least > most { Err(format!("the range {text} is empty")) } else { Ok(Clues::Between(least, most)) }
            }
            None => number(text).map(|number| Clues::Between(number, number)),
        },
    }
}

impl Args for Generate {
    fn augment_args(command: Command) -> Command {
        // Other commands need not know all kinds.
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .defer(|command| KINDS.iter().fold(command, |command, &kind| command.subcommand(command_of(kind))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Generate::augment_args(command)
    }
}

/// `generate KIND`.
fn command_of(kind: &'static Kind) -> Command {
    let Making { size, clues, options, .. } = kind.making;
    let mut command = Command::new(kind.name).aliases(kind.aliases).about(format!("Make {} puzzles", kind.title));
    command = command.arg(
        Arg::new("size")
            .long("size")
            .value_name("N")
            .help(format!("{} [default: {size}]", kind.size_says))
            .value_parser(whole::<usize>(0..=u64::MAX)),
    );
    if let Some(option) = clues {
        let arg = Arg::new("clues").long(option.name).value_name("min|fewest|K|A..B").value_parser(read_clues);
        let arg = if option.name == "clues" { arg } else { arg.alias("clues") };
        command = command.arg(arg.help(option.says));
    }
    for option in options {
        command = command.arg(own_option(option));
    }
    command = command.arg(any_option(ways_of(kind)));
    // The description of the options that all kinds share is not that of the command.
    let about = command.get_about().cloned();
    Common::augment_args(command).about(about.unwrap_or_default())
}

fn ways_of(kind: &'static Kind) -> &'static [Way] {
    kind.paper.as_ref().map_or(&[], |paper| paper.ways)
}

/// `--any[=WAY]`. Asked of a kind that no paper made, it is taken, and refused
/// with the reason.
fn any_option(ways: &'static [Way]) -> Arg {
    let help: Vec<String> = ways.iter().map(|way| format!("{}: {}", way.name, way.says)).collect();
    Arg::new("any")
        .long("any")
        .value_name("WAY")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value(ways.first().map_or("", |way| way.name))
        .hide(ways.is_empty())
        .help(format!("Make it as the paper did: solvable, but perhaps with several solutions. {}", help.join("; ")))
}

/// The paper's way with this name.
fn find_way(kind: &'static Kind, name: &str) -> Result<&'static Way, clap::Error> {
    let ways = ways_of(kind);
    ways.iter().find(|way| way.name == name).ok_or_else(|| {
        let names: Vec<&str> = ways.iter().map(|way| way.name).collect();
        let message = match names.as_slice() {
            [] => format!("no paper says how to make {}\n", kind.title),
            names => format!("there is no way {name:?} to make {}; expected {}\n", kind.title, names.join(" or ")),
        };
        clap::Error::raw(ErrorKind::InvalidValue, message)
    })
}

/// The option of a name that a kind chose itself. A user's page may choose one that is taken here.
fn own_name(option: &MakerOption) -> &'static str {
    let common = Common::augment_args(Command::new("generate"));
    let others = ["size", "clues", "any", "help", "version", "rules"];
    let mut taken = common.get_arguments().filter_map(Arg::get_long).chain(others);
    if taken.any(|taken| taken == option.name) { format!("own-{}", option.name).leak() } else { option.name }
}

fn own_option(option: &MakerOption) -> Arg {
    let name = own_name(option);
    let arg = Arg::new(name).long(name).help(option.says);
    match option.takes {
        Takes::Number { least, most } => {
            arg.value_name("K").value_parser(whole::<u32>(u64::from(least)..=u64::from(most)))
        }
        Takes::YesNo => {
            let parser = one_of([("yes", 1_u32), ("no", 0)]);
            arg.value_name("yes|no").value_parser(parser).hide_possible_values(true)
        }
    }
}

impl FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Generate, clap::Error> {
        let missing = || clap::Error::raw(ErrorKind::MissingSubcommand, "expected a kind of puzzle\n");
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let kind = puzzles::kind(name).ok_or_else(missing)?;
        let Making { size, clues, options, .. } = kind.making;
        let given = |option: &MakerOption| Some((option.name, *matches.get_one::<u32>(own_name(option))?));
        let wanted = Request {
            size: matches.get_one("size").copied().unwrap_or(size),
            clues: clues.and_then(|_| matches.get_one("clues").copied()),
            options: options.iter().filter_map(given).collect(),
        };
        let way = matches.get_one::<String>("any").map(|name| find_way(kind, name)).transpose()?;
        Ok(Generate { kind, wanted, way, common: Common::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Generate::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_are_read() {
        assert_eq!(read_clues("min"), Ok(Clues::Min));
        assert_eq!(read_clues("fewest"), Ok(Clues::Fewest));
        assert_eq!(read_clues("none"), Ok(Clues::Between(0, 0)));
        assert_eq!(read_clues("7"), Ok(Clues::Between(7, 7)));
        assert_eq!(read_clues("4..8"), Ok(Clues::Between(4, 8)));
        for wrong in ["", "few", "-1", "8..4", "1..", "1..2..3"] {
            assert!(read_clues(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shards_are_read() {
        assert_eq!(read_shard("1/1"), Ok(Shard { first: 0, of: 1 }));
        assert_eq!(read_shard("3/4"), Ok(Shard { first: 2, of: 4 }));
        for wrong in ["", "0/4", "5/4", "1", "1/0", "a/b"] {
            assert!(read_shard(wrong).is_err(), "{wrong}");
        }
    }
}
