//! The tutor's service: one puzzle at a time, proved once and asked many times.

use super::Mailbox;
use super::referee::Class;
use crate::Move;
use crate::message::{Answer, HintSort, HintTold, LevelTold, Mark, PathTold, Question, Solutions, StepTold, TaskTold};
use fd::{Clock, Statistics};
use puzzles::{Puzzle, Sheet, View};
use scene::{Emphasis, Scene};
use std::collections::BTreeMap;
use std::rc::Rc;
use studio::task::{Meter, Task};
use studio::{Advice, Explanation, Hint, HintLevel, Level, Outcome, Position, Tutor, Verdict};

/// The work for a hint, in runs of propagators: a second or two. Then a place
/// of the solution is offered instead.
const MOST_FOR_HINT: u64 = 2_000_000;

/// The work for the whole way: it may take a while, and can be stopped.
const MOST_FOR_PATH: u64 = 200_000_000;

type Post = Mailbox<Question, Answer>;

pub(super) async fn serve(mailbox: Rc<Post>, clock: &'static dyn Clock) {
    let mut question = mailbox.next().await;
    loop {
        question = match question {
            Question::Open(puzzle) => help(&mailbox, &*puzzle.0, clock).await,
            Question::Stop | Question::Close => mailbox.next().await,
            _ => {
                mailbox.answer(Answer::Refused("no puzzle is open".to_owned()));
                mailbox.next().await
            }
        };
    }
}

/// Helps with one puzzle; returns the question that ends this.
async fn help(mailbox: &Post, puzzle: &dyn Puzzle, clock: &'static dyn Clock) -> Question {
    let is_end = |question: &Question| matches!(question, Question::Open(_) | Question::Close);
    let opened = mailbox.finish(Tutor::open(puzzle), u64::MAX, || mailbox.has(is_end)).await;
    let mut tutor = match opened {
        Some(Ok(tutor)) => tutor,
        Some(Err(error)) => {
            let why = format!("it is too large to explain: {error}");
            mailbox.answer(Answer::Opened(Solutions::Unknown(why.clone())));
            loop {
                match mailbox.next().await {
                    Question::Solve => mailbox.answer(solve(mailbox, puzzle, clock).await),
                    Question::Stop => {}
                    end @ (Question::Open(_) | Question::Close) => return end,
                    _ => mailbox.answer(Answer::Refused(why.clone())),
                }
            }
        }
        None => return mailbox.next().await,
    };
    mailbox.answer(Answer::Opened(match tutor.verdict() {
        Verdict::None => Solutions::None,
        Verdict::Unique(solution) => Solutions::One(solution.clone()),
        Verdict::Several(..) => Solutions::Several,
        Verdict::Unknown(_, stopped) => Solutions::Unknown(stopped.to_string()),
    }));
    let sheet = puzzle.sheet();
    let told = |hint: &Hint| hint_told(hint, puzzle, &sheet);
    let refused = |why: &str| Answer::Refused(why.to_owned());
    let pointless = || mailbox.has_mail();
    let mut class = Class::default();
    loop {
        let question = mailbox.next().await;
        let answer = match question {
            Question::Hint(position) => {
                tutor.see(&position);
                let hint = mailbox.finish(tutor.hint(), MOST_FOR_HINT, pointless).await;
                let hint = hint.or_else(|| tutor.reveal().filter(|_| !pointless()));
                hint.map_or_else(|| refused("no hint was found"), |hint| Answer::Hint(Box::new(told(&hint))))
            }
            Question::Check(position) => {
                tutor.see(&position);
                match mailbox.finish(tutor.check(), MOST_FOR_HINT, pointless).await {
                    Some(wrong) => Answer::Checked(wrong.map(|wrong| Box::new(told(&wrong)))),
                    None => refused("checking takes too long"),
                }
            }
            Question::Path(from) => {
                let task = match &from {
                    Some(position) => {
                        tutor.see(position);
                        tutor.path_from_here()
                    }
                    None => tutor.path(),
                };
                match mailbox.finish(task, MOST_FOR_PATH, pointless).await {
                    Some(explanation) => Answer::Path(Box::new(path_told(&explanation, puzzle))),
                    None => refused("the whole solution takes too long to explain"),
                }
            }
            Question::Like(position, technique) => {
                tutor.see(&position);
                match like(mailbox, &mut tutor, &technique).await {
                    Some(steps) => Answer::Like(steps.iter().map(told).collect()),
                    None => refused("finding such steps takes too long"),
                }
            }
            Question::Practise(position, technique) => {
                let known = tutor.context().amounts_told(&position);
                let hint = class.begin(mailbox, &mut tutor, position, technique).await;
                Answer::Practice(hint.map(|(hint, words)| Box::new(TaskTold { hint: told(&hint), known, words })))
            }
            Question::Try(thought) => class.reply(mailbox, (puzzle, tutor.context()), &thought, None).await,
            Question::Judge(position, thought) => {
                class.reply(mailbox, (puzzle, tutor.context()), &thought, Some(&position)).await
            }
            Question::Solve => solve(mailbox, puzzle, clock).await,
            Question::Stop => continue,
            end => return end,
        };
        // Nobody waits for the answer to a question when a newer one is there.
        if !matches!(answer, Answer::Refused(_)) || !pointless() {
            mailbox.answer(answer);
        }
    }
}

/// The steps that are made by a technique; of chains, those of any length. `None` when that takes too long.
async fn like(mailbox: &Post, tutor: &mut Tutor, technique: &str) -> Option<Vec<Hint>> {
    let is_named = tutor.context().reasoning.techniques().iter().any(|named| named.name == technique);
    let levels: &[Level] = match technique {
        _ if is_named => &[Level::Single, Level::Together],
        _ if technique.starts_with("chain") => &[Level::Together, Level::ShortChain, Level::LongChain],
        _ => &Level::ALL,
    };
    let is_like = |hint: &Hint| {
        let called = hint.step().map(|step| hint.context.called_told(step)).unwrap_or_default();
        called == technique || !is_named && called.starts_with("chain") && technique.starts_with("chain")
    };
    for &level in levels {
        let steps = mailbox.finish(tutor.steps(level), MOST_FOR_PATH, || mailbox.has_mail()).await?;
        let alike: Vec<Hint> = steps.into_iter().filter(is_like).collect();
        if !alike.is_empty() {
            return Some(alike);
        }
    }
    Some(Vec::new())
}

/// The solution, and what it takes to find it.
async fn solve(mailbox: &Post, puzzle: &dyn Puzzle, clock: &'static dyn Clock) -> Answer {
    let (meter, start) = (Meter::new(), clock.now());
    let task = Task::new(&meter, studio::prove(puzzle, &meter));
    let answer = match mailbox.finish(task, u64::MAX, || mailbox.has_mail()).await {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => return Answer::Refused(format!("it is too large to solve: {error}")),
        None => return Answer::Refused("another question came first".to_owned()),
    };
    let time = clock.now().saturating_sub(start);
    let (solution, found) = match answer.result {
        Verdict::None => (None, "no solution"),
        Verdict::Unique(solution) => (Some(solution), "unique solution"),
        Verdict::Several(one, _) => (Some(one), "several solutions"),
        Verdict::Unknown(one, _) => (one, "unknown"),
    };
    let mut lines = vec![format!("{found}, {time:.1?}")];
    lines.extend(statistics_lines(&answer.statistics));
    Answer::Solved(solution, lines)
}

/// Statistics as SICStus Prolog's `fd_statistics` prints them, followed by our
/// own.
pub fn statistics_lines(statistics: &Statistics) -> impl Iterator<Item = String> {
    let lines = [
        ("Resumptions", statistics.resumptions),
        ("Entailments", statistics.entailments),
        ("Prunings", statistics.prunings),
        ("Backtracks", statistics.backtracks),
        ("Constraints created", statistics.constraints),
        ("Nodes", statistics.nodes),
        ("Restarts", statistics.restarts),
        ("Peak depth", statistics.peak_depth),
    ];
    lines.into_iter().map(|(name, value)| format!("{name}: {value}"))
}

/// The targets that a scene points at.
fn marks(scene: &Scene) -> Vec<Mark> {
    let pointed = scene.marks().iter().filter_map(|mark| Some((mark.target.clone()?, mark.emphasis?)));
    pointed.collect::<BTreeMap<_, _>>().into_iter().collect()
}

/// A hint with all its levels.
fn hint_told(hint: &Hint, puzzle: &dyn Puzzle, sheet: &Sheet) -> HintTold {
    let sort = match hint.advice {
        Advice::Solved => HintSort::Solved,
        Advice::Enter { .. } | Advice::Next(_) => HintSort::Step,
        Advice::Wrong(_) => HintSort::Wrong,
        Advice::Reveal { .. } => HintSort::Reveal,
        Advice::None { .. } | Advice::Several(..) => HintSort::NoUnique,
    };
    let emphasis = if sort == HintSort::Wrong { Emphasis::Wrong } else { Emphasis::Effect };
    let subjects = hint.context.reasoning.subjects();
    let about: Vec<&str> = hint.subjects().into_iter().map(|x| subjects[x.index()].target()).collect();
    let places: BTreeMap<String, Emphasis> = about.iter().map(|&id| (id.to_owned(), emphasis)).collect();
    let mut with_rules = places.clone();
    for id in hint.rules().into_iter().flat_map(|rule| &rule.targets) {
        with_rules.entry(id.clone()).or_insert(Emphasis::Cause);
    }
    let all = marks(&hint.draw(puzzle));
    let levels = HintLevel::ALL.map(|level| LevelTold {
        lines: hint.told(level),
        marks: match level {
            HintLevel::Where => places.clone().into_iter().collect(),
            HintLevel::Rules => with_rules.clone().into_iter().collect(),
            HintLevel::Deduction | HintLevel::Result => all.clone(),
        },
    });
    HintTold { sort, levels, follow: Move::following(hint, sheet), target: about.first().map(|&id| id.to_owned()) }
}

/// The whole way: for each step the sentence, the position after it, and what
/// it points at.
fn path_told(explanation: &Explanation, puzzle: &dyn Puzzle) -> PathTold {
    let context = &explanation.context;
    let mut steps = Vec::new();
    for (step, Position { board, notes }) in explanation.steps.iter().zip(explanation.positions()) {
        let view = View::of(&board).labels().notes(&notes);
        steps.push(StepTold {
            text: context.text(step),
            technique: context.called_told(step),
            marks: marks(&context.draw(puzzle, &view, step)),
            board,
            notes,
        });
    }
    let is_solved = matches!(explanation.outcome, Outcome::Solved(_));
    PathTold {
        start: explanation.before.clone(),
        difficulty: is_solved.then(|| explanation.grade().difficulty),
        summary: explanation.summary(),
        steps,
    }
}
