//! What several views are made of.

use leptos::html;
use leptos::prelude::*;
use puzzles::{KINDS, Kind};

/// A sign of the page, beside its word.
pub(super) fn icon(name: &str) -> impl IntoView + use<> {
    view! { <svg class="icon" aria-hidden="true"><use href=format!("#i-{name}") /></svg> }
}

/// A sheet that lies over the page as long as it is open.
#[component]
pub(super) fn Paper(
    open: RwSignal<bool>,
    class: &'static str,
    title: Signal<String>,
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), open) = (node.get(), open.get()) else { return };
        match (open, dialog.open()) {
            (true, false) => _ = dialog.show_modal(),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    view! {
        <dialog node_ref=node class=class aria-label=title on:close=move |_| open.set(false)>
            <header>
                <h2>{title}</h2>
                <button class="quiet" on:click=move |_| open.set(false)>"Close"</button>
            </header>
            <Show when=move || open.get()>{children()}</Show>
        </dialog>
    }
}

/// What went wrong, if anything did.
pub(super) fn trouble(what: RwSignal<String>) -> impl IntoView {
    move || {
        let what = what.get();
        (!what.is_empty()).then(|| view! { <p class="warning" role="alert">{what}</p> })
    }
}

/// The digits that are being typed.
pub(super) fn typing(typed: impl Fn() -> String + Send + 'static) -> impl IntoView {
    move || {
        let typed = typed();
        (!typed.is_empty()).then(|| view! { <span class="typed">{typed}"…"</span> })
    }
}

/// A list to choose from: values and what they are called, the one that is chosen, and whom to tell.
pub(super) fn select<V, N>(
    label: &'static str,
    options: impl IntoIterator<Item = (V, N)>,
    chosen: impl Fn() -> String + Copy + Send + 'static,
    choose: impl Fn(String) + 'static,
) -> impl IntoView
where
    V: ToString,
    N: ToString,
{
    let option = |(value, name): (V, N)| {
        let (value, name) = (value.to_string(), name.to_string());
        let own = value.clone();
        view! { <option value=value selected=move || chosen() == own>{name}</option> }
    };
    let options = options.into_iter().map(option).collect_view();
    view! { <label>{label} <select on:change=move |event| choose(event_target_value(&event))>{options}</select></label> }
}

/// A list of the kinds.
pub(super) fn select_kind(
    chosen: impl Fn() -> String + Copy + Send + 'static,
    choose: impl Fn(&'static Kind) + 'static,
) -> impl IntoView {
    let choose = move |name: String| puzzles::kind(&name).into_iter().for_each(&choose);
    select("Kind", KINDS.iter().map(|kind| (kind.name, kind.title)), chosen, choose)
}
