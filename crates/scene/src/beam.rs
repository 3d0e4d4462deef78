//! Beams: what can tip about a pivot, how it stands, and what moves along with it.
//!
//! A scene is drawn level. It says how its beams stand as data; a page that can move things tips them.

use crate::Point;

/// How a beam stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poise {
    /// Nothing can be said yet: something is missing, and neither side is heavier by what is known.
    Open,
    /// Its left side is heavier, by what is known.
    Left,
    /// Its right side is heavier, by what is known.
    Right,
    /// Nothing is missing, and it balances.
    Level,
}

impl Poise {
    /// Its name, as pages and style sheets write it.
    pub fn name(self) -> &'static str {
        match self {
            Poise::Open => "open",
            Poise::Left => "left",
            Poise::Right => "right",
            Poise::Level => "level",
        }
    }
}

/// Something that can tip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    /// The id of its target.
    pub target: String,
    /// How it stands.
    pub poise: Poise,
    /// Where it turns.
    pub pivot: Point,
    /// How far it reaches to the left and to the right of its pivot, in columns.
    pub arms: (u32, u32),
    /// The beam that it hangs from itself, by its number in the scene, and at which column.
    pub hangs: Option<(usize, i32)>,
}

/// How a mark follows the beams of its scene, each named by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// It is a part of the beam, and tips with it.
    Turns(usize),
    /// It hangs from the beam at this column, and stays upright.
    Hangs(usize, i32),
}
