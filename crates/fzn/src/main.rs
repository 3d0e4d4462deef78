//! `fzn-equipoise`: a solver for MiniZinc.

use fd::{Clock, Limits};
use fzn::{Options, Problem};
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const HELP: &str = "\
Solves a FlatZinc file: fzn-equipoise [OPTION]... [FILE]

MiniZinc calls it: minizinc --solver equipoise model.mzn data.dzn

    -a          all solutions; with an objective, each that is better than those before
    -n COUNT    without an objective, at most this many solutions; 0 for all
    -i          with an objective, each better solution
    -f          search as it thinks best, not as the model says
    -p COUNT    threads; one is used
    -r SEED     what random choices follow
    -s          statistics
    -t MS       stop after so many milliseconds
    -v          say more, on standard error
    --version   the version

Without FILE, or with `-`, it reads standard input.";

/// What the command line says.
#[derive(Default)]
struct Arguments {
    options: Options,
    file: Option<String>,
    time: Option<Duration>,
    verbose: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--version") {
        println!("fzn-equipoise {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    match read(arguments).and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("fzn-equipoise: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read(given: Vec<String>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut given = given.into_iter();
    while let Some(argument) = given.next() {
        let mut number = || -> Result<u64, String> {
            let number = given.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| format!("{argument} takes a whole number\n\n{HELP}"))
        };
        match argument.as_str() {
            "-a" | "--all-solutions" => arguments.options.all = true,
            "-i" | "--intermediate" => arguments.options.intermediate = true,
            "-f" | "--free-search" => arguments.options.free = true,
            "-s" | "--statistics" => arguments.options.statistics = true,
            "-v" | "--verbose" => arguments.verbose = true,
            "-n" | "--num-solutions" => {
                let count = number()?;
                arguments.options.all |= count == 0;
                arguments.options.solutions = Some(count).filter(|&count| count > 0);
            }
            "-r" | "--random-seed" => arguments.options.seed = number()?,
            "-t" | "--time-limit" => {
                arguments.time = Some(Duration::from_millis(number()?)).filter(|time| !time.is_zero());
            }
            "-p" | "--parallel" => drop(number()?),
            option if option.len() > 1 && option.starts_with('-') => {
                return Err(format!("there is no option `{option}`\n\n{HELP}"));
            }
            file if arguments.file.is_none() => arguments.file = Some(file.to_owned()),
            second => return Err(format!("one file at a time: `{second}` is a second")),
        }
    }
    Ok(arguments)
}

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let clock = Wall(Instant::now());
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|error| error.to_string())?;
    }
    let mut limits = Limits::none().clock(&clock).cancel(&stop);
    if let Some(time) = arguments.time {
        limits = limits.time(time, &clock);
    }
    let (name, text) = text(arguments.file.as_deref())?;
    let mut out = io::stdout().lock();
    let problem = match Problem::read(&text) {
        Ok(problem) => problem,
        Err(error) => {
            // MiniZinc reads this line; the reason is for people.
            writeln!(out, "=====ERROR=====").map_err(|error| error.to_string())?;
            return Err(format!("{name}, {error}"));
        }
    };
    if let Some(first) = problem.unbounded().first() {
        let count = problem.unbounded().len();
        eprintln!("fzn-equipoise: variables without bounds, {count} in all (`{first}`): here from -2^30 to 2^30");
    }
    if arguments.verbose {
        eprintln!("fzn-equipoise: {name} was read in {:.3} s", clock.now().as_secs_f64());
        for annotation in problem.ignored() {
            eprintln!("fzn-equipoise: the annotation `{annotation}` is passed over");
        }
    }
    problem.solve(&arguments.options, limits, &mut out).map(drop).map_err(|error| error.to_string())
}

/// The name and the text of a file, or of standard input.
fn text(file: Option<&str>) -> Result<(String, String), String> {
    let mut bytes = Vec::new();
    let name = match file {
        None | Some("-") => {
            io::stdin().read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
            "standard input".to_owned()
        }
        Some(file) => {
            bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
            file.to_owned()
        }
    };
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: it is no text in UTF-8"))?;
    Ok((name, text))
}
