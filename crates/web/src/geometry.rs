//! Where the targets of a drawing are, for what lies over it: fields to click, to focus and to drag.

use puzzles::Part;
use scene::Scene;
use scene::picture::{self, Anchor, Picture, Primitive};
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

impl Area {
    /// The area around this one and another.
    pub fn with(self, other: Area) -> Area {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Area { left, top, width: right - left, height: bottom - top }
    }
}

/// The sides of a rectangle in pixels: left, top, right, bottom.
pub(crate) type Sides = [f64; 4];

/// The width of a character, as a share of its size.
const WIDE: f64 = 0.62;

/// The areas of these targets. What stands for a target as text alone gets room around it.
pub fn areas(picture: &Picture, wanted: &dyn Fn(&str) -> bool) -> BTreeMap<String, Area> {
    let mut found: BTreeMap<String, (Option<Sides>, Option<Sides>)> = BTreeMap::new();
    for group in &picture.groups {
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
    let area = |(shapes, texts): (Option<Sides>, Option<Sides>)| shapes.or(texts).map(|sides| share(sides, picture));
    found.into_iter().filter_map(|(target, found)| Some((target, area(found)?))).collect()
}

pub(crate) fn union(a: Sides, b: Sides) -> Sides {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// The rectangle around a primitive.
pub(crate) fn sides(primitive: &Primitive) -> Sides {
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

/// The least side of what a finger can hit, in pixels.
const LEAST_TARGET: f64 = 24.0;

/// How many times as large as this, in pixels, a picture has to be for a finger to hit each of these areas.
pub fn enlargement<'a>(areas: impl IntoIterator<Item = &'a Area>, width: f64, height: f64) -> f64 {
    let sides = areas.into_iter().flat_map(|area| [area.width * width, area.height * height]);
    let least = sides.filter(|side| *side > 0.0).fold(LEAST_TARGET, f64::min);
    LEAST_TARGET / least
}

/// A part of a tree that others hang from, in pixels.
#[derive(Debug, Clone, Copy)]
struct Rail<'a> {
    id: &'a str,
    left: f64,
    right: f64,
    y: f64,
    pivot: f64,
}

/// The distance between two steps of a bar from which nothing hangs yet, in pixels.
const USUAL_STEP: f64 = 40.0;

/// Where a part of a tree hangs after it was dragged this far (as shares of the picture's width and height): from
/// which part, and how many steps from its pivot.
pub fn dragged(scene: &Scene, parts: &[Part], id: &str, by: (f64, f64)) -> Option<(String, i32)> {
    let picture = scene.picture();
    let all: Vec<Rail<'_>> =
        parts.iter().filter(|part| part.carries).filter_map(|part| rail(&picture, &part.id)).collect();
    let below = below(parts, id);
    let step = parts.iter().find_map(|part| {
        let above = all.iter().find(|rail| part.parent.as_deref() == Some(rail.id))?;
        let (x, _) = middle(&picture, &part.id).filter(|_| !part.carries && part.at != 0)?;
        Some((x - above.pivot) / f64::from(part.at))
    });
    let step = step.filter(|step| *step > 1.0).unwrap_or(USUAL_STEP);
    let own = all.iter().find(|rail| rail.id == id).map(|rail| (rail.pivot, rail.y));
    let (x, y) = own.or_else(|| middle(&picture, id))?;
    let (x, y) = (x + by.0 * picture.width, y + by.1 * picture.height);
    // The bar that it would hang below: near above it, and not far to the side.
    let far = |rail: &Rail<'_>| {
        let down = y - rail.y;
        let aside = (rail.left - x).max(x - rail.right).max(0.0);
        (if down < 0.0 { -4.0 * down } else { down }) + 2.0 * aside
    };
    let free = all.iter().filter(|rail| !below.contains(&rail.id));
    let on = free.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some((on.id.to_owned(), ((x - on.pivot) / step).round() as i32))
}

/// A part and all that hangs from it.
fn below<'a>(parts: &'a [Part], id: &'a str) -> Vec<&'a str> {
    let mut found = vec![id];
    // Each part is listed before those that hang from it.
    for part in parts {
        if part.parent.as_deref().is_some_and(|parent| found.contains(&parent)) {
            found.push(&part.id);
        }
    }
    found
}

/// The sides of what is drawn for a target, of its parts that are wanted.
fn extent(picture: &Picture, id: &str, wanted: impl Fn(picture::Part) -> bool) -> Option<Sides> {
    let groups = picture.groups.iter().filter(|group| group.target.as_deref() == Some(id));
    let items = groups.flat_map(|group| &group.items).filter(|(part, _)| wanted(*part));
    items.map(|(_, primitive)| sides(primitive)).reduce(union)
}

/// The line and the pivot of a part, if it has them.
fn rail<'a>(picture: &Picture, id: &'a str) -> Option<Rail<'a>> {
    let [left, _, right, _] = extent(picture, id, |part| part == picture::Part::ThickLine)?;
    let pivot = extent(picture, id, |part| part == picture::Part::Pivot)?;
    Some(Rail { id, left, right, y: pivot[3], pivot: (pivot[0] + pivot[2]) / 2.0 })
}

/// The middle of a target.
fn middle(picture: &Picture, id: &str) -> Option<(f64, f64)> {
    let [left, top, right, bottom] = extent(picture, id, |_| true)?;
    Some(((left + right) / 2.0, (top + bottom) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::{KINDS, Puzzle, Structure, View};

    fn builtins() -> impl Iterator<Item = Box<dyn Puzzle>> {
        puzzles::builtin_names().filter_map(|name| puzzles::builtin(&name)).map(|document| document.puzzle)
    }

    #[test]
    fn every_target_of_a_sheet_has_an_area() {
        for puzzle in builtins() {
            let (sheet, board) = (puzzle.sheet(), puzzle.givens());
            let areas = areas(&puzzle.draw(&View::of(&board).labels()).picture(), &|id| sheet.target(id).is_some());
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
            let areas = areas(&puzzle.draw(&View::of(&board).labels()).picture(), &|id| sheet.target(id).is_some());
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

    /// What a puzzle says in numbers, such as the sum of a cage, is to be read there without a glass.
    #[test]
    fn clues_are_legible_on_a_phone() {
        let (wide, high, least) = (344.0, 430.0, 8.0);
        let mut small = Vec::new();
        for puzzle in builtins() {
            let (sheet, board, pencilled) = (puzzle.sheet(), puzzle.givens(), puzzles::Pencilled::new());
            let picture = puzzle.draw(&View::of(&board).labels().written(&pencilled).tipping()).picture();
            // What hangs is wide and flat, and so the frame enlarges it further.
            if picture.beams.iter().any(|beam| beam.hangs.is_some()) {
                continue;
            }
            let fits = f64::min(wide / picture.width, high / picture.height);
            let areas = areas(&picture, &|id| sheet.target(id).is_some());
            let larger = enlargement(areas.values(), fits * picture.width, fits * picture.height);
            let clues = picture.groups.iter().filter(|group| !group.roles.contains(&"label"));
            for (part, primitive) in clues.flat_map(|group| &group.items) {
                let Primitive::Text { size, text, .. } = primitive else { continue };
                let is_clue = match part {
                    picture::Part::Candidate => false,
                    // Those of other kinds are names.
                    picture::Part::Caption => puzzle.kind().page.is_some(),
                    _ => true,
                };
                let shown = size * fits * larger;
                if is_clue && shown < least {
                    small.push(format!("{} {}: {text} is {shown:.1} pixels", puzzle.kind().title, puzzle.size()));
                }
            }
        }
        assert_eq!(small, Vec::<String>::new());
    }

    #[test]
    fn small_targets_are_enlarged_until_a_finger_hits_them() {
        let area = |width, height| Area { left: 0.0, top: 0.0, width, height };
        assert_eq!(enlargement(&[area(0.1, 0.2), area(0.2, 0.1)], 240.0, 480.0), 1.0);
        assert_eq!(enlargement(&[area(0.1, 0.2), area(0.05, 0.5)], 240.0, 480.0), 2.0);
        assert_eq!(enlargement(&[area(0.5, 0.05)], 240.0, 240.0), 2.0);
        assert_eq!(enlargement(&[], 240.0, 240.0), 1.0);
    }

    /// Not so for every bar of a large tree: its string may be long and pass behind other bars, and then it is dropped
    /// on one of those.
    #[test]
    fn what_is_dropped_where_it_was_hangs_as_before() {
        let (mut right, mut all) = (0, 0);
        for puzzle in builtins() {
            let sketch = puzzle.sketch();
            let Structure::Tree(parts) = sketch.structure() else { continue };
            let scene = sketch.picture(&puzzles::Board::blank(0));
            for part in parts.iter().filter(|part| part.parent.is_some()) {
                let found = dragged(&scene, &parts, &part.id, (0.0, 0.0));
                let same = found == part.parent.clone().map(|on| (on, part.at));
                assert!(same || puzzle.size() > 6, "{} of {}: {found:?}", part.id, puzzle.size());
                right += usize::from(same);
                all += 1;
            }
        }
        assert!(all > 40 && right * 10 >= all * 8, "{right} of {all}");
    }

    #[test]
    fn parts_are_dragged_along_their_bar_and_to_another() {
        let sketch = puzzles::builtin("weight/seed-5").expect("it is built in").puzzle.sketch();
        let Structure::Tree(parts) = sketch.structure() else { panic!("a tree") };
        let scene = sketch.picture(&puzzles::Board::blank(0));
        let picture = scene.picture();
        let (w1, w3) = (middle(&picture, "w1").expect("drawn"), middle(&picture, "w3").expect("drawn"));
        let share = |(x, y): (f64, f64)| (x / picture.width, y / picture.height);
        let (w2, _) = middle(&picture, "w2").expect("drawn");
        // From three steps left of the pivot to one step left of it is two steps.
        let step = (w2 - w1.0) / 2.0;
        let moved = |id, by| dragged(&scene, &parts, id, share(by)).expect("it hangs somewhere");
        assert_eq!(moved("w1", (step, 0.0)), ("b1".to_owned(), -2));
        assert_eq!(moved("w1", (w3.0 - w1.0, w3.1 - w1.1)), ("b2".to_owned(), -2));
        // A bar never hangs from itself.
        assert_eq!(moved("b2", (0.0, 40.0)).0, "b1");
    }

    #[test]
    fn what_is_no_tree_is_not_dragged() {
        let sketch = puzzles::builtin("gap/seed-1").expect("it is built in").puzzle.sketch();
        assert_eq!(dragged(&sketch.picture(&puzzles::Board::blank(0)), &[], "row1", (0.1, 0.1)), None);
    }

    /// The fields of a sketch that lie on its drawing; sizes stand beside it.
    #[test]
    fn every_target_of_a_sketch_is_on_its_picture_or_beside_it() {
        for kind in KINDS {
            let size = play::offers(kind).next().expect("something is offered").size;
            let sketch = (kind.sketch)(size).expect("it can be drawn");
            let targets = sketch.targets();
            let areas = areas(&sketch.picture(&puzzles::Board::blank(0)).picture(), &|id| {
                targets.iter().any(|target| target.id == id)
            });
            let beside: Vec<&str> = targets
                .iter()
                .filter(|target| !areas.contains_key(&target.id))
                .map(|target| target.id.as_str())
                .collect();
            let is_size = |id: &&str| ["size", "side", "rows", "columns", "digits", "most"].contains(id);
            // Clues of pages of rules may be about what has no field of its own, such as cages.
            assert!(kind.page.is_some() || beside.iter().all(is_size), "{}: {beside:?}", kind.name);
        }
    }
}
