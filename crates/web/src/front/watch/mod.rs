//! Watching: a search, node by node, with its tree.

mod files;
mod lab;
mod state;

pub(super) use state::Watch;

use super::browser;
use super::widgets::{select, trouble};
use crate::back::Counts;
use crate::tree::MOST_DRAWN;
use leptos::prelude::*;
use state::Search;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The parts of a labelling, by SICStus' names.
const VARIABLES: [&str; 9] =
    ["leftmost", "ff", "ffc", "min", "max", "anti_first_fail", "occurrence", "max_regret", "dom_w_deg"];
const SPLITS: [&str; 5] = ["step", "enum", "bisect", "median", "middle"];
const ORDERS: [&str; 2] = ["up", "down"];

/// What an option does, in a sentence.
fn meaning(option: &str) -> &'static str {
    match option {
        "leftmost" => "Takes the places in the order of the board.",
        "ff" => "First fail: takes a place with the fewest values left.",
        "ffc" => "First fail, and of several the place with the most constraints.",
        "min" => "Takes the place that can have the smallest value.",
        "max" => "Takes the place that can have the greatest value.",
        "anti_first_fail" => "Takes a place with the most values left.",
        "occurrence" => "Takes the place with the most constraints.",
        "max_regret" => "Takes the place whose two smallest values are farthest apart.",
        "dom_w_deg" => "Takes a place with few values left in constraints that have failed often.",
        "step" => "Tries the next value, or else any other.",
        "enum" => "Tries one value after the other.",
        "bisect" => "Halves the range of values.",
        "median" => "Tries the value in the middle of those that are left, or else any other.",
        "middle" => "Tries a value near the middle of the range, or else any other.",
        "up" => "Small values come first.",
        "down" => "Great values come first.",
        "best" => "Our best model: fewer nodes, each of which takes more thought.",
        "paper" => "The paper's model: the constraints as the paper that presents the puzzle posts them.",
        _ => "",
    }
}

/// How often it goes on while it runs, in milliseconds.
const TICK: u64 = 120;

/// The view.
#[component]
pub(super) fn WatchView(watch: Watch) -> impl IntoView {
    if watch.searches[0].nodes.with_untracked(Vec::is_empty) {
        watch.restart();
    }
    let tick = set_interval_with_handle(
        move || {
            if watch.running.get_untracked() {
                watch.step(watch.speed.get_untracked());
            }
        },
        Duration::from_millis(TICK),
    );
    if let Ok(tick) = tick {
        on_cleanup(move || tick.clear());
    }
    let race = watch.race;
    view! {
        <div class="view watch">
            <div class="about">
                <h1>"Watch"</h1>
                <p class="soft">"A search by the constraint solver: each step chooses a value, and the rules remove others."</p>
                <Choose watch=watch />
            </div>
            <Controls watch=watch />
            <div class="race" class:two=move || race.get()>
                <OneSearch watch=watch search=watch.searches[0] name="The search" />
                <Show when=move || race.get()>
                    <OneSearch watch=watch search=watch.searches[1] name="Its rival" />
                </Show>
            </div>
            <p role="status">{move || watch.winner()}</p>
            <lab::Experiment lab=watch.lab />
        </div>
    }
}

#[component]
fn Choose(watch: Watch) -> impl IntoView {
    let builtin = move |event| {
        if let Some(document) = puzzles::builtin(&event_target_value(&event)) {
            watch.open(document.puzzle.into());
        }
    };
    let played = move |_| watch.open(watch.play.session.with_untracked(|session| session.game().shared()));
    let model = move |event| {
        watch.paper.set(event_target_value(&event) == "paper");
        watch.restart();
    };
    let race = move |event| {
        watch.race.set(event_target_checked(&event));
        watch.restart();
    };
    let of_file = move || watch.file.with(Option::is_some);
    let title = move || match watch.file.get() {
        Some((name, _)) => name,
        None => watch.puzzle.with(|puzzle| format!("{}, {}", puzzle.kind().title, puzzle.size_in_words())),
    };
    let has_paper = move || of_file() || watch.puzzle.with(|puzzle| puzzle.paper().is_some());
    let file = move |event| browser::chosen_file(&event).into_iter().for_each(|file| watch.open_file(file));
    let best = move || if of_file() { "the labelling below" } else { "our best" };
    let paper = move || if of_file() { "what the file says" } else { "the paper's" };
    let says = move || match (of_file(), watch.paper.get()) {
        (true, true) => "The search follows the annotations of the file.",
        (true, false) => "The variables that the file's annotations name are labelled as chosen.",
        (false, paper) => meaning(if paper { "paper" } else { "best" }),
    };
    let share = move |_| {
        if let Some(hash) = watch.hash() {
            browser::copy(&format!("{}#{hash}", browser::address()));
            browser::replace_hash(&hash);
            watch.play.say("The link is in the address bar, and copied.");
        } else {
            watch.play.say("This is too long for a link.");
        }
    };
    view! {
        <p class="facts"><span class="chip">{title}</span></p>
        <div class="row">
            <label>"Puzzle" <select on:change=builtin>
                <option value="">"choose one"</option>
                {puzzles::builtin_names().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
            </select></label>
            <label class="file">"A file (a puzzle, or FlatZinc)" <input type="file" on:change=file /></label>
            <button class="quiet" on:click=played>"The puzzle in play"</button>
            <label>"Model" <select on:change=model disabled=move || !has_paper()>
                <option value="best" selected=move || !watch.paper.get()>{best}</option>
                <option value="paper" selected=move || watch.paper.get()>{paper}</option>
            </select></label>
            <label class="check"><input type="checkbox" prop:checked=move || watch.race.get() on:change=race />"Race two labellings"</label>
            <button class="quiet" on:click=share>"Link to this search"</button>
        </div>
        <p class="soft">{says}</p>
    }
}

#[component]
fn Controls(watch: Watch) -> impl IntoView {
    let speeds = [(1, "slow"), (5, "quick"), (50, "very quick")];
    let speed = move || watch.speed.get().to_string();
    view! {
        <div class="pad" role="group" aria-label="Going on">
            <button class="key strong" on:click=move |_| watch.step(1)>"Step"</button>
            <button class="key" aria-pressed=move || watch.running.get().to_string()
                on:click=move |_| watch.running.update(|running| *running = !*running)>"Run"</button>
            <button class="key" on:click=move |_| watch.step(20_000)>"To the end"</button>
            <button class="key" on:click=move |_| watch.restart()>"Start again"</button>
            {select("Speed", speeds, speed, move |nodes| watch.speed.set(nodes.parse().unwrap_or(1)))}
        </div>
    }
}

/// What is left: on the board, or of each variable of a file.
#[component]
fn Seen(watch: Watch, search: Search) -> impl IntoView {
    let rows = move || {
        let row = |(name, values): (String, String)| view! { <tr><th scope="row">{name}</th><td>{values}</td></tr> };
        search.left.get().into_iter().map(row).collect_view()
    };
    move || {
        match watch.file.with(Option::is_some) {
        true => view! {
            <div class="left" tabindex="0" role="region" aria-label="What is left"><table><tbody>{rows}</tbody></table></div>
        }
        .into_any(),
        false => view! { <div class="picture" inner_html=move || search.svg(&*watch.puzzle.get())></div> }.into_any(),
    }
    }
}

/// One search: its labelling, its board, its counts and its tree.
#[component]
fn OneSearch(watch: Watch, search: Search, name: &'static str) -> impl IntoView {
    let part = move |index: usize| {
        search.labelling.with(|labelling| labelling.split(',').nth(index).unwrap_or_default().to_owned())
    };
    let choose = move |index: usize, chosen: String| {
        let mut parts: Vec<String> = (0..3).map(part).collect();
        parts[index] = chosen;
        search.labelling.set(parts.join(","));
        watch.restart();
    };
    let choice = move |label: &'static str, index: usize, names: &'static [&'static str]| {
        select(label, names.iter().zip(names), move || part(index), move |name| choose(index, name))
    };
    let counts = move || {
        let Counts { backtracks, prunings, depth, solutions, ended, full } = search.counts.get();
        let nodes = ::play::words::counted(search.nodes.with(Vec::len), "node");
        let end = if ended || full { ". The search has ended." } else { "" };
        format!("{nodes}, {backtracks} backtracks, depth {depth}, {prunings} prunings, {solutions} found{end}")
    };
    let decision = move || {
        let shown = search.shown.get();
        search.nodes.with(|nodes| {
            let Some(node) = nodes.get(shown) else { return "Nothing was tried yet.".to_owned() };
            let tried = node.decision.as_deref().unwrap_or("the root");
            format!("Node {shown}: {tried}; {}.", crate::tree::fate(node))
        })
    };
    let click = move |event: web_sys::MouseEvent| {
        let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let node = element.and_then(|element| element.closest("[data-node]").ok().flatten());
        if let Some(number) =
            node.and_then(|node| node.get_attribute("data-node")).and_then(|number| number.parse().ok())
        {
            search.look(number);
        }
    };
    let tree = move || search.nodes.with(|nodes| crate::tree::svg(nodes, search.shown.get()));
    let drawn = move || {
        let all = search.nodes.with(Vec::len);
        (all > MOST_DRAWN).then(|| format!("{MOST_DRAWN} of {all} nodes are drawn."))
    };
    let last = move || search.nodes.with(Vec::len).saturating_sub(1);
    view! {
        <section class="card search" aria-label=name>
            <h2>{name}</h2>
            <div class="row">
                {choice("Variable", 0, &VARIABLES)}
                {choice("Values", 1, &SPLITS)}
                {choice("Order", 2, &ORDERS)}
            </div>
            <p class="soft">{move || (0..3).map(|index| meaning(&part(index))).collect::<Vec<_>>().join(" ")}</p>
            {trouble(search.trouble)}
            <p class="counts">{counts}</p>
            <div class="sides">
                <div>
                    <Seen watch=watch search=search />
                    <p>{decision}</p>
                    <p>{move || search.why.get()}</p>
                    <label>"Node" <input type="range" min="0" max=move || last().to_string()
                        prop:value=move || search.shown.get().to_string()
                        on:input=move |event| search.look(event_target_value(&event).parse().unwrap_or(0)) /></label>
                </div>
                <div>
                    <div class="forest" tabindex="0" role="region" aria-label="The tree" on:click=click inner_html=tree></div>
                    <p class="soft">"Circle: a choice. Cross: a conflict. Square: a solution. Click one to see its board. "{drawn}</p>
                </div>
            </div>
        </section>
    }
}
