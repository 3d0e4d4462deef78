//! Tipping: the beams of a board swing to where they stand, and take along what hangs from them.

use super::board::Drawing;
use super::browser;
use crate::tips::Tips;
use leptos::prelude::request_animation_frame;
use scene::picture::Follows;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// How stiff a beam is, per second squared, and how much it is damped: it swings over a little, and rests after
/// half a second.
const STIFF: f64 = 180.0;
const DAMPED: f64 = 17.0;
/// The longest time that is reckoned at once, in seconds.
const STEP: f64 = 0.008;
/// A page that slept goes on as if so much time had passed, in seconds.
const LONGEST: f64 = 0.05;
/// A beam that is so close to its goal, and so slow, rests.
const STILL: f64 = 0.000_3;

/// The beams of a board, on their way.
#[derive(Default)]
pub(super) struct Swing {
    tips: Tips,
    shape: (i64, i64, usize),
    /// Where each beam goes, where it is, and how fast it moves.
    goals: Vec<f64>,
    slopes: Vec<f64>,
    speeds: Vec<f64>,
    /// What is moved: parts of the drawing, and the fields over it with their heights.
    parts: Vec<(Element, Follows)>,
    fields: Vec<(HtmlElement, Follows, f64)>,
    /// When it was moved last, as long as it moves.
    moved: Option<f64>,
}

/// Moves until all beams rest.
fn go_on(swing: &Rc<RefCell<Swing>>) {
    if swing.borrow().moved.is_some() || swing.borrow().rests() {
        return;
    }
    swing.borrow_mut().moved = Some(browser::ticks());
    frame(swing.clone());
}

fn frame(swing: Rc<RefCell<Swing>>) {
    request_animation_frame(move || {
        let rests = {
            let mut swing = swing.borrow_mut();
            swing.go(browser::ticks());
            swing.rests()
        };
        swing.borrow().place();
        if rests {
            swing.borrow_mut().moved = None;
        } else {
            frame(swing);
        }
    });
}

impl Swing {
    /// Nothing has been drawn yet.
    pub(super) fn at_rest() -> Rc<RefCell<Swing>> {
        Rc::default()
    }

    /// Has the beams of a board follow what is drawn there now.
    pub(super) fn follow(swing: &Rc<RefCell<Swing>>, board: &HtmlElement, drawing: &Drawing) {
        swing.borrow_mut().begin(board, drawing);
        swing.borrow().place();
        go_on(swing);
    }

    /// Looks at what was drawn.
    fn begin(&mut self, board: &HtmlElement, drawing: &Drawing) {
        let is_other = self.shape != drawing.shape();
        let had = !self.tips.is_empty();
        (self.tips, self.shape) = (drawing.tips().clone(), drawing.shape());
        if self.tips.is_empty() && !had {
            return;
        }
        let still = browser::wants_less_motion();
        self.goals = self.tips.slopes().into_iter().map(|slope| if still { 0.0 } else { slope }).collect();
        if is_other || still || self.slopes.len() != self.goals.len() {
            self.slopes.clone_from(&self.goals);
            self.speeds = vec![0.0; self.goals.len()];
        }
        let all = |selector: &str| browser::all(board, selector).into_iter();
        let number = |element: &Element, name: &str| element.get_attribute(name)?.parse::<f64>().ok();
        let turns = all("[data-turns]").filter_map(|part| {
            let beam = number(&part, "data-turns")? as usize;
            Some((part, Follows::Turns(beam)))
        });
        let hangs = all("[data-hangs]").filter_map(|part| {
            let follows = Follows::Hangs(number(&part, "data-hangs")? as usize, number(&part, "data-at")?);
            Some((part, follows))
        });
        self.parts = turns.chain(hangs).collect();
        let fields = all(".field").filter_map(|field| {
            let (follows, high) = *self.tips.targets().get(&field.get_attribute("data-target")?)?;
            Some((field.dyn_into().ok()?, follows, high))
        });
        self.fields = fields.collect();
    }

    /// Whether all beams are where they go.
    fn rests(&self) -> bool {
        self.slopes.iter().zip(&self.goals).all(|(slope, goal)| slope == goal) && self.speeds.iter().all(|&v| v == 0.0)
    }

    /// Lets the time pass until now, in milliseconds.
    fn go(&mut self, now: f64) {
        let Some(before) = self.moved.replace(now) else { return };
        let mut left = ((now - before) / 1000.0).clamp(0.0, LONGEST);
        while left > 0.0 {
            let step = left.min(STEP);
            left -= step;
            for ((slope, speed), goal) in self.slopes.iter_mut().zip(&mut self.speeds).zip(&self.goals) {
                *speed += (STIFF * (goal - *slope) - DAMPED * *speed) * step;
                *slope += *speed * step;
                if (goal - *slope).abs() < STILL && speed.abs() < 20.0 * STILL {
                    (*slope, *speed) = (*goal, 0.0);
                }
            }
        }
    }

    /// Puts everything where it is now.
    fn place(&self) {
        let drops = self.tips.drops(&self.slopes);
        for (part, follows) in &self.parts {
            let (down, slope) = self.tips.moved(*follows, &self.slopes, &drops);
            let _ = part.set_attribute("transform", &format!("matrix(1 {slope:.5} 0 1 0 {down:.3})"));
        }
        for (field, follows, high) in &self.fields {
            let (down, _) = self.tips.moved(*follows, &self.slopes, &drops);
            // As a share of its height, which grows with the board.
            let _ = field.style().set_property("translate", &format!("0 {:.3}%", 100.0 * down / high.max(1.0)));
        }
    }
}
