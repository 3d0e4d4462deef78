//! The library for JavaScript and TypeScript: a package for Node and bundlers.
//!
//! Everything is synchronous, as in the library: a page calls it in a worker, and long work takes a limit. Values pass as
//! plain objects of the shapes that the command line prints. What is wrong is thrown as an error that says what, where, and
//! what was expected. `types.ts` declares these shapes; the rest of the declarations is written by wasm-bindgen.

#![cfg(target_arch = "wasm32")]

mod convert;
mod error;
mod explanation;
mod game;
mod generate;
mod puzzle;

pub use explanation::Explanation;
pub use game::Game;
pub use generate::generate;
pub use puzzle::Puzzle;

use convert::{listed, to_js};
use equipoise::puzzles::{self, KINDS, Kind};
use error::{Thrown, Wrong};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

/// Should there ever be a panic, the console says where.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The built-in puzzle of this name: `open("gap/seed-1")`.
#[wasm_bindgen]
pub fn open(name: &str) -> Result<Puzzle, Thrown> {
    let missing = || {
        let message =
            format!("there is no built-in puzzle {name:?}; expected one of {}", listed(puzzles::builtin_names()));
        Wrong::new("not-found", message)
    };
    Ok(Puzzle::from(puzzles::builtin(name).ok_or_else(missing)?))
}

/// The puzzle of a text: JSON, the text format, or Prolog. `kind` is needed where the text does not say it.
#[wasm_bindgen]
pub fn read(text: &str, kind: Option<String>) -> Result<Puzzle, Thrown> {
    let read = match kind {
        Some(kind) => equipoise::read_as(&kind, text)?,
        None => equipoise::read(text)?,
    };
    Ok(read.into())
}

/// All puzzles of a text.
#[wasm_bindgen(js_name = readAll)]
pub fn read_all(text: &str) -> Result<Vec<Puzzle>, Thrown> {
    Ok(equipoise::read_all(text)?.into_iter().map(Puzzle::from).collect())
}

/// The names of the built-in puzzles.
#[wasm_bindgen(js_name = builtinNames)]
pub fn builtin_names() -> Vec<String> {
    puzzles::builtin_names().collect()
}

/// All kinds of puzzles, with what can be asked of their makers.
#[wasm_bindgen(unchecked_return_type = "Kind[]")]
pub fn kinds() -> Result<JsValue, Thrown> {
    to_js(&KINDS.iter().map(|kind| described(kind)).collect())
}

/// Adds the kind that a rule file describes. Adding it again changes nothing.
#[wasm_bindgen(js_name = addRules, unchecked_return_type = "Kind")]
pub fn add_rules(text: &str) -> Result<JsValue, Thrown> {
    let kind = puzzles::load(text).map_err(Wrong::from)?;
    puzzles::add(kind).map_err(|taken| Wrong::new("rules", taken.to_string()))?;
    to_js(&described(kind))
}

fn described(kind: &Kind) -> Value {
    use puzzles::Takes;
    let rules: Vec<Value> = kind.rules.iter().map(|rule| json!({ "name": rule.name, "says": rule.says })).collect();
    let option = |option: &puzzles::MakerOption| match option.takes {
        Takes::Number { least, most } => json!({ "name": option.name, "says": option.says, "range": [least, most] }),
        Takes::YesNo => json!({ "name": option.name, "says": option.says }),
    };
    let techniques: Vec<&str> = kind.techniques.iter().map(|technique| technique.name).collect();
    json!({
        "name": kind.name,
        "aliases": kind.aliases,
        "title": kind.title,
        "rules": rules,
        "rulesText": kind.rules_text,
        "techniques": techniques,
        "sizeSays": kind.size_says,
        "size": kind.making.size,
        "sizes": kind.making.offered,
        "options": kind.making.options.iter().map(option).collect::<Vec<_>>(),
    })
}
