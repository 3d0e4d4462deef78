//! The player on the screen.

use super::app::{App, Want};
use super::keys;
use super::look::Look;
use super::session::{Aside, Notice, Session};
use super::start::clock;
use super::view::Paragraph;
use equipoise::studio::{Advice, HintLevel};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use std::borrow::Cow;

/// The columns of the text beside the board, if the window is wide enough for
/// both; otherwise the text is below.
const SIDE: u16 = 34;
const WIDE: u16 = 76;

impl App {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let [top, middle, bottom] = rows(area);
        let look = self.look;
        let cursor = match &mut self.table {
            None => {
                title(frame.buffer_mut(), top, look, "Equipoise", "");
                self.start.draw(look, middle, frame.buffer_mut());
                None
            }
            Some(table) => {
                let session = &mut table.session;
                let state = state(session, self.preferences.time, self.waiting.as_ref().map(|(_, want)| *want));
                title(frame.buffer_mut(), top, look, &session.title(), &state);
                let first = &mut self.text_first;
                draw_table(session, self.preferences.names, look, first, middle, frame.buffer_mut())
            }
        };
        let cursor = match &mut self.overlay {
            None => cursor.filter(|_| self.waiting.is_none()),
            Some(overlay) => overlay.draw(look, area, frame.buffer_mut()),
        };
        let (keys, buffer) = (self.keys(), frame.buffer_mut());
        fill(buffer, bottom, look.bar());
        let line = keys::line(keys, usize::from(bottom.width));
        put(buffer, bottom.x, bottom.y, line, usize::from(bottom.width), look.bar());
        if self.table.is_none()
            && let Some((_, want)) = &self.waiting
        {
            put(buffer, top.x, top.y, busy(*want), usize::from(top.width), look.bar());
        }
        look.restrict(frame.buffer_mut());
        if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    }

    /// What the keys do now, the most important first.
    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        if self.waiting.is_some() {
            return &[("Esc", "call it off")];
        }
        if let Some(overlay) = &self.overlay {
            return overlay.keys();
        }
        match self.session() {
            None => &[
                ("↑↓", "choose"),
                ("Enter", "play"),
                ("q", "quit"),
                ("←→", "size"),
                ("d", "difficulty"),
                ("s", "solution and statistics"),
            ],
            Some(session) if session.paused => &[("any key", "go on")],
            Some(session) => match &session.aside {
                Some(Aside::Path(..)) => &[("←→", "step"), ("Esc", "back"), ("Home", "start"), ("End", "solution")],
                Some(Aside::Solution(_)) => &[("any key", "back to the game")],
                None if session.is_solved() => &[
                    ("n", "new"),
                    ("?", "keys"),
                    ("q", "quit"),
                    ("e", "a way there"),
                    ("Esc", "start page"),
                    ("u", "undo"),
                ],
                None if matches!(&session.notice, Notice::Hint(hint, _) if matches!(hint.advice, Advice::Wrong(_))) => {
                    &[("w", "which is wrong"), ("u", "undo"), ("?", "keys"), ("Del", "clear"), ("q", "quit")]
                }
                None if matches!(session.notice, Notice::Hint(_, HintLevel::Result)) => {
                    &[("a", "apply"), ("h", "next hint"), ("?", "keys"), ("u", "undo"), ("q", "quit")]
                }
                None if matches!(session.notice, Notice::Hint(..)) => {
                    &[("h", "more"), ("a", "apply"), ("?", "keys"), ("u", "undo"), ("q", "quit")]
                }
                None if session.pencil => &[
                    ("?", "keys"),
                    ("0-9", "strike"),
                    ("Space", "entries"),
                    ("h", "hint"),
                    ("u", "undo"),
                    ("t", "tidy"),
                    ("Del", "restore"),
                    ("c", "check"),
                    ("n", "new"),
                    ("q", "quit"),
                ],
                None => &[
                    ("?", "keys"),
                    ("0-9", "enter"),
                    ("h", "hint"),
                    ("u", "undo"),
                    ("Space", "pencil"),
                    ("c", "check"),
                    ("q", "quit"),
                    ("n", "new"),
                    ("e", "explain"),
                    ("o", "options"),
                    ("k", "checkpoint"),
                    ("p", "pause"),
                    ("i", "rules"),
                ],
            },
        }
    }
}

/// The line above, what is between, the line below.
pub(crate) fn rows(area: Rect) -> [Rect; 3] {
    let line = |y: u16, height: u16| Rect { y: area.y + y.min(area.height), height, ..area };
    match area.height {
        0 => [line(0, 0), line(0, 0), line(0, 0)],
        1 => [line(0, 0), line(0, 1), line(1, 0)],
        2 => [line(0, 0), line(0, 1), line(1, 1)],
        height => [line(0, 1), line(1, height - 2), line(height - 1, 1)],
    }
}

pub(crate) fn title(buffer: &mut Buffer, area: Rect, look: Look, left: &str, right: &str) {
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

/// Writes a text, at most so many columns of it, where there is a screen.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, text: impl AsRef<str>, columns: usize, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, columns, style);
    }
}

pub(crate) fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    for position in area.intersection(buffer.area).positions() {
        buffer[position].reset();
        buffer[position].set_style(style);
    }
}

/// What the player waits for, in words.
fn busy(want: Want) -> &'static str {
    match want {
        Want::Puzzle { .. } => " making a puzzle… ",
        Want::Solution => " solving… ",
        Want::Hint | Want::Check | Want::Why | Want::Path => " thinking… ",
    }
}

/// The mode, the time and what is going on.
fn state(session: &Session, time: bool, want: Option<Want>) -> String {
    let mut parts = Vec::new();
    if let Some(want) = want {
        parts.push(busy(want).trim().to_owned());
    } else if session.is_solved() {
        parts.push("solved".to_owned());
    } else if session.pencil {
        parts.push("PENCIL".to_owned());
    }
    if time {
        parts.push(clock(session.played()));
    }
    parts.join(" · ")
}

/// The board and the text, side by side or one above the other.
fn draw_table(
    session: &mut Session,
    names: bool,
    look: Look,
    first: &mut usize,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    if session.paused {
        let y = area.y + area.height / 2;
        if area.height > 0 {
            put(buffer, area.x + 2, y, "Paused. Press a key to go on.", usize::from(area.width), look.notable());
        }
        return None;
    }
    let mut paragraphs = session.paragraphs(look);
    let (board, text) = if area.width >= WIDE {
        let side = (area.width / 3).clamp(SIDE, 60);
        let board = Rect { width: area.width - side - 1, ..area };
        (board, Rect { x: board.right() + 1, width: side, ..area })
    } else {
        // No room for space between paragraphs; what was asked for gets more of it.
        paragraphs.retain(|paragraph| !paragraph.text.is_empty());
        let most = if session.says_something() { area.height / 2 } else { area.height / 3 };
        let lines = lines(&paragraphs, area.width.saturating_sub(2)).len();
        let high = u16::try_from(lines).unwrap_or(u16::MAX).min(most.max(2)).min(area.height);
        let board = Rect { height: area.height - high, ..area };
        (board, Rect { x: area.x + 1, y: board.bottom(), width: area.width.saturating_sub(2), height: high })
    };
    draw_text(&paragraphs, first, look, text, buffer);
    let scene = session.scene(names);
    let focus = session.focus();
    session.viewport.draw(&scene, &focus, look, board, buffer)
}

/// The lines of some paragraphs.
pub(crate) fn lines(paragraphs: &[Paragraph], width: u16) -> Vec<(String, Style)> {
    let width = usize::from(width.max(1));
    let wrap = |paragraph: &Paragraph| {
        let indent = " ".repeat(paragraph.indent.min(width / 2));
        let options = textwrap::Options::new(width).subsequent_indent(&indent);
        let lines: Vec<_> = textwrap::wrap(&paragraph.text, options).into_iter().map(Cow::into_owned).collect();
        lines.into_iter().map(|line| (line, paragraph.style)).collect::<Vec<_>>()
    };
    paragraphs.iter().flat_map(wrap).collect()
}

pub(crate) fn draw_text(paragraphs: &[Paragraph], first: &mut usize, look: Look, area: Rect, buffer: &mut Buffer) {
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
