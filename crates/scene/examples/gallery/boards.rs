//! One small scene in the style of each puzzle.

use scene::{Cell, Content, Disc, Emphasis, Line, Passage, Pivot, Role, Scene, Text, Tick};

/// The scenes, with names that can be file names.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("weight", weight()),
        ("gap", gap()),
        ("gap-compact", gap_compact()),
        ("aztec", aztec()),
        ("trid", trid()),
        ("multibalance", multibalance()),
    ]
}

/// A bar with ticks, its pivot in column `x`, hung on a string of `above` rows.
fn bar(scene: &mut Scene, (x, y): (i32, i32), reach: [i32; 2], above: u32, emphasis: Option<Emphasis>) {
    const UNIT: i32 = 4;
    let [left, right] = reach.map(|distance| x + distance * UNIT);
    scene.add(Role::Frame, Line::right((left, y), left.abs_diff(right)).thick()).emphasis = emphasis;
    // No tick where a string runs behind the bar: it would look attached.
    let hidden = |x| (x, y) == (4, 4);
    for x in (left..=right).step_by(UNIT as usize).filter(|&x| !hidden(x)) {
        scene.add(Role::Frame, Tick::on((x, y)));
    }
    if above > 0 {
        scene.add(Role::Frame, Line::down((x, y - above as i32), above));
    }
    scene.add(Role::Frame, Pivot::on((x, y))).emphasis = emphasis;
}

/// A weight hung at column `x` below the bar in row `y`.
fn leaf(scene: &mut Scene, x: i32, y: i32, role: Role, text: &str) {
    scene.add(Role::Frame, Line::down((x, y), 2));
    scene.add(role, Cell::framed((x - 2, y + 2), 5, 3).text(text));
}

/// Two bars, one of which hangs on a string that runs behind the other.
pub(crate) fn weight() -> Scene {
    let mut scene = Scene::new("Weight, 6 leaves", "A bar with two weights and two bars below it.");
    bar(&mut scene, (0, 0), [-5, 5], 0, None);
    leaf(&mut scene, -20, 0, Role::Clue, "2");
    leaf(&mut scene, 20, 0, Role::Blank, "?");
    bar(&mut scene, (-4, 4), [-2, 3], 4, Some(Emphasis::Cause));
    leaf(&mut scene, -12, 4, Role::Entry, "12");
    leaf(&mut scene, 8, 4, Role::Blank, "?");
    scene.add(Role::Frame, Line::down((4, 0), 3));
    scene.add(Role::Frame, Passage::down((4, 3), 2));
    scene.add(Role::Frame, Line::down((4, 5), 6));
    bar(&mut scene, (4, 11), [-1, 2], 0, None);
    leaf(&mut scene, 0, 11, Role::Blank, "?");
    leaf(&mut scene, 12, 11, Role::Blank, "?");
    scene
}

const GAP: [&str; 9] = [
    "#..  #...",
    ".........",
    "..#...#  ",
    "         ",
    "  .#     ",
    "         ",
    "    ?    ",
    "         ",
    "         ",
];

fn gap_cell(char: char, cell: Cell) -> (Role, Cell) {
    match char {
        '#' => (Role::Entry, cell.with(Content::Solid)),
        '.' => (Role::Entry, cell.with(Content::Dot)),
        _ => (Role::Blank, cell),
    }
}

/// A board with clues outside, and a deduction marked.
pub(crate) fn gap() -> Scene {
    let mut scene = Scene::new("Gap, 9 by 9", "Row 1 has 4 empty cells between its filled cells.");
    for (y, line) in (0..).zip(GAP) {
        for (x, char) in (0..).zip(line.chars()) {
            let (role, cell) = gap_cell(char, Cell::framed((4 * x, 2 * y), 5, 3));
            let mark = scene.add(role, cell);
            mark.emphasis = match (x, y) {
                (0 | 5, 0) => Some(Emphasis::Cause),
                (1, 1) | (7, 5) => Some(Emphasis::Effect),
                (2, 2) | (3, 4) => Some(Emphasis::Wrong),
                _ => None,
            };
        }
    }
    scene.add(Role::Clue, Text::ending((-2, 1), "4")).emphasis = Some(Emphasis::Cause);
    scene.add(Role::Clue, Text::ending((-2, 15), "4"));
    scene.add(Role::Clue, Text::centred((6, -1), "5"));
    scene.add(Role::Clue, Text::centred((30, -1), "11"));
    scene
}

/// The same board without borders in text, as large boards need.
pub(crate) fn gap_compact() -> Scene {
    let mut scene = Scene::new("Gap, 9 by 9, compact", "");
    for (y, line) in (0..).zip(GAP) {
        for (x, char) in (0..).zip(line.chars()) {
            let (role, cell) = gap_cell(char, Cell::bare((2 * x, y), 2, 1));
            scene.add(role, cell);
        }
    }
    scene.add(Role::Clue, Text::ending((-2, 0), "4"));
    scene.add(Role::Clue, Text::ending((-2, 7), "4"));
    scene.add(Role::Clue, Text::ending((3, -1), "5"));
    scene
}

/// A pyramid with givens, entries and blanks.
pub(crate) fn aztec() -> Scene {
    let mut scene = Scene::new("Aztec Math, 4 rows", "The top is 9; 9 = 1 + 8.");
    let rows: [&[(Role, &str)]; 4] = [
        &[(Role::Clue, "9")],
        &[(Role::Entry, "1"), (Role::Clue, "8")],
        &[(Role::Blank, ""), (Role::Clue, "4"), (Role::Entry, "2")],
        &[(Role::Blank, ""), (Role::Entry, "4"), (Role::Blank, ""), (Role::Clue, "6")],
    ];
    for (row, places) in (0..).zip(rows) {
        for (place, &(role, text)) in (0..).zip(places) {
            let cell = Cell::framed((2 * (3 - row) + 4 * place, 2 * row), 5, 3).text(text);
            let mark = scene.add(role, if role == Role::Clue { cell.thick() } else { cell });
            mark.emphasis = match (row, place) {
                (1, 1) | (2, 1) => Some(Emphasis::Cause),
                (2, 2) => Some(Emphasis::Effect),
                (3, 1) => Some(Emphasis::Wrong),
                _ => None,
            };
        }
    }
    scene
}

/// A triangle with sums in triangles that point up and down.
pub(crate) fn trid() -> Scene {
    const SIDE: i32 = 4;
    let mut scene = Scene::new("Trid, side 4", "");
    let at = |row: i32, place: i32| (8 * place - 4 * row, 4 * row);
    for row in 0..SIDE {
        for place in 0..=row {
            if row + 1 < SIDE {
                scene.add(Role::Frame, Line::down_left(at(row, place), 4));
                scene.add(Role::Frame, Line::down_right(at(row, place), 4));
            }
            if place < row {
                scene.add(Role::Frame, Line::right(at(row, place), 8));
            }
        }
    }
    for row in 0..SIDE {
        for place in 0..=row {
            let (role, text) = match (row, place) {
                (0, 0) => (Role::Clue, "3"),
                (1, _) => (Role::Entry, "2"),
                (2, 1) => (Role::Entry, "12"),
                _ => (Role::Blank, ""),
            };
            let mark = scene.add(role, Disc::around(at(row, place), 2).text(text));
            mark.emphasis = match (row, place) {
                (1, 0) => Some(Emphasis::Cause),
                (2, 0) => Some(Emphasis::Effect),
                (3, 3) => Some(Emphasis::Wrong),
                _ => None,
            };
        }
    }
    let up = |row, place| (at(row, place).0, at(row, place).1 + 3);
    let down = |row, place| (at(row, place).0 + 4, at(row, place).1 + 1);
    scene.add(Role::Clue, Text::centred(up(0, 0), "12"));
    scene.add(Role::Clue, Text::centred(up(1, 0), "8")).emphasis = Some(Emphasis::Cause);
    scene.add(Role::Clue, Text::centred(down(1, 0), "11"));
    scene.add(Role::Clue, Text::centred(up(2, 1), "107"));
    scene.add(Role::Clue, Text::centred(down(2, 1), "27"));
    scene
}

/// A grid with fulcrums and some numbers.
pub(crate) fn multibalance() -> Scene {
    let mut scene = Scene::new("Multi-Balance, 5 by 4", "");
    let rows = ["1..^6", ".^...", "...^.", "c^.ab"];
    for (y, line) in (0..).zip(rows) {
        for (x, char) in (0..).zip(line.chars()) {
            let cell = Cell::framed((4 * x, 2 * y), 5, 3);
            let (role, cell) = match char {
                '^' => (Role::Clue, cell.with(Content::Fulcrum)),
                '.' => (Role::Blank, cell),
                'a'..='z' => (Role::Entry, cell.text((char as u32 - 'a' as u32 + 10).to_string())),
                digit => (Role::Entry, cell.text(digit)),
            };
            let mark = scene.add(role, cell);
            if y == 0 && char != '.' {
                mark.emphasis = Some(Emphasis::Cause);
            }
        }
    }
    scene
}
