//! Sharing: links, files, pictures.

use super::browser;
use super::play::Play;
use super::sheets::{Printed, printer};
use leptos::prelude::*;
use puzzles::View;
use scene::{Scene, SvgRenderer};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// How much larger than its SVG a PNG is.
const SCALE: f64 = 2.0;

/// Offers a drawing as PNG, painted on a canvas.
fn download_png(name: &str, svg: &str) {
    let Ok(image) = HtmlImageElement::new() else { return };
    let url = browser::url_of(svg, "image/svg+xml");
    let (name, own, from) = (name.to_owned(), image.clone(), url.clone());
    let painted = Closure::once_into_js(move || {
        paint(&own, &name);
        browser::forget_url(&from);
    });
    image.set_onload(Some(painted.unchecked_ref()));
    image.set_src(&url);
}

fn paint(image: &HtmlImageElement, name: &str) {
    let canvas =
        document().create_element("canvas").ok().and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    let (wide, high) = (f64::from(image.natural_width()) * SCALE, f64::from(image.natural_height()) * SCALE);
    canvas.set_width(wide as u32);
    canvas.set_height(high as u32);
    let context =
        canvas.get_context("2d").ok().flatten().and_then(|found| found.dyn_into::<CanvasRenderingContext2d>().ok());
    let Some(context) = context else { return };
    let _ = context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, wide, high);
    let name = name.to_owned();
    let done = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            browser::download_blob(&name, &blob);
        }
    });
    let _ = canvas.to_blob(done.unchecked_ref());
}

/// The view.
#[component]
pub(super) fn ShareView(play: Play) -> impl IntoView {
    let code = move |with_game: bool| {
        move || {
            play.session.with(|session| {
                let game = session.game();
                ::play::encode(game.puzzle(), with_game.then(|| game.written())).map_err(|error| error.to_string())
            })
        }
    };
    let entries = RwSignal::new(true);
    let what = move || {
        play.session.with_untracked(|session| {
            let game = session.game();
            let board = if entries.get_untracked() { game.written().board.clone() } else { game.puzzle().givens() };
            let scene = game.puzzle().draw(&View::of(&board));
            Some((Printed::plain(game.shared()), scene))
        })
    };
    let replay = format!("#/replay/game/{}", play.games.id());
    let moves = move |_| {
        let (name, text) = play
            .session
            .with_untracked(|session| (session.game().puzzle().kind().name, session.game().to_json().to_string()));
        browser::download(&format!("{name}.game.json"), "application/json", &text);
    };
    view! {
        <div class="page narrow">
            <h1>"Share"</h1>
            <section class="card">
                <h2>"Links"</h2>
                <p class="soft">"A link carries everything; no server is asked."</p>
                {link(play, ["The puzzle", "Copy"], code(false))}
                {link(play, ["The puzzle and your game so far", "Copy"], code(true))}
            </section>
            <section class="card">
                <h2>"Files"</h2>
                <p class="soft">"JSON and text hold the puzzle alone. SVG and PNG are pictures of it. The game holds your entries and all your moves."</p>
                <label class="check"><input type="checkbox" prop:checked=move || entries.get() on:change=move |event| entries.set(event_target_checked(&event)) />
                    "Pictures show my entries"</label>
                <div class="row">
                    <Files what=what />
                    <button class="quiet" on:click=moves>"The game, with all its moves"</button>
                    <a class="button quiet" href=replay>"Replay"</a>
                </div>
            </section>
            <p><a class="button" href="#/play">"Back to the board"</a></p>
        </div>
    }
}

/// The link for a code, or why there is none, and a button that copies it, with what both are called.
pub(super) fn link(
    play: Play,
    [name, copies]: [&'static str; 2],
    code: impl Fn() -> Result<String, String> + Copy + Send + 'static,
) -> impl IntoView {
    let link = move || code().map(|code| ::play::link(&browser::address(), &code));
    let copy = move |_| {
        if let Ok(link) = link() {
            browser::copy(&link);
            play.say("Copied.");
        }
    };
    view! {
        <label>{name} <input type="text" readonly="readonly" prop:value=move || link().unwrap_or_else(|why| why) /></label>
        <button class="quiet" on:click=copy>{copies}</button>
    }
}

/// Buttons that offer a puzzle as a file, or print it.
#[component]
pub(super) fn Files<W>(
    /// The puzzle, with what is said of it, and its drawing; none while something is missing.
    what: W,
) -> impl IntoView
where
    W: Fn() -> Option<(Printed, Scene)> + Copy + Send + 'static,
{
    let offer = move |ending: &str, kind: &str, text: fn(&Printed, &Scene) -> String| {
        if let Some((printed, scene)) = what() {
            browser::download(&format!("{}.{ending}", printed.puzzle.kind().name), kind, &text(&printed, &scene));
        }
    };
    let json = move |_| offer("json", "application/json", |printed, _| format!("{}\n", printed.to_json()));
    let text = move |_| {
        offer("txt", "text/plain", |Printed { puzzle, .. }, _| {
            format!("{}\n{}", puzzle.kind().name, puzzle.write_text())
        });
    };
    let svg = move |_| offer("svg", "image/svg+xml", |_, scene| SvgRenderer::new().render(scene));
    let png = move |_| {
        if let Some((printed, scene)) = what() {
            let name = printed.puzzle.kind().name;
            download_png(&format!("{name}.png"), &SvgRenderer::new().render(&scene));
        }
    };
    let printer = printer();
    let print = move |_| {
        if let (Some(printer), Some((printed, _))) = (printer, what()) {
            printer.show(printed);
        }
    };
    view! {
        <button class="quiet" on:click=json>"JSON"</button>
        <button class="quiet" on:click=text>"Text"</button>
        <button class="quiet" on:click=svg>"SVG"</button>
        <button class="quiet" on:click=png>"PNG"</button>
        <button class="quiet" on:click=print>"Print"</button>
    }
}
