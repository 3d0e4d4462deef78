//! Learning: lessons, the way through a puzzle, and what somebody thinks of a board.

mod desk;
mod lesson;
mod think;
mod way;

use super::games::Games;
use super::new::Maker;
use super::play::Play;
use super::{Route, browser, link};
use crate::back::Ask;
use ::play::lessons::{self, HOW_TO_PLAY, Lesson, Progress, Slate, Study, StudyAction, StudyEffect};
use ::play::message::{Answer, Message};
use ::play::words;
use leptos::prelude::*;
use puzzles::{KINDS, Kind};

/// The key of the lessons that were done.
const KEY: &str = "lessons";

/// What waits for the first lesson of a kind to be done or skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// Today's puzzle.
    Today,
    /// The one that was wanted.
    Wanted,
}

/// What is learnt.
#[derive(Clone, Copy)]
pub(crate) struct Learn {
    play: Play,
    new: Maker,
    /// The lesson that is open.
    study: RwSignal<Option<Study>>,
    /// The board of which somebody thinks something, and the question about it.
    thought: RwSignal<Option<Slate>>,
    judging: RwSignal<Option<u64>>,
    pub(super) progress: RwSignal<Progress>,
    after: RwSignal<Option<(&'static Kind, After)>>,
}

/// What was learnt in this browser.
pub(super) fn kept_progress() -> Progress {
    browser::kept(KEY).map(|text| Progress::from_text(&text)).unwrap_or_default()
}

/// Keeps what was learnt, with what was learnt elsewhere meanwhile; says whether that was possible.
pub(super) fn keep_progress(progress: &Progress) -> bool {
    let mut all = kept_progress();
    all.merge(progress.clone());
    browser::keep(KEY, &all.to_text())
}

impl Learn {
    pub(crate) fn new(play: Play, new: Maker) -> Learn {
        Learn {
            play,
            new,
            study: RwSignal::new(None),
            thought: RwSignal::new(None),
            judging: RwSignal::new(None),
            progress: RwSignal::new(kept_progress()),
            after: RwSignal::new(None),
        }
    }

    /// Opens the lesson that the address names: `/learn/gap/3`.
    pub(crate) fn follow(self, hash: &str) {
        // What was said of one lesson is of no use in another.
        self.play.say("");
        let mut parts = hash.split('/').skip(2);
        let kind = parts.next().and_then(puzzles::kind);
        let number: Option<usize> = parts.next().and_then(|number| number.parse().ok());
        let Some((kind, number)) = kind.zip(number) else { return };
        let is_open = |study: &Study| study.lesson().kind.name == kind.name && study.lesson().number == number;
        if self.study.with_untracked(|study| study.as_ref().is_some_and(is_open)) {
            return;
        }
        let Some(lesson) = lessons::course(kind).into_iter().find(|lesson| lesson.number == number) else { return };
        let (study, effects) = Study::new(lesson);
        self.study.set(Some(study));
        self.perform(effects);
    }

    /// Begins with the first lesson where somebody has never seen a kind; says whether it did.
    pub(super) fn begins(self, kind: &'static Kind, after: After) -> bool {
        let is_of = |listed: &super::games::Listed| {
            listed.game.as_ref().is_ok_and(|saved| saved.game.puzzle().kind().name == kind.name)
        };
        // A kind that somebody has described on a page has no lessons.
        let has_lesson = lessons::lesson(kind, HOW_TO_PLAY).is_some_and(|lesson| lesson.has_positions());
        let is_known = !has_lesson
            || !self.progress.with_untracked(|progress| progress.is_new(kind))
            || Games::record().times(kind.name, None).is_some()
            || Games::list().iter().any(is_of);
        if !is_known {
            self.study.set(None);
            self.after.set(Some((kind, after)));
            browser::go(&address(kind, 1));
        }
        !is_known
    }

    /// Goes on to what waited for the first lesson.
    fn go_on(self) {
        match self.after.try_update(Option::take).flatten() {
            Some((kind, After::Today)) => self.new.make_daily(kind.name),
            Some((_, After::Wanted)) => self.new.make(),
            None => {}
        }
    }

    /// Leaves the first lesson for what waited for it.
    fn skip(self, kind: &'static Kind) {
        self.progress.update(|progress| progress.skip(kind));
        keep_progress(&self.progress.get_untracked());
        self.go_on();
    }

    fn act(self, action: StudyAction) {
        let effects = self.study.try_update_untracked(|study| study.as_mut().map(|study| study.act(action)));
        self.perform(effects.flatten().unwrap_or_default());
    }

    fn perform(self, effects: Vec<StudyEffect>) {
        let mut redraw = false;
        for effect in effects {
            match effect {
                StudyEffect::Redraw => redraw = true,
                StudyEffect::Say(text) => self.play.say_in(Route::Learn, &text),
                StudyEffect::Ask(question) => link::send(&question.map(Ask::Teach)),
                StudyEffect::Finish => self.finish(),
                StudyEffect::Play(made) => self.new.open_made(*made),
            }
        }
        if redraw {
            self.study.notify();
        }
    }

    fn finish(self) {
        let lesson = self.study.with_untracked(|study| study.as_ref().map(|study| study.lesson().clone()));
        let Some(lesson) = lesson else { return };
        self.progress.update(|progress| _ = progress.finish(lesson.kind, lesson.name));
        if !keep_progress(&self.progress.get_untracked()) {
            self.play.say("This browser does not keep what you have learnt: its storage is full or refused.");
        }
    }

    pub(crate) fn hear(self, answer: Message<Answer>) {
        if self.judging.get_untracked() == Some(answer.id) {
            self.judged(answer.body);
        } else {
            self.act(StudyAction::Answered(answer));
        }
    }

    /// Tells a new worker what the last one knew.
    pub(crate) fn renew(self) {
        self.judging.set(None);
        self.act(StudyAction::Reopen);
    }
}

/// Where a lesson is.
pub(super) fn address(kind: &Kind, number: usize) -> String {
    format!("/learn/{}/{number}", kind.name)
}

/// The first lesson of a course that is not done; none when all are.
pub(super) fn next_lesson(kind: &'static Kind, progress: &Progress) -> Option<Lesson> {
    lessons::course(kind).into_iter().find(|lesson| !progress.is_done(kind, lesson.name) && lesson.has_positions())
}

/// The view.
#[component]
pub(super) fn LearnView(learn: Learn) -> impl IntoView {
    let hash = browser::hash();
    let mut parts = hash.split('/').skip(2);
    match (parts.next(), parts.next()) {
        (Some("way"), _) => view! { <way::WayView play=learn.play /> }.into_any(),
        (Some("think"), _) => view! { <think::ThinkView learn=learn /> }.into_any(),
        (Some(_), Some(_)) if learn.study.with_untracked(Option::is_some) => {
            view! { <lesson::LessonView learn=learn /> }.into_any()
        }
        _ => view! { <Courses learn=learn /> }.into_any(),
    }
}

/// All courses, and what of them was done.
#[component]
fn Courses(learn: Learn) -> impl IntoView {
    let progress = kept_progress();
    let course = |kind: &&'static Kind| {
        let kind = *kind;
        let course = lessons::course(kind);
        // A kind without a course, such as one that somebody has described on a page, has nothing to choose from.
        if !course.iter().any(Lesson::has_positions) {
            return None;
        }
        let count = course.iter().filter(|lesson| progress.is_done(kind, lesson.name)).count();
        let next = next_lesson(kind, &progress).map(|lesson| lesson.number);
        let row = |lesson: &Lesson| {
            let done = progress.is_done(kind, lesson.name);
            let class = match (done, Some(lesson.number) == next) {
                (true, _) => "done",
                (false, true) => "next",
                (false, false) => "",
            };
            let name = if lesson.is_first() { words::capital(HOW_TO_PLAY) } else { words::capital(lesson.name) };
            let says = if done { ", done" } else { "" };
            view! { <li class=class><a href=format!("#{}", address(kind, lesson.number))>{name}<span class="heard">{says}</span></a></li> }
        };
        let lessons = course.iter().map(row).collect_view();
        let says = format!("{count} of {} done", course.len());
        Some(view! {
            <section class="card course" data-kind=kind.name aria-label=kind.title>
                <h2>{kind.title} <span class="soft">{says}</span></h2>
                <ol>{lessons}</ol>
            </section>
        })
    };
    let courses = KINDS.iter().filter_map(course).collect_view();
    let title = move || learn.play.session.with(::play::Session::title);
    let own = learn.play.begun.get_untracked().then(|| {
        view! {
            <section class="card" aria-labelledby="own-board">
                <h2 id="own-board">"Your puzzle: " {title}</h2>
                <p><a href="#/learn/way">"How a person could solve it"</a></p>
                <p><a href="#/learn/think">"I think that … – have a deduction judged"</a></p>
            </section>
        }
    });
    view! {
        <div class="page learn">
            <h1>"Learn"</h1>
            <p class="lead">"Each lesson has one technique: it is shown once, you find it twice, and then it helps with a whole puzzle."</p>
            {own}
            <div class="courses">{courses}</div>
        </div>
    }
}
