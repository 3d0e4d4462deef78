//! The command `equipoise`.

mod args;
mod board;
mod certify;
mod check;
mod clock;
mod convert;
mod equivalent;
mod explain;
mod failure;
mod generate;
mod grade;
mod hint;
mod input;
mod interrupt;
mod judge;
mod lab;
mod learn;
mod manual;
mod merge;
mod output;
mod parallel;
mod parts;
mod play;
mod print;
mod progress;
mod report;
mod rule_files;
mod rules;
mod serve;
mod show;
mod solve;
mod text;
mod trace;
mod write;

use crate::args::{Arguments, Command, Play};
use crate::failure::Exit;
use crate::text::{visible, visible_lines};
use clap::{CommandFactory, Parser};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{self, ExitCode};
#[cfg(unix)]
use std::sync::Arc;

/// musl's own allocator makes a run a third slower.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A file that grows beyond the limit of its size is an error, and does not end the program.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // Kinds are choices of the arguments, so those of rule files come first.
    if let Err(failure) = rule_files::add_all(env::args_os()) {
        return failure.tell().into();
    }
    let exit = match arguments().command {
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Generate(generate)) => generate::run(&generate),
        Some(Command::Merge(arguments)) => merge::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Hint(arguments)) => hint::run(&arguments),
        Some(Command::Grade(arguments)) => grade::run(&arguments),
        Some(Command::Certify(arguments)) => certify::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Print(arguments)) => print::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Play(arguments)) => Ok(play::run(&arguments)),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::List(arguments)) => Ok(rules::list(&arguments)),
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Rules(arguments)) => rules::run(&arguments),
        Some(Command::Lab(command)) => lab::run(&command),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "equipoise", &mut script);
            Ok(output::print(&script))
        }
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Manual { folder }) => manual::run(&folder),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => Ok(play::run(&Play::default())),
        None => {
            output::note(&Arguments::command().render_help().to_string());
            Ok(Exit::Usage)
        }
    };
    exit.unwrap_or_else(|failure| failure.tell()).into()
}

/// The arguments; ends the program when they make no sense, or ask for help.
fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        // The message repeats the arguments, which may hold anything: it is that of the same
        // arguments made safe to show.
        let safe = env::args_os().map(|argument| visible(&argument.to_string_lossy()).into_owned());
        let in_plain = || clap::Error::raw(error.kind(), visible_lines(&error.render().to_string()));
        let error = Arguments::try_parse_from(safe).err().unwrap_or_else(in_plain);
        let printed = error.print().and_then(|()| io::stdout().flush());
        let is_help = !error.use_stderr();
        process::exit(if is_help { output::written_to("standard output", printed) as i32 } else { error.exit_code() })
    })
}
