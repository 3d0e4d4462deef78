//! Colours and characters, as the terminal can show them.

use crate::text::has_unicode;
use equipoise::scene::{Emphasis, Mark, Role, TextRenderer};
use play::session::Tone;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    None,
    Sixteen,
    True,
}

/// How things look. Colour only repeats what weight, underline and signs say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) colours: Colours,
    pub(crate) ascii: bool,
}

/// A colour of the sixteen, and the same where any colour can be had.
type Tint = (Color, (u8, u8, u8));

const BLUE: Tint = (Color::Cyan, (86, 180, 233));
const AMBER: Tint = (Color::Yellow, (230, 159, 0));
const RED: Tint = (Color::Red, (230, 90, 80));
const GREEN: Tint = (Color::Green, (60, 180, 130));

impl Look {
    /// What these variables of the environment say about the terminal.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let colours = match set("COLORTERM").as_deref() {
            _ if set("NO_COLOR").is_some() => Colours::None,
            Some("truecolor" | "24bit") => Colours::True,
            _ => Colours::Sixteen,
        };
        // A terminal without a locale has ASCII.
        let unicode = cfg!(windows) || has_unicode(&variable).unwrap_or(false);
        Look { colours, ascii: ascii || !unicode }
    }

    pub(crate) fn renderer(self) -> TextRenderer {
        if self.ascii { TextRenderer::new().ascii() } else { TextRenderer::new() }
    }

    fn tint(self, (plain, (red, green, blue)): Tint) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(plain),
            Colours::True => Style::new().fg(Color::Rgb(red, green, blue)),
        }
    }

    /// How a mark is drawn: each emphasis differs without colours, too.
    pub(crate) fn of_mark(self, mark: &Mark) -> Style {
        let style = match (mark.emphasis, mark.role) {
            (Some(Emphasis::Cause), Role::Clue) => self.tint(BLUE).bold().underlined(),
            (Some(Emphasis::Cause), _) => self.tint(BLUE).underlined(),
            (Some(Emphasis::Effect), _) => self.tint(AMBER).reversed(),
            (Some(Emphasis::Wrong), _) => self.wrong().underlined(),
            (None, Role::Clue) => Style::new().bold(),
            (None, Role::Checkpoint) => self.tint(BLUE).italic(),
            (None, Role::Blank | Role::Label) => self.soft(),
            (None, Role::Entry) => self.tint(BLUE),
            (None, Role::Frame) => Style::new(),
        };
        if mark.selected { style.remove_modifier(Modifier::DIM).bold().reversed() } else { style }
    }

    /// Titles of sections.
    pub(crate) fn heading(self) -> Style {
        self.tint(BLUE).bold()
    }

    pub(crate) fn wrong(self) -> Style {
        self.tint(RED).bold()
    }

    pub(crate) fn notable(self) -> Style {
        self.tint(AMBER)
    }

    /// What matters less.
    fn soft(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// How a line of text is shown.
    pub(crate) fn of_tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Heading => self.heading(),
            Tone::Plain => Style::new(),
            Tone::Notable => self.notable(),
            Tone::Good => self.tint(GREEN).bold(),
            Tone::Wrong => self.wrong(),
            Tone::Soft => self.soft(),
        }
    }

    /// What is chosen in a list, and the line of keys.
    pub(crate) fn bar(self) -> Style {
        Style::new().reversed()
    }

    /// Leaves only ASCII on the screen, where nothing else can be shown.
    pub(crate) fn restrict(self, buffer: &mut Buffer) {
        if !self.ascii {
            return;
        }
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let plain: String = cell.symbol().chars().map(plain).collect();
                cell.set_symbol(&plain);
            }
        }
    }
}

/// The nearest character of ASCII.
fn plain(c: char) -> char {
    match c {
        '·' | '…' | '•' => '.',
        '×' => 'x',
        '–' | '—' | '─' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => '+',
        '✓' => '+',
        '←' | '◀' => '<',
        '→' | '▶' => '>',
        '↑' | '▲' => '^',
        '↓' | '▼' => 'v',
        c if c.is_ascii() => c,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> (Colours, bool) {
        let find = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        let look = Look::of(find, false);
        (look.colours, look.ascii)
    }

    #[test]
    #[cfg(unix)]
    fn the_environment_says_what_the_terminal_can_show() {
        assert_eq!(look(&[("LANG", "en_GB.UTF-8")]), (Colours::Sixteen, false));
        assert_eq!(look(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]), (Colours::Sixteen, true));
        assert_eq!(look(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")]), (Colours::Sixteen, false));
        assert_eq!(look(&[]), (Colours::Sixteen, true));
        assert_eq!(look(&[("COLORTERM", "truecolor"), ("LANG", "C")]), (Colours::True, true));
        assert_eq!(look(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), (Colours::None, true));
        assert_eq!(look(&[("NO_COLOR", "")]), (Colours::Sixteen, true));
    }

    #[test]
    fn without_colours_every_emphasis_differs() {
        let look = Look { colours: Colours::None, ascii: false };
        let text = equipoise::scene::Text::starting((0, 0), "x");
        let style = |emphasis, selected| {
            let mark = Mark { emphasis, selected, ..Mark::new(Role::Entry, text.clone()) };
            look.of_mark(&mark)
        };
        let emphases = [None, Some(Emphasis::Cause), Some(Emphasis::Effect), Some(Emphasis::Wrong)];
        for (i, one) in emphases.iter().enumerate() {
            assert_eq!(style(*one, false).fg, None);
            for other in &emphases[..i] {
                assert_ne!(style(*one, false), style(*other, false));
            }
            assert!(style(*one, true).add_modifier.contains(Modifier::REVERSED | Modifier::BOLD));
        }
    }
}
