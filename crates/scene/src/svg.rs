//! Scenes as SVG.

use crate::Scene;
use crate::picture::Svg;

/// Renders scenes as SVG: one `<svg>` element.
///
/// It has a title and a description for screen readers, a viewBox, and a class
/// for every role, emphasis and part. A file of its own also has a style sheet,
/// for light pages and dark. The same scene always gives the same text.
#[derive(Clone, Debug, Default)]
pub struct SvgRenderer {
    svg: Svg,
}

impl SvgRenderer {
    /// A renderer for pictures that stand alone.
    #[must_use]
    pub fn new() -> Self {
        SvgRenderer { svg: Svg::file() }
    }

    /// A renderer for pictures on a page, which styles them: see [`Svg::page`].
    #[must_use]
    pub fn for_page() -> Self {
        SvgRenderer { svg: Svg::page() }
    }

    /// The same, with another `id` for the element: see [`Svg::id`].
    #[must_use]
    pub fn id(self, id: &str) -> Self {
        SvgRenderer { svg: self.svg.id(id) }
    }

    /// The drawing.
    #[must_use]
    pub fn render(&self, scene: &Scene) -> String {
        self.svg.write(&scene.picture())
    }

    /// A style sheet for pages, for all drawings inside elements that the
    /// selector `scope` matches, such as `.scene`.
    #[must_use]
    pub fn style_sheet(scope: &str) -> String {
        crate::look::SHEET.css(scope)
    }
}
