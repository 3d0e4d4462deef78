//! Scenes at the edge of the plane, and beyond what text can show.

use scene::{Cell, Disc, Line, MAX_CELLS, Passage, Role, Scene, SvgRenderer, Text, TextRenderer};

#[test]
fn giant_scenes_are_refused_as_text_and_drawn_as_svg() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Frame, Cell::framed((i32::MIN, i32::MIN), u32::MAX, u32::MAX));
    scene.add(Role::Frame, Cell::bare((i32::MAX, i32::MAX), u32::MAX, u32::MAX));
    scene.add(Role::Frame, Line::down_left((i32::MIN, i32::MAX), u32::MAX));
    scene.add(Role::Frame, Line::right((i32::MAX, i32::MAX), u32::MAX));
    scene.add(Role::Frame, Passage::down((i32::MAX, i32::MAX), u32::MAX));
    scene.add(Role::Frame, Disc::around((i32::MIN, i32::MIN), u32::MAX));
    scene.add(Role::Frame, Text::ending((i32::MIN, i32::MIN), "12"));
    let error = TextRenderer::new().render(&scene).expect_err("too large");
    assert!(error.columns > MAX_CELLS);
    assert!(error.to_string().starts_with("the drawing is too large for text: "));
    assert_eq!(scene.overlaps(), Err(error));
    assert!(SvgRenderer::for_page().render(&scene).len() < 3000);
}

#[test]
fn many_marks_on_one_place_are_bounded_as_well() {
    let mut scene = Scene::new("", "");
    for _ in 0..3000 {
        scene.add(Role::Frame, Cell::framed((0, 0), 1000, 1000));
    }
    let error = scene.overlaps().expect_err("too large");
    assert_eq!((error.columns, error.rows, error.occupied), (1000, 1000, 3_000_000_000));
}

#[test]
fn the_largest_gap_board_fits() {
    let mut scene = Scene::new("", "");
    for y in 0..200 {
        for x in 0..200 {
            scene.add(Role::Blank, Cell::framed((4 * x, 2 * y), 5, 3));
        }
    }
    assert_eq!(scene.overlaps(), Ok(vec![]));
    let text = TextRenderer::new().render(&scene).expect("it fits");
    assert_eq!(text.lines().count(), 401);
}

#[test]
fn negative_coordinates_move_the_origin() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Label, Text::starting((-7, -3), "a"));
    scene.add(Role::Label, Text::starting((-5, -2), "b"));
    assert_eq!(TextRenderer::new().render(&scene).as_deref(), Ok("a\n  b\n"));
}

#[test]
fn nothing_drawn_is_nothing_shown() {
    let scene = Scene::new("", "");
    assert_eq!(TextRenderer::new().render(&scene).as_deref(), Ok(""));
    assert_eq!(scene.extent(), None);
    assert!(SvgRenderer::new().render(&scene).ends_with("</svg>\n"));
}

#[test]
fn control_characters_cannot_break_the_grid_or_drive_the_terminal() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Label, Text::starting((0, 0), "a\n\x1b[2Jb\u{202e}c"));
    let text = TextRenderer::new().render(&scene);
    assert_eq!(text.as_deref(), Ok("a\u{fffd}\u{fffd}[2Jb\u{fffd}c\n"));
}
