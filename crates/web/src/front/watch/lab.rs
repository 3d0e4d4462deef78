//! A small experiment: labellings compared on several boards, with its table and its plot.

use super::super::widgets::{select, select_kind, trouble};
use super::super::{browser, link};
use super::VARIABLES;
use crate::back::{Ask, LabAnswer, LabQuestion, Table};
use leptos::prelude::*;
use puzzles::{KINDS, Kind};

/// What can be counted. Time is left out: a browser's clock is coarse.
const METRICS: [&str; 3] = ["nodes", "backtracks", "prunings"];

/// An experiment, and what came of it.
#[derive(Clone, Copy)]
pub(crate) struct Lab {
    kind: RwSignal<&'static Kind>,
    made: RwSignal<bool>,
    paper: RwSignal<bool>,
    metric: RwSignal<&'static str>,
    /// Which of the choices of a variable take part.
    variables: RwSignal<[bool; VARIABLES.len()]>,
    asked: StoredValue<u64>,
    /// How many trials are done, of how many, while it runs.
    pub(crate) progress: RwSignal<Option<(usize, usize)>>,
    report: RwSignal<Option<LabAnswer>>,
    trouble: RwSignal<String>,
}

impl Lab {
    pub(super) fn new() -> Lab {
        Lab {
            kind: RwSignal::new(KINDS[0]),
            made: RwSignal::new(false),
            paper: RwSignal::new(true),
            metric: RwSignal::new(METRICS[0]),
            variables: RwSignal::new(std::array::from_fn(|index| index < 3)),
            asked: StoredValue::new(0),
            progress: RwSignal::new(None),
            report: RwSignal::new(None),
            trouble: RwSignal::default(),
        }
    }

    pub(crate) fn hear(self, id: u64, answer: LabAnswer) {
        if id != self.asked.get_value() {
            return;
        }
        self.progress.set(None);
        match answer {
            LabAnswer::Progress(done, all) => self.progress.set(Some((done, all))),
            LabAnswer::Refused(why) => self.trouble.set(::play::words::sentence(&why)),
            report @ LabAnswer::Report { .. } => self.report.set(Some(report)),
        }
    }

    fn run(self) {
        let chosen = self.variables.get_untracked();
        let labellings: Vec<String> =
            VARIABLES.iter().zip(chosen).filter(|(_, on)| *on).map(|(name, _)| format!("{name},step,up")).collect();
        self.trouble.set(String::new());
        self.report.set(None);
        self.progress.set(Some((0, 0)));
        self.asked.set_value(link::ask(Ask::Lab(LabQuestion::Run {
            kind: self.kind.get_untracked().name.to_owned(),
            made: self.made.get_untracked(),
            paper: self.paper.get_untracked(),
            labellings,
            metric: self.metric.get_untracked().to_owned(),
            seed: browser::any_seed(),
        })));
    }

    fn stop(self) {
        self.asked.set_value(link::ask(Ask::Lab(LabQuestion::Stop)));
        self.progress.set(None);
    }
}

/// The section of the view.
#[component]
pub(super) fn Experiment(lab: Lab) -> impl IntoView {
    let running = move || lab.progress.get();
    view! {
        <section class="card lab" aria-label="An experiment">
            <h2>"An experiment"</h2>
            <p class="soft">"Several labellings on several puzzles, each until the solution is proved to be the only one."</p>
            <Choose lab=lab />
            <div class="row">
                <button on:click=move |_| lab.run() disabled=move || running().is_some()>"Compare"</button>
                <Show when=move || running().is_some()>
                    <p role="status">{move || running().map(|(done, all)| format!("{done} of {all} runs are done."))}</p>
                    <button class="quiet" on:click=move |_| lab.stop()>"Stop"</button>
                </Show>
            </div>
            {trouble(lab.trouble)}
            {move || lab.report.get().map(report)}
        </section>
    }
}

#[component]
fn Choose(lab: Lab) -> impl IntoView {
    let boards = [("built-in", "built in"), ("made", "made, of growing size")];
    let made = move || if lab.made.get() { "made" } else { "built-in" }.to_owned();
    let choose_metric = move |name: String| {
        lab.metric.set(METRICS.into_iter().find(|metric| *metric == name).unwrap_or(METRICS[0]));
    };
    let has_paper = move || lab.kind.get().paper.is_some();
    view! {
        <div class="row">
            {select_kind(move || lab.kind.get().name.to_owned(), move |kind| lab.kind.set(kind))}
            {select("Boards", boards, made, move |name| lab.made.set(name == "made"))}
            <label>"Model" <select disabled=move || !has_paper()
                on:change=move |event| lab.paper.set(event_target_value(&event) == "paper")>
                <option value="paper" selected=move || lab.paper.get()>"the paper's"</option>
                <option value="best" selected=move || !lab.paper.get()>"our best"</option>
            </select></label>
            {select("Count", METRICS.into_iter().zip(METRICS), move || lab.metric.get().to_owned(), choose_metric)}
        </div>
        <fieldset class="row">
            <legend>"Variable"</legend>
            {VARIABLES.iter().enumerate().map(|(index, name)| view! {
                <label class="check">
                    <input type="checkbox" prop:checked=move || lab.variables.with(|on| on[index])
                        on:change=move |event| lab.variables.update(|on| on[index] = event_target_checked(&event)) />
                    {*name}
                </label>
            }).collect_view()}
        </fieldset>
    }
}

/// The tables and plots of a report.
fn report(report: LabAnswer) -> Option<impl IntoView> {
    let LabAnswer::Report { says, tables, figures } = report else { return None };
    let tables = tables.into_iter().map(|Table { title, head, rows }| {
        let head = head.into_iter().map(|cell| view! { <th scope="col">{cell}</th> }).collect_view();
        let rows = rows.into_iter().map(|row| {
            let cells = row.into_iter().enumerate().map(|(index, cell)| match index {
                0 => view! { <th scope="row">{cell}</th> }.into_any(),
                _ => view! { <td>{cell}</td> }.into_any(),
            });
            view! { <tr>{cells.collect_view()}</tr> }
        });
        let name = title.clone();
        view! {
            <div class="wide" tabindex="0" role="region" aria-label=name>
                <table>
                    <caption>{title}</caption>
                    <thead><tr>{head}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        }
    });
    let figures = figures.into_iter().map(|(title, svg)| {
        // As an image of its own: it brings its colours along, which the page's policy would not allow inside it.
        let url = browser::url_of(&svg, "image/svg+xml");
        let gone = url.clone();
        on_cleanup(move || browser::forget_url(&gone));
        view! { <img class="plot" src=url alt=format!("{title}: the same numbers as in the table") /> }
    });
    Some(view! {
        <p>{says} " A run that takes longer than a second is cut off."</p>
        {tables.collect_view()}
        {figures.collect_view()}
    })
}
