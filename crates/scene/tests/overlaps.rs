//! What may be drawn over what.

use scene::{Cell, Content, Disc, Emphasis, Line, Overlap, Passage, Pivot, Role, Scene, Shape, Text, Tick};

fn collide(a: impl Into<Shape>, b: impl Into<Shape>) -> bool {
    let mut scene = Scene::new("", "");
    scene.add(Role::Frame, a);
    scene.add(Role::Frame, b);
    let overlaps = scene.overlaps().expect("the scene is small");
    assert!(overlaps.is_empty() || overlaps == [Overlap { first: 0, second: 1 }]);
    !overlaps.is_empty()
}

#[test]
fn text_collides_with_everything() {
    let text = || Text::centred((5, 5), "123");
    assert!(collide(text(), Text::starting((6, 5), "4")));
    assert!(!collide(text(), Text::starting((7, 5), "4")));
    assert!(!collide(text(), Text::ending((3, 5), "4")));
    assert!(collide(text(), Line::right((0, 5), 4)));
    assert!(collide(text(), Line::down((5, 0), 5)));
    assert!(collide(text(), Line::down_right((0, 0), 5)));
    assert!(collide(text(), Cell::framed((6, 4), 5, 3)));
    assert!(collide(text(), Cell::framed((0, 0), 20, 20)));
    assert!(collide(text(), Disc::around((7, 5), 1)));
    assert!(collide(text(), Pivot::on((5, 5))));
    assert!(collide(text(), Tick::on((5, 5))));
    assert!(collide(text(), Passage::down((5, 5), 2)));
}

#[test]
fn straight_lines_and_borders_join() {
    let cell = || Cell::framed((0, 0), 5, 3);
    assert!(!collide(cell(), Cell::framed((4, 0), 5, 3)));
    assert!(!collide(cell(), Cell::framed((2, 2), 5, 3)));
    assert!(collide(cell(), Cell::framed((3, 0), 5, 3)));
    assert!(collide(cell(), Cell::bare((4, 1), 1, 1)));
    assert!(!collide(cell(), Line::down((2, -5), 5)));
    assert!(collide(cell(), Line::down((2, -5), 6)), "the inside of a cell is its own");
    assert!(!collide(Line::right((0, 0), 9), Line::down((4, -4), 9)));
    assert!(!collide(Line::right((0, 0), 9), Tick::on((4, 0))));
}

#[test]
fn diagonals_cross_each_other_and_meet_other_lines_at_ends() {
    assert!(!collide(Line::down_right((0, 0), 4), Line::down_left((4, 0), 4)));
    assert!(collide(Line::down_right((0, 0), 4), Line::right((0, 2), 4)));
    assert!(collide(Line::down_right((0, 0), 4), Line::right((0, 4), 8)));
    assert!(!collide(Line::down_right((0, 0), 4), Line::right((4, 4), 8)));
    assert!(collide(Line::down_right((0, 0), 4), Tick::on((4, 4))));
}

#[test]
fn lines_end_in_discs_and_do_not_pass_through() {
    let disc = || Disc::around((0, 0), 1).text("5");
    assert!(!collide(disc(), Line::right((0, 0), 8)));
    assert!(!collide(disc(), Line::right((-8, 0), 8)));
    assert!(!collide(disc(), Line::down_left((4, -4), 4)));
    assert!(collide(disc(), Line::right((-8, 0), 16)));
    assert!(collide(disc(), Line::down((1, -3), 3)));
    assert!(collide(disc(), Disc::around((2, 0), 1)));
    assert!(!collide(disc(), Disc::around((3, 0), 1)));
}

#[test]
fn pivots_sit_on_lines() {
    assert!(!collide(Pivot::on((0, 0)), Line::right((-5, 0), 10)));
    assert!(!collide(Pivot::on((0, 0)), Tick::on((0, 0))));
    assert!(collide(Pivot::on((0, 0)), Line::down_left((2, -2), 4)));
    assert!(collide(Pivot::on((0, 0)), Cell::framed((0, 0), 5, 3)));
    assert!(collide(Pivot::on((0, 0)), Pivot::on((0, 0))));
}

#[test]
fn passages_let_others_through() {
    let passage = || Passage::down((0, -1), 2);
    assert!(!collide(passage(), Line::right((-5, 0), 10)));
    assert!(!collide(passage(), Line::down((0, -5), 4)));
    assert!(!collide(passage(), Line::down((0, 1), 4)));
    assert!(collide(passage(), Line::down((0, -5), 10)));
    assert!(collide(passage(), Line::right((-5, 1), 10)));
}

#[test]
fn a_flag_takes_its_own_cell() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Clue, Text::starting((0, 0), "4"));
    scene.add(Role::Clue, Text::starting((1, 0), "5"));
    assert_eq!(scene.overlaps(), Ok(vec![]));
    let mut scene = Scene::new("", "");
    scene.add(Role::Clue, Text::starting((0, 0), "4"));
    scene.add(Role::Clue, Text::starting((1, 0), "5")).emphasis = Some(Emphasis::Wrong);
    assert_eq!(scene.overlaps(), Ok(vec![Overlap { first: 0, second: 1 }]));
}

#[test]
fn a_cell_too_small_for_its_text_runs_into_its_neighbour() {
    let wide = Cell::framed((0, 0), 5, 3).text("1234");
    assert!(collide(wide, Cell::framed((4, 0), 5, 3)));
    let solid = Cell::framed((0, 0), 5, 3).with(Content::Solid);
    assert!(!collide(solid, Cell::framed((4, 0), 5, 3)));
}
