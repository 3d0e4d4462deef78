//! The characters of a text drawing.

use crate::ink::{Arms, Ink, Sign};

/// Box-drawing characters by the weight (none, thin, thick) of their arms up,
/// right, down and left, the last changing fastest. A single arm is the end of
/// a line and is drawn whole, as half a dash looks like a mistake.
const JOINTS: &str = " ─━│┐┑┃┒┓──╾┌┬┭┎┰┱━╼━┍┮┯┏┲┳\
                      │┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
                      ┃┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Everything that has been drawn into one text cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glyph {
    arms: Arms,
    rising: bool,
    falling: bool,
    sign: Option<Sign>,
}

impl Glyph {
    pub(crate) fn add(&mut self, ink: Ink) {
        match ink {
            Ink::Arms(arms) => self.arms = self.arms.join(arms),
            Ink::Rising => self.rising = true,
            Ink::Falling => self.falling = true,
            Ink::Sign(sign) => self.sign = Some(sign),
        }
    }

    /// The character to show. A sign hides the lines that end in its cell.
    pub(crate) fn char(self, ascii: bool) -> char {
        let pick = |fancy, plain| if ascii { plain } else { fancy };
        if let Some(sign) = self.sign {
            return match sign {
                Sign::Char(char) => char,
                Sign::Blank => ' ',
                Sign::Solid => pick('█', '#'),
                Sign::Open => '_',
                Sign::Dot => pick('·', '.'),
                Sign::Fulcrum => pick('▲', '^'),
                Sign::Hidden => pick('┊', ':'),
                Sign::Cross => pick('×', 'x'),
                Sign::SmallSolid => pick('▪', '#'),
            };
        }
        let straight = self.arms != Arms::default();
        match (straight, self.rising, self.falling) {
            (false, false, false) => ' ',
            (false, true, false) => pick('╱', '/'),
            (false, false, true) => pick('╲', '\\'),
            (false, true, true) => pick('╳', 'X'),
            (true, false, false) => joint(self.arms, ascii),
            // Lines of both kinds end here: no character has such arms.
            (true, _, _) => pick('┼', '+'),
        }
    }
}

fn joint(Arms([up, right, down, left]): Arms, ascii: bool) -> char {
    if !ascii {
        let index = [up, right, down, left].iter().fold(0, |index, &arm| 3 * index + usize::from(arm));
        return JOINTS.chars().nth(index).unwrap_or('+');
    }
    match (up + down, left.max(right)) {
        (0, 2) => '=',
        (0, _) => '-',
        (_, 0) => '|',
        _ => '+',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint_of(arms: [u8; 4]) -> (char, char) {
        (joint(Arms(arms), false), joint(Arms(arms), true))
    }

    #[test]
    fn every_joint_has_its_character() {
        assert_eq!(JOINTS.chars().count(), 81);
        assert_eq!(joint_of([1, 1, 1, 1]), ('┼', '+'));
        assert_eq!(joint_of([0, 2, 1, 2]), ('┯', '+'));
        assert_eq!(joint_of([1, 2, 0, 2]), ('┷', '+'));
        assert_eq!(joint_of([0, 1, 1, 0]), ('┌', '+'));
        assert_eq!(joint_of([2, 0, 0, 2]), ('┛', '+'));
        assert_eq!(joint_of([0, 0, 0, 2]), ('━', '='));
        assert_eq!(joint_of([1, 0, 0, 0]), ('│', '|'));
        assert_eq!(joint_of([2, 2, 2, 2]), ('╋', '+'));
    }
}
