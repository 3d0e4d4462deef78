//! What the page asks of the browser.

use js_sys::{Array, Date, Math, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, Element, Event, File, HtmlAnchorElement, HtmlElement, HtmlInputElement,
    ScrollIntoViewOptions, ScrollLogicalPosition, Storage, Url,
};

/// What all keys in the browser's storage begin with. Another version would begin otherwise, and leave
/// these alone.
const PREFIX: &str = "equipoise/1/";

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    Date::now() as u64
}

/// Milliseconds since the page was loaded, for what moves.
pub(super) fn ticks() -> f64 {
    window().performance().map_or_else(Date::now, |performance| performance.now())
}

/// Whether the person wants nothing to move.
pub(super) fn wants_less_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// Today, by the calendar of where the browser is.
pub(super) fn today() -> Option<::play::Date> {
    let now = Date::new_0();
    ::play::Date::new(now.get_full_year() as u16, now.get_month() as u8 + 1, now.get_date() as u8)
}

/// The hour of the day where the browser is.
pub(super) fn hour() -> u32 {
    Date::new_0().get_hours()
}

/// A seed for a new puzzle.
pub(super) fn any_seed() -> u64 {
    (Math::random() * 9_007_199_254_740_992.0) as u64
}

/// A name for a new game.
pub(super) fn any_id() -> String {
    format!("{:x}", any_seed())
}

/// Puts the keyboard on an element.
pub(super) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// The elements in another that a selector finds.
pub(super) fn all(within: &Element, selector: &str) -> Vec<Element> {
    let found = within.query_selector_all(selector).ok();
    let found = found.into_iter().flat_map(|list| (0..list.length()).filter_map(move |index| list.get(index)));
    found.filter_map(|node| node.dyn_into().ok()).collect()
}

/// Moves what scrolls so that an element is seen: at its middle, or no farther than needed.
pub(super) fn show(id: &str, middle: bool) {
    if let Some(element) = document().get_element_by_id(id) {
        let options = ScrollIntoViewOptions::new();
        let position = if middle { ScrollLogicalPosition::Center } else { ScrollLogicalPosition::Nearest };
        options.set_block(position);
        options.set_inline(position);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Marks one of the links to views, and no other.
pub(super) fn mark_view(name: &str) {
    let Ok(links) = document().query_selector_all("nav [data-view]") else { return };
    for link in (0..links.length()).filter_map(|index| links.get(index)?.dyn_into::<Element>().ok()) {
        let _ = match link.get_attribute("data-view").as_deref() == Some(name) {
            true => link.set_attribute("aria-current", "page"),
            false => link.remove_attribute("aria-current"),
        };
    }
}

/// Sets the text of an element.
pub(super) fn write_in(id: &str, text: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.set_text_content(Some(text));
    }
}

/// Whether a dialog lies over the page.
pub(super) fn has_dialog() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Whether the keyboard is on a field of a board.
pub(super) fn is_on_board() -> bool {
    document().active_element().is_some_and(|element| element.has_attribute("data-field"))
}

/// The part of the address after `#`.
pub(super) fn hash() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// Goes to another part after `#`; Back comes back.
pub(super) fn go(hash: &str) {
    let _ = window().location().set_hash(hash);
}

/// The address without what follows `#`.
pub(super) fn address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Changes the part after `#`, without another entry in the history.
pub(super) fn replace_hash(hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{hash}")));
    }
}

/// Goes to another part after `#`, at once; Back does not come back here.
pub(super) fn visit(hash: &str) {
    replace_hash(hash);
    if let Ok(event) = Event::new("hashchange") {
        let _ = window().dispatch_event(&event);
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What is kept under a key.
pub(super) fn kept(key: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{key}")).ok().flatten()
}

/// Keeps a text; says whether that was possible.
pub(super) fn keep(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("{PREFIX}{key}"), text).is_ok())
}

/// Forgets what is kept under a key.
pub(super) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}

/// All keys, without their prefix, in order.
pub(super) fn keys() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let all = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut own: Vec<String> = all.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned)).collect();
    own.sort();
    own
}

/// The file that was chosen in a field.
pub(super) fn chosen_file(event: &Event) -> Option<File> {
    event.target()?.dyn_into::<HtmlInputElement>().ok()?.files()?.get(0)
}

fn blob(text: &str, kind: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()
}

/// An address for a text in this page; it stays until it is forgotten.
pub(super) fn url_of(text: &str, kind: &str) -> String {
    blob(text, kind).and_then(|blob| Url::create_object_url_with_blob(&blob).ok()).unwrap_or_default()
}

/// Forgets such an address.
pub(super) fn forget_url(url: &str) {
    let _ = Url::revoke_object_url(url);
}

/// Offers a text as a file to save.
pub(super) fn download(name: &str, kind: &str, text: &str) {
    if let Some(blob) = blob(text, kind) {
        download_blob(name, &blob);
    }
}

/// Offers a blob as a file to save.
pub(super) fn download_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Some(link) = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

/// Prints the sheets, and nothing else of the page.
pub(super) fn print() {
    let Some(root) = document().document_element() else { return };
    let _ = root.set_attribute("data-printing", "");
    let _ = window().print();
}

/// The page is as it was once it is printed.
pub(super) fn printed() {
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-printing");
    }
}

/// Copies a text; nothing happens where the browser does not allow it, since it is shown as well.
pub(super) fn copy(text: &str) {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).unwrap_or(JsValue::UNDEFINED);
    if clipboard.is_object() {
        let _ = window().navigator().clipboard().write_text(text);
    }
}
