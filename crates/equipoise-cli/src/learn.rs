//! `equipoise learn`: lessons, answered line by line.

use crate::args::{kind_parser, seed};
use crate::clock::{Stopwatch, limits};
use crate::failure::{Exit, Failure};
use crate::generate;
use crate::interrupt::Interrupt;
use crate::output::{self, look};
use crate::play::Store;
use crate::text::wrapped;
use crate::write;
use clap::Args;
use equipoise::fd::Limits;
use equipoise::puzzles::{KINDS, Kind, View};
use equipoise::studio::{HintLevel, Referee, Ruling};
use play::lessons::{self, Lesson, Placed, Practice, Reply, Said};
use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

/// How long fresh positions and the last puzzle of a lesson are looked for.
const MOST_WAIT: Duration = Duration::from_secs(20);

#[derive(Debug, Args)]
pub(crate) struct Learn {
    /// The kind of puzzle [default: list the courses]
    #[arg(value_name = "KIND", value_parser = kind_parser())]
    kind: Option<&'static Kind>,

    /// The lesson, by its number or name [default: the first that is not done]
    #[arg(long, value_name = "LESSON", requires = "kind")]
    lesson: Option<String>,

    /// List the lessons of the course
    #[arg(long, requires = "kind", conflicts_with = "lesson")]
    list: bool,

    /// Practise on fresh positions instead of those of the lesson
    #[arg(long, requires = "kind")]
    more: bool,

    /// The seed of fresh positions and of the last puzzle [default: a different one each time]
    #[arg(long, value_name = "S", requires = "kind", value_parser = seed)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Learn) -> Result<Exit, Failure> {
    let store = Store::of_user();
    let progress = store.progress();
    let Some(kind) = arguments.kind else {
        let line = |kind: &&'static Kind| {
            let course = lessons::course(kind);
            let done = course.iter().filter(|lesson| progress.is_done(kind, lesson.name)).count();
            format!("{:<14} {} lessons, {done} done: equipoise learn {}\n", kind.title, course.len(), kind.name)
        };
        let courses = KINDS.iter().filter(|kind| has_lessons(kind));
        return Ok(output::print(courses.map(line).collect::<String>().as_bytes()));
    };
    let course = lessons::course(kind);
    if !has_lessons(kind) {
        let says =
            format!("there are no lessons for {}; `equipoise explain` shows how its puzzles are solved", kind.title);
        return Err(Failure::usage(says));
    }
    if arguments.list {
        let line = |lesson: &Lesson| {
            let done = if progress.is_done(kind, lesson.name) { "done" } else { "" };
            format!("{:>2}. {:<28} {done}", lesson.number, lesson.name).trim_end().to_owned() + "\n"
        };
        return Ok(output::print(course.iter().map(line).collect::<String>().as_bytes()));
    }
    let lesson = match &arguments.lesson {
        Some(wanted) => {
            let name = wanted.to_lowercase().replace('-', " ");
            let found = course.iter().find(|lesson| lesson.name == name || lesson.number.to_string() == *wanted);
            let none = || {
                Failure::usage(format!(
                    "there is no lesson {wanted:?}; `equipoise learn {} --list` lists them",
                    kind.name
                ))
            };
            found.ok_or_else(none)?
        }
        None => course.iter().find(|lesson| !progress.is_done(kind, lesson.name)).unwrap_or(&course[0]),
    };
    let seed = arguments.seed.unwrap_or_else(generate::new_seed);
    let interrupt = Interrupt::install(None);
    let clock = Stopwatch::start();
    let mut class = Class { lesson, answers: io::stdin().lock(), clock: &clock, interrupt: &interrupt };
    let positions = match arguments.more {
        false => lesson.positions(),
        true => lessons::find(lesson, seed, lessons::POSITIONS, class.limits())
            .map_err(|stopped| Failure::missing(format!("no fresh positions were found: {stopped}")))?
            .into_iter()
            .map(|found| found.placed)
            .collect(),
    };
    class.say(&format!("{}, lesson {} of {}: {}\n", kind.title, lesson.number, course.len(), lesson.name))?;
    if !class.teach(&positions)? {
        return Ok(Exit::Fine);
    }
    if let Err(why) = store.finish_lesson(kind, lesson.name) {
        output::note(&format!("this lesson is not remembered: {why}"));
    }
    class.last(seed)?;
    Ok(Exit::Fine)
}

/// Whether positions were chosen to learn the kind by.
fn has_lessons(kind: &'static Kind) -> bool {
    lessons::course(kind).iter().any(Lesson::has_positions)
}

/// A lesson being given.
struct Class<'a, R> {
    lesson: &'a Lesson,
    answers: R,
    clock: &'a Stopwatch,
    interrupt: &'a Interrupt,
}

impl<R: BufRead> Class<'_, R> {
    /// What a search may use that begins now: nobody knows how long the answers before it took.
    fn limits(&self) -> Limits<'_> {
        limits(Some(MOST_WAIT), self.clock, self.interrupt)
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // The reader has seen enough, as in `| head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => write::give_up(Exit::Fine),
            written => written.map_err(|error| Failure::written_to("standard output", &error)),
        }
    }

    /// Shows the technique and asks for it; says whether all was found or shown.
    fn teach(&mut self, positions: &[Placed]) -> Result<bool, Failure> {
        if self.lesson.is_first() {
            for rule in self.lesson.kind.rules {
                self.say(&wrapped("- ", rule.says))?;
            }
        }
        self.say(&wrapped("", self.lesson.says))?;
        let (example, exercises) =
            positions.split_first().ok_or_else(|| Failure::missing("this lesson has no position"))?;
        let (_, practice) = self.open(example)?;
        self.say(&format!("\nFor example:\n{}{}", self.drawing(example, &practice)?, wrapped("", &practice.text())))?;
        for (number, placed) in (1..).zip(exercises) {
            self.say(&format!("\nExercise {number} of {}:\n", exercises.len()))?;
            if !self.exercise(placed)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn open(&self, placed: &Placed) -> Result<(Referee, Practice), Failure> {
        let practice = Practice::open(placed, self.lesson.technique, Limits::none());
        let practice = practice.ok_or_else(|| Failure::missing("there is nothing to find in this position"))?;
        let referee = practice.referee(&*placed.puzzle).map_err(|error| Failure::unexplained(&error))?;
        Ok((referee, practice))
    }

    fn drawing(&self, placed: &Placed, practice: &Practice) -> Result<String, Failure> {
        let written = placed.written();
        let scene = placed.puzzle.draw(&View::of(&written.board).labels().written(&written.marks));
        let mut text = look(false).render(&scene)?;
        let amounts = practice.hint().context.amounts_told(&placed.position);
        text.push_str(&amounts.map_or_else(String::new, |amounts| wrapped("", &format!("Known: {amounts}."))));
        Ok(text)
    }

    /// Asks until it is found, or shown; whether it was.
    fn exercise(&mut self, placed: &Placed) -> Result<bool, Failure> {
        let (mut referee, practice) = self.open(placed)?;
        self.say(&self.drawing(placed, &practice)?)?;
        let says = match self.lesson.is_first() {
            true => "What follows next?".to_owned(),
            false => format!("What follows by \"{}\"?", self.lesson.name),
        };
        self.say(&wrapped(
            "",
            &format!("{says} Answer such as `{}`, or `hint`, `show` or `quit`.", example(&practice)),
        ))?;
        let mut hints = HintLevel::ALL.into_iter().take(3);
        loop {
            self.say("> ")?;
            let mut line = Vec::new();
            let mut answer = self.answers.by_ref().take(MOST_IN_ANSWER);
            let read = self.interrupt.while_waiting(|| answer.read_until(b'\n', &mut line));
            if read.map_err(|error| Failure::io(&error))? == 0 {
                self.say("\n")?;
                return Ok(false);
            }
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "show" => {
                    self.say(&wrapped("", &practice.text()))?;
                    return Ok(true);
                }
                "hint" => {
                    let level = hints.next().unwrap_or(HintLevel::Deduction);
                    let told = practice.hint().told(level);
                    self.say(&told.iter().map(|line| wrapped("", line)).collect::<String>())?;
                }
                answer => match Said::read(answer, &practice.hint().context) {
                    Err(why) => self.say(&wrapped("", &why))?,
                    Ok(said) => {
                        if self.reply(&said, &practice, &mut referee, placed)? {
                            return Ok(true);
                        }
                    }
                },
            }
        }
    }

    /// Replies to an answer; says whether it was right.
    fn reply(&self, said: &Said, practice: &Practice, referee: &mut Referee, placed: &Placed) -> Result<bool, Failure> {
        let statement = said.statement(referee.context());
        let ruling = statement.map(|statement| {
            let ruling = referee.judge(&statement, &placed.position).finish(Limits::none().work(MOST_WORK));
            ruling.unwrap_or_else(Ruling::Undecided)
        });
        match practice.reply(said, ruling.as_ref()) {
            Reply::Right(text) => self.say(&wrapped("", &format!("Right. {text}")))?,
            Reply::Another => self.say("That is true, but not what this lesson is about. Look on.\n")?,
            Reply::Wrong(why) => self.say(&wrapped("", &format!("No: {why}")))?,
        }
        Ok(practice.reaches(said))
    }

    /// The whole puzzle at the end.
    fn last(&self, seed: u64) -> Result<(), Failure> {
        let Ok(Some(puzzle)) = lessons::last_puzzle(self.lesson, seed, self.limits()) else {
            return self.say("\nDone. No puzzle to go with it was found in time.\n");
        };
        let code = play::encode(&*puzzle, None).map_err(|error| Failure::missing(error.to_string()))?;
        let drawn = look(false).render(&puzzle.draw(&View::of(&puzzle.givens())))?;
        self.say(&format!("\nDone. Now a whole puzzle: equipoise play {code}\n{drawn}"))
    }
}

/// The most bytes of a line that are read as one answer.
const MOST_IN_ANSWER: u64 = 1000;

/// The most work on one answer, in runs of propagators.
const MOST_WORK: u64 = 5_000_000;

/// An answer that has the form of one.
fn example(practice: &Practice) -> String {
    let (subject, value) = Said::sample(&practice.hint().context);
    format!("{subject} is not {value}")
}
