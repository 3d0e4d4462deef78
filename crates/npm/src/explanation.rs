//! The way to the solution.

use crate::convert::{Allowance, to_js};
use crate::error::{Thrown, Wrong};
use crate::puzzle::{draw, no_way};
use equipoise::Error;
use equipoise::puzzles::View;
use equipoise::studio::{self, Outcome};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// The way to the solution, step by step, as a person could go it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Explanation {
    puzzle: equipoise::Puzzle,
    told: studio::Explanation,
}

impl Explanation {
    pub(crate) fn of(puzzle: &equipoise::Puzzle, allowance: Allowance) -> Result<Explanation, Wrong> {
        let own = &*puzzle.document().puzzle;
        let told = studio::explain(own, allowance.limits()).map_err(Error::from)?;
        match told.outcome {
            Outcome::Solved(_) => Ok(Explanation { puzzle: puzzle.clone(), told }),
            Outcome::Stopped(stopped) => Err(Error::from(stopped).into()),
            Outcome::Contradiction | Outcome::Open(_) => Err(no_way(own, allowance)?),
        }
    }

    fn field(&self, name: &str) -> Result<JsValue, Thrown> {
        let mut fields = self.told.to_json(&*self.puzzle.document().puzzle);
        to_js(&fields.remove(name).unwrap_or(Value::Null))
    }
}

#[wasm_bindgen]
impl Explanation {
    /// The steps.
    #[wasm_bindgen(getter, unchecked_return_type = "Step[]")]
    pub fn steps(&self) -> Result<JsValue, Thrown> {
        self.field("steps")
    }

    /// The solution.
    #[wasm_bindgen(getter, unchecked_return_type = "Board")]
    pub fn solution(&self) -> Result<JsValue, Thrown> {
        self.field("solution")
    }

    /// How hard it is.
    #[wasm_bindgen(getter, unchecked_return_type = "Grade")]
    pub fn grade(&self) -> Result<JsValue, Thrown> {
        to_js(&self.told.grade().to_json())
    }

    /// How many steps, and how hard they are, in a sentence.
    #[wasm_bindgen(getter)]
    pub fn summary(&self) -> String {
        self.told.summary()
    }

    /// The board after so many steps, with what the last of them speaks of, as `"text"` (default), `"ascii"` or `"svg"`.
    pub fn draw(
        &self,
        steps: usize,
        #[wasm_bindgen(unchecked_optional_param_type = "Picture")] picture: JsValue,
    ) -> Result<String, Thrown> {
        let steps = steps.min(self.told.steps.len());
        let position = self.told.position_after(steps);
        let (puzzle, view) = (&*self.puzzle.document().puzzle, View::of(&position.board).labels());
        let last = steps.checked_sub(1).and_then(|last| self.told.steps.get(last));
        let of_step = |step| self.told.context.draw(puzzle, &view.notes(&position.notes), step);
        draw(&last.map_or_else(|| puzzle.draw(&view), of_step), &picture)
    }

    /// A page of HTML with a drawing for each step, which needs nothing else.
    #[wasm_bindgen(js_name = toHtml)]
    pub fn to_html(&self, title: &str) -> String {
        self.told.page(&*self.puzzle.document().puzzle, title)
    }
}
