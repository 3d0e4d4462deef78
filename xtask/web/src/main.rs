//! Builds the web app into `target/web`, and has the program serve it; builds the package for npm.
//!
//! It is a program of its own, so that the other chores need not wait for what it is built from.

mod bench;
mod build;
mod npm;

use build::Profile;
use std::process::{Command, ExitCode};

const HELP: &str = "\
Builds the web app into target/web.

    cargo xtask web                 build it
        --dev                       quickly: it is large and slow then
    cargo xtask web --serve         build it and serve it on this machine
        --port P                    at this port instead of 8000
        --no-build                  serve what was built before
    cargo xtask web --bench         measure it in Chromium
    cargo xtask web --npm           build the package for npm into target/npm, instead";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
    }
}

/// `equipoise serve` for the app that was built.
pub(crate) fn server(port: u16) -> Result<Command, String> {
    let mut program = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    program.args(["build", "--quiet", "--locked", "--package", "equipoise-cli", "--target-dir"]);
    program.arg(build::target_dir());
    build::run(program)?;
    let mut serve = Command::new(build::target_dir().join("debug/equipoise"));
    serve.arg("serve").arg(build::site()).args(["--port", &port.to_string()]);
    Ok(serve)
}

fn run(arguments: &[String]) -> Result<(), String> {
    let (mut serve, mut bench, mut build, mut port) = (false, false, true, 8000);
    let mut profile = Profile::Site;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--serve" => serve = true,
            "--bench" => bench = true,
            "--no-build" => build = false,
            "--npm" => return npm::build(),
            "--dev" => profile = Profile::Dev,
            "--port" => {
                let text = rest.next().ok_or("--port needs a number")?;
                port = text.parse().map_err(|_| format!("{text} is no port"))?;
            }
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("web does not know `{other}`\n\n{HELP}")),
        }
    }
    if build {
        build::build(profile)?;
    }
    if bench {
        return bench::bench(&build::site());
    }
    if serve { build::run(server(port)?) } else { Ok(()) }
}
