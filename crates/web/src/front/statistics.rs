//! What was solved in this browser: how much, how quickly, and when.

use super::games::Games;
use super::play::Play;
use super::{browser, qr};
use ::play::{Record, Solve, words};
use leptos::prelude::*;
use puzzles::{KINDS, kind};
use studio::Difficulty;

/// So many of the latest are listed.
const MOST_LISTED: usize = 100;
/// The longest code of a record in a link.
const MOST_CODE: usize = 8000;

/// The view.
#[component]
pub(super) fn StatisticsView(play: Play) -> impl IntoView {
    let hash = browser::hash();
    if let Some(code) = hash.strip_prefix("/statistics/add/") {
        return view! { <Bring play=play code=code.to_owned() /> }.into_any();
    }
    let record = Games::record();
    let shows = play.session.with_untracked(|session| session.preferences().statistics);
    let body = match (shows, record.is_empty()) {
        (false, _) => view! { <p>"Statistics are hidden. They are still kept; " <a href="#/settings">"Settings"</a> " shows them again."</p> }
            .into_any(),
        (true, true) => view! { <p>"Puzzles that you solve are counted here. They stay in this browser."</p> }.into_any(),
        (true, false) => view! { <Totals record=record.clone() /> <Latest record=record.clone() /> }.into_any(),
    };
    view! {
        <div class="page narrow">
            <h1>"Statistics"</h1>
            {body}
            <Elsewhere play=play record=record />
        </div>
    }
    .into_any()
}

fn time(seconds: u64) -> String {
    words::clock(seconds.saturating_mul(1000))
}

/// How much was solved of each kind and difficulty, and how quickly.
#[component]
fn Totals(record: Record) -> impl IntoView {
    let streak = browser::today().map_or(0, |today| record.streak(today));
    let streak = if streak > 0 { words::in_a_row(streak) } else { "No days in a row yet.".to_owned() };
    let levels = || [None].into_iter().chain(Difficulty::ALL.map(Some));
    let rows = KINDS.iter().flat_map(|kind| levels().map(move |difficulty| (kind, difficulty)));
    let rows = rows.filter_map(|(kind, difficulty)| {
        let times = record.times(kind.name, difficulty)?;
        let name =
            difficulty.map_or(kind.title.to_owned(), |difficulty| format!("{}, {}", kind.title, difficulty.name()));
        Some(view! {
            <tr class:sum=difficulty.is_none()>
                <th scope="row">{name}</th>
                <td>{times.count}</td> <td>{time(times.best)}</td> <td>{time(times.median)}</td>
            </tr>
        })
    });
    let rows = rows.collect_view();
    view! {
        <section class="card" aria-labelledby="solved">
            <h2 id="solved">"Solved"</h2>
            <p>{streak}</p>
            <div class="wide" tabindex="0" role="region" aria-labelledby="solved">
                <table>
                    <thead>
                        <tr><th scope="col">"Kind"</th> <th scope="col">"Solved"</th> <th scope="col">"Best"</th> <th scope="col">"Median"</th></tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// The latest puzzles, to play again or to look at again.
#[component]
fn Latest(record: Record) -> impl IntoView {
    let line = |solve: &Solve| {
        let kind = kind(&solve.kind)?;
        let difficulty = solve.difficulty.map(|difficulty| format!(", {}", difficulty.name())).unwrap_or_default();
        let title = format!("{}, {}{difficulty}", kind.title, (kind.size_in_words)(solve.size));
        let help = if solve.help == 0 { "no help" } else { "with help" };
        let says = format!("{}, {help}", time(solve.seconds));
        let on = solve.on.in_words();
        let replay = solve.replay.as_ref().map(|code| {
            let name = format!("Replay of {title}, {on}");
            view! { <a href=format!("#/replay/{code}") aria-label=name>"Replay"</a> }
        });
        let title = match &solve.code {
            Some(code) => view! { <a class="grow" href=format!("#/play/{code}")>{title}</a> }.into_any(),
            None => view! { <span class="grow">{title}</span> }.into_any(),
        };
        Some(view! { <li class="row">{title} <span>{says}</span> <span class="soft">{on}</span> {replay}</li> })
    };
    let list = record.latest().into_iter().take(MOST_LISTED).filter_map(line).collect_view();
    view! {
        <section class="card" aria-labelledby="latest">
            <h2 id="latest">"Latest"</h2>
            <ul class="list history">{list}</ul>
        </section>
    }
}

/// To another device: by a link, a code to photograph, or a file.
#[component]
fn Elsewhere(play: Play, record: Record) -> impl IntoView {
    let all = record.len();
    let file = view! {
        <p class="soft">"With games, replays and settings: export a file in " <a href="#/settings">"Settings"</a> " and import it there. Whichever way,
            what was solved on both devices is counted together, and nothing twice."</p>
    };
    let carried = record.carried(MOST_CODE);
    if carried.count == 0 {
        return file.into_any();
    }
    let address = |code: &str| format!("{}#/statistics/add/{code}", browser::address());
    let link = address(&carried.code);
    let photo = record.carried(qr::MOST.saturating_sub(address("").len()));
    let svg = (photo.count > 0).then(|| qr::svg(&address(&photo.code))).flatten();
    let of = move |count: usize| match count == all {
        true => format!("all {all}"),
        false => format!("the latest {count} of {all}, and all days in a row"),
    };
    let photo = svg.map(|svg| {
        view! {
            <details>
                <summary>{format!("A code to photograph ({})", of(photo.count))}</summary>
                <div class="qr" role="img" aria-label="QR code of the link" inner_html=svg></div>
            </details>
        }
    });
    let shown = link.clone();
    let copy = move |_| {
        browser::copy(&link);
        play.say("Copied. Open the link on the other device.");
    };
    view! {
        <section class="card" aria-labelledby="elsewhere">
            <h2 id="elsewhere">"To another device"</h2>
            <p>"What you solved, your times and your days in a row travel in a link; no server is asked."</p>
            <div class="row">
                <label class="grow">{format!("The link ({})", of(carried.count))} <input type="text" readonly="readonly" value=shown /></label>
                <button class="quiet" on:click=copy>"Copy"</button>
            </div>
            {photo}
            {file}
        </section>
    }
    .into_any()
}

/// What a link brings, to be added.
#[component]
fn Bring(play: Play, code: String) -> impl IntoView {
    let leave = view! { <p><a href="#/statistics">"Statistics"</a></p> };
    let other = match Record::from_carried(&code) {
        Ok(other) => other,
        Err(why) => {
            let says = format!("The link cannot be read: {why}.");
            return view! { <div class="page narrow"><h1>"Statistics"</h1><p class="warning" role="alert">{says}</p>{leave}</div> }.into_any();
        }
    };
    let (brought, mine) = (other.len(), Games::record());
    let mut both = mine.clone();
    both.merge(other.clone());
    let news = both.len() - mine.len();
    let add = move |_| {
        match Games::bring_in(&other.to_text()) {
            true => play.say("Added."),
            false => play.say("This browser does not keep them: its storage is full or refused."),
        }
        browser::visit("/statistics");
    };
    let says = format!(
        "This link brings {}; {news} of them are not counted here yet.",
        words::counted(brought, "solved puzzle")
    );
    view! {
        <div class="page narrow">
            <h1>"From another device"</h1>
            <section class="card">
                <p>{says}</p>
                <div class="row">
                    <button on:click=add>"Add them to mine"</button>
                    <a class="button quiet" href="#/statistics">"Leave it"</a>
                </div>
            </section>
        </div>
    }
    .into_any()
}
