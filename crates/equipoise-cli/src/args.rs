//! The command line as data. Each command's own arguments are beside the command.

use crate::{
    board, certify, check, convert, explain, generate, grade, hint, lab, learn, merge, print, rules, serve, show, solve,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Error, Parser, Subcommand};
use clap_complete::Shell;
use equipoise::puzzles::{self, Form, KINDS, Kind};
use equipoise::studio::Difficulty;
use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

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
  equipoise                              choose a puzzle to play
  equipoise play gap --daily             play the Gap of the day
  equipoise list                         the names of the built-in puzzles
  equipoise solve weight/seed-17         solve one, and prove the solution unique
  equipoise solve --json puzzles/        every puzzle file below a directory
  equipoise show --format svg gap/seed-1 > gap.svg

Exit status: 0 success; 1 failed (a file could not be read, or the run was
interrupted); 2 wrong usage; 3 invalid puzzle; 10 no solution, or broken rules;
11 several solutions; 12 a limit was reached. Over several puzzles: 1 or 3 if any
ended that way, else the largest.

--time-limit applies to each puzzle; in `generate`, `merge` and `print` to the
whole run, in `lab` to each search. `board` and checking a board have none, and
`convert` needs none but for `prompts`: even the largest puzzle takes them only a
second or two."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Add the kind of puzzle that this page of rules describes
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) rules: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles, and prove the solution unique
    #[command(after_help = "\
By default it also looks for a second solution. The verdict is `unique`,
`several` or `none`, or `unknown` if a limit was reached first.

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
    Solve(Box<solve::Solve>),

    /// Check boards against the rules
    #[command(after_help = "\
Every broken rule is named, with its places. A board may be half-filled: what
is blank breaks no rule.

With --argument it judges a deduction: sound from what it names (with what is not
needed); or not, with a board that shows it; or true, but it needs more. An
argument looks like a step of `explain --format json`:

  {\"because\": [{\"rule\": \"gap\"}], \"facts\": [{\"place\": \"r8c1\", \"values\": [0]}],
   \"removes\": [{\"place\": \"r8c6\", \"values\": [1]}]}

With --reply it scores what a person or a program answers: solved, incomplete, wrong
(which rules are broken, how many places are right), or unreadable, and why.

Examples:
  equipoise check solved.json            the solution that the file gives
  equipoise check gap/seed-1 --board half.json
  equipoise check gap/seed-1 --argument step.json
  equipoise check gap/seed-1 --reply reply.txt
  equipoise check --json puzzles/

Exit status: 0 no rule is broken, or sound; 10 broken rules, or not sound; 12 a
deduction is undecided. Of a reply: 0 solved, 10 not, 3 unreadable.")]
    Check(check::Check),

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

A run takes the indices in order and leaves out equivalent puzzles: those that
differ only in how they are turned, mirrored or, in Weight, hung. It ends when K
are kept, or when 10,000 tries in a row gave nothing new. A shard makes its share
of the first K indices, equivalent puzzles included: `merge --count K` drops them.")]
    Generate(Box<generate::Generate>),

    /// Join files of made puzzles and drop equivalent ones, or join the parts of a solved one
    #[command(after_help = "\
Puzzles are equivalent if they differ only in how they are turned, mirrored or,
in Weight, hung; the first of them is kept. The shards of one run are put in the
order of the run; with `--count`, the result is the same as that of the run.

The parts of a puzzle (`solve --part`) are joined into its verdict, or its count.

Examples:
  equipoise merge gap-*.jsonl --out gap.jsonl
  equipoise merge gap-*.jsonl --count 1000 --out gap.jsonl
  equipoise merge puzzles/ | equipoise grade -")]
    Merge(merge::Merge),

    /// Explain puzzles step by step, as a person would solve them
    #[command(after_help = "\
Each step names the rules and the facts it follows from. In drawings, `*` marks
what a step follows from and `>` what it is about.

Examples:
  equipoise explain gap/seed-1
  equipoise explain --drawings aztec/seed-3a      with a drawing for each step
  equipoise explain --format html gap/seed-1 > gap.html
  equipoise explain --format html puzzles/ --out pages")]
    Explain(explain::Explain),

    /// Give a hint for a half-filled board
    #[command(after_help = "\
Levels: 1 where to look; 2 which rules to use; 3 the deduction; 4 the result,
drawn. If the board is wrong, the hint says which entries conflict, and why.

Examples:
  equipoise hint gap/seed-1
  equipoise hint --rung 3 --board half.json aztec/seed-6a")]
    Hint(hint::HintArguments),

    /// Grade puzzles by how hard they are for people
    #[command(after_help = "\
The difficulties are gentle, easy, medium, hard, fiendish and guesswork.

Examples:
  equipoise grade gap/seed-1 aztec/seed-6a
  equipoise grade --json puzzles/")]
    Grade(grade::GradeArguments),

    /// Write proofs of verdicts that another program can check
    #[command(after_help = "\
For each puzzle it writes a formula that states the rules (NAME.opb), a proof
that the puzzle has one solution, none, or more than one (NAME.pbp), and their
hashes (NAME.manifest). VeriPB checks the proofs, so only the formula has to be
trusted, which is short and plain. docs/certificates.md says more.

Examples:
  equipoise certify gap/seed-1 --out certificates
  equipoise certify gap/seed-1 --out certificates --check
  veripb certificates/gap-seed-1.opb certificates/gap-seed-1.pbp

Exit status: as for `solve`; with --check, 0 accepted, 10 refused.")]
    Certify(certify::CertifyArguments),

    /// Draw puzzles
    #[command(after_help = "\
Examples:
  equipoise show weight/seed-17
  equipoise show --solution aztec.pl#2 --kind aztec
  equipoise show --format svg --solution trid.json > trid.svg
  equipoise show --format svg puzzles/ --out pictures
  equipoise show --format words trid/seed-5       as the paper prints it

`words` prints a puzzle and its answer as the paper does, if it has a form of its
own, and otherwise as `text`.")]
    Show(show::Show),

    /// Print a book of puzzles
    #[command(after_help = "\
A book has the rules of each kind, the puzzles (as many to a page as stay
readable), their solutions, and a last page that says how to make it again. PDF
files are tagged for screen readers; SVG and PNG have a file for each page. If a
puzzle cannot be read, solved or put on a page, nothing is printed.

Examples:
  equipoise print gap/seed-1 weight/seed-17 --out two.pdf
  equipoise print puzzles.jsonl --title 'For the train' --hints --out train.pdf
  equipoise print puzzles/ --large --paper letter --out large.pdf
  equipoise print puzzles/ --out puzzles.pdf --solutions solutions.pdf
  equipoise print trid/seed-5 --dpi 300 --out trid.png
  equipoise generate gap --count 12 --json | equipoise print - --out gap.pdf")]
    Print(Box<print::PrintArguments>),

    /// Write puzzles in another format
    #[command(after_help = "\
Formats: `json`, with everything in the file, one object per line; `text`, for
people to read and type; `prolog`, the data terms of the papers; `minizinc`, a
model for other solvers.

Examples:
  equipoise convert gap/seed-1 --to text
  equipoise convert papers.pl --to json > papers.jsonl
  equipoise convert weight/seed-17 --to minizinc > weight.mzn")]
    Convert(convert::Convert),

    /// Play a puzzle in the terminal
    #[command(after_help = "\
PUZZLE is a file, the name of a built-in puzzle, a kind (a new puzzle is then
made), a code, or a link of the web app: any address that ends in `#` and a code.
Without it, a start page offers saved games, puzzles of the day, new puzzles and
the built-in ones. `?` shows the keys.

Games are saved after every move, in the user's data directory.

Examples:
  equipoise play gap/seed-1
  equipoise play weight --size 8 --difficulty easy
  equipoise play trid --daily
  equipoise play --continue")]
    Play(Play),

    /// Learn to solve a kind of puzzle, technique by technique
    #[command(after_help = "\
A lesson shows a technique, asks for it twice, and ends with a whole puzzle that
needs it. Any sound way counts; the referee answers what is not. Answers are read
line by line; `hint`, `show` and `quit` help.

Examples:
  equipoise learn                        the courses, and what is done
  equipoise learn gap                    the next lesson
  equipoise learn gap --list
  equipoise learn gap --lesson two-in-a-line --more")]
    Learn(learn::Learn),

    /// List the built-in puzzles, or the kinds
    List(rules::List),

    /// Print the rules of a kind of puzzle, or write and try rules of your own
    #[command(after_help = "\
A page of rules makes a kind of puzzle that every command knows: with `--rules FILE`,
or, for every page in the folder `equipoise/rules` of the user's data directory (on
Linux ~/.local/share), without. docs/rule-files.md describes what a page can say.

Examples:
  equipoise rules gap
  equipoise rules new mine.rules         a page with remarks, to start from
  equipoise rules check mine.rules       what is wrong with it, or what it can do
  equipoise generate --rules mine.rules neighboursums --size 5")]
    Rules(rules::Rules),

    /// Print a board to fill in, as text
    #[command(after_help = "\
The givens are filled in. A dot is a blank; lines that begin with `%` are
comments. `check`, `hint` and `explain` read it with `--board`.

Examples:
  equipoise board gap/seed-1 > gap.txt
  equipoise check gap/seed-1 --board gap.txt")]
    Board(board::BoardArguments),

    /// Experiments: labellings, sizes, search trees
    #[command(subcommand)]
    Lab(Box<lab::Lab>),

    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  equipoise completions bash > ~/.local/share/bash-completion/completions/equipoise
  equipoise completions fish > ~/.config/fish/completions/equipoise.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Serve the web app to browsers
    #[command(after_help = "\
The app is a folder of files, which any web server can serve.

Examples:
  equipoise serve                        http://127.0.0.1:8000/, for this machine
  equipoise serve --host 0.0.0.0 --port 80
  equipoise serve target/web             what `cargo xtask web` has built")]
    Serve(serve::Serve),

    /// Write the manual pages into a folder
    #[command(hide = true)]
    Manual {
        /// The folder
        folder: PathBuf,
    },
}

/// Which puzzles.
#[derive(Debug, Clone, Args)]
pub(crate) struct Puzzles {
    /// A file (.json, .jsonl, .txt, .pl), `file.pl#2` for one of several, a
    /// directory, `-` for standard input, or the name of a built-in puzzle
    #[arg(value_name = "PUZZLE", required = true)]
    pub(crate) puzzles: Vec<OsString>,

    /// The kind of puzzle, if the text alone does not say
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<&'static Kind>,
}

/// One of several things, by its name.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<(&'static str, T)> = all.into_iter().collect();
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name).collect::<Vec<_>>())
        .try_map(move |name| all.iter().find(|(own, _)| *own == name).map(|(_, thing)| *thing).ok_or("no such thing"))
}

/// Reads a number that is not 0.
pub(crate) fn positive<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number from 1".to_owned())
}

/// Reads a whole number in a range.
pub(crate) fn whole<N: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let to = if *range.end() == u64::MAX { String::new() } else { format!(" to {}", range.end()) };
        let expected = || format!("expected a whole number from {}{to}", range.start());
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(expected)
    }
}

/// Reads a seed: any number will do.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(0..=u64::MAX)(text)
}

/// Reads a kind of puzzle.
pub(crate) fn kind_parser() -> impl TypedValueParser<Value = &'static Kind> {
    KindParser
}

/// Asks for all kinds only where they are to be named: they take longer to read than a small puzzle to solve.
#[derive(Clone)]
struct KindParser;

impl KindParser {
    fn names() -> impl Iterator<Item = PossibleValue> {
        KINDS.iter().map(|kind| PossibleValue::new(kind.name).aliases(kind.aliases))
    }
}

impl TypedValueParser for KindParser {
    type Value = &'static Kind;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Kind, Error> {
        match value.to_str().and_then(puzzles::kind) {
            Some(kind) => Ok(kind),
            None => PossibleValuesParser::new(KindParser::names())
                .try_map(|name| puzzles::kind(&name).ok_or("no such kind"))
                .parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(KindParser::names()))
    }
}

/// Reads which of a puzzle's models.
pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    one_of([("best", Form::Best), ("paper", Form::Paper)])
}

/// Reads a difficulty.
pub(crate) fn difficulty_parser() -> impl TypedValueParser<Value = Difficulty> {
    one_of(Difficulty::ALL.map(|difficulty| (difficulty.name(), difficulty)))
}

#[derive(Debug, Default, Args)]
pub(crate) struct Play {
    /// A file, a built-in puzzle, a kind, a code or a link
    pub(crate) puzzle: Option<OsString>,

    /// The size of a new puzzle [default: the kind's usual one]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) size: Option<usize>,

    /// The difficulty of a new puzzle: gentle, easy, medium, hard, fiendish or
    /// guesswork
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty_parser(), hide_possible_values = true)]
    pub(crate) difficulty: Option<Difficulty>,

    /// The seed of a new puzzle, as for `generate` [default: a different one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["size", "difficulty", "seed"])]
    pub(crate) daily: bool,

    /// Continue the last game
    #[arg(long = "continue", conflicts_with_all = ["puzzle", "size", "difficulty", "seed", "daily"])]
    pub(crate) resume: bool,

    /// Draw with ASCII characters only [default: depends on the locale]
    #[arg(long)]
    pub(crate) ascii: bool,
}
