//! Equivalent trees: bars may be turned round, and list what hangs from them in any order.

use super::{Bar, Hangs, Listed, Thing, listed};

/// Everything that identifies a thing, as numbers that can be compared.
pub(crate) type Code = Vec<i32>;

/// A bar in one of its two directions: its things in order of distance, each
/// with the code of what hangs there.
struct Told {
    things: Vec<Thing>,
    code: Code,
}

/// Of all equivalent trees, the one whose code comes first, as [`listed`] gives it, and its code. `own` is
/// the code of a leaf, and what is said of a bar besides what hangs from it.
///
/// From the lowest bars up, each bar is coded in both directions and the lesser
/// code kept: as with rooted trees in general, what hangs from a bar matters to
/// the bar by its code alone (Aho, Hopcroft, Ullman: The Design and Analysis of
/// Computer Algorithms, 1974, section 3.2).
pub(crate) fn first_told(bars: &[Bar], own: &dyn Fn(Hangs) -> Code) -> (Listed, Code) {
    let mut told: Vec<Option<Told>> = bars.iter().map(|_| None).collect();
    // Bars below come later in reading order: going backwards, their codes are known.
    for (number, bar) in bars.iter().enumerate().rev() {
        let code = |hangs: Hangs| match hangs {
            Hangs::Leaf(_) => own(hangs),
            Hangs::Bar(bar) => told[bar].as_ref().map_or_else(Vec::new, |told| told.code.clone()),
        };
        let mut codes: Vec<(Thing, Code)> = bar.things.iter().map(|&thing| (thing, code(thing.hangs))).collect();
        let one = tell(&mut codes);
        for (thing, _) in &mut codes {
            thing.at = -thing.at;
        }
        let other = tell(&mut codes);
        let mut first = if other.code < one.code { other } else { one };
        first.code.extend(own(Hangs::Bar(number)));
        told[number] = Some(first);
    }
    let first = listed(&|bar| told[bar].as_ref().map_or_else(Vec::new, |told| told.things.clone()));
    let code = told.into_iter().flatten().next().map_or_else(Vec::new, |told| told.code);
    (first, code)
}

fn tell(codes: &mut [(Thing, Code)]) -> Told {
    codes.sort_by(|(one, a), (two, b)| (one.at, a).cmp(&(two.at, b)));
    let mut code = vec![codes.len() as i32];
    for (thing, below) in codes.iter() {
        code.push(thing.at);
        code.extend(below);
    }
    Told { things: codes.iter().map(|&(thing, _)| thing).collect(), code }
}
