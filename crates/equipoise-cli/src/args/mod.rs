//! The command line as data. `generate` and `lab` keep theirs beside them.

mod draw;
mod solve;
mod tell;

pub(crate) use draw::{Drawing, PrintArguments, Show};
pub(crate) use solve::{MOST_PARTS, Solve, form_parser};
pub(crate) use tell::{CertifyArguments, Explain, GradeArguments, HintArguments, Telling};

use crate::clock::read_duration;
use crate::generate::{Generate, band_parser};
use crate::lab::args::Lab;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use equipoise::puzzles::{self, KINDS, Kind};
use equipoise::studio::Difficulty;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

// One paragraph each: clap spreads the help of a command over pages as soon as
// something in it has two.
/// Solve, make, explain, check, draw and convert five logic puzzles: Weight, Gap,
/// Aztec Math, Trid and Multi-Balance.
#[derive(Debug, Parser)]
#[command(
    name = "equipoise",
    version,
    after_help = "\
Examples:
  equipoise                              a page of puzzles to play
  equipoise play gap --daily             play the Gap of the day
  equipoise list                         their names
  equipoise solve weight/seed-17         solve one, and prove the solution unique
  equipoise solve --json puzzles/        every puzzle file below a directory
  equipoise show --format svg gap/seed-1 > gap.svg

Exit status: 0 answered and fine; 1 could not do it; 2 wrong usage; 3 invalid
puzzle; 10 no solution, or rules broken; 11 several solutions; 12 a limit was
reached. Over several puzzles: 1 or 3 if any failed that way, else the largest.

--time-limit is for each puzzle; in `generate`, `merge` and `print` for the whole
run, in `lab` for each search. `check`, `convert` and `board` have none: the
largest puzzle takes them a second or two."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles, and prove the solution unique
    #[command(after_help = "\
Unless told otherwise it looks for a second solution. The verdict is `unique`,
`several` or `none`, or `unknown` when a limit came first.

Examples:
  equipoise solve gap/seed-1 --stats
  equipoise solve --count --time-limit 1m board.json
  equipoise solve --all --max 10 --json trid.txt
  equipoise solve --labeling ffc,bisect,down --model paper weight/seed-20
  equipoise solve --quiet puzzles/       one line for each puzzle, no drawings
  cat puzzles.jsonl | equipoise solve --json -
  equipoise solve --split 64 hard.json > jobs    a command for each part
  sh jobs > parts.jsonl; equipoise merge parts.jsonl

Labelling takes at most one of each: which variable (leftmost, min, max, ff,
anti_first_fail, occurrence, ffc, max_regret, random, dom_w_deg), which split
(step, enum, bisect, median, middle, random_value), which end first (up, down).")]
    Solve(Box<Solve>),

    /// Check boards against the rules
    #[command(after_help = "\
Every broken rule is named, with its places. A board may be half-filled: what
is blank breaks no rule.

Examples:
  equipoise check solved.json            the solution that the file gives
  equipoise check gap/seed-1 --board half.json
  equipoise check --json puzzles/")]
    Check(Check),

    /// Make new puzzles, each proved to have one solution
    #[command(after_help = "\
Each kind has options of its own: see `equipoise generate KIND --help`.

A puzzle is named by its kind, options, seed and index: the same names make the
same puzzles, on every machine and with any number of jobs.

Examples:
  equipoise generate gap
  equipoise generate aztec --size 5 --count 3 --seed 7
  equipoise generate weight --size 12 --givens none --json
  equipoise generate trid --size 7 --count 1000 --out trids.jsonl
  equipoise generate gap --count 1000000 --shard 3/8 --seed 1 --out gap-3.jsonl
  equipoise generate gap --any=generate2     as the paper made it

A run takes the indices in order and leaves out twins: puzzles that differ only
in how they are turned, mirrored or, in Weight, hung. It ends when K are kept, or
when 10,000 in a row brought nothing new. A shard makes its share of the first K
indices, twins included: `merge --count K` drops them.")]
    Generate(Box<Generate>),

    /// Join files of made puzzles and drop twins, or join the parts of a solved one
    #[command(after_help = "\
Twins are puzzles that differ only in how they are turned, mirrored or, in
Weight, hung; the first of them stays. The shards of one run come out in the
order of the run; with `--count`, they end in the same puzzles as the run.

The parts of a puzzle (`solve --part`) become its verdict, or its count.

Examples:
  equipoise merge gap-*.jsonl --out gap.jsonl
  equipoise merge gap-*.jsonl --count 1000 --out gap.jsonl
  equipoise merge puzzles/ | equipoise grade -")]
    Merge(Merge),

    /// Explain puzzles step by step, as a person would solve them
    #[command(after_help = "\
Each step names the rules and the facts it follows from. In drawings, `*` marks
what a step follows from and `>` what it is about.

Examples:
  equipoise explain gap/seed-1
  equipoise explain --drawings aztec/seed-3a      with a drawing for each step
  equipoise explain --format html gap/seed-1 > gap.html
  equipoise explain --format html puzzles/ --out pages")]
    Explain(Explain),

    /// Give a hint for a half-filled board
    #[command(after_help = "\
Rungs: 1 where to look; 2 which rules to think of; 3 the deduction; 4 the
result, drawn. For a wrong board it names the entries that conflict, and says
why.

Examples:
  equipoise hint gap/seed-1
  equipoise hint --rung 3 --board half.json aztec/seed-6a")]
    Hint(HintArguments),

    /// Grade puzzles by how hard they are for people
    #[command(after_help = "\
Bands: gentle, easy, medium, hard, fiendish, guesswork.

Examples:
  equipoise grade gap/seed-1 aztec/seed-6a
  equipoise grade --json puzzles/")]
    Grade(GradeArguments),

    /// Write proofs of verdicts that another program checks
    #[command(after_help = "\
Writes for each puzzle a formula that states its rules (NAME.opb), a proof that
it has the one solution that is shown, or none, or two (NAME.pbp), and their
hashes (NAME.manifest). VeriPB checks the proofs; nothing of ours is trusted but
the formula, which is short and plain. docs/certificates.md says more.

Examples:
  equipoise certify gap/seed-1 --out certificates
  equipoise certify gap/seed-1 --out certificates --check
  veripb certificates/gap-seed-1.opb certificates/gap-seed-1.pbp

Exit status: as for `solve`; with --check, 0 accepted, 10 refused.")]
    Certify(CertifyArguments),

    /// Draw puzzles
    #[command(after_help = "\
Examples:
  equipoise show weight/seed-17
  equipoise show --solution aztec.pl#2 --kind aztec
  equipoise show --format svg --solution trid.json > trid.svg
  equipoise show --format svg puzzles/ --out pictures
  equipoise show --format words trid/seed-5       as the paper prints it

`words` prints a puzzle and its answer as the papers do, where they have a way
of their own, and else as `text`.")]
    Show(Show),

    /// Print a book of puzzles
    #[command(after_help = "\
A book has a page of rules for each kind, the puzzles (as many on a page as can
be read), their solutions, and a last page that says how to make it again. PDF
is tagged for screen readers; of SVG and PNG there is a file for each page. If a
puzzle cannot be read, solved or put on a page, nothing is printed.

Examples:
  equipoise print gap/seed-1 weight/seed-17 --out two.pdf
  equipoise print puzzles.jsonl --title 'For the train' --hints --out train.pdf
  equipoise print puzzles/ --large --paper letter --out large.pdf
  equipoise print puzzles/ --out puzzles.pdf --solutions solutions.pdf
  equipoise print trid/seed-5 --dpi 300 --out trid.png
  equipoise generate gap --count 12 --json | equipoise print - --out gap.pdf")]
    Print(Box<PrintArguments>),

    /// Write puzzles in another format
    #[command(after_help = "\
Formats: `json` with all that the file says, an object on each line; `text` that
a person can type and read; `prolog`, the data terms of the papers; `minizinc`,
a model for other solvers.

Examples:
  equipoise convert gap/seed-1 --to text
  equipoise convert papers.pl --to json > papers.jsonl
  equipoise convert weight/seed-17 --to minizinc > weight.mzn")]
    Convert(Convert),

    /// Play a puzzle in the terminal
    #[command(after_help = "\
PUZZLE is a file, the name of a built-in puzzle, a kind (a new puzzle is then
made), a code, or a link of the web app: any address that ends in `#` and a code.
Without it, a start page offers games to go on with, puzzles of the day, new ones
and the built-in ones. `?` shows the keys.

Games are saved after every move, in the user's data directory.

Examples:
  equipoise play gap/seed-1
  equipoise play weight --size 8 --difficulty easy
  equipoise play trid --daily
  equipoise play --continue")]
    Play(Play),

    /// List the built-in puzzles
    List(List),

    /// Print the rules of a kind of puzzle, with a small example
    Rules(Rules),

    /// Print a board to fill in, as text
    #[command(after_help = "\
What is given stands in it. A dot is a blank; lines that begin with `%` are
remarks. `check`, `hint` and `explain` read it with `--board`.

Examples:
  equipoise board gap/seed-1 > gap.txt
  equipoise check gap/seed-1 --board gap.txt")]
    Board(BoardArguments),

    /// Experiments: labellings, sizes, search trees
    #[command(subcommand)]
    Lab(Box<Lab>),

    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  equipoise completions bash > ~/.local/share/bash-completion/completions/equipoise
  equipoise completions fish > ~/.config/fish/completions/equipoise.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Which puzzles.
#[derive(Debug, Clone, Args)]
pub(crate) struct Puzzles {
    /// A file (.json, .jsonl, .txt, .pl), `file.pl#2` for one of several, a
    /// directory, `-` for standard input, or the name of a built-in puzzle
    #[arg(value_name = "PUZZLE", required = true)]
    pub(crate) puzzles: Vec<OsString>,

    /// The kind of puzzle, where the text alone does not tell
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<&'static Kind>,
}

fn kind_parser() -> impl TypedValueParser<Value = &'static Kind> {
    PossibleValuesParser::new(KINDS.iter().map(|kind| PossibleValue::new(kind.name).aliases(kind.aliases)))
        .try_map(|name| puzzles::kind(&name).ok_or("no such kind"))
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The board, full or half-filled: text as `equipoise board` prints it, JSON in
    /// the shape of a solution, what `solve --json` prints, or a puzzle file with a
    /// solution [default: the solution that the puzzle file gives]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Merge {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Keep the first K puzzles, as the whole run would have; say what is left to
    /// do if there are fewer
    #[arg(long, value_name = "K")]
    pub(crate) count: Option<NonZero<u64>>,

    /// The file to write, a puzzle on each line [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// Give up on the whole run after this long, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,
}

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Json,
    Text,
    Prolog,
    Minizinc,
}

#[derive(Debug, Args)]
pub(crate) struct BoardArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The kind of puzzle
    #[arg(value_name = "KIND", value_parser = kind_parser())]
    pub(crate) of: &'static Kind,
}

#[derive(Debug, Default, Args)]
pub(crate) struct Play {
    /// A file, a built-in puzzle, a kind, a code or a link
    pub(crate) puzzle: Option<OsString>,

    /// The size of a new puzzle [default: the kind's usual one]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<usize>,

    /// How hard a new puzzle is: gentle, easy, medium, hard, fiendish or guesswork
    #[arg(long, value_name = "BAND", value_parser = band_parser(), hide_possible_values = true)]
    pub(crate) difficulty: Option<Difficulty>,

    /// The seed of a new puzzle, as for `generate` [default: another each time]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["size", "difficulty", "seed"])]
    pub(crate) daily: bool,

    /// Go on with the last game
    #[arg(long = "continue", conflicts_with_all = ["puzzle", "size", "difficulty", "seed", "daily"])]
    pub(crate) resume: bool,

    /// Draw with ASCII characters only [default: as the locale says]
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// Print a JSON object for each puzzle, on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}
