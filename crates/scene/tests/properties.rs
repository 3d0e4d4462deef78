//! What holds for all scenes.

use proptest::prelude::*;
use scene::picture::{Part, Primitive};
use scene::{
    Candidates, Cell, Content, Disc, Emphasis, Line, Mark, Passage, Pivot, Role, Scene, Shape, Slot, SvgRenderer, Text,
    TextRenderer, Tick,
};
use std::collections::BTreeSet;

fn place() -> impl Strategy<Value = (i32, i32)> {
    (-20..20, -10..10)
}

fn slot() -> impl Strategy<Value = Slot> {
    prop_oneof![Just(Slot::Gone), Just(Slot::Dot), Just(Slot::Solid), "[0-9]{1,2}".prop_map(Slot::Text)]
}

fn shape() -> impl Strategy<Value = Shape> {
    let content = prop_oneof![
        Just(Content::Blank),
        Just(Content::Solid),
        Just(Content::Dot),
        Just(Content::Fulcrum),
        "[0-9?<&]{1,4}".prop_map(Content::Text),
        (1..4usize, prop::collection::vec(slot(), 0..10))
            .prop_map(|(columns, slots)| Content::Candidates(Candidates::new(columns, 1, slots))),
    ];
    prop_oneof![
        (place(), "[a-z0-9<&]{1,5}").prop_map(|(at, text)| Text::starting(at, text).into()),
        (place(), "[a-z0-9<&]{1,5}").prop_map(|(at, text)| Text::centred(at, text).into()),
        (place(), "[a-z0-9<&]{1,5}").prop_map(|(at, text)| Text::ending(at, text).into()),
        (place(), 0..8u32, 0..5u32, content.clone())
            .prop_map(|(at, w, h, content)| Cell::framed(at, w, h).thick().with(content).into()),
        (place(), 0..8u32, 0..6u32, content.clone(), "[a-z0-9]{0,3}")
            .prop_map(|(at, w, h, content, name)| Cell::framed(at, w, h).with(content).named(name).into()),
        (place(), 0..8u32, 0..6u32, content.clone())
            .prop_map(|(at, w, h, content)| Disc::around(at, w).rows_high(h).with(content).into()),
        (place(), 1..4u32, 0..3u32, "[0-9]{1,3}")
            .prop_map(|(at, columns, rows, text)| Text::over(at, columns, text).raised(rows).into()),
        (place(), 0..8u32, 0..5u32, content).prop_map(|(at, w, h, content)| Cell::bare(at, w, h).with(content).into()),
        (place(), 0..4u32, "[0-9]{0,3}").prop_map(|(at, w, text)| Disc::around(at, w).text(text).into()),
        (place(), 0..9u32).prop_map(|(at, steps)| Line::right(at, steps).into()),
        (place(), 0..9u32).prop_map(|(at, steps)| Line::down(at, steps).thick().into()),
        (place(), 0..9u32).prop_map(|(at, steps)| Line::down_left(at, steps).into()),
        (place(), 0..9u32).prop_map(|(at, steps)| Line::down_right(at, steps).into()),
        place().prop_map(|at| Tick::on(at).into()),
        place().prop_map(|at| Pivot::on(at).into()),
        (place(), 0..5u32).prop_map(|(at, rows)| Passage::down(at, rows).into()),
    ]
}

fn emphasis() -> impl Strategy<Value = Option<Emphasis>> {
    prop_oneof![
        3 => Just(None),
        1 => Just(Some(Emphasis::Cause)),
        1 => Just(Some(Emphasis::Effect)),
        1 => Just(Some(Emphasis::Wrong)),
    ]
}

fn role() -> impl Strategy<Value = Role> {
    prop_oneof![
        Just(Role::Clue),
        Just(Role::Entry),
        Just(Role::Checkpoint),
        Just(Role::Blank),
        Just(Role::Label),
        Just(Role::Frame),
    ]
}

fn scene() -> impl Strategy<Value = Scene> {
    let target = prop_oneof![Just(None), "[a-c]".prop_map(Some)];
    prop::collection::vec((role(), shape(), emphasis(), target, any::<bool>()), 0..12).prop_map(|marks| {
        let mut scene = Scene::new("random", "");
        for (role, shape, emphasis, target, selected) in marks {
            let mark = scene.add(role, shape);
            (mark.emphasis, mark.target, mark.selected) = (emphasis, target, selected);
        }
        scene
    })
}

/// The scene with only these marks, rendered with the origin of the whole scene:
/// a grid of characters, blank where nothing is drawn.
fn grid(whole: &Scene, marks: &[&Mark]) -> Vec<Vec<char>> {
    let mut scene = Scene::new("", "");
    for mark in marks {
        let copy = scene.add(mark.role, mark.shape.clone());
        (copy.emphasis, copy.selected) = (mark.emphasis, mark.selected);
    }
    let (Some(all), Some(some)) = (whole.extent(), scene.extent()) else {
        return Vec::new();
    };
    let size = |from: i64, to: i64| usize::try_from(to - from).expect("ordered");
    let mut grid = vec![vec![' '; size(all.left, all.right) + 1]; size(all.top, all.bottom) + 1];
    let text = TextRenderer::new().render(&scene).expect("small");
    for (y, line) in (size(all.top, some.top)..).zip(text.lines()) {
        for (x, char) in (size(all.left, some.left)..).zip(line.chars()) {
            grid[y][x] = char;
        }
    }
    grid
}

proptest! {
    #[test]
    fn lines_of_text_have_no_blanks_at_their_end(scene in scene()) {
        for renderer in [TextRenderer::new(), TextRenderer::new().ascii()] {
            let text = renderer.render(&scene).expect("small");
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            prop_assert!(text.lines().all(|line| line.trim_end() == line));
            let rows = scene.extent().map_or(0, scene::Extent::rows);
            prop_assert_eq!(text.lines().count() as u64, rows);
        }
    }

    #[test]
    fn styling_only_adds_escapes(scene in scene()) {
        let plain = TextRenderer::new().render(&scene).expect("small");
        let styled = TextRenderer::new().ansi().render(&scene).expect("small");
        let mut stripped = String::new();
        let mut escape = false;
        for char in styled.chars() {
            match char {
                '\x1b' => escape = true,
                'm' if escape => escape = false,
                _ if escape => {}
                _ => stripped.push(char),
            }
        }
        prop_assert_eq!(stripped, plain);
        for line in styled.lines() {
            // No style reaches into the next line.
            let last = line.rfind('\x1b').map(|place| &line[place..]);
            prop_assert!(last.is_none_or(|escape| escape.starts_with("\x1b[0m")));
        }
    }

    #[test]
    fn ascii_is_ascii(scene in scene()) {
        prop_assert!(TextRenderer::new().ascii().render(&scene).expect("small").is_ascii());
    }

    #[test]
    fn svg_is_well_formed(scene in scene()) {
        let svg = SvgRenderer::for_page().render(&scene);
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let picture = scene.picture();
        let items = || picture.groups.iter().flat_map(|group| &group.items);
        let texts = |part: Part| items().filter(|item| item.0 == part).count();
        let shown = document.descendants().filter(|node| node.has_tag_name("text")).count();
        prop_assert_eq!(shown, items().filter(|item| matches!(item.1, Primitive::Text { .. })).count());
        prop_assert!(texts(Part::Text) >= scene.marks().iter().filter(|mark| mark.text().is_some()).count());
        // No id is given twice, and no target is lost.
        let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let distinct: BTreeSet<_> = ids.iter().collect();
        prop_assert_eq!(distinct.len(), ids.len());
        let targets: BTreeSet<_> = document.descendants().filter_map(|node| node.attribute("data-target")).collect();
        let wanted: BTreeSet<_> = scene.marks().iter().filter_map(|mark| mark.target.as_deref()).collect();
        prop_assert_eq!(targets, wanted);
    }

    /// Without overlaps nothing is lost: every sign that a mark shows alone is
    /// in the whole drawing, and in its place.
    #[test]
    fn without_overlaps_every_text_is_seen(scene in scene()) {
        // Most random scenes overlap; the marks that do are left out.
        let overlaps = scene.overlaps().expect("small");
        let kept: Vec<&Mark> = (0..).zip(scene.marks())
            .filter(|&(index, _)| overlaps.iter().all(|pair| pair.second != index))
            .map(|(_, mark)| mark)
            .collect();
        let together = grid(&scene, &kept);
        for mark in kept.iter().filter(|mark| mark.text().is_some()) {
            for (row, alone) in together.iter().zip(grid(&scene, &[mark])) {
                for (&char, alone) in row.iter().zip(alone) {
                    // Only borders may change, where lines join them.
                    let line = ('\u{2500}'..='\u{257f}').contains(&alone);
                    prop_assert!(alone == ' ' || line || char == alone, "{alone} became {char}");
                }
            }
        }
    }

    /// Texts overlap exactly if their cells do.
    #[test]
    fn texts_overlap_where_one_hides_the_other(a in place(), b in place(), n in 1..9usize, m in 1..9usize) {
        let mut scene = Scene::new("", "");
        scene.add(Role::Label, Text::centred(a, "a".repeat(n)));
        scene.add(Role::Label, Text::ending(b, "b".repeat(m)));
        let text = TextRenderer::new().render(&scene).expect("small");
        let hidden = text.matches(['a', 'b']).count() < n + m;
        prop_assert_eq!(hidden, !scene.overlaps().expect("small").is_empty());
    }
}
