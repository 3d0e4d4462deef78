//! The first page: today's puzzles, games to go on with, and where else to go.

use super::games::{Games, Listed};
use super::learn::{After, Learn, address, kept_progress, next_lesson};
use super::new::{MakeOne, Maker};
use super::play::day_key;
use super::{browser, widgets::trouble};
use ::play::lessons::Lesson;
use ::play::saves::Saved;
use ::play::{Date, Record, daily, words};
use leptos::prelude::*;
use puzzles::{Board, KINDS, Kind, View};
use scene::{Scene, SvgRenderer};

/// So many games to go on with are shown, and so many lessons.
const MOST_SHOWN: usize = 4;
const MOST_LESSONS: usize = 3;

/// The view.
#[component]
pub(super) fn HomeView(new: Maker, learn: Learn) -> impl IntoView {
    let games = StoredValue::new(Games::list());
    let (greeting, day) = (words::greeting(browser::hour()), browser::today());
    let today_is = day.map(Date::in_words).unwrap_or_default();
    // The kinds of the collection are offered with new puzzles.
    let first = || KINDS.into_iter().filter(|kind| kind.paper.is_some());
    let cards = games.with_value(|games| first().map(|kind| today((new, learn), kind, day, games)).collect_view());
    let record = Games::record();
    let streak = day.map(|day| record.streak(day)).filter(|days| *days > 0).map(words::in_a_row);
    let shows = new.play.session.with_untracked(|session| session.preferences().statistics);
    let streak = (shows && !record.is_empty()).then(|| view! { {streak} " " <a href="#/statistics">"Statistics"</a> });
    let going_on = games.with_value(|games| going_on(new, games));
    view! {
        <div class="home page">
            <div class="hello">
                <h1>{greeting}</h1>
                <p class="streak">{streak}</p>
                <p>{format!("Five puzzles for {today_is}. The same for everybody, each with one solution, proved.")}</p>
            </div>
            {trouble(new.trouble)}
            <div class="today">{cards}</div>
            <div class="panels">
                <section class="card" aria-labelledby="go-on">
                    <h2 id="go-on">"Go on"</h2>
                    {going_on}
                </section>
                <section class="card" aria-labelledby="learn">
                    <h2 id="learn">"Learn"</h2>
                    {lessons(&record)}
                    <p class="soft"><a href="#/learn">"All lessons"</a> ", or " <a href="#/watch">"watch how the program searches"</a></p>
                </section>
                <section class="card" aria-labelledby="new">
                    <h2 id="new">"New puzzle"</h2>
                    <MakeOne new=new learn=learn />
                    <p class="soft">{format!("There are {} more kinds, Sudoku, Killer and Kakuro among them. Or ", KINDS.len() - first().count())}
                        <a href="#/set">"set your own"</a> ", or " <a href="#/new">"open a link, a file or a
                        puzzle from the papers"</a> "."</p>
                </section>
            </div>
            <footer>"Everything stays on this device. Works without a network."</footer>
        </div>
    }
}

/// The puzzle of the day of a kind: to begin, to go on with, or solved.
fn today(
    (new, learn): (Maker, Learn),
    kind: &'static Kind,
    day: Option<Date>,
    games: &[Listed],
) -> impl IntoView + use<> {
    let facts = day.and_then(|day| daily(kind, day)).map(|daily| {
        let size = (kind.size_in_words)(daily.offer.size);
        daily.offer.difficulty.map_or(size.clone(), |difficulty| format!("{} · {size}", difficulty.name()))
    });
    let of_today = |listed: &&Listed| {
        listed
            .game
            .as_ref()
            .is_ok_and(|saved| day.is_some() && saved.about.day == day && saved.game.puzzle().kind().name == kind.name)
    };
    let game = games.iter().find(of_today);
    let solved = day.and_then(|day| browser::kept(&day_key(kind.name, day)));
    let solved = solved.map(|seconds| words::clock(seconds.parse::<u64>().unwrap_or(0) * 1000));
    let going = game.and_then(Listed::unfinished).map(|saved| words::clock(saved.game.played()));
    let (class, says) = match (solved, going) {
        (Some(time), _) => ("do done", format!("Solved {time}")),
        (None, Some(time)) => ("do going", format!("Go on · {time}")),
        (None, None) => ("do", "Play".to_owned()),
    };
    let id = game.map(|game| game.id.clone());
    let play = move |_| match &id {
        Some(id) => new.resume(id),
        None if learn.begins(kind, After::Today) => {}
        None => new.make_daily(kind.name),
    };
    let picture = match game.and_then(|game| game.game.as_ref().ok()) {
        Some(Saved { game, .. }) => game.puzzle().draw(&View::of(&game.written().board)),
        None => cover(kind),
    };
    let svg = SvgRenderer::for_page().id(&format!("cover-{}", kind.name)).render(&picture);
    let is_making = move || new.is_making_today(kind.name);
    let label = format!("{says}: {}", kind.title);
    view! {
        <section class="kind" data-kind=kind.name>
            <div class="cover" aria-hidden="true" inner_html=svg></div>
            <h2>{kind.title}</h2>
            <p>{facts}</p>
            <button class=class aria-label=label on:click=play disabled=is_making>
                {move || if is_making() { "Making it".to_owned() } else { says.clone() }}
            </button>
        </section>
    }
}

/// A picture of a kind: the example of its rules, half played.
fn cover(kind: &Kind) -> Scene {
    let Some((_, document)) = puzzles::example(kind) else { return Scene::new(kind.title, "") };
    let blank = document.puzzle.sheet().blank;
    let mut entries = 0;
    let half = document.solution.iter().flat_map(Board::iter).map(|value| {
        let entry = value.filter(|_| value != blank);
        entries += usize::from(entry.is_some());
        entry.filter(|_| entries % 2 == 1)
    });
    let half: Board = half.collect();
    document.puzzle.draw(&View::of(&half))
}

/// What to learn next: of the kinds that one learns or plays, or else the first of each.
fn lessons(record: &Record) -> AnyView {
    let progress = kept_progress();
    let next = |kind: &&'static Kind| {
        let (count, of) = (progress.count(kind), ::play::lessons::course(kind).len());
        Some((*kind, next_lesson(kind, &progress)?, count.min(of), of))
    };
    let mut all: Vec<_> = KINDS.iter().filter_map(next).collect();
    let met = |kind: &Kind, count: usize| count > 0 || record.times(kind.name, None).is_some();
    all.sort_by_key(|(kind, _, count, _)| !met(kind, *count));
    let row = |(kind, lesson, count, of): (&'static Kind, Lesson, usize, usize)| {
        let filled = format!("{}%", 100 * count / of.max(1));
        let heard = format!("{count} of {of} done");
        view! {
            <li data-kind=kind.name>
                <a href=format!("#{}", address(kind, lesson.number))>
                    <strong>{kind.title}</strong>
                    <span>{words::capital(lesson.name)}</span>
                    <i class="meter" style:--filled=filled role="img" aria-label=heard><i></i></i>
                </a>
            </li>
        }
    };
    let rows = all.into_iter().take(MOST_LESSONS).map(row).collect_view();
    view! { <ul class="list going-on">{rows}</ul> }.into_any()
}

/// Games to go on with: what each is, how far it is, and how long it was played.
fn going_on(new: Maker, games: &[Listed]) -> AnyView {
    let unfinished: Vec<&Listed> = games.iter().filter(|listed| listed.unfinished().is_some()).collect();
    if unfinished.is_empty() {
        return view! { <p class="soft">"Games that you begin wait here."</p> }.into_any();
    }
    let row = |listed: &&Listed| {
        let saved = listed.unfinished()?;
        let game = &saved.game;
        let id = listed.id.clone();
        let open = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            new.resume(&id);
        };
        let difficulty = saved.about.difficulty.map(|difficulty| format!(", {}", difficulty.name()));
        let filled = format!("{:.0}%", 100.0 * game.progress());
        Some(view! {
            <li>
                <a href="#/play" on:click=open>
                    <strong>{game.puzzle().kind().title}</strong>
                    <span>{game.puzzle().size_in_words()} {difficulty}</span>
                    <i class="meter" style:--filled=filled aria-hidden="true"><i></i></i>
                    {words::clock(game.played())}
                </a>
            </li>
        })
    };
    let rows = unfinished.iter().take(MOST_SHOWN).filter_map(row).collect_view();
    view! {
        <ul class="list going-on">{rows}</ul>
        <p class="soft"><a href="#/new">"All saved games"</a></p>
    }
    .into_any()
}
