//! The start page and the pages over the board, on the screen.

use super::draw::{draw_text, fill, lines, put, rows, title};
use super::look::Look;
use super::overlay::Overlay;
use super::start::Start;
use super::view::Paragraph;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

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
    pub(crate) fn draw(&mut self, look: Look, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let [top, middle, _] = rows(area);
        fill(buffer, area, Style::new());
        let plain = |text: &str| Paragraph { text: text.to_owned(), style: Style::new(), indent: 0 };
        let inner = Rect { x: middle.x + 1.min(middle.width), width: middle.width.saturating_sub(1), ..middle };
        match self {
            Overlay::Text { title: name, lines, indent, first } => {
                title(buffer, top, look, name, "");
                let paragraphs: Vec<Paragraph> =
                    lines.iter().map(|line| Paragraph { indent: *indent, ..plain(line) }).collect();
                draw_text(&paragraphs, first, look, middle, buffer);
                None
            }
            Overlay::Prompt { title: name, says, text, .. } => {
                title(buffer, top, look, name, "");
                let typed = lines(&[plain(&format!("> {text}_"))], inner.width);
                let end = typed.len();
                let told = [plain(says), plain("")].into_iter().chain(typed.into_iter().map(|(line, _)| plain(&line)));
                let told: Vec<Paragraph> = told.collect();
                let mut first = lines(&told, inner.width).len().saturating_sub(usize::from(inner.height).max(end));
                draw_text(&told, &mut first, look, inner, buffer);
                None
            }
            Overlay::List { title: name, items, at, .. } => {
                title(buffer, top, look, name, "");
                let first = (*at + 1).saturating_sub(usize::from(inner.height));
                for ((number, item), y) in items.iter().enumerate().skip(first).zip(inner.top()..inner.bottom()) {
                    let (sign, style) = if number == *at { ('>', look.bar()) } else { (' ', Style::new()) };
                    put(buffer, inner.x, y, format!("{sign} {item} "), usize::from(inner.width), style);
                }
                None
            }
        }
    }
}
