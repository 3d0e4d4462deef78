//! What plots and search trees share: a picture being drawn, and its look.

use scene::picture::{Anchor, Group, Paint, Part, Picture, Primitive, Rule, Sheet, Style, SvgRenderer};

/// The sizes of text.
pub(crate) const TITLE: f64 = 14.0;
pub(crate) const NORMAL: f64 = 12.0;
pub(crate) const SMALL: f64 = 10.0;

/// The role of each series, which has a colour of its own.
pub(crate) const SERIES: [&str; 9] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];

/// The roles of a heat map, from little to much.
pub(crate) const HEAT: [&str; 11] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10"];

const PAPER: Paint = Paint::new(0xff_ff_ff, 0x16_18_1c);
const FAINT: Paint = Paint::new(0x66_66_66, 0x99_99_99);
const GRID: Paint = Paint::new(0xdd_dd_dd, 0x33_37_3d);
const BLUE: Paint = Paint::new(0x00_72_b2, 0x56_b4_e9);
const RED: Paint = Paint::new(0xd5_5e_00, 0xd5_5e_00);
const GREEN: Paint = Paint::new(0x00_9e_73, 0x00_9e_73);

/// Colours that can be told apart with any kind of colour vision (Okabe and
/// Ito, "Color Universal Design", 2008), on light paper and on dark. Series also
/// differ in the shape of their marks. Heat maps go from light to dark through
/// hues that every kind of colour vision orders alike (after ColorBrewer's
/// YlGnBu), and are the same on dark paper.
static SHEET: Sheet = Sheet(&[
    &[
        Rule::all(Part::Paper, Style::filled(PAPER)),
        Rule::all(Part::Text, Style::filled(Paint::new(0x22_22_22, 0xdd_dd_dd))),
        Rule::of("title", Part::Text, Style::BOLD),
        Rule::of("faint", Part::Text, Style::filled(FAINT)),
        Rule::of("bright", Part::Text, Style::filled(Paint::new(0xff_ff_ff, 0xff_ff_ff))),
        Rule::of("dim", Part::Text, Style::filled(Paint::new(0x11_11_11, 0x11_11_11))),
        Rule::of("halo", Part::Text, Style::halo(PAPER, 3.0)),
        Rule::of("grid", Part::Line, Style::drawn(GRID, 1.0)),
        Rule::of("axis", Part::Line, Style::drawn(Paint::new(0x44_44_44, 0x99_99_99), 1.0)),
        Rule::of("edge", Part::Line, Style::drawn(Paint::new(0x88_88_88, 0x77_77_77), 1.0)),
        Rule::of("empty", Part::Outline, Style::drawn(GRID, 1.0).fill(Paint::new(0xf3_f3_f3, 0x22_25_2a))),
    ],
    &series("s0", BLUE),
    &series("s1", RED),
    &series("s2", GREEN),
    &series("s3", Paint::new(0xcc_79_a7, 0xcc_79_a7)),
    &series("s4", Paint::new(0xb8_86_0b, 0xe0_b0_30)),
    &series("s5", Paint::new(0x2b_8c_c4, 0x2b_8c_c4)),
    &series("s6", Paint::new(0x55_55_55, 0xaa_aa_aa)),
    &series("s7", Paint::new(0x7a_4f_bf, 0xa9_8b_e0)),
    &series("s8", Paint::new(0x8c_56_4b, 0x8c_56_4b)),
    &[
        Rule::of("published", Part::Line, Style::PLAIN.dash(5.0, 4.0)),
        Rule::of("choice", Part::Fill, Style::filled(BLUE)),
        Rule::of("failed", Part::Fill, Style::filled(RED)),
        Rule::of("solved", Part::Fill, Style::filled(GREEN)),
        Rule::of("open", Part::Fill, Style::filled(Paint::new(0x99_99_99, 0x99_99_99))),
        heat("h0", 0xff_ff_d9),
        heat("h1", 0xe3_f4_c7),
        heat("h2", 0xc7_e9_b4),
        heat("h3", 0xa3_db_b8),
        heat("h4", 0x7f_cd_bb),
        heat("h5", 0x60_c2_c0),
        heat("h6", 0x41_b6_c4),
        heat("h7", 0x32_8a_b6),
        heat("h8", 0x22_5e_a8),
        heat("h9", 0x15_3e_80),
        heat("h10", 0x08_1d_58),
    ],
]);

/// A series is a line with marks, or bars; what was published is only outlined.
const fn series(role: &'static str, paint: Paint) -> [Rule; 3] {
    [
        Rule::of(role, Part::Line, Style::drawn(paint, 2.0)),
        Rule::of(role, Part::Fill, Style::filled(paint)),
        Rule::of(role, Part::Outline, Style::drawn(paint, 1.0).fill(PAPER)),
    ]
}

const fn heat(role: &'static str, colour: u32) -> Rule {
    Rule::of(role, Part::Fill, Style::filled(Paint::new(colour, colour)))
}

/// A picture being drawn.
#[derive(Debug)]
pub(crate) struct Page {
    id: String,
    picture: Picture,
}

impl Page {
    /// A page of this size. The id must differ from that of every other picture
    /// on the same page of HTML, as style sheets apply to all of it.
    pub(crate) fn new(id: &str, title: &str, width: f64, height: f64) -> Page {
        Page { id: id.to_owned(), picture: Picture::new(title, width, height, &SHEET) }
    }

    /// A shape with these roles.
    pub(crate) fn shape(&mut self, roles: &[&'static str], part: Part, shape: Primitive) {
        self.picture.groups.push(Group { roles: roles.to_vec(), items: vec![(part, shape)], ..Group::default() });
    }

    /// A shape that says something when it is pointed at.
    pub(crate) fn told(&mut self, roles: &[&'static str], part: Part, shape: Primitive, says: &str) {
        let tip = Some(says.to_owned());
        self.picture.groups.push(Group { roles: roles.to_vec(), tip, items: vec![(part, shape)], ..Group::default() });
    }

    /// Text that starts at a point on its baseline.
    pub(crate) fn text(&mut self, at: (f64, f64), roles: &[&'static str], size: f64, text: &str) {
        self.shape(roles, Part::Text, Primitive::text(at, Anchor::Start, size, text));
    }

    /// Text centred on a point.
    pub(crate) fn centred(&mut self, at: (f64, f64), roles: &[&'static str], size: f64, text: &str) {
        self.shape(roles, Part::Text, Primitive::text(at, Anchor::Middle, size, text));
    }

    /// Text that ends at a point.
    pub(crate) fn ending(&mut self, at: (f64, f64), text: &str) {
        self.shape(&[], Part::Text, Primitive::text(at, Anchor::End, NORMAL, text));
    }

    /// Text that reads upwards.
    pub(crate) fn upward(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        let text = Primitive::Text { at, anchor, size: NORMAL, upward: true, text: text.to_owned() };
        self.shape(&[], Part::Text, text);
    }

    /// The picture as SVG.
    pub(crate) fn finish(self) -> String {
        SvgRenderer::new().id(&self.id).write(&self.picture)
    }
}
