//! What is in the SVG.

#[path = "../examples/gallery/boards.rs"]
mod boards;

use roxmltree::{Document, Node};
use scene::{Cell, Emphasis, Line, Role, Scene, SvgRenderer, Text};

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
        assert_eq!(root.attribute("aria-labelledby"), Some("scene-title scene-desc"));
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
    scene.add(Role::Label, Text::starting((0, 0), "<script>&\u{ffff}"));
    let svg = SvgRenderer::new().render(&scene);
    let document = Document::parse(&svg).expect("well-formed");
    assert_eq!(find(&document, "title")[0].text(), Some("a < b & \u{fffd}"));
    assert_eq!(find(&document, "desc")[0].text(), Some("]]> \"quoted\"\nsecond line"));
    assert_eq!(find(&document, "text")[0].text(), Some("<script>&\u{fffd}"));
}

#[test]
fn marks_carry_their_role_and_emphasis() {
    let mut scene = Scene::new("", "");
    scene.add(Role::Clue, Cell::framed((0, 0), 5, 3).text("7")).emphasis = Some(Emphasis::Cause);
    scene.add(Role::Frame, Line::right((0, 4), 4).thick());
    let svg = SvgRenderer::new().render(&scene);
    let body = &svg[svg.find("<g ").expect("marks")..];
    let expected = r#"<g class="frame">
<path class="line thick" d="M15 100L55 100"/>
</g>
<g class="clue cause">
<rect x="15" y="20" width="40" height="40"/><rect class="ring" x="19" y="24" width="32" height="32"/><text x="35" y="45">7</text>
</g>
</svg>
"#;
    assert_eq!(body, expected);
}

#[test]
fn pictures_on_one_page_keep_apart() {
    let scene = Scene::new("", "");
    let svg = SvgRenderer::new().id("3rd \"step\"").render(&scene);
    assert!(svg.contains("id=\"scene-3rdstep\""));
    assert!(svg.contains("#scene-3rdstep .clue text"));
    assert!(svg.contains("url(#scene-3rdstep-hatch)"));
    assert!(SvgRenderer::new().id("step-3").render(&scene).contains("id=\"step-3\""));
}
