//! What happens: keys, signals, and answers of helpers, in one queue.

use play::message::{Answer, Message};
use ratatui::crossterm::event::{self, Event as Input};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    Input(Input),
    Answer(Box<Message<Answer>>),
    /// The system wants the program to end.
    End,
    /// The system wants it to stop for a while.
    #[cfg(unix)]
    Stop,
    /// It goes on after it was stopped.
    #[cfg(unix)]
    Back,
}

/// Everything that happens, from now on.
pub(crate) fn listen() -> io::Result<(Sender<Event>, Receiver<Event>)> {
    let (send, receive) = channel();
    signals(send.clone())?;
    let keys = send.clone();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            // When the terminal is gone there is nobody to play with.
            let event = event::read().map_or(Event::End, Event::Input);
            let last = matches!(event, Event::End);
            if keys.send(event).is_err() || last {
                return;
            }
        }
    })?;
    Ok((send, receive))
}

#[cfg(unix)]
fn signals(send: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::Stop,
                SIGCONT => Event::Back,
                _ => Event::End,
            };
            if send.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Ctrl-C is a key while the player runs; a console that closes ends it.
#[cfg(not(unix))]
fn signals(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}

/// Stops the program until it is told to go on.
#[cfg(unix)]
pub(crate) fn stop() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
pub(crate) fn stop() {}
