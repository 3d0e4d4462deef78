//! Drawings as people see them.

use crate::boards;

use scene::{Candidates, Cell, Content, Disc, Emphasis, Line, Role, Scene, Slot, Text, TextRenderer};

/// Compares the text of a scene of the gallery. The expected drawing starts on
/// a line of its own.
fn assert_drawn(name: &str, expected: &str) {
    let (_, scene) = boards::all().into_iter().find(|(known, _)| *known == name).expect("a scene of the gallery");
    assert_eq!(scene.overlaps(), Ok(vec![]), "{name}");
    let text = TextRenderer::new().render(&scene).expect("small");
    assert_eq!(format!("\n{text}"), expected, "{name} is now drawn as\n{text}");
}

#[test]
fn weight() {
    let expected = r"
  ┝━━━┷━━━┷━━━┷━━━┿━━━▲━━━┿━━━┷━━━┷━━━┷━━━┥
  │               │       │               │
┌─┴─┐             │       │             ┌─┴─┐
│ 2 │             │       ┊             │ ? │
└───┘     ┝━━━┷━━━*━━━┷━━━━━━━┥         └───┘
          │               ┊   │
        ┌─┴─┐             │ ┌─┴─┐
        │ 12│             │ │ ? │
        └───┘             │ └───┘
                          │
                          │
                      ┝━━━▲━━━┷━━━┥
                      │           │
                    ┌─┴─┐       ┌─┴─┐
                    │ ? │       │ ? │
                    └───┘       └───┘
";
    assert_drawn("weight", expected);
}

#[test]
fn gap_compact() {
    let expected = r"
     5
4 ██ · · _ _██ · · ·
   · · · · · · · · ·
   · ·██ · · ·██ _ _
   _ _ _ _ _ _ _ _ _
   _ _ ·██ _ _ _ _ _
   _ _ _ _ _ _ _ _ _
   _ _ _ _ _ _ _ _ _
4  _ _ _ _ _ _ _ _ _
   _ _ _ _ _ _ _ _ _
";
    assert_drawn("gap-compact", expected);
}

#[test]
fn aztec() {
    let expected = r"
      ┏━━━┓
      ┃ 9 ┃
    ┌─┺━┳━┻━┓
    │ 1 ┃*8*┃
  ┌─┴─┲━┻━┳━┹─┐
  │   ┃*4*┃>2<│
┌─┴─┬─┺━┯━┹─┲━┷━┓
│   │!4!│   ┃ 6 ┃
└───┴───┴───┺━━━┛
";
    assert_drawn("aztec", expected);
}

#[test]
fn trid() {
    let expected = r"
            ( 3 )
             ╱ ╲
            ╱   ╲
           ╱  12 ╲
        * 2 *───( 2 )
         ╱ ╲  11 ╱ ╲
        ╱   ╲   ╱   ╲
       ╱ *8  ╲ ╱     ╲
    >   <───( 12)───(   )
     ╱ ╲     ╱ ╲  27 ╱ ╲
    ╱   ╲   ╱   ╲   ╱   ╲
   ╱     ╲ ╱ 107 ╲ ╱     ╲
(   )───(   )───(   )───!   !
";
    assert_drawn("trid", expected);
}

#[test]
fn multibalance() {
    let expected = r"
┌───┬───┬───┬───┬───┐
│*1*│   │   │*▲*│*6*│
├───┼───┼───┼───┼───┤
│   │ ▲ │   │   │   │
├───┼───┼───┼───┼───┤
│   │   │   │ ▲ │   │
├───┼───┼───┼───┼───┤
│ 12│ ▲ │   │ 10│ 11│
└───┴───┴───┴───┴───┘
";
    assert_drawn("multibalance", expected);
}

#[test]
fn gap() {
    let expected = r"
         5                       11
   ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
*4 │*█*│ · │ · │   │   │*█*│ · │ · │ · │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │ · │>·<│ · │ · │ · │ · │ · │ · │ · │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │ · │ · │!█!│ · │ · │ · │███│   │   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │   │   │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │   │   │ · │!█!│   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │   │   │   │   │   │   │   │> <│   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │   │   │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
 4 │   │   │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
   │   │   │   │   │   │   │   │   │   │
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘
";
    assert_drawn("gap", expected);
}

#[test]
fn ascii_draws_with_what_every_printer_has() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Frame, Line::right((0, 0), 8).thick());
    scene.add(Role::Frame, Line::down((6, 0), 1));
    scene.add(Role::Clue, Cell::framed((4, 2), 5, 3).with(Content::Fulcrum));
    scene.add(Role::Entry, Cell::bare((1, 2), 2, 1).with(Content::Solid));
    scene.add(Role::Entry, Cell::bare((1, 3), 2, 1).with(Content::Dot));
    scene.add(Role::Frame, Line::down_right((11, 0), 4));
    scene.add(Role::Frame, Line::down_left((15, 0), 4));
    scene.add(Role::Clue, Disc::around((15, 4), 1).text("5"));
    assert_eq!(scene.overlaps(), Ok(vec![]));
    let expected = r"
======+==  \   /
      |     \ /
 ## +---+    X
  . | ^ |   / \
    +---+  /  (5)
";
    let text = TextRenderer::new().ascii().render(&scene).expect("small");
    assert_eq!(format!("\n{text}"), expected);
}

#[test]
fn the_pivot_and_a_string_behind_a_bar_differ_in_ascii() {
    let (_, scene) = boards::all().into_iter().find(|(name, _)| *name == "weight").expect("weight");
    let text = TextRenderer::new().ascii().render(&scene).expect("small");
    assert!(text.contains('^') && text.contains(':') && text.is_ascii(), "{text}");
}

#[test]
fn candidates_keep_their_positions() {
    let slots = |gone: &[i32]| {
        let slot = |n: i32| if gone.contains(&n) { Slot::Gone } else { Slot::Text(n.to_string()) };
        Content::Candidates(Candidates::new(3, 1, (1..=9).map(slot)))
    };
    let mut scene = Scene::new("", "");
    scene.add_for("a", Role::Blank, Cell::framed((0, 0), 9, 5).with(slots(&[2, 5, 6])));
    scene.add_for("b", Role::Blank, Cell::framed((8, 0), 9, 5).with(slots(&[1, 2, 3, 4, 5, 6, 7, 8, 9])));
    scene.add_for("c", Role::Blank, Cell::framed((16, 0), 9, 6).named("w7").with(slots(&[7, 8, 9])));
    let pair = |slots: [Slot; 2]| Content::Candidates(Candidates::new(2, 1, slots));
    scene.add_for("d", Role::Blank, Cell::framed((24, 0), 5, 3).with(pair([Slot::Dot, Slot::Gone])));
    scene.add_for("e", Role::Blank, Cell::framed((28, 0), 5, 3).with(pair([Slot::Gone, Slot::Solid])));
    scene.add_for("f", Role::Blank, Disc::around((29, 4), 5).rows_high(2).with(slots(&[1])));
    scene.emphasise("c", Emphasis::Effect);
    scene.select("e");
    scene.select("c");
    assert_eq!(scene.overlaps(), Ok(vec![]));
    let expected = r"
┌───────┬───────┬───────┬───┬───┐
│ 1   3 │       │ 1 2 3 │·  │[ ▪│
│ 4     │   ×   │[4 5 6<├───┴───┘
│ 7 8 9 │       │       │ (  2 3)
└───────┴───────┤   w7  │ (4 5 6)
                └───────┘ (7 8 9)
";
    let text = TextRenderer::new().render(&scene).expect("small");
    assert_eq!(format!("\n{text}"), expected, "{text}");
}

#[test]
fn ansi_marks_more_than_colour() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Clue, Text::starting((0, 0), "1"));
    scene.add(Role::Entry, Text::starting((1, 0), "2"));
    scene.add(Role::Entry, Text::starting((4, 0), "3")).emphasis = Some(Emphasis::Cause);
    let text = TextRenderer::new().ansi().render(&scene).expect("small");
    assert_eq!(text, "\x1b[1m1\x1b[0m2 \x1b[4;36m*3\x1b[0m\n");
}
