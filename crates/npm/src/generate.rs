//! Making puzzles.

use crate::Puzzle;
use crate::convert::{Named, listed, whole};
use crate::error::{Thrown, Wrong};
use equipoise::Error;
use equipoise::puzzles::{self, Clues, Kind, Request, Takes};
use equipoise::studio::{Difficulty, Techniques, Workshop};
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// A new puzzle of a kind, proved to have one solution. The same options, seed and index make the same puzzle everywhere.
#[wasm_bindgen]
pub fn generate(
    kind: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "GenerateOptions")] options: JsValue,
) -> Result<Puzzle, Thrown> {
    let kind = puzzles::kind(kind).ok_or_else(|| Error::UnknownKind { name: kind.to_owned() })?;
    let mut named = Named::of("generate", &options)?;
    let size = named.whole("size")?.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    let seed = named.whole("seed")?.unwrap_or(0);
    let index = named.whole("index")?.unwrap_or(0);
    let clues = clues(&mut named)?;
    let difficulty = difficulty(&mut named)?;
    let mut technique = |name| technique(kind, &mut named, name);
    let techniques = Techniques { with: technique("technique")?, without: technique("without")? };
    let own = own_options(kind, &mut named)?;
    let limits = named.limits()?.limits();
    named.finish()?;
    let request = Request { size: size.unwrap_or(kind.making.size), clues, options: own };
    let workshop = Workshop::new(kind, request).map_err(Error::from)?;
    let mut workshop = workshop.difficulty(difficulty).techniques(techniques);
    let made = workshop.make(seed, index, limits).map_err(Error::from)?;
    Ok(workshop.document(made, seed, index).into())
}

fn clues(named: &mut Named) -> Result<Option<Clues>, Wrong> {
    let Some(value) = named.take("clues") else { return Ok(None) };
    let number = |value: &JsValue| whole(value).and_then(|number| usize::try_from(number).ok());
    let clues = match value.as_string().as_deref() {
        Some("min") => Some(Clues::Min),
        Some("fewest") => Some(Clues::Fewest),
        _ if Array::is_array(&value) => match Array::from(&value).to_vec().as_slice() {
            [least, most] => number(least).zip(number(most)).filter(|(least, most)| least <= most),
            _ => None,
        }
        .map(|(least, most)| Clues::Between(least, most)),
        _ => number(&value).map(|count| Clues::Between(count, count)),
    };
    let expected = "\"min\", \"fewest\", a number, or the least and the most as [2, 5]";
    clues.map(Some).ok_or_else(|| named.wrong("clues", expected))
}

fn difficulty(named: &mut Named) -> Result<Option<Difficulty>, Wrong> {
    let Some(name) = named.text("difficulty")? else { return Ok(None) };
    let found = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name);
    let known = || format!("one of {}; found {name:?}", listed(Difficulty::ALL.map(Difficulty::name)));
    found.map(Some).ok_or_else(|| named.wrong("difficulty", &known()))
}

/// A technique of the kind, by its number.
fn technique(kind: &Kind, named: &mut Named, option: &'static str) -> Result<Option<usize>, Wrong> {
    let Some(name) = named.text(option)? else { return Ok(None) };
    let found = kind.techniques.iter().position(|technique| technique.name == name);
    let names = kind.techniques.iter().map(|technique| technique.name);
    found.map(Some).ok_or_else(|| named.wrong(option, &format!("one of {}; found {name:?}", listed(names))))
}

/// The kind's own options: beside the others, by their names.
fn own_options(kind: &'static Kind, named: &mut Named) -> Result<Vec<(&'static str, u32)>, Wrong> {
    let mut own = Vec::new();
    for option in kind.making.options {
        let Some(value) = named.take(option.name) else { continue };
        let number = value.as_bool().map(u32::from).or_else(|| whole(&value)?.try_into().ok());
        let (fits, expected) = match option.takes {
            Takes::YesNo => (0..=1, "true or false".to_owned()),
            Takes::Number { least, most } => (least..=most, format!("a whole number from {least} to {most}")),
        };
        let number = number.filter(|number| fits.contains(number));
        own.push((option.name, number.ok_or_else(|| named.wrong(option.name, &expected))?));
    }
    Ok(own)
}
