//! What is in the SVG.

use crate::boards;

use roxmltree::{Document, Node};
use scene::{Cell, Disc, Emphasis, Line, Pivot, Role, Scene, SvgRenderer, Text};

fn find<'a, 'i>(document: &'a Document<'i>, name: &str) -> Vec<Node<'a, 'i>> {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
}

#[test]
fn every_drawing_is_well_formed_and_describes_itself() {
    for (name, scene) in boards::all() {
        let svg = SvgRenderer::new().render(&scene);
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let described = if scene.description().is_empty() { "" } else { " scene-desc" };
        assert_eq!(root.attribute("aria-labelledby"), Some(format!("scene-title{described}").as_str()));
        assert_eq!(find(&document, "title")[0].text(), Some(scene.title()));
        assert_eq!(svg, SvgRenderer::new().render(&scene), "the same scene gives the same text");
        let shown: Vec<_> = find(&document, "text").iter().filter_map(Node::text).collect();
        for text in scene.marks().iter().filter_map(scene::Mark::text).filter(|text| !text.is_empty()) {
            assert!(shown.contains(&text), "{name}: {text} is not shown");
        }
        assert!(!svg.contains("href") && !svg.contains("@import"), "nothing from elsewhere");
    }
}

#[test]
fn text_is_escaped() {
    let mut scene = Scene::new("a < b & \u{0}", "]]> \"quoted\"\nsecond line");
    scene.add(Role::Label, Text::starting((0, 0), "<script>&\u{ffff}\u{2067}"));
    let svg = SvgRenderer::new().render(&scene);
    let document = Document::parse(&svg).expect("well-formed");
    assert_eq!(find(&document, "title")[0].text(), Some("a < b & \u{fffd}"));
    assert_eq!(find(&document, "desc")[0].text(), Some("]]> \"quoted\"\nsecond line"));
    assert_eq!(find(&document, "text")[0].text(), Some("<script>&\u{fffd}\u{fffd}"));
}

#[test]
fn marks_carry_their_role_emphasis_and_target() {
    let mut scene = Scene::new("", "");
    scene.add_for("r1c1", Role::Clue, Cell::framed((0, 0), 5, 3).text("7"));
    scene.add(Role::Frame, Line::right((0, 4), 4).thick());
    scene.emphasise("r1c1", Emphasis::Cause);
    scene.emphasise("r9c9", Emphasis::Wrong);
    let svg = SvgRenderer::for_page().render(&scene);
    let body = &svg[svg.find("<g").expect("marks")..];
    let expected = r#"<g id="scene-r1c1" data-target="r1c1" class="clue cause"><rect class="outline" x="15" y="20" width="40" height="40"/><rect class="ring" x="19" y="24" width="32" height="32"/><text class="text" x="35" y="44.6" font-size="13" text-anchor="middle">7</text></g>
<g class="frame"><path class="thick-line" d="M15 100L55 100"/></g>
</svg>
"#;
    assert_eq!(body, expected);
}

/// The marks of a target are one element, in whatever order they were added, so its
/// id occurs once; the element has the depth of the foremost of them.
#[test]
fn a_target_is_one_element() {
    let mut scene = Scene::new("", "");
    scene.add_for("b1", Role::Frame, Line::right((0, 2), 8).thick());
    scene.add(Role::Frame, Line::down((4, 0), 2));
    scene.add_for("b1", Role::Label, Text::starting((10, 2), "b1"));
    scene.add_for("b1", Role::Frame, Pivot::on((4, 2)));
    let svg = SvgRenderer::for_page().render(&scene);
    let document = Document::parse(&svg).expect("well-formed");
    let targets: Vec<_> = document.descendants().filter(|node| node.has_attribute("data-target")).collect();
    assert_eq!(targets.len(), 1);
    let parts: Vec<_> = targets[0].descendants().filter_map(|node| node.attribute("class")).collect();
    assert_eq!(parts, ["frame", "thick-line", "label", "text", "frame", "pivot"]);
    assert!(svg.find("M").is_some() && svg.find("data-target") > svg.find("<path class=\"line\""));
}

#[test]
fn wrong_and_selected_are_drawn_without_any_colour() {
    let mut scene = Scene::new("", "");
    scene.add_for("a", Role::Entry, Cell::framed((0, 0), 5, 3).text("7"));
    scene.add_for("b", Role::Entry, Disc::around((20, 1), 2).text("7"));
    scene.add_for("c", Role::Clue, Text::starting((0, 5), "7"));
    for target in ["a", "b", "c"] {
        scene.emphasise(target, Emphasis::Wrong);
        scene.select(target);
    }
    let svg = SvgRenderer::for_page().render(&scene);
    assert_eq!(svg.matches("class=\"strike\"").count(), 3);
    assert_eq!(svg.matches("class=\"selection\"").count(), 3);
    assert_eq!(svg.matches(" wrong selected\"").count(), 3);
}

#[test]
fn a_page_styles_its_pictures_itself() {
    for (name, scene) in boards::all() {
        let svg = SvgRenderer::for_page().render(&scene);
        for word in ["style", "fill=", "stroke", "color", "#", "rgb", "url("] {
            let body = svg.split_once("</desc>").map_or(&*svg, |(_, body)| body);
            assert!(!body.contains(word), "{name}: {word}");
        }
        assert_eq!(find(&Document::parse(&svg).expect("well-formed"), "style").len(), 0);
    }
}

/// Every class that is used has a rule, in the file's own style sheet and in
/// the one for pages.
#[test]
fn every_part_has_a_look() {
    let sheet = SvgRenderer::style_sheet(".scene");
    for (name, scene) in boards::all() {
        for group in scene.picture().groups {
            for (part, _) in &group.items {
                assert!(sheet.contains(&format!(".{}{{", part.name())), "{name}: {part:?}");
            }
        }
        let file = SvgRenderer::new().render(&scene);
        assert!(file.contains("prefers-color-scheme:dark") && file.contains("#scene .outline{"));
    }
}

#[test]
fn pictures_on_one_page_keep_apart() {
    let mut scene = Scene::new("", "");
    scene.add_for("r1c1", Role::Blank, Cell::framed((0, 0), 5, 3));
    let svg = SvgRenderer::new().id("3rd \"step\"").render(&scene);
    assert!(svg.contains("id=\"scene-3rdstep\"") && svg.contains("id=\"scene-3rdstep-r1c1\""));
    assert!(svg.contains("#scene-3rdstep .clue .text"));
    assert!(SvgRenderer::new().id("step-3").render(&scene).contains("id=\"step-3\""));
}

#[test]
fn borders_of_regions_lie_on_the_cells_beside_them() {
    let mut scene = Scene::new("two regions", "");
    scene.add(Role::Frame, Line::down((4, 0), 2).thick());
    scene.add(Role::Frame, Line::right((0, 4), 4));
    for (id, at) in [("r1c1", (0, 0)), ("r1c2", (4, 0))] {
        scene.add_for(id, Role::Blank, Cell::framed(at, 5, 3));
    }
    // A bar that has a name of its own stays behind, as do thin lines.
    scene.add_for("b1", Role::Frame, Line::right((0, 6), 4).thick());
    let svg = SvgRenderer::for_page().render(&scene);
    let at = |part: &str| svg.find(part).unwrap_or_else(|| panic!("{part} in {svg}"));
    let last_cell = at("data-target=\"r1c1\"").max(at("data-target=\"r1c2\""));
    let border = svg.match_indices("\"thick-line\"").map(|(at, _)| at).max().expect("it is drawn");
    assert!(border > last_cell, "{svg}");
    assert!(at("data-target=\"b1\"") < last_cell && at("class=\"line\"") < last_cell, "{svg}");
}

/// A drawing with large cells is often shown small.
#[test]
fn small_print_is_larger_where_cells_are_large() {
    let size = |columns: u32, rows: u32, text: &str, class: &str| -> f64 {
        let mut scene = Scene::new("cells", "");
        scene.add(Role::Blank, Cell::framed((0, 0), columns, rows).named("36x"));
        scene.add(Role::Clue, Text::centred((columns as i32 / 2, -1), text));
        let svg = SvgRenderer::for_page().render(&scene);
        let from = svg.split(&format!("<text class=\"{class}\"")).nth(1).expect("it is drawn");
        let number = from.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next());
        number.expect("it has a size").parse().expect("a number")
    };
    assert_eq!(size(5, 4, "17", "caption"), 11.0);
    assert!(size(13, 6, "17", "caption") > 18.0);
    assert_eq!(size(5, 4, "17", "text"), 15.0);
    assert!(size(13, 6, "17", "text") > size(13, 6, "numbers 1 to 8", "text"));
}
