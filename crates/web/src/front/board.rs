//! A board: the drawing, and over it a field for each target, to click, to focus and to read aloud.

use super::browser;
use super::tipping::Swing;
use crate::geometry::{Area, areas, enlargement};
use crate::redraw::{Change, few_changes};
use crate::tips::Tips;
use ::play::session::Press;
use ::play::words::{Branch, Layout};
use leptos::attr::custom::CustomAttribute;
use leptos::html;
use leptos::prelude::*;
use scene::Scene;
use scene::picture::{Pieces, SvgRenderer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

/// How long a touch is a long one, in milliseconds.
const LONG: u64 = 500;

/// A drawing, and where its targets are.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Drawing {
    pieces: Arc<Pieces>,
    areas: BTreeMap<String, Area>,
    tips: Tips,
    wide: f64,
    high: f64,
}

impl Drawing {
    /// A drawing with fields for these targets.
    pub(super) fn new(scene: &Scene, id: &str, targets: &[puzzles::Target]) -> Drawing {
        let mut picture = scene.picture();
        // What it shows is read aloud from the fields over it.
        picture.description.clear();
        Drawing {
            pieces: SvgRenderer::for_page().id(id).pieces(&picture).into(),
            areas: areas(&picture, &|id| targets.iter().any(|target| target.id == id)),
            tips: Tips::new(&picture),
            wide: picture.width,
            high: picture.height,
        }
    }

    /// What tips in it.
    pub(super) fn tips(&self) -> &Tips {
        &self.tips
    }

    /// How many times as wide as this it has to be for a finger to hit every target.
    pub(super) fn enlargement(&self, width: f64) -> f64 {
        enlargement(self.areas.values(), width, width * self.high / self.wide.max(1.0))
    }

    /// The area around these targets, those of them that have a place of their own.
    pub(super) fn around<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Option<Area> {
        ids.into_iter().filter_map(|id| self.areas.get(id).copied()).reduce(Area::with)
    }

    /// How large it is, and how many targets it has: the same as long as the same puzzle is drawn.
    pub(super) fn shape(&self) -> (i64, i64, usize) {
        (self.wide.round() as i64, self.high.round() as i64, self.areas.len())
    }
}

/// A field for a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// The id of the target.
    pub(super) id: String,
    /// What it is and holds.
    pub(super) label: String,
    /// How what it belongs to stands.
    pub(super) about: String,
    /// Whether it can be changed.
    pub(super) fixed: bool,
}

/// Is told which field was dragged, and how far: as shares of the board's width and height.
pub(super) type Drop = Callback<(usize, (f64, f64))>;

/// What a board shows, and whom it tells.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// What ids of its elements begin with.
    pub(super) name: &'static str,
    /// What it is called.
    pub(super) title: Signal<String>,
    pub(super) drawing: Memo<Drawing>,
    pub(super) layout: Memo<Layout>,
    pub(super) fields: Memo<Vec<Field>>,
    /// The field that has the keyboard.
    pub(super) cursor: Memo<usize>,
    pub(super) chosen: Memo<BTreeSet<usize>>,
    /// Is told which field got the keyboard in another way than by a press.
    pub(super) focus: Callback<usize>,
    pub(super) press: Callback<(usize, Press)>,
    /// Whether a finger that moves paints, instead of scrolling the page.
    pub(super) paints: Signal<bool>,
    /// Whether a finger moves the board: then it presses when it is lifted, and paints after a long touch.
    pub(super) pans: Signal<bool>,
    /// Whom to tell about fields that are dragged; nobody where they stay.
    pub(super) drop: Signal<Option<Drop>>,
}

/// A field on its way: which, from where, and how far, in pixels.
#[derive(Debug, Clone, Copy)]
struct Drag {
    field: usize,
    from: (f64, f64),
    by: (f64, f64),
}

/// A pointer that moves less than this, in pixels, drags nothing.
const LEAST_DRAG: f64 = 6.0;

/// A board to touch.
#[component]
pub(super) fn Board(shown: Shown) -> impl IntoView {
    let Shown { name, title, drawing, layout, fields, cursor, chosen, focus, press, paints, pans, drop } = shown;
    let node = NodeRef::<html::Div>::new();
    let swing = Swing::at_rest();
    Effect::new(move |shown: Option<Option<Arc<Pieces>>>| {
        let board = node.get()?;
        drawing.with(|drawing| {
            redraw(&board, shown.flatten().as_deref(), &drawing.pieces);
            Swing::follow(&swing, &board, drawing);
            Some(drawing.pieces.clone())
        })
    });
    let long = StoredValue::new(0_u64);
    // The pointer that is down. A finger is over a field before it is down there.
    let pressing = StoredValue::new(None::<i32>);
    let drag = RwSignal::new(None::<Drag>);
    // The field that is pressed when the finger is lifted where it came down, and where that was.
    let waiting = StoredValue::new(None::<(usize, (f64, f64))>);
    // Whether a long touch has begun a stroke.
    let strokes = StoredValue::new(false);
    let down = move |event: PointerEvent| {
        let Some(index) = field_of(event.target()) else { return };
        if event.button() == 2 {
            return;
        }
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            let _ = element.release_pointer_capture(event.pointer_id());
        }
        pressing.set_value(Some(event.pointer_id()));
        let from = (f64::from(event.client_x()), f64::from(event.client_y()));
        let is_touch = event.pointer_type() == "touch";
        if drop.with_untracked(Option::is_some) {
            drag.set(Some(Drag { field: index, from, by: (0.0, 0.0) }));
        }
        let also = event.shift_key() || event.ctrl_key() || event.meta_key();
        if is_touch && pans.get_untracked() {
            waiting.set_value(Some((index, from)));
        } else {
            press.run((index, if also { Press::Also } else { Press::Plain }));
        }
        if is_touch {
            long.update_value(|count| *count += 1);
            let touch = long.get_value();
            let later = move || {
                if long.get_value() == touch {
                    waiting.set_value(None);
                    strokes.set_value(true);
                    press.run((index, Press::Second));
                }
            };
            set_timeout(later, Duration::from_millis(LONG));
        }
    };
    let over = move |event: PointerEvent| {
        if event.buttons() & 1 == 1
            && pressing.get_value() == Some(event.pointer_id())
            && waiting.get_value().is_none()
            && let Some(index) = field_of(event.target())
            && !chosen.with_untracked(|chosen| chosen.contains(&index))
        {
            long.update_value(|count| *count += 1);
            press.run((index, Press::Over));
        }
    };
    let moved = move |event: PointerEvent| {
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        if waiting.get_value().is_some_and(|(_, from)| (at.0 - from.0).hypot(at.1 - from.1) >= LEAST_DRAG) {
            waiting.set_value(None);
            pressing.set_value(None);
            long.update_value(|count| *count += 1);
        }
        let Some(Drag { field, from, .. }) = drag.get_untracked() else { return };
        // The button may have been released elsewhere.
        let is_down = event.buttons() & 1 == 1 && pressing.get_value() == Some(event.pointer_id());
        let by = (at.0 - from.0, at.1 - from.1);
        drag.set(is_down.then_some(Drag { field, from, by }));
        if by.0.hypot(by.1) >= LEAST_DRAG {
            long.update_value(|count| *count += 1);
        }
    };
    let stop = move || {
        pressing.set_value(None);
        waiting.set_value(None);
        strokes.set_value(false);
        long.update_value(|count| *count += 1);
        drag.try_update(Option::take).flatten()
    };
    let up = move |event: PointerEvent| {
        if let Some((index, _)) = waiting.get_value() {
            press.run((index, Press::Plain));
        }
        let dragged = stop().filter(|drag| drag.by.0.hypot(drag.by.1) >= LEAST_DRAG);
        let board = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
        if let (Some(Drag { field, by, .. }), Some(drop), Some(board)) = (dragged, drop.get_untracked(), board) {
            let (wide, high) = (f64::from(board.client_width().max(1)), f64::from(board.client_height().max(1)));
            drop.run((field, (by.0 / wide, by.1 / high)));
        }
    };
    let second = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        let is_touch = event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch");
        if let (Some(index), false) = (field_of(event.target()), is_touch) {
            press.run((index, Press::Second));
        }
    };
    // Most moves leave them where they are.
    let areas = Memo::new(move |_| drawing.with(|drawing| drawing.areas.clone()));
    let field = move |index: usize, role: &'static str| {
        let level = move || layout.with(|layout| layout.level(index)).map(|level| level.to_string());
        // Of hundreds of fields, most are as before: only what has changed goes on from here.
        let own = Memo::new(move |_| fields.with(|fields| fields.get(index).cloned()));
        let of = move |part: fn(&Field) -> String| move || own.with(|field| field.as_ref().map(part));
        let area = Memo::new(move |_| {
            let id = own.with(|field| field.as_ref().map(|field| field.id.clone()))?;
            areas.with(|areas| areas.get(&id).copied())
        });
        let has_cursor = Memo::new(move |_| cursor.get() == index);
        let is_chosen = Memo::new(move |_| chosen.with(|chosen| chosen.contains(&index)));
        let shift = move || {
            let drag = drag.get().filter(|drag| drag.field == index);
            drag.map(|Drag { by: (x, y), .. }| format!("translate({x}px, {y}px)"))
        };
        let share = move |part: fn(Area) -> f64| move || format!("{:.3}%", area.get().map_or(0.0, part) * 100.0);
        view! {
            <div
                class="field"
                id=format!("{name}-{index}")
                role=role
                data-field=index.to_string()
                data-target=of(|field| field.id.clone())
                tabindex=move || if has_cursor.get() { "0" } else { "-1" }
                aria-label=of(|field| field.label.clone())
                aria-description=of(|field| field.about.clone())
                aria-selected=move || is_chosen.get().to_string()
                aria-readonly=(role == "gridcell").then(|| of(|field| field.fixed.to_string()))
                style:left=share(|area| area.left)
                style:top=share(|area| area.top)
                style:width=share(|area| area.width)
                style:height=share(|area| area.height)
                style:transform=shift
                on:focus=move |_| if cursor.get_untracked() != index { focus.run(index) }
            ></div>
        }
        // An attribute that the macro does not know.
        .attr("aria-level", level)
    };
    let row = move |row: Vec<usize>| {
        let cells = row.into_iter().map(|index| field(index, "gridcell")).collect_view();
        view! { <div role="row">{cells}</div> }
    };
    // A part of a tree keeps its element, and with it the keyboard, as long as its number is there.
    let branches =
        move || layout.with(|layout| if let Layout::Tree(branches) = layout { branches.clone() } else { Vec::new() });
    let branch = move |branch: Branch| match branch.target {
        Some(index) => field(index, "treeitem").into_any(),
        None => view! {
            <div class="branch" role="treeitem" aria-label=branch.name aria-selected="false" aria-expanded="true"></div>
        }
        .attr("aria-level", branch.level.to_string())
        .into_any(),
    };
    let is_tree = Memo::new(move |_| layout.with(|layout| matches!(layout, Layout::Tree(_))));
    let rows = move || layout.with(|layout| if let Layout::Rows(rows) = layout { rows.clone() } else { Vec::new() });
    let list = move || {
        if is_tree.get() {
            view! {
                <div class="fields" role="tree" aria-label=title aria-multiselectable="true">
                    <For each=branches key=|branch| branch.target.map_or_else(|| branch.id.clone(), |index| index.to_string()) children=branch />
                </div>
            }
            .into_any()
        } else {
            view! {
                <div class="fields" role="grid" aria-label=title aria-multiselectable="true">
                    {move || rows().into_iter().map(row).collect_view()}
                </div>
            }
            .into_any()
        }
    };
    view! {
        <div
            node_ref=node
            class="board"
            class:paints=paints
            class:drags=move || drop.with(Option::is_some)
            style:--wide=move || drawing.with(|drawing| format!("{}px", drawing.wide))
            style:--ratio=move || drawing.with(|drawing| format!("{:.4}", drawing.wide / drawing.high.max(1.0)))
            on:pointerdown=down
            on:pointerover=over
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| _ = stop()
            on:contextmenu=second
            // The board stays where it is under a stroke.
            // A scroll that has begun cannot be stopped any more.
            on:touchmove=move |event: web_sys::TouchEvent| if strokes.get_value() && event.cancelable() {
                event.prevent_default();
            }
        >
            <div class="picture" aria-hidden="true"></div>
            {list}
        </div>
    }
}

/// Puts what has changed since the drawing that is shown into its place.
fn redraw(board: &Element, shown: Option<&Pieces>, now: &Pieces) {
    let Some(picture) = board.query_selector(".picture").ok().flatten() else { return };
    let same = shown.filter(|shown| shown.head == now.head).zip(picture.first_element_child());
    let Some((changes, svg)) = same.and_then(|(shown, svg)| Some((few_changes(&shown.groups, &now.groups)?, svg)))
    else {
        return picture.set_inner_html(&now.whole());
    };
    let groups = browser::all(&svg, ":scope > g");
    for change in changes {
        match change {
            Change::Replace(number, group) => groups[number].set_outer_html(group),
            Change::Remove(number) => groups[number].remove(),
            Change::Add(group) => _ = svg.insert_adjacent_html("beforeend", group),
        }
    }
}

fn field_of(target: Option<web_sys::EventTarget>) -> Option<usize> {
    target?.dyn_into::<Element>().ok()?.get_attribute("data-field")?.parse().ok()
}
