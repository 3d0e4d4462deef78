//! What the mouse does.

use super::app::App;
use super::overlay::Overlay;
use equipoise::puzzles::Gesture;
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
            MouseEventKind::Down(MouseButton::Left) => return self.click(position, false),
            MouseEventKind::Drag(MouseButton::Left) => return self.click(position, true),
            MouseEventKind::Up(_) => {
                self.session_mut().into_iter().for_each(|session| session.brush = None);
                return;
            }
            _ => return,
        };
        if let Some(Overlay::Text { lines, first, .. }) = &mut self.overlay {
            *first = first.saturating_add_signed(rows).min(lines.len().saturating_sub(1));
            return;
        }
        let sideways = mouse.modifiers.contains(KeyModifiers::SHIFT);
        match self.table.as_mut().map(|table| &mut table.session) {
            None => self.start.step(rows.signum()),
            Some(session) if session.viewport.area().contains(position) => match sideways {
                true => session.viewport.scroll(rows * 2, 0),
                false => session.viewport.scroll(columns, rows),
            },
            Some(_) => self.text_first = self.text_first.saturating_add_signed(rows),
        }
    }

    fn click(&mut self, position: Position, drags: bool) {
        let (look, names) = (self.look, self.preferences.names);
        if self.overlay.is_some() || self.table.is_none() {
            return;
        }
        self.waiting = None;
        let Some(session) = self.session_mut() else { return };
        if session.paused {
            session.paused = false;
            return;
        }
        if session.aside.is_some() {
            return;
        }
        let hit = session.viewport.hit(position, &session.scene(names), look);
        let Some(target) = hit.and_then(|id| session.find(&id)) else { return };
        let known = session.selected == target;
        session.select(target);
        let turns = session.target().is_some_and(|target| target.gesture == Gesture::Cycle);
        match (turns && !session.pencil, drags) {
            (false, _) => {}
            (true, false) => session.turn(),
            (true, true) if !known => session.paint(),
            (true, true) => {}
        }
    }
}
