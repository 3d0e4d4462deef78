//! What was solved in this browser: how much, how quickly, and when.

use super::browser;
use super::games::Games;
use ::play::{Solve, words};
use leptos::prelude::*;
use puzzles::{KINDS, kind};
use studio::Difficulty;

/// So many of the latest are listed.
const MOST_LISTED: usize = 50;

/// The view.
#[component]
pub(super) fn StatisticsView() -> impl IntoView {
    let record = Games::record();
    let streak = browser::today().map_or(0, |today| record.streak(today));
    let streak = if streak > 0 { words::in_a_row(streak) } else { "No days in a row yet.".to_owned() };
    let time = |seconds: u64| words::clock(seconds * 1000);
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
    let line = |solve: &Solve| {
        let kind = kind(&solve.kind)?;
        let title = format!("{}, {}", kind.title, (kind.size_in_words)(solve.size));
        let help = if solve.help == 0 { "without help" } else { "with help" };
        let says = format!("{}, {help}", time(solve.seconds));
        let title = match &solve.code {
            Some(code) => view! { <a class="grow" href=format!("#/play/{code}")>{title}</a> }.into_any(),
            None => view! { <span class="grow">{title}</span> }.into_any(),
        };
        Some(view! { <li class="row">{title} <span>{says}</span> <span class="soft">{solve.on.in_words()}</span></li> })
    };
    let list = record.latest().into_iter().take(MOST_LISTED).filter_map(line).collect_view();
    let body = match record.is_empty() {
        true => view! { <p>"Puzzles that you solve are counted here. They stay in this browser."</p> }.into_any(),
        false => view! {
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
            <section class="card" aria-labelledby="latest">
                <h2 id="latest">"Latest"</h2>
                <ul class="list">{list}</ul>
            </section>
        }
        .into_any(),
    };
    view! {
        <div class="page narrow">
            <h1>"Statistics"</h1>
            {body}
            <p class="soft">"To take them to another device, export in " <a href="#/settings">"Settings"</a> " and import there: what
                was solved on both is counted together."</p>
        </div>
    }
}
