//! The frame of a board: the board fits it, and can be enlarged and moved in it.

use super::board::{Board, Drawing, Shown};
use super::browser;
use crate::geometry::Area;
use ::play::message::Mark;
use leptos::prelude::*;
use scene::Emphasis;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, TouchEvent, WheelEvent};

/// A board is enlarged at most so much.
const MOST: f64 = 6.0;
/// A board that does not fit anyway is so much larger than it must be, where its height allows it.
const COMFORT: f64 = 1.6;
/// How much a key or a button enlarges.
const STEP: f64 = 1.3;

/// How large a board is in its frame.
#[derive(Clone, Copy)]
pub(crate) struct Zoom {
    /// How many times as large as what fits.
    scale: RwSignal<f64>,
    /// Whether a finger that moves paints, though the board is enlarged.
    pub(crate) paints: RwSignal<bool>,
}

impl Zoom {
    pub(crate) fn new() -> Zoom {
        Zoom { scale: RwSignal::new(1.0), paints: RwSignal::new(false) }
    }

    /// Whether there is more of the board than is seen.
    pub(crate) fn is_enlarged(self) -> bool {
        self.scale.get() > 1.01
    }

    /// Enlarges or shrinks by a step, around the middle.
    pub(crate) fn step(self, larger: bool) {
        if let Some(frame) = frame() {
            let middle = (f64::from(frame.client_width()) / 2.0, f64::from(frame.client_height()) / 2.0);
            self.enlarge(if larger { STEP } else { 1.0 / STEP }, middle);
        }
    }

    /// Enlarges so that what is seen at a point of the frame stays there.
    fn enlarge(self, factor: f64, (x, y): (f64, f64)) {
        let Some(frame) = frame() else { return };
        let before = self.scale.get_untracked();
        let after = (before * factor).clamp(1.0, MOST);
        let moved = |seen: i32, at: f64| ((f64::from(seen) + at) * after / before - at).round() as i32;
        let (left, top) = (moved(frame.scroll_left(), x), moved(frame.scroll_top(), y));
        self.scale.set(after);
        request_animation_frame(move || {
            frame.set_scroll_left(left);
            frame.set_scroll_top(top);
        });
    }

    /// As large as it must be for a finger to hit every target, but no smaller than the frame; all of it in the frame
    /// where there is nothing to hit any more.
    fn fit(self, drawing: &Drawing, whole: bool) {
        if whole {
            return self.scale.set(1.0);
        }
        let Some(frame) = frame() else { return };
        let Some(board) = frame.query_selector(".board").ok().flatten() else { return };
        let scale = self.scale.get_untracked();
        let least = drawing.enlargement(f64::from(board.client_width()) / scale);
        let filling = f64::from(frame.client_height()) * scale / f64::from(board.client_height().max(1));
        let scale = if least > 1.0 { least.max(filling.min(least * COMFORT)) } else { 1.0 };
        self.scale.set(scale.clamp(1.0, MOST));
        self.paints.set(false);
    }
}

/// Moves an enlarged board so that what a hint marks is seen: all of it, or what it is about, or the first of that.
fn show_marked(drawing: &Drawing, marks: &[Mark]) {
    let Some(frame) = frame() else { return };
    let Some(board) =
        frame.query_selector(".board").ok().flatten().and_then(|board| board.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    let (wide, high) = (f64::from(board.client_width()), f64::from(board.client_height()));
    let (across, along) = (f64::from(frame.client_width()), f64::from(frame.client_height()));
    let all = || marks.iter().map(|(id, _)| id.as_str());
    let about = || marks.iter().filter(|(_, how)| *how != Emphasis::Cause).map(|(id, _)| id.as_str());
    let fits = |area: &Area| area.width * wide <= across && area.height * high <= along;
    let found = drawing.around(all()).filter(fits).or_else(|| drawing.around(about()).filter(fits));
    if let Some(area) = found.or_else(|| about().find_map(|id| drawing.around([id]))) {
        let (x, y) = (area.left + area.width / 2.0, area.top + area.height / 2.0);
        frame.set_scroll_left((f64::from(board.offset_left()) + x * wide - across / 2.0) as i32);
        frame.set_scroll_top((f64::from(board.offset_top()) + y * high - along / 2.0) as i32);
    }
}

fn frame() -> Option<Element> {
    document().query_selector(".board-frame").ok().flatten()
}

/// The distance of two fingers, and the point between them.
fn pinch(event: &TouchEvent) -> Option<(f64, (f64, f64))> {
    let at = |index| {
        let touch = event.touches().get(index)?;
        Some((f64::from(touch.client_x()), f64::from(touch.client_y())))
    };
    let ((x, y), (other_x, other_y)) = (at(0)?, at(1)?);
    Some(((x - other_x).hypot(y - other_y), ((x + other_x) / 2.0, (y + other_y) / 2.0)))
}

/// Where a point of the window is in the frame.
fn in_frame((x, y): (f64, f64)) -> (f64, f64) {
    let corner = frame().map(|frame| frame.get_bounding_client_rect());
    corner.map_or((x, y), |corner| (x - corner.left(), y - corner.top()))
}

/// A board in its frame.
#[component]
pub(super) fn Frame(
    shown: Shown,
    zoom: Zoom,
    /// What a hint marks.
    marks: Memo<Vec<Mark>>,
    /// Whether all of the board is to be seen, however small its targets are.
    whole: Memo<bool>,
    children: Children,
) -> impl IntoView {
    let drawing = shown.drawing;
    // Only another puzzle, or another window, changes how large it has to be.
    let shape = Memo::new(move |_| drawing.with(Drawing::shape));
    let (name, cursor) = (shown.name, shown.cursor);
    let show = move |middle: bool| {
        // The view may be gone when the next frame comes.
        let Some(cursor) = cursor.try_get_untracked() else { return };
        if zoom.scale.get_untracked() > 1.0 {
            browser::show(&format!("{name}-{cursor}"), middle);
        }
    };
    let fit = move || {
        request_animation_frame(move || {
            drawing.try_with_untracked(|drawing| zoom.fit(drawing, whole.get_untracked()));
            request_animation_frame(move || show(true));
        });
    };
    Effect::new(move |before| {
        let now = (shape.get(), whole.get());
        if before != Some(now) {
            fit();
        }
        now
    });
    Effect::new(move |_| {
        let marks = marks.get();
        if zoom.scale.get_untracked() > 1.0 && !marks.is_empty() {
            request_animation_frame(move || _ = drawing.try_with_untracked(|drawing| show_marked(drawing, &marks)));
        }
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| fit());
    on_cleanup(move || resized.remove());
    Effect::new(move |_| {
        cursor.track();
        show(false);
    });
    let wheel = move |event: WheelEvent| {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            let at = in_frame((f64::from(event.client_x()), f64::from(event.client_y())));
            zoom.enlarge((-event.delta_y() / 300.0).exp(), at);
        }
    };
    let apart = StoredValue::new(None::<f64>);
    let touch = move |event: TouchEvent| {
        let Some((distance, middle)) = pinch(&event) else { return apart.set_value(None) };
        if event.cancelable() {
            event.prevent_default();
        }
        if let Some(before) = apart.get_value().filter(|before| *before > 1.0) {
            zoom.enlarge(distance / before, in_frame(middle));
        }
        apart.set_value(Some(distance));
    };
    let release = move |event: TouchEvent| {
        if event.touches().length() < 2 {
            apart.set_value(None);
        }
    };
    view! {
        <div
            class="board-frame"
            class:enlarged=move || zoom.is_enlarged()
            class:painting=move || zoom.paints.get()
            style:--zoom=move || format!("{:.3}", zoom.scale.get())
            on:wheel=wheel
            on:touchmove=touch
            on:touchend=release
        >
            <Board shown=shown />
            {children()}
        </div>
    }
}

/// Buttons for what a wheel or two fingers do.
#[component]
pub(super) fn ZoomButtons(zoom: Zoom, paints: Signal<bool>) -> impl IntoView {
    use super::widgets::icon;
    view! {
        <div class="zoom" role="group" aria-label="Size of the board">
            <Show when=move || paints.get() && zoom.is_enlarged()>
                <button class="quiet" aria-label="Paint with a finger" aria-pressed=move || zoom.paints.get().to_string()
                    on:click=move |_| zoom.paints.update(|paints| *paints = !*paints)>{icon("paint")}</button>
            </Show>
            <Show when=move || zoom.is_enlarged()>
                <button class="quiet" aria-label="Smaller" on:click=move |_| zoom.step(false)>{icon("out")}</button>
            </Show>
            <button class="quiet" aria-label="Larger" on:click=move |_| zoom.step(true)>{icon("in")}</button>
        </div>
    }
}
