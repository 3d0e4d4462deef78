//! Where the targets of a drawing are, for what lies over it: fields to click and to focus.

use scene::Scene;
use scene::picture::{Anchor, Picture, Primitive};
use std::collections::BTreeMap;

/// A rectangle, as shares of the picture's width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The left side.
    pub left: f64,
    /// The upper side.
    pub top: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// The sides of a rectangle in pixels: left, top, right, bottom.
type Sides = [f64; 4];

/// The width of a character, as a share of its size.
const WIDE: f64 = 0.62;

/// The areas of these targets. What stands for a target as text alone gets room around it.
pub fn areas(scene: &Scene, wanted: &dyn Fn(&str) -> bool) -> BTreeMap<String, Area> {
    let picture = scene.picture();
    let mut found: BTreeMap<String, (Option<Sides>, Option<Sides>)> = BTreeMap::new();
    for group in picture.groups() {
        let Some(target) = group.target.as_deref().filter(|target| wanted(target)) else { continue };
        // The name of a line stands far from what it names.
        if group.roles.contains(&"label") {
            continue;
        }
        let (shapes, texts) = found.entry(target.to_owned()).or_default();
        for (_, primitive) in &group.items {
            let sides = sides(primitive);
            let is_text = matches!(primitive, Primitive::Text { .. });
            let all = if is_text { &mut *texts } else { &mut *shapes };
            *all = Some(all.map_or(sides, |before| union(before, sides)));
        }
    }
    let area = |(shapes, texts): (Option<Sides>, Option<Sides>)| shapes.or(texts).map(|sides| share(sides, &picture));
    found.into_iter().filter_map(|(target, found)| Some((target, area(found)?))).collect()
}

fn union(a: Sides, b: Sides) -> Sides {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

fn sides(primitive: &Primitive) -> Sides {
    match primitive {
        Primitive::Path { points, .. } => {
            let of = |&(x, y): &(f64, f64)| [x, y, x, y];
            points.iter().map(of).reduce(union).unwrap_or_default()
        }
        &Primitive::Rect { at: (x, y), width, height, .. } => [x, y, x + width, y + height],
        &Primitive::Circle { centre: (x, y), radius } => [x - radius, y - radius, x + radius, y + radius],
        Primitive::Text { at: (x, y), anchor, size, text, .. } => {
            let wide = (text.chars().count() as f64 * size * WIDE).max(*size);
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - wide / 2.0,
                Anchor::End => x - wide,
            };
            [left - size / 3.0, y - 1.2 * size, left + wide + size / 3.0, y + size / 2.0]
        }
    }
}

/// A shape that is a line gets some height.
const LEAST: f64 = 12.0;

fn share([left, top, right, bottom]: Sides, picture: &Picture) -> Area {
    let grow = |from: f64, to: f64| {
        let less = (LEAST - (to - from)).max(0.0) / 2.0;
        (from - less, to + less)
    };
    let ((left, right), (top, bottom)) = (grow(left, right), grow(top, bottom));
    Area {
        left: left / picture.width,
        top: top / picture.height,
        width: (right - left) / picture.width,
        height: (bottom - top) / picture.height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::{KINDS, Puzzle, View};

    fn builtins() -> impl Iterator<Item = Box<dyn Puzzle>> {
        puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name)).map(|document| document.puzzle)
    }

    #[test]
    fn every_target_of_a_sheet_has_an_area() {
        for puzzle in builtins() {
            let (sheet, board) = (puzzle.sheet(), puzzle.givens());
            let areas = areas(&puzzle.draw(&View::of(&board).labels()), &|id| sheet.target(id).is_some());
            for target in &sheet.targets {
                let area = areas.get(&target.id).unwrap_or_else(|| panic!("{} is nowhere", target.name));
                let inside = area.left >= 0.0 && area.top >= 0.0 && area.left + area.width <= 1.0;
                assert!(inside && area.width > 0.0 && area.height > 0.0, "{}: {area:?}", target.name);
            }
        }
    }

    /// Two fields that cover each other could not both be clicked.
    #[test]
    fn the_middle_of_a_target_belongs_to_it_alone() {
        for puzzle in builtins() {
            let (sheet, board) = (puzzle.sheet(), puzzle.givens());
            let areas = areas(&puzzle.draw(&View::of(&board).labels()), &|id| sheet.target(id).is_some());
            for (id, area) in &areas {
                let (x, y) = (area.left + area.width / 2.0, area.top + area.height / 2.0);
                let holds = |other: &Area| {
                    (other.left..=other.left + other.width).contains(&x)
                        && (other.top..=other.top + other.height).contains(&y)
                };
                let others: Vec<&String> = areas.iter().filter(|(_, other)| holds(other)).map(|(id, _)| id).collect();
                assert_eq!(others, [id], "{}", puzzle.kind().title);
            }
        }
    }

    /// The fields of a sketch that lie on its drawing; sizes stand beside it.
    #[test]
    fn every_target_of_a_sketch_is_on_its_picture_or_beside_it() {
        for kind in KINDS {
            let size = studio::offers(kind).next().expect("something is offered").size;
            let sketch = (kind.sketch)(size).expect("it can be drawn");
            let targets = sketch.targets();
            let areas = areas(&sketch.picture(), &|id| targets.iter().any(|target| target.id == id));
            let beside: Vec<&str> = targets
                .iter()
                .filter(|target| !areas.contains_key(&target.id))
                .map(|target| target.id.as_str())
                .collect();
            assert!(
                beside.iter().all(|id| ["size", "rows", "columns", "digits"].contains(id)),
                "{}: {beside:?}",
                kind.name
            );
        }
    }
}
