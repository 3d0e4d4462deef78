//! Rules of one's own: a page being written, and beside it a puzzle of it and how it is solved.

mod state;
mod worker;

pub(super) use state::{Own, know_all, tell_all};

use super::browser;
use super::new::Maker;
use ::play::saves::About;
use ::play::{Game, Heading, SAMPLE_RULES};
use leptos::prelude::*;
use state::{Step, Wrong, names};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The longest page that is read from a file, in bytes.
const MOST_BYTES: f64 = 65_536.0;

/// The view.
#[component]
pub(super) fn OwnView(own: Own, new: Maker) -> impl IntoView {
    let asks = Memo::new(move |_| own.visitor.with(Option::is_some));
    move || match asks.get() {
        true => view! { <Visit own=own /> }.into_any(),
        false => {
            own.look();
            view! {
                <div class="view own-rules">
                    <h1>"Your own rules"</h1>
                    <p class="soft">"A page of rules makes a kind of puzzle. Change what stands here; beside it is what
                        comes of it."</p>
                    <div class="bench">
                        <Editor own=own />
                        <Outcome own=own new=new />
                    </div>
                </div>
            }
            .into_any()
        }
    }
}

/// Rules that a link or a file brings: shown, and asked about, before anything is done with them.
#[component]
fn Visit(own: Own) -> impl IntoView {
    let pages =
        own.visitor.with_untracked(|visitor| visitor.as_ref().map_or_else(Vec::new, |visitor| visitor.pages.clone()));
    let busy = move || own.visitor.with(|visitor| visitor.as_ref().is_some_and(|visitor| visitor.tried.is_some()));
    let says = match pages.len() {
        1 => {
            "This page of rules comes with what you open. It was written by somebody else; nothing of it has been used yet."
        }
        _ => {
            "These pages of rules come with what you open. They were written by somebody else; nothing of them has been used yet."
        }
    };
    let card = |page: String| {
        let heading = Heading::of(&page);
        view! {
            <section class="card">
                <h2>{heading.title}</h2>
                <p>{heading.rules}</p>
                <details><summary>"The whole page"</summary><pre class="page-text">{heading.page}</pre></details>
            </section>
        }
    };
    view! {
        <div class="page narrow">
            <h1>"Rules of its own"</h1>
            <p class="soft">{says}</p>
            {pages.into_iter().map(card).collect_view()}
            <div class="row">
                <button on:click=move |_| own.allow() disabled=busy>"Use these rules"</button>
                <button class="quiet" on:click=move |_| own.dismiss()>"No"</button>
            </div>
        </div>
    }
}

/// The page, with what is wrong in it underlined.
#[component]
fn Editor(own: Own) -> impl IntoView {
    let wrong = own.wrong;
    let underlined = move || match wrong.get() {
        None => view! { <span>{own.text.get()}</span> }.into_any(),
        Some(wrong) => {
            let [before, at, after] = cut(&own.text.get(), &wrong);
            view! { <span>{before}</span><mark>{at}</mark><span>{after}</span> }.into_any()
        }
    };
    let says = move || {
        wrong.get().map(|Wrong { line, column, message, .. }| {
            let end = if message.ends_with('?') { "" } else { "." };
            format!("Line {line}, column {column}: {message}{end}")
        })
    };
    let save = move |_| browser::download("mine.rules", "text/plain", &own.text.get_untracked());
    let sample = move |_| own.write(SAMPLE_RULES.to_owned());
    let keep = move |_| drop(own.keep());
    let lines = move || own.text.with(|text| text.lines().count().clamp(12, 40) + 2).to_string();
    view! {
        <section class="card" aria-label="The page of rules">
            <div class="editor">
                <pre aria-hidden="true">{underlined}"\n"</pre>
                <textarea aria-label="The page of rules" spellcheck="false" autocapitalize="off" wrap="soft" rows=lines
                    aria-invalid=move || wrong.with(Option::is_some).to_string() aria-describedby="own-wrong"
                    prop:value=move || own.text.get() on:input=move |event| own.write(event_target_value(&event))></textarea>
            </div>
            <p id="own-wrong" class="own-wrong" role="status">{says}</p>
            <div class="row">
                <button on:click=keep disabled=move || wrong.with(Option::is_some)>"Keep this kind"</button>
                <button class="quiet" on:click=save>"Save as a file"</button>
                <label class="button quiet">"Open a file" <input type="file" class="hidden-file" accept=".rules,.txt" on:change=move |event| open_file(own, &event) /></label>
                <button class="quiet" on:click=sample>"Start again"</button>
            </div>
            <Kept own=own />
        </section>
    }
}

/// A text before, at and after what is wrong.
fn cut(text: &str, wrong: &Wrong) -> [String; 3] {
    let start: usize = text.split_inclusive('\n').take(wrong.line - 1).map(str::len).sum();
    let byte = |chars: usize| text[start..].char_indices().nth(chars).map_or(text.len(), |(at, _)| start + at);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let from = byte(wrong.column.saturating_sub(1)).min(line_end);
    let to = byte((wrong.column + wrong.width).saturating_sub(1)).clamp(from, line_end);
    // Where nothing is left of the line, what is missing is marked.
    let at = if from == to { " ".to_owned() } else { text[from..to].to_owned() };
    [text[..from].to_owned(), at, text[to..].to_owned()]
}

fn open_file(own: Own, event: &web_sys::Event) {
    let Some(file) = browser::chosen_file(event) else { return };
    if file.size() > MOST_BYTES {
        return own.play.say("A page of rules has at most 64 kB.");
    }
    spawn_local(async move {
        if let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
            own.write(text);
        }
    });
}

/// The pages that are kept.
#[component]
fn Kept(own: Own) -> impl IntoView {
    let rows = move || {
        own.kept.track();
        let row = |name: String| {
            let title = puzzles::kind(&name).map_or_else(|| name.clone(), |kind| kind.title.to_owned());
            let (open, forget) = (name.clone(), name);
            view! {
                <li class="row">
                    <strong>{title}</strong>
                    <button class="quiet" on:click=move |_| own.open(&open)>"Open"</button>
                    <button class="quiet" on:click=move |_| own.forget(&forget)>"Forget"</button>
                </li>
            }
        };
        let names = names();
        (!names.is_empty())
            .then(|| view! { <h2>"Kept here"</h2><ul class="list">{names.into_iter().map(row).collect_view()}</ul> })
    };
    view! { <div>{rows}</div> }
}

/// A puzzle of the page, how it is solved, and what was found on small boards.
#[component]
fn Outcome(own: Own, new: Maker) -> impl IntoView {
    let title = move || own.about.with(|about| about.as_ref().map(|about| format!("{} ({})", about.title, about.name)));
    let sizes = move || {
        let chosen = own.size.get();
        let sizes = own.about.with(|about| about.as_ref().map(|about| about.sizes.clone())).unwrap_or_default();
        let option = |size: usize| view! { <option value=size.to_string() selected=size == chosen>{size}</option> };
        sizes.into_iter().map(option).collect_view()
    };
    let choose = move |event| {
        if let Ok(size) = event_target_value(&event).parse() {
            own.make_another(size);
        }
    };
    let picture =
        move || own.made.with(|made| made.as_ref().map(|(_, picture, _)| picture.clone())).unwrap_or_default();
    let refused = move |at: Step| {
        move || own.refused.get().filter(|(step, _)| *step == at).map(|(_, why)| format!("No answer: {why}."))
    };
    let play = move |_| {
        // The page has to be known, or its games would have no name.
        if let (Some((_, _, puzzle)), Some(_)) = (own.made.get_untracked(), own.keep()) {
            own.play.begin_new(Game::new(puzzle.0), About::default());
            browser::go(&own.play.place());
        }
    };
    let set = move |_| {
        let kind = own.keep().and_then(|name| puzzles::kind(&name));
        if let Some(kind) = kind {
            new.make_to_set(kind);
            browser::go("/set");
        }
    };
    let copy = move |_| {
        let made = own.made.get_untracked();
        match made.map(|(_, _, puzzle)| ::play::encode(&*puzzle.0, None)) {
            Some(Ok(code)) => {
                browser::copy(&::play::link(&browser::address(), &code));
                own.play.say("Copied: a link that brings the rules and this puzzle.");
            }
            Some(Err(error)) => own.play.say(&error.to_string()),
            None => {}
        }
    };
    let none = move || own.made.with(Option::is_none);
    view! {
        <section class="card outcome" aria-label="What comes of it" class:stale=move || own.wrong.with(Option::is_some)>
            <h2>{title}</h2>
            <div class="row">
                <label>"Size" <select on:change=choose>{sizes}</select></label>
                <button class="quiet" on:click=move |_| own.make_another(own.size.get_untracked())>"Another puzzle"</button>
            </div>
            <p class="warning-text">{refused(Step::Make)}</p>
            <div class="picture" inner_html=picture></div>
            <p>{move || own.made.with(|made| made.as_ref().map(|(says, ..)| says.clone()))}</p>
            <div class="row">
                <button on:click=play disabled=none>"Play it"</button>
                <button class="quiet" on:click=set disabled=none>"Set one"</button>
                <button class="quiet" on:click=copy disabled=none>"Copy a link"</button>
            </div>
            <h2>"How it is solved"</h2>
            <p>{move || own.explained.with(|told| told.as_ref().map(|(_, summary)| summary.clone()))}{refused(Step::Explain)}</p>
            <ol class="steps">{move || own.explained.with(|told| {
                let steps = told.iter().flat_map(|(steps, _)| steps.clone());
                steps.map(|step| view! { <li>{step}</li> }).collect_view()
            })}</ol>
            <h2>"Small boards"</h2>
            <p>{move || own.tried.with(|tried| tried.as_ref().map(|(says, _)| says.clone()))}{refused(Step::Try)}</p>
            <div class="picture" inner_html=move || own.tried.with(|tried| tried.as_ref().and_then(|(_, picture)| picture.clone())).unwrap_or_default()></div>
            <p class="soft" role="status">{move || own.asked.with(Option::is_some).then_some("Trying the page.")}</p>
        </section>
    }
}
