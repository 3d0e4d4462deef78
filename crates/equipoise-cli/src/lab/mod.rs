//! `equipoise lab`.

pub(crate) mod args;
mod matrix;
mod run;
mod tree;
mod write;

use crate::exit::Exit;
use args::Lab;

pub(crate) fn run(command: &Lab) -> Exit {
    match command {
        Lab::List => run::list(),
        Lab::Run(arguments) => run::run(arguments),
        Lab::Matrix(arguments) => matrix::run(arguments),
        Lab::Tree(arguments) => tree::run(arguments),
    }
}
