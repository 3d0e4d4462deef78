//! The helper's threads, so that the screen never freezes: one for the tutor,
//! and one for the maker, so that a long draft never delays a hint.

use super::events::Event;
use crate::clock::Stopwatch;
use play::Helper;
use play::message::{Message, Question, ServiceName};
use std::io;
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// What times are taken by.
static CLOCK: LazyLock<Stopwatch> = LazyLock::new(Stopwatch::start);

/// Who is asked. Answers come with the other events.
#[derive(Debug)]
pub(crate) struct Helpers {
    tutor: Sender<Message<Question>>,
    maker: Sender<Message<Question>>,
}

impl Helpers {
    pub(crate) fn start(events: &Sender<Event>) -> io::Result<Helpers> {
        let start = |name: &str| {
            let ((send, questions), events) = (channel(), events.clone());
            thread::Builder::new().name(name.to_owned()).spawn(move || serve(&questions, &events)).map(|_| send)
        };
        Ok(Helpers { tutor: start("tutor")?, maker: start("maker")? })
    }

    /// Asks; the number of the question.
    pub(crate) fn ask(&self, question: Message<Question>) -> u64 {
        let id = question.id;
        let service = if question.body.service() == ServiceName::Maker { &self.maker } else { &self.tutor };
        // A thread ends only after this.
        let _ = service.send(question);
        id
    }
}

/// Answers until nobody asks or listens any more.
fn serve(questions: &Receiver<Message<Question>>, events: &Sender<Event>) {
    let mut helper = Helper::new(&*CLOCK);
    loop {
        // Between two slices of work, newer questions are looked at.
        let question = match helper.is_busy() {
            true => questions.try_recv(),
            false => questions.recv().map_err(|_| TryRecvError::Disconnected),
        };
        match question {
            Ok(question) => helper.receive(question),
            Err(TryRecvError::Empty) => helper.work(),
            Err(TryRecvError::Disconnected) => return,
        }
        for answer in helper.answers() {
            if events.send(Event::Answer(Box::new(answer))).is_err() {
                return;
            }
        }
    }
}
