//! What all pictures share: a page of SVG, its colours, its text.

use std::fmt::Write as _;

/// Colours that are told apart with any kind of colour vision (Okabe and Ito,
/// "Color Universal Design", 2008), on light paper and on dark. Series also
/// differ in the shape of their marks.
const RULES: &str = "\
@text{font:12px Helvetica,Arial,sans-serif;fill:#222}
@.title{font-size:14px;font-weight:bold}
@.small{font-size:10px}
@.halo{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
@.middle{text-anchor:middle}
@.end{text-anchor:end}
@.faint{fill:#666}
@.paper{fill:#fff}
@.grid{stroke:#ddd;fill:none}
@.axis{stroke:#444;fill:none}
@.edge{stroke:#888;fill:none}
@.line{fill:none;stroke-width:2}
@.published{stroke-dasharray:5 4;stroke-width:1.5}
@.hollow{fill:#fff}
@.bright{fill:#fff}
@.dim{fill:#111}
@.empty{fill:#f3f3f3;stroke:#ddd}
@.s0{stroke:#0072b2}@.s1{stroke:#d55e00}@.s2{stroke:#009e73}@.s3{stroke:#cc79a7}
@.s4{stroke:#b8860b}@.s5{stroke:#2b8cc4}@.s6{stroke:#555}@.s7{stroke:#7a4fbf}@.s8{stroke:#8c564b}
@.f0{fill:#0072b2}@.f1{fill:#d55e00}@.f2{fill:#009e73}@.f3{fill:#cc79a7}
@.f4{fill:#b8860b}@.f5{fill:#2b8cc4}@.f6{fill:#555}@.f7{fill:#7a4fbf}@.f8{fill:#8c564b}
@.choice{fill:#0072b2}@.failed{fill:#d55e00}@.solved{fill:#009e73}@.open{fill:#999}
";

/// What changes on dark paper.
const DARK: &str = "\
@text{fill:#ddd}
@.faint{fill:#999}
@.paper{fill:#16181c}
@.halo{stroke:#16181c}
@.grid{stroke:#33373d}
@.axis{stroke:#999}
@.edge{stroke:#777}
@.hollow{fill:#16181c}
@.bright{fill:#fff}
@.dim{fill:#111}
@.empty{fill:#22252a;stroke:#33373d}
@.s0{stroke:#56b4e9}@.s4{stroke:#e0b030}@.s6{stroke:#aaa}@.s7{stroke:#a98be0}
@.f0{fill:#56b4e9}@.f4{fill:#e0b030}@.f6{fill:#aaa}@.f7{fill:#a98be0}
@.choice{fill:#56b4e9}
";

/// The number of colours for series.
pub(crate) const COLOURS: usize = 9;

/// A picture being drawn.
#[derive(Debug)]
pub(crate) struct Page {
    width: f64,
    height: f64,
    id: String,
    title: String,
    body: String,
}

impl Page {
    /// A page of this size. The id must differ from that of every other
    /// picture on the same page of HTML, as style sheets hold for all of it.
    pub(crate) fn new(id: &str, title: &str, width: f64, height: f64) -> Page {
        let id = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        Page { width, height, id, title: title.to_owned(), body: String::new() }
    }

    /// An element without anything in it.
    pub(crate) fn shape(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "<{element}/>");
    }

    /// An element that says something when it is pointed at.
    pub(crate) fn told(&mut self, name: &str, attributes: std::fmt::Arguments<'_>, says: &str) {
        let _ = writeln!(self.body, "<{name} {attributes}><title>{}</title></{name}>", escape(says));
    }

    /// Text in the classes named.
    pub(crate) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let _ =
            writeln!(self.body, "<text x=\"{}\" y=\"{}\" class=\"{class}\">{}</text>", num(x), num(y), escape(text));
    }

    /// Text that reads upwards.
    pub(crate) fn upright(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let (x, y) = (num(x), num(y));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" class=\"{class}\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            escape(text)
        );
    }

    /// The picture.
    pub(crate) fn finish(self) -> String {
        let Page { width, height, id, title, body } = self;
        let (width, height, title) = (num(width), num(height), escape(&title));
        let scoped = |rules: &str| rules.replace('@', &format!("#{id} "));
        let (rules, dark) = (scoped(RULES), scoped(DARK));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<style>\n{rules}\
             @media (prefers-color-scheme: dark){{\n{dark}}}\n</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

/// A coordinate with no more figures than a screen can show.
pub(crate) fn num(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Text as it stands in SVG and HTML.
pub(crate) fn escape(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            c if c.is_control() && c != '\n' => " ".to_owned(),
            c => c.to_string(),
        })
        .collect()
}
