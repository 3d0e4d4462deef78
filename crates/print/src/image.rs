//! Pages as images: SVG, and, with the feature `png`, PNG painted from it.

use crate::Pages;
use crate::font::Face;
use crate::look::SHEET;
use crate::page::{Element, Item, Page};
use scene::SvgRenderer;
use scene::escape;
use std::fmt::Write;

/// The faces, for readers that have no such font as well: the length of a line
/// is given with it, and any other font is fitted to it.
const STYLE: &str = "\
#page text{font-family:'Noto Sans','Open Sans',Helvetica,Arial,sans-serif}
#page .bold{font-weight:bold}
#page .mono{font-family:'Noto Sans Mono','DejaVu Sans Mono',monospace}
";

impl Pages {
    /// A page, from 0, as an SVG file of the size of the paper.
    pub fn svg(&self, number: usize) -> Option<String> {
        let page = self.pages.get(number)?;
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write_page(page, &format!("{}, page {}", self.title, number + 1), &mut out);
        Some(out)
    }
}

fn write_page(page: &Page, title: &str, out: &mut String) -> std::fmt::Result {
    let Page { width, height, pieces } = page;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"page\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>\n{}{STYLE}</style>",
        escape(title),
        SHEET.css("#page"),
    )?;
    writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>")?;
    let mut figures = 0;
    for piece in pieces {
        if let Element::Link(address) = &piece.element {
            writeln!(out, "<a href=\"{}\">", escape(address))?;
        }
        for item in &piece.items {
            match item {
                Item::Text { at, size, face, text } => write_text(*at, *size, *face, text, out)?,
                Item::Picture { at, scale, picture } => {
                    figures += 1;
                    writeln!(out, "<g transform=\"translate({} {}) scale({})\">", num(at.0), num(at.1), num(*scale))?;
                    out.push_str(&SvgRenderer::for_page().id(&format!("figure-{figures}")).write(picture));
                    out.push_str("</g>\n");
                }
            }
        }
        if let Element::Link(_) = &piece.element {
            out.push_str("</a>\n");
        }
    }
    out.write_str("</svg>\n")
}

fn write_text((x, y): (f64, f64), size: f64, face: Face, text: &str, out: &mut String) -> std::fmt::Result {
    let class = match face {
        Face::Plain => "text",
        Face::Bold => "text bold",
        Face::Mono => "text mono",
    };
    let text = text.trim_end();
    let length = face.width(size, text);
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
        num(x),
        num(y),
        num(size),
        num(length),
        escape(text)
    )
}

/// A number with no more digits than a printer can show.
fn num(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0 + 0.0
}
