//! `equipoise play`: the player in the terminal.

mod app;
mod draw;
mod drawing;
mod events;
mod helper;
mod keys;
mod look;
mod mouse;
mod opened;
mod overlay;
#[cfg(test)]
mod screens;
mod start;
mod store;
mod terminal;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use crate::args::Play;
use crate::failure::{Exit, Failure};
use crate::generate;
use crate::output;
use app::{App, Recess};
use equipoise::fd::Random;
use equipoise::puzzles::{self, Kind, Request};
use helper::Helpers;
use look::Look;
use opened::{Opened, today};
use play::message::{Order, Recipe};
use start::Chosen;
use std::env;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
pub(crate) use store::{Store, data_directory};
use terminal::Screen;

/// How often the screen is drawn while nothing happens: the clock goes on.
const TICK: Duration = Duration::from_millis(250);

pub(crate) fn run(arguments: &Play) -> Exit {
    if !has_terminal() {
        return Failure::usage("a game needs a terminal to be played on").tell();
    }
    let store = Store::of_user();
    let first = match first(arguments, &store) {
        Ok(first) => first,
        Err(failure) => return failure.tell(),
    };
    let look = Look::of(|name| env::var(name).ok(), arguments.ascii);
    match play(look, store, first, arguments.daily) {
        Ok((exit, None)) => exit,
        Ok((_, Some(why))) => Failure::missing(why).tell(),
        Err(error) => Failure::missing(format!("the terminal: {error}")).tell(),
    }
}

fn has_terminal() -> bool {
    let dumb = env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// What is played first, if not what is chosen on the start page.
fn first(arguments: &Play, store: &Store) -> Result<Option<Chosen>, Failure> {
    if arguments.resume {
        let last = store.games().find(|saved| !saved.game.is_solved());
        let saved = last.ok_or_else(|| Failure::missing("there is no game to go on with"))?;
        return Ok(Some(Chosen::Opened(Box::new(Opened::saved(&saved)))));
    }
    let kind = arguments.puzzle.as_ref().and_then(|puzzle| puzzles::kind(puzzle.to_str()?));
    match (kind, &arguments.puzzle) {
        (Some(kind), _) => order(kind, arguments).map(|order| Some(Chosen::Make(order))),
        (None, _) if arguments.size.is_some() || arguments.difficulty.is_some() || arguments.seed.is_some() => {
            Err(Failure::usage("a size, a difficulty and a seed are for new puzzles: `equipoise play KIND --size N`"))
        }
        (None, None) => Ok(None),
        (None, Some(_)) if arguments.daily => {
            Err(Failure::usage("every kind has a puzzle of the day: `equipoise play KIND --daily`"))
        }
        (None, Some(puzzle)) => {
            let named = |failure: Failure| failure.on(&crate::text::visible(&puzzle.to_string_lossy()));
            opened::open(puzzle).map(|opened| Some(Chosen::Opened(Box::new(opened)))).map_err(named)
        }
    }
}

/// What to make.
fn order(kind: &'static Kind, arguments: &Play) -> Result<Order, Failure> {
    if arguments.daily {
        let date = today().ok_or_else(|| Failure::missing("the clock of this machine shows no day"))?;
        return Ok(Order::Daily { kind: kind.name.to_owned(), date });
    }
    let size = arguments.size.unwrap_or(kind.making.size);
    (kind.maker)(&Request::of_size(size)).map_err(|impossible| Failure::usage(impossible.to_string()))?;
    let recipe = Recipe { kind: kind.name.to_owned(), size, difficulty: arguments.difficulty };
    Ok(Order::New { recipe, seed: arguments.seed.unwrap_or_else(generate::new_seed) })
}

/// Plays until the player quits; says what stood against the first puzzle.
fn play(look: Look, store: Store, first: Option<Chosen>, daily: bool) -> io::Result<(Exit, Option<String>)> {
    let (send, events) = events::listen()?;
    let mut app = App::new(look, store, Helpers::start(&send)?, Random::new(generate::new_seed()), today);
    match first {
        None if daily => app.start.go_to_daily(),
        None | Some(Chosen::Ask) => {}
        Some(Chosen::Opened(opened)) => {
            if !app.open(*opened) {
                return Ok((Exit::Failed, app.start.says.take()));
            }
        }
        Some(Chosen::Make(order)) => app.make(order, true),
    }
    let mut screen = Screen::take()?;
    let exit = turns(&mut app, &mut screen, &events);
    // Whatever happened to the terminal, the game is saved.
    app.leave();
    drop(screen);
    if let (Some(why), Some(_)) = (&app.start.says, &app.over) {
        output::note(why);
    }
    exit.map(|exit| (exit, None))
}

/// One turn after the other: draw, wait for something to happen, take it.
fn turns(app: &mut App, screen: &mut Screen, events: &Receiver<events::Event>) -> io::Result<Exit> {
    let clock = Instant::now();
    loop {
        screen.terminal.draw(|frame| app.draw(frame))?;
        match events.recv_timeout(TICK) {
            Ok(event) => app.handle(event, clock.elapsed()),
            Err(RecvTimeoutError::Timeout) => app.pass(clock.elapsed()),
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Failed),
        }
        // What has happened meanwhile needs no drawing of its own.
        while app.over.is_none() && app.recess.is_none() {
            match events.try_recv() {
                Ok(event) => app.handle(event, clock.elapsed()),
                Err(_) => break,
            }
        }
        if let Some(exit) = app.over {
            return Ok(exit);
        }
        if let Some(recess) = app.recess {
            screen.aside(|| {
                if recess == Recess::Stop {
                    events::stop();
                }
            })?;
            app.wake(clock.elapsed());
        }
    }
}
