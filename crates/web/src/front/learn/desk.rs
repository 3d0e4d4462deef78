//! A board on which a pupil chooses a place and says what stands there, or does not.

use super::super::board::{Board, Drawing, Field, Shown};
use super::super::browser;
use super::Learn;
use super::think::REFUTED;
use ::play::lessons::{Slate, Study, StudyAction};
use ::play::session::Direction;
use ::play::words::{self, Layout};
use leptos::prelude::*;
use puzzles::Choices;
use scene::{Scene, SvgRenderer};
use std::collections::BTreeSet;
use web_sys::KeyboardEvent;

/// The id of the board's elements.
const NAME: &str = "desk";

/// More values than these are written, not chosen.
const MOST_KEYS: usize = 30;

/// What lies on the desk, and whom to tell.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    learn: Learn,
    /// Whether it is the position of the lesson, or else the player's own board.
    of_lesson: bool,
}

impl Desk {
    pub(super) fn new(learn: Learn, of_lesson: bool) -> Desk {
        Desk { learn, of_lesson }
    }

    pub(super) fn act(self, action: StudyAction) {
        if self.of_lesson { self.learn.act(action) } else { self.learn.think(action) }
    }

    /// Something about the slate; the usual where there is none.
    pub(super) fn with<T: Default>(self, read: impl FnOnce(&Slate) -> T) -> T {
        match self.of_lesson {
            true => self.learn.study.with(|study| study.as_ref().and_then(Study::slate).map(read)),
            false => self.learn.thought.with(|slate| slate.as_ref().map(read)),
        }
        .unwrap_or_default()
    }

    /// What is drawn.
    pub(super) fn scene(self) -> Option<Scene> {
        match self.of_lesson {
            true => self.learn.study.with(|study| study.as_ref().and_then(Study::scene)),
            false => self.learn.thought.with(|slate| slate.as_ref().map(Slate::scene)),
        }
    }

    fn fields(self) -> Vec<Field> {
        self.with(|slate| {
            let game = slate.game();
            let read_outs = game.puzzle().read_outs(&game.written().board);
            let targets = game.sheet().targets.iter();
            let field = |target: &puzzles::Target| Field {
                id: target.id.clone(),
                label: words::label(game, target),
                about: words::sentences(words::about(&read_outs, &target.id)),
                fixed: target.given || target.choices == Choices::None,
            };
            targets.map(field).collect()
        })
    }

    fn shown(self) -> Shown {
        let targets = move || self.with(|slate| slate.game().sheet().targets.clone());
        let draw = move || {
            let targets = targets();
            self.scene().map(|scene| Drawing::new(&scene, "desk-picture", &targets)).unwrap_or_default()
        };
        let layout = move || {
            let layout = self.with(|slate| {
                let sheet = slate.game().sheet();
                Some(Layout::of(&sheet.structure, &sheet.targets))
            });
            layout.unwrap_or(Layout::Rows(Vec::new()))
        };
        let cursor = move || self.with(Slate::cursor);
        Shown {
            name: NAME,
            title: Signal::stored("The position".to_owned()),
            drawing: Memo::new(move |_| draw()),
            layout: Memo::new(move |_| layout()),
            fields: Memo::new(move |_| self.fields()),
            cursor: Memo::new(move |_| cursor()),
            chosen: Memo::new(move |_| BTreeSet::from([cursor()])),
            focus: Callback::new(move |index| self.act(StudyAction::Select(index))),
            press: Callback::new(move |(index, _)| {
                self.act(StudyAction::Select(index));
                browser::focus(&format!("{NAME}-{index}"));
            }),
            paints: Signal::stored(false),
            pans: Signal::stored(false),
            drop: Signal::stored(None),
        }
    }

    fn key(self, event: &KeyboardEvent) {
        let direction = match event.key().as_str() {
            "ArrowUp" => Direction::Up,
            "ArrowDown" => Direction::Down,
            "ArrowLeft" => Direction::Left,
            "ArrowRight" => Direction::Right,
            _ => return,
        };
        event.prevent_default();
        self.act(StudyAction::Step(direction));
        let cursor = untrack(move || self.with(Slate::cursor));
        browser::focus(&format!("{NAME}-{cursor}"));
    }
}

/// The board.
#[component]
pub(super) fn DeskBoard(desk: Desk) -> impl IntoView {
    view! { <div on:keydown=move |event| desk.key(&event)><Board shown=desk.shown() /></div> }
}

/// What can be said of the place that is chosen, by keys or in words.
#[component]
pub(super) fn Sayings(desk: Desk) -> impl IntoView {
    let place = move || {
        desk.with(|slate| match slate.target() {
            Some(target) if slate.is_open() => words::capital(&target.name),
            Some(_) => "Choose a place that is open.".to_owned(),
            None => String::new(),
        })
    };
    let values = Memo::new(move |_| {
        desk.with(|slate| {
            let Some(target) = slate.target().filter(|_| slate.is_open()) else { return Vec::new() };
            let label = |value| (value, target.choices.label(value).unwrap_or_default());
            target.choices.values().take(MOST_KEYS).map(label).collect::<Vec<_>>()
        })
    });
    let is = move |wanted: bool, name: &'static str| {
        let pressed = move || desk.with(|slate| slate.is == wanted).to_string();
        view! { <button class="key word" aria-pressed=pressed on:click=move |_| desk.act(StudyAction::Say(wanted))>{name}</button> }
    };
    let keys = move || {
        let key = |(value, label): (i32, String)| {
            let is_word = label.chars().any(char::is_alphabetic);
            view! { <button class="key" class:word=is_word on:click=move |_| desk.act(StudyAction::Answer(value))>{label}</button> }
        };
        values.get().into_iter().map(key).collect_view()
    };
    let words = RwSignal::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        desk.act(StudyAction::Write(words.get_untracked()));
    };
    let in_words = move || {
        let study = desk.learn.study;
        study.with(|study| study.as_ref().and_then(Study::in_words).map(str::to_owned)).filter(|_| desk.of_lesson)
    };
    let example =
        move || desk.with(|slate| slate.target().map(|target| format!("{} is not 1", target.id)).unwrap_or_default());
    view! {
        <div class="sayings">
            <p class="place">{place}</p>
            <div class="pad" role="group" aria-label="What you say">
                {is(true, "is")}
                {is(false, "is not")}
            </div>
            <div class="pad" role="group" aria-label="Which value">{keys}</div>
            {move || in_words().map(|words| view! { <p>"It is about what the board does not show. Say it in words, such as " {words} "."</p> })}
            <details prop:open=move || in_words().is_some()>
                <summary>"Say it in words"</summary>
                <form class="row" on:submit=send>
                    <input type="text" class="grow" aria-label="What you say, in words" placeholder=example autocomplete="off"
                        on:input=move |event| words.set(event_target_value(&event)) />
                    <button type="submit" class="quiet">"Say it"</button>
                </form>
            </details>
        </div>
    }
}

/// What was said last, and the reply.
#[component]
pub(super) fn Reply(desk: Desk) -> impl IntoView {
    let reply = move || {
        let (thought, reply) = desk.with(|slate| (slate.thought().to_owned(), slate.reply().cloned()));
        let reply = reply?;
        let class = match (reply.right, reply.sound) {
            (true, _) => "reply right",
            (false, true) => "reply sound",
            (false, false) => "reply wrong",
        };
        let told = reply.told();
        let drawn = reply.board.as_ref().and_then(|board| desk.with(|slate| Some(slate.with_board(board))));
        let shows = drawn.map(|scene| {
            let svg = SvgRenderer::for_page().id("refutation").render(&scene);
            let (name, says) = match desk.of_lesson {
                true => ("Show such a board", None),
                false => ("Show how: it gives the puzzle away", Some(view! { <p>{told.clone()}</p> })),
            };
            view! { <details class="refutation"><summary>{name}</summary>{says}<div class="picture small" inner_html=svg></div></details> }
        });
        let told = if desk.of_lesson || shows.is_none() { told } else { REFUTED.to_owned() };
        Some(view! { <div class=class><p><strong>"“" {thought} "”"</strong></p><p>{told}</p>{shows}</div> })
    };
    view! { <div class="replies">{reply}</div> }
}
