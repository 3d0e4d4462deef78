//! `equipoise play`: the player in the terminal.

mod answers;
mod app;
mod commands;
mod draw;
mod draw_pages;
mod drawing;
mod events;
mod helper;
mod keys;
mod look;
mod mouse;
mod moves;
mod opened;
mod overlay;
mod pages;
#[cfg(test)]
mod screens;
mod session;
mod start;
mod store;
mod terminal;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod typing;
mod view;

use crate::args::Play;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::generate;
use crate::output;
use app::{App, Recess, Want};
use equipoise::fd::Random;
use equipoise::puzzles::{self, Kind, Request};
use helper::Desk;
use look::Look;
use opened::{Opened, Recipe, Wanted, today};
use std::env;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use store::Store;
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
    match play(look, store, first) {
        Ok((exit, None)) => exit,
        Ok((_, Some(why))) => Failure::missing(why).tell(),
        Err(error) => Failure::missing(format!("the terminal: {error}")).tell(),
    }
}

fn has_terminal() -> bool {
    let dumb = env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// What the player shows first.
enum First {
    Start,
    Daily,
    Opened(Box<Opened>),
    Make(Recipe),
}

fn first(arguments: &Play, store: &Store) -> Result<First, Failure> {
    if arguments.resume {
        let last = store.games().find(|saved| !saved.game.is_solved());
        let saved = last.ok_or_else(|| Failure::missing("there is no game to go on with"))?;
        let puzzle = session::copy(saved.game.puzzle());
        let wanted = Wanted { band: saved.band, ..Wanted::like(&*puzzle) };
        return Ok(First::Opened(Box::new(Opened { name: saved.name, puzzle, position: None, wanted })));
    }
    let kind = arguments.puzzle.as_ref().and_then(|puzzle| puzzles::kind(puzzle.to_str()?));
    match (kind, &arguments.puzzle) {
        (Some(kind), _) => recipe(kind, arguments).map(First::Make),
        (None, _) if arguments.size.is_some() || arguments.difficulty.is_some() || arguments.seed.is_some() => {
            Err(Failure::usage("a size, a difficulty and a seed are for new puzzles: `equipoise play KIND --size N`"))
        }
        (None, None) if arguments.daily => Ok(First::Daily),
        (None, None) => Ok(First::Start),
        (None, Some(_)) if arguments.daily => {
            Err(Failure::usage("every kind has a puzzle of the day: `equipoise play KIND --daily`"))
        }
        (None, Some(puzzle)) => {
            let named = |failure: Failure| failure.on(&crate::text::visible(&puzzle.to_string_lossy()));
            opened::open(puzzle).map(|opened| First::Opened(Box::new(opened))).map_err(named)
        }
    }
}

/// How to make what was asked for.
fn recipe(kind: &'static Kind, arguments: &Play) -> Result<Recipe, Failure> {
    if arguments.daily {
        let date = today().ok_or_else(|| Failure::missing("the clock of this machine shows no day"))?;
        return Ok(Recipe::Daily(kind, date));
    }
    let size = arguments.size.unwrap_or(kind.making.size);
    (kind.maker)(&Request::of_size(size)).map_err(|impossible| Failure::usage(impossible.to_string()))?;
    let wanted = Wanted { kind, size, band: arguments.difficulty };
    Ok(Recipe::New(wanted, arguments.seed.unwrap_or_else(generate::new_seed)))
}

/// Plays until the player quits; says what stood against the first puzzle.
fn play(look: Look, store: Store, first: First) -> io::Result<(Exit, Option<String>)> {
    let (send, events) = events::listen()?;
    let mut app = App::new(look, store, Desk::new(send), Random::new(generate::new_seed()));
    match first {
        First::Start => {}
        First::Daily => app.start.go_to_daily(),
        First::Opened(opened) => {
            if !app.open(*opened) {
                return Ok((Exit::Failed, app.start.says.take()));
            }
        }
        First::Make(recipe) => app.waiting = Some((app.desk.make(recipe), Want::Puzzle { solve: false })),
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
