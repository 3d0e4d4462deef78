//! Printing: one puzzle or several on a page, with their rules, in black and white.

use super::browser;
use super::play::about;
use super::widgets::{Paper, select};
use leptos::prelude::*;
use puzzles::{Kind, Puzzle, View};
use scene::SvgRenderer;
use serde_json::Value;
use std::sync::Arc;
use studio::puzzle_to_json;

/// How many puzzles go on a page, at most.
const PER_PAGE: [usize; 4] = [1, 2, 4, 6];
/// The most puzzles that are printed at once: books are for the program.
const MOST: usize = 24;

/// A puzzle to be printed, with what its setter says of it.
#[derive(Debug, Clone)]
pub(crate) struct Printed {
    pub(crate) puzzle: Arc<dyn Puzzle>,
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) note: String,
}

/// What is to be printed, and how.
#[derive(Clone, Copy)]
pub(crate) struct Printer {
    open: RwSignal<bool>,
    puzzles: RwSignal<Vec<Printed>>,
    per_page: RwSignal<usize>,
    rules: RwSignal<bool>,
    labels: RwSignal<bool>,
}

impl Printed {
    /// A puzzle without a title of its own.
    pub(crate) fn plain(puzzle: Arc<dyn Puzzle>) -> Printed {
        Printed { puzzle, title: String::new(), author: String::new(), note: String::new() }
    }

    /// The puzzle and what is said of it, as a file has it.
    pub(crate) fn to_json(&self) -> Value {
        let mut value = puzzle_to_json(&*self.puzzle);
        for (name, says) in [("title", &self.title), ("author", &self.author), ("note", &self.note)] {
            if !says.is_empty() {
                value[name] = says.as_str().into();
            }
        }
        value
    }

    fn heading(&self) -> String {
        let name = || format!("{}, {}", self.puzzle.kind().title, self.puzzle.size_in_words());
        let title = if self.title.is_empty() { name() } else { self.title.clone() };
        if self.author.is_empty() { title } else { format!("{title}, by {}", self.author) }
    }

    fn is_like(&self, other: &Printed) -> bool {
        self.puzzle.kind().name == other.puzzle.kind().name && self.puzzle.write_json() == other.puzzle.write_json()
    }
}

impl Printer {
    pub(crate) fn new() -> Printer {
        Printer {
            open: RwSignal::new(false),
            puzzles: RwSignal::default(),
            per_page: RwSignal::new(1),
            rules: RwSignal::new(true),
            labels: RwSignal::new(true),
        }
    }

    /// Adds a puzzle to what is to be printed, and shows the list.
    pub(crate) fn show(self, printed: Printed) {
        self.puzzles.update(|puzzles| {
            puzzles.retain(|other| !printed.is_like(other));
            puzzles.truncate(MOST - 1);
            puzzles.push(printed);
        });
        self.open.set(true);
    }
}

/// The printer of the page, for whom it was not handed to.
pub(crate) fn printer() -> Option<Printer> {
    use_context::<Printer>()
}

/// What is to be printed: a list to change, and the sheets, which are seen on paper only.
#[component]
pub(crate) fn Sheets(printer: Printer) -> impl IntoView {
    let Printer { open, puzzles, per_page, rules, labels } = printer;
    let list = move || {
        let each = puzzles.get().into_iter().enumerate().map(|(number, printed)| {
            let heading = printed.heading();
            let remove = move |_| puzzles.update(|puzzles| _ = puzzles.remove(number));
            view! {
                <li class="row">
                    <span class="grow">{heading.clone()}</span>
                    <button class="quiet" aria-label=format!("Leave out {heading}") on:click=remove>"Leave out"</button>
                </li>
            }
        });
        each.collect_view()
    };
    let builtin = move |name: String| {
        if let Some(document) = puzzles::builtin(&name) {
            printer.show(Printed::plain(document.puzzle.into()));
        }
    };
    let names = std::iter::once((String::new(), "choose one".to_owned()))
        .chain(puzzles::builtin_names().map(|name| (name.clone(), name)));
    let names: Vec<(String, String)> = names.collect();
    let dialog = move || {
        view! {
            <ul class="list">{list}</ul>
            <div class="row">
                {select("Puzzles on a page", PER_PAGE.iter().zip(PER_PAGE), move || per_page.get().to_string(), move |count| per_page.set(count.parse().unwrap_or(1)))}
                {select("Add one from the papers", names.clone(), String::new, builtin)}
            </div>
            <label class="check">
                <input type="checkbox" prop:checked=move || rules.get() on:change=move |event| rules.set(event_target_checked(&event)) />
                "With the rules"
            </label>
            <label class="check">
                <input type="checkbox" prop:checked=move || labels.get() on:change=move |event| labels.set(event_target_checked(&event)) />
                "With the names of rows, columns, bars and weights"
            </label>
            <p class="soft">"To add more, close this, open another puzzle, and choose Print there."</p>
            <button disabled=move || puzzles.with(Vec::is_empty) on:click=move |_| browser::print()>"Print"</button>
        }
    };
    let kinds = move || {
        puzzles.with(|puzzles| {
            let mut kinds: Vec<&'static Kind> = puzzles.iter().map(|printed| printed.puzzle.kind()).collect();
            kinds.sort_by_key(|kind| puzzles::KINDS.iter().position(|other| other.name == kind.name));
            kinds.dedup_by_key(|kind| kind.name);
            kinds
        })
    };
    let of_rules = move || {
        let kinds = if rules.get() { kinds() } else { Vec::new() };
        let each = kinds.into_iter().map(|kind| {
            view! { <section class="printed-rules"><h2>"Rules of " {kind.title}</h2> {about::rules(kind, None)}</section> }
        });
        each.collect_view()
    };
    let each = move || {
        let figure = |(number, printed): (usize, Printed)| {
            let givens = printed.puzzle.givens();
            let view = View::of(&givens);
            let scene = printed.puzzle.draw(&if labels.get() { view.labels() } else { view });
            let svg = SvgRenderer::for_page().id(&format!("printed-{number}")).render(&scene);
            view! {
                <figure>
                    <figcaption><b>{printed.heading()}</b> " " {printed.note.clone()}</figcaption>
                    <div class="picture" inner_html=svg></div>
                </figure>
            }
        };
        puzzles.get().into_iter().enumerate().map(figure).collect_view()
    };
    let class = move || format!("prints of-{}", per_page.get());
    view! {
        <Paper open=open class="printer" title=Signal::stored("Print".to_owned())>{dialog.clone()}</Paper>
        <div class="printed" aria-hidden="true">
            {of_rules}
            <div class=class>{each}</div>
        </div>
    }
}
