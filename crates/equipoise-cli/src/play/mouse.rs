//! What the mouse does.

use super::app::App;
use super::overlay::Overlay;
use play::Action;
use play::session::Press;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// Columns and rows that a turn of the wheel moves by.
const WHEEL: (isize, isize) = (6, 3);

impl App {
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position { x: mouse.column, y: mouse.row };
        let (columns, rows) = match mouse.kind {
            MouseEventKind::ScrollUp => (0, -WHEEL.1),
            MouseEventKind::ScrollDown => (0, WHEEL.1),
            MouseEventKind::ScrollLeft => (-WHEEL.0, 0),
            MouseEventKind::ScrollRight => (WHEEL.0, 0),
            MouseEventKind::Down(MouseButton::Left) if mouse.modifiers.contains(KeyModifiers::CONTROL) => {
                return self.press(position, Press::Also);
            }
            MouseEventKind::Down(MouseButton::Left) => return self.press(position, Press::Plain),
            MouseEventKind::Down(MouseButton::Right) => return self.press(position, Press::Second),
            MouseEventKind::Drag(MouseButton::Left) => return self.press(position, Press::Over),
            _ => return,
        };
        if let Some(Overlay::Text { lines, first, .. }) = &mut self.overlay {
            *first = first.saturating_add_signed(rows).min(lines.len().saturating_sub(1));
            return;
        }
        let sideways = mouse.modifiers.contains(KeyModifiers::SHIFT);
        match &mut self.table {
            None => self.start.step(rows.signum()),
            Some(table) if table.viewport.area().contains(position) => match sideways {
                true => table.viewport.scroll(rows * 2, 0),
                false => table.viewport.scroll(columns, rows),
            },
            Some(_) => self.text_first = self.text_first.saturating_add_signed(rows),
        }
    }

    fn press(&mut self, position: Position, press: Press) {
        let Some(table) = self.table.as_ref().filter(|_| self.overlay.is_none()) else { return };
        if table.session.is_paused() {
            return self.act(Action::Pause);
        }
        if table.session.aside().is_some() {
            return;
        }
        let hit = table.viewport.hit(position, &table.scene(self.look), self.look);
        let targets = &table.session.game().sheet().targets;
        if let Some(target) = hit.and_then(|id| targets.iter().position(|target| target.id == id)) {
            self.act(Action::Press(target, press));
        }
    }
}
