//! The player on the screen.

use super::app::{App, Table};
use super::look::Look;
use super::overlay::Overlay;
use super::start::Start;
use crate::text::visible;
use equipoise::scene::Scene;
use equipoise::studio::HintLevel;
use play::message::HintSort;
use play::session::{Aside, Line, Notice};
use play::words;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use std::borrow::Cow;

/// The columns of the text beside the board, if the window is wide enough for
/// both; otherwise the text is below.
const SIDE: u16 = 34;
const WIDE: u16 = 76;

const MAKING: &str = "making a puzzle…";

/// A paragraph of a text.
#[derive(Debug, Clone)]
pub(super) struct Paragraph {
    text: String,
    style: Style,
    /// By how much lines after the first are indented.
    indent: usize,
}

impl Paragraph {
    pub(super) fn new(text: impl Into<String>, style: Style) -> Paragraph {
        Paragraph { text: text.into(), style, indent: 0 }
    }
}

impl App {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let [top, middle, bottom] = rows(area);
        let (look, making) = (self.look, self.is_making());
        let cursor = match &mut self.table {
            None => {
                title(frame.buffer_mut(), top, look, "Equipoise", "");
                self.start.draw(look, middle, frame.buffer_mut());
                None
            }
            Some(table) => {
                let state = table.state(making);
                title(frame.buffer_mut(), top, look, &table.title(), &state);
                table.draw(look, &mut self.text_first, middle, frame.buffer_mut())
            }
        };
        let cursor = match &mut self.overlay {
            None => cursor.filter(|_| !self.is_waiting()),
            Some(overlay) => {
                overlay.draw(look, area, frame.buffer_mut());
                None
            }
        };
        let (keys, buffer) = (self.keys(), frame.buffer_mut());
        fill(buffer, bottom, look.bar());
        let line = key_line(keys, usize::from(bottom.width));
        put(buffer, bottom.x, bottom.y, line, usize::from(bottom.width), look.bar());
        if self.table.is_none() && self.is_making() {
            put(buffer, top.x, top.y, format!(" {MAKING} "), usize::from(top.width), look.bar());
        }
        look.restrict(frame.buffer_mut());
        if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    }

    /// Whether the player waits for something.
    fn is_waiting(&self) -> bool {
        self.is_making() || self.session().is_some_and(play::Session::is_waiting)
    }

    /// What the keys do now, the most important first, parted by commas.
    fn keys(&self) -> &'static str {
        if self.is_waiting() {
            return "Esc call it off";
        }
        if let Some(overlay) = &self.overlay {
            return overlay.keys();
        }
        let Some(session) = self.session() else {
            return "↑↓ choose, Enter play, q quit, ←→ size, d difficulty, ? keys";
        };
        match (session.aside(), session.notice()) {
            _ if session.is_paused() => "any key go on",
            (Some(Aside::Path(..)), _) => "←→ step, Esc back, Home start, End solution",
            (Some(Aside::Solution(..)), _) => "any key back to the game",
            (None, Notice::Hint(hint, _)) if hint.sort == HintSort::Wrong => {
                "w what is wrong, u undo, ? keys, Del clear, q quit"
            }
            (None, Notice::Hint(_, HintLevel::Result)) => "h follow it, ? keys, u undo, q quit",
            (None, Notice::Hint(..)) => "h more, a follow it, ? keys, u undo, q quit",
            _ if session.is_solved() => "n new, ? keys, q quit, e a way there, Esc start page, u undo",
            _ if session.has_pencil() => {
                "? keys, 0-9 candidates, Space entries, h hint, u undo, t all candidates, Del rub out, c check, n new, \
                 q quit"
            }
            _ => {
                "? keys, 0-9 enter, h hint, u undo, Space pencil, c check, q quit, n new, e explain, o options, \
                 k checkpoint, p pause, i rules"
            }
        }
    }
}

/// The line above, what is between, the line below.
fn rows(area: Rect) -> [Rect; 3] {
    let line = |y: u16, height: u16| Rect { y: area.y + y.min(area.height), height, ..area };
    match area.height {
        0 => [line(0, 0), line(0, 0), line(0, 0)],
        1 => [line(0, 0), line(0, 1), line(1, 0)],
        2 => [line(0, 0), line(0, 1), line(1, 1)],
        height => [line(0, 1), line(1, height - 2), line(height - 1, 1)],
    }
}

fn title(buffer: &mut Buffer, area: Rect, look: Look, left: &str, right: &str) {
    if area.is_empty() {
        return;
    }
    fill(buffer, area, look.bar());
    put(buffer, area.x + 1, area.y, left, usize::from(area.width.saturating_sub(2)), look.bar().bold());
    let room = area.width.saturating_sub(2);
    let wide = u16::try_from(right.chars().count()).unwrap_or(u16::MAX).min(room);
    if wide > 0 {
        let x = area.right() - wide - 1;
        put(buffer, x - 1, area.y, format!(" {right}"), usize::from(wide) + 1, look.bar());
    }
}

/// Writes a text, at most this many columns of it, where there is a screen.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, text: impl AsRef<str>, columns: usize, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, columns, style);
    }
}

fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    for position in area.intersection(buffer.area).positions() {
        buffer[position].reset();
        buffer[position].set_style(style);
    }
}

/// The keys that matter most now, for the last line: the first ones that fit.
fn key_line(keys: &str, width: usize) -> String {
    let mut line = String::new();
    for item in keys.split(", ").map(|item| format!(" {item} ")) {
        if line.chars().count() + item.chars().count() <= width {
            line.push_str(&item);
        }
    }
    line
}

impl Table {
    fn title(&self) -> String {
        match &self.session.about.name {
            Some(name) => format!("{} · {}", self.session.title(), visible(name)),
            None => self.session.title(),
        }
    }

    /// The mode, the time and what is going on.
    fn state(&self, is_making: bool) -> String {
        let session = &self.session;
        let mode = match () {
            () if is_making => Some(MAKING.to_owned()),
            () if session.is_waiting() => Some("thinking…".to_owned()),
            () if session.is_solved() => Some("solved".to_owned()),
            () if session.has_pencil() => Some("PENCIL".to_owned()),
            () => None,
        };
        let time = session.preferences().time.then(|| words::clock(session.game().played()));
        mode.into_iter().chain(time).collect::<Vec<_>>().join(" · ")
    }

    /// The board with what is selected. Pencil marks have less room where the
    /// window could not hold all of it otherwise.
    pub(crate) fn scene(&self, look: Look) -> Scene {
        let area = self.viewport.area();
        let fits = |scene: &Scene| {
            look.renderer().canvas(scene).is_ok_and(|canvas| {
                canvas.columns() <= usize::from(area.width) && canvas.rows().len() <= usize::from(area.height)
            })
        };
        let roomy = self.session.scene(false);
        let mut scene = if fits(&roomy) { roomy } else { self.session.scene(true) };
        if self.session.aside().is_none() {
            let targets = &self.session.game().sheet().targets;
            self.session.selection().iter().for_each(|&index| scene.select(&targets[index].id));
        }
        scene
    }

    fn paragraphs(&self, look: Look) -> Vec<Paragraph> {
        let paragraph = |Line { tone, sign, text }: Line| match sign {
            Some(sign) => Paragraph { indent: 2, ..Paragraph::new(format!("{sign} {text}"), look.of_tone(tone)) },
            None => Paragraph::new(text, look.of_tone(tone)),
        };
        let unsaved = self.slot.unsaved.iter().map(|why| Paragraph::new(why, look.wrong()));
        unsaved.chain(self.session.lines().into_iter().map(paragraph)).collect()
    }

    /// The board and the text, side by side or one above the other.
    fn draw(&mut self, look: Look, first: &mut usize, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let session = &self.session;
        if session.is_paused() {
            let y = area.y + area.height / 2;
            if area.height > 0 {
                put(buffer, area.x + 2, y, "Paused. Press a key to go on.", usize::from(area.width), look.notable());
            }
            return None;
        }
        let mut paragraphs = self.paragraphs(look);
        let (board, text) = if area.width >= WIDE {
            let side = (area.width / 3).clamp(SIDE, 60);
            let board = Rect { width: area.width - side - 1, ..area };
            (board, Rect { x: board.right() + 1, width: side, ..area })
        } else {
            // No room for space between paragraphs; what was asked for gets more of it.
            paragraphs.retain(|paragraph| !paragraph.text.is_empty());
            let says = session.is_solved() || session.aside().is_some() || *session.notice() != Notice::None;
            let most = if says { area.height / 2 } else { area.height / 3 };
            let lines = lines(&paragraphs, area.width.saturating_sub(2)).len();
            let high = u16::try_from(lines).unwrap_or(u16::MAX).min(most.max(2)).min(area.height);
            let board = Rect { height: area.height - high, ..area };
            (board, Rect { x: area.x + 1, y: board.bottom(), width: area.width.saturating_sub(2), height: high })
        };
        draw_text(&paragraphs, first, look, text, buffer);
        self.viewport.place(board);
        let scene = self.scene(look);
        self.viewport.draw(&scene, &self.session.focus(), look, board, buffer)
    }
}

/// The lines of some paragraphs.
fn lines(paragraphs: &[Paragraph], width: u16) -> Vec<(String, Style)> {
    let width = usize::from(width.max(1));
    let wrap = |paragraph: &Paragraph| {
        let indent = " ".repeat(paragraph.indent.min(width / 2));
        let options = textwrap::Options::new(width).subsequent_indent(&indent);
        let lines: Vec<_> = textwrap::wrap(&paragraph.text, options).into_iter().map(Cow::into_owned).collect();
        lines.into_iter().map(|line| (line, paragraph.style)).collect::<Vec<_>>()
    };
    paragraphs.iter().flat_map(wrap).collect()
}

pub(super) fn draw_text(paragraphs: &[Paragraph], first: &mut usize, look: Look, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let lines = lines(paragraphs, area.width);
    let room = usize::from(area.height);
    *first = (*first).min(lines.len().saturating_sub(room));
    for ((line, style), y) in lines.iter().skip(*first).zip(area.top()..) {
        if y >= area.bottom() {
            break;
        }
        put(buffer, area.x, y, line, usize::from(area.width), *style);
    }
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    if *first > 0 {
        buffer[(right, area.y)].set_char('▲').set_style(look.notable().reversed());
    }
    if *first + room < lines.len() {
        buffer[(right, bottom)].set_char('▼').set_style(look.notable().reversed());
    }
}

impl Start {
    pub(crate) fn draw(&mut self, look: Look, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<(String, Style)> = Vec::new();
        let mut chosen = 0;
        let mut section = "";
        for (number, item) in self.items.iter().enumerate() {
            if item.section() != section {
                section = item.section();
                if !lines.is_empty() {
                    lines.push((String::new(), Style::new()));
                }
                lines.push((format!(" {section}"), look.heading()));
            }
            if number == self.at {
                chosen = lines.len();
            }
            let (sign, style) = if number == self.at { ('>', look.bar()) } else { (' ', Style::new()) };
            lines.push((format!(" {sign} {} ", item.line()), style));
        }
        let says = self.says.as_deref().map(|says| textwrap::wrap(says.trim(), usize::from(area.width.max(1))));
        let says = says.unwrap_or_default();
        let below = u16::try_from(says.len()).unwrap_or(0).min(area.height / 2);
        let room = usize::from(area.height - below);
        // The heading above the first item of a section is shown with it.
        self.first = self.first.min(chosen.saturating_sub(1)).max((chosen + 1).saturating_sub(room));
        for ((line, style), y) in lines.iter().skip(self.first).take(room).zip(area.top()..) {
            put(buffer, area.x, y, line, usize::from(area.width), *style);
        }
        for (line, y) in says.iter().zip(area.bottom() - below..area.bottom()) {
            put(buffer, area.x, y, line, usize::from(area.width), look.wrong());
        }
    }
}

impl Overlay {
    pub(crate) fn draw(&mut self, look: Look, area: Rect, buffer: &mut Buffer) {
        let [top, middle, _] = rows(area);
        fill(buffer, area, Style::new());
        let plain = |text: &str| Paragraph::new(text, Style::new());
        let inner = Rect { x: middle.x + 1.min(middle.width), width: middle.width.saturating_sub(1), ..middle };
        let (Overlay::Text { title: name, .. }
        | Overlay::Prompt { title: name, .. }
        | Overlay::List { title: name, .. }) = self;
        title(buffer, top, look, name, "");
        match self {
            Overlay::Text { lines, indent, first, .. } => {
                let paragraphs: Vec<Paragraph> =
                    lines.iter().map(|line| Paragraph { indent: *indent, ..plain(line) }).collect();
                draw_text(&paragraphs, first, look, middle, buffer);
            }
            Overlay::Prompt { says, text, .. } => {
                let typed = lines(&[plain(&format!("> {text}_"))], inner.width);
                let end = typed.len();
                let told = [plain(says), plain("")].into_iter().chain(typed.into_iter().map(|(line, _)| plain(&line)));
                let told: Vec<Paragraph> = told.collect();
                let mut first = lines(&told, inner.width).len().saturating_sub(usize::from(inner.height).max(end));
                draw_text(&told, &mut first, look, inner, buffer);
            }
            Overlay::List { items, at, .. } => {
                let first = (*at + 1).saturating_sub(usize::from(inner.height));
                for ((number, item), y) in items.iter().enumerate().skip(first).zip(inner.top()..inner.bottom()) {
                    let (sign, style) = if number == *at { ('>', look.bar()) } else { (' ', Style::new()) };
                    put(buffer, inner.x, y, format!("{sign} {item} "), usize::from(inner.width), style);
                }
            }
        }
    }
}
