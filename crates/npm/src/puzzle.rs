//! One puzzle, and what can be asked about it.

use crate::convert::{Allowance, Named, board, json_of, statistics_json, to_js};
use crate::error::{Thrown, Wrong};
use crate::{Explanation, Game};
use equipoise::fd::Stopped;
use equipoise::puzzles::{Board, Document, Notes, View};
use equipoise::scene::{Scene, SvgRenderer, TextRenderer};
use equipoise::studio::{self, Count, HintLevel, Position, Referee, Ruling, Statement, Verdict};
use equipoise::{Error, Violation};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use wasm_bindgen::prelude::*;

/// A puzzle of any kind.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Puzzle(equipoise::Puzzle);

impl From<equipoise::Puzzle> for Puzzle {
    fn from(puzzle: equipoise::Puzzle) -> Puzzle {
        Puzzle(puzzle)
    }
}

impl From<Document> for Puzzle {
    fn from(document: Document) -> Puzzle {
        Puzzle(document.into())
    }
}

impl Puzzle {
    pub(crate) fn document(&self) -> &Document {
        self.0.document()
    }

    fn puzzle(&self) -> &dyn equipoise::puzzles::Puzzle {
        &*self.document().puzzle
    }

    fn board_of(&self, given: &JsValue) -> Result<Board, Thrown> {
        board(self.document(), given)
    }

    fn written(&self, boards: &[Board]) -> Vec<Value> {
        boards.iter().map(|board| self.puzzle().write_board(board)).collect()
    }
}

/// What it is.
#[wasm_bindgen]
impl Puzzle {
    /// The name of its kind.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind().name.to_owned()
    }

    /// The name of its kind for people.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.0.kind().title.to_owned()
    }

    /// Its size: weights, side, rows or digits.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// The names of the places of its board, in their order.
    #[wasm_bindgen(getter)]
    pub fn places(&self) -> Vec<String> {
        (0..self.puzzle().places()).map(|place| self.puzzle().place_name(place)).collect()
    }

    /// The board before the first move.
    #[wasm_bindgen(getter, unchecked_return_type = "Board")]
    pub fn givens(&self) -> Result<JsValue, Thrown> {
        to_js(&self.puzzle().write_board(&self.puzzle().givens()))
    }

    /// The solution that its file gives, or that it was made with.
    #[wasm_bindgen(getter, unchecked_return_type = "Board | undefined")]
    pub fn solution(&self) -> Result<JsValue, Thrown> {
        let solution = self.document().solution.as_ref();
        solution.map_or(Ok(JsValue::UNDEFINED), |board| to_js(&self.puzzle().write_board(board)))
    }

    /// As an object: `JSON.stringify(puzzle)` is what `read` reads.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "PuzzleJson")]
    pub fn to_json(&self) -> Result<JsValue, Thrown> {
        to_js(&self.document().to_json())
    }

    /// In the text format.
    #[wasm_bindgen(js_name = toText)]
    pub fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// As a clause of Prolog, for kinds that a paper presents so.
    #[wasm_bindgen(js_name = toProlog)]
    pub fn to_prolog(&self) -> Option<String> {
        self.0.to_prolog()
    }

    /// The puzzle as it is drawn, in characters.
    #[wasm_bindgen(js_name = toString)]
    pub fn drawn(&self) -> String {
        self.0.draw().to_string()
    }

    /// A drawing, as `"text"` (default), `"ascii"` or `"svg"`; with a board, or else as it is set.
    pub fn draw(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Picture")] picture: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Board | string")] board: JsValue,
    ) -> Result<String, Thrown> {
        let board = self.board_of(&board)?;
        draw(&self.puzzle().draw(&View::of(&board)), &picture)
    }
}

/// A scene as a picture.
pub(crate) fn draw(scene: &Scene, picture: &JsValue) -> Result<String, Thrown> {
    let text = |renderer: TextRenderer| Ok(renderer.render(scene).map_err(Error::from)?);
    match picture.as_string().as_deref() {
        Some("text") => text(TextRenderer::new()),
        Some("ascii") => text(TextRenderer::new().ascii()),
        Some("svg") => Ok(SvgRenderer::new().render(scene)),
        None if picture.is_undefined() || picture.is_null() => text(TextRenderer::new()),
        _ => Err(Wrong::usage("draw: expected \"text\", \"ascii\" or \"svg\"").into()),
    }
}

/// Solving.
#[wasm_bindgen]
impl Puzzle {
    /// How many solutions there are, as far as it matters: looks for a second one.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn solve(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Allowance::of("solve", &limits)?.options();
        let answer = studio::verdict(self.puzzle(), &options).map_err(Error::from)?;
        let name = answer.result.name();
        let (found, stopped) = match answer.result {
            Verdict::None => (Vec::new(), None),
            Verdict::Unique(board) => (vec![board], None),
            Verdict::Several(one, other) => (vec![one, other], None),
            Verdict::Unknown(found, stopped) => (found.into_iter().collect(), Some(stopped)),
        };
        let mut object = json!({
            "verdict": name,
            "solutions": self.written(&found),
            "statistics": statistics_json(&answer.statistics),
        });
        if let Some(stopped) = stopped {
            object["stopped"] = stopped.to_string().into();
        }
        to_js(&object)
    }

    /// Solutions, at most this many.
    #[wasm_bindgen(unchecked_return_type = "Board[]")]
    pub fn solutions(
        &self,
        most: usize,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Allowance::of("solutions", &limits)?.options();
        let mut found = Vec::new();
        let visit = |board| {
            found.push(board);
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if most > 0 {
            let answer = studio::each(self.puzzle(), &options, visit).map_err(Error::from)?;
            answer.result.map_or(Ok(()), |stopped| Err(Error::from(stopped)))?;
        }
        to_js(&self.written(&found).into())
    }

    /// The exact number of solutions; a bigint beyond 2^53.
    #[wasm_bindgen(unchecked_return_type = "number | bigint")]
    pub fn count(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Allowance::of("count", &limits)?.options();
        match studio::count(self.puzzle(), &options).map_err(Error::from)?.result {
            Count::Exact(count) if count <= 1 << 53 => Ok(JsValue::from_f64(count as f64)),
            Count::Exact(count) => Ok(count.into()),
            Count::AtLeast(_, stopped) => Err(Error::from(stopped).into()),
        }
    }

    /// The verdict with its proof, which VeriPB can check.
    #[wasm_bindgen(unchecked_return_type = "Certificate")]
    pub fn certify(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Allowance::of("certify", &limits)?.options();
        let certificate = studio::certify(self.puzzle(), &options).map_err(Error::from)?;
        let manifest = certificate.manifest(self.puzzle()).to_text();
        let studio::Certificate { verdict, claim, proof } = certificate;
        to_js(&json!({ "verdict": verdict.name(), "formula": claim.formula, "proof": proof, "manifest": manifest }))
    }
}

/// Helping.
#[wasm_bindgen]
impl Puzzle {
    /// Every rule that a board breaks, blank places aside; and whether the board is full.
    #[wasm_bindgen(unchecked_return_type = "Checked")]
    pub fn check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Board | string")] board: JsValue,
    ) -> Result<JsValue, Thrown> {
        let board = self.board_of(&board)?;
        let broken = |violation: &Violation| {
            let places: Vec<String> = violation.places.iter().map(|&place| self.puzzle().place_name(place)).collect();
            json!({ "rule": violation.rule.name, "places": places, "message": violation.message })
        };
        let violations: Vec<Value> = self.puzzle().violations(&board).iter().map(broken).collect();
        let solved = violations.is_empty() && board.is_full();
        to_js(&json!({ "solved": solved, "complete": board.is_full(), "violations": violations }))
    }

    /// Whether a deduction, an object in the shape of a step of an explanation, follows from the rules and facts that it
    /// names, or else from all rules and the board.
    #[wasm_bindgen(unchecked_return_type = "Judgement")]
    pub fn judge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Deduction | string")] deduction: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Board | string")] board: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let limits = Allowance::of("judge", &limits)?.limits();
        let board = self.board_of(&board)?;
        let value = equipoise::puzzles::json::parse(&json_of(&deduction)?, 1)?;
        let mut referee = Referee::open(self.puzzle()).map_err(Error::from)?;
        let statement = Statement::from_json(equipoise::puzzles::json::Node::root(&value), referee.context())?;
        let position = Position { board, notes: Notes::new() };
        let ruling = referee.judge(&statement, &position).finish(limits).unwrap_or_else(Ruling::Undecided);
        to_js(&ruling.to_json(self.puzzle(), referee.context()))
    }

    /// The easiest next step from a board, or what is wrong with it.
    #[wasm_bindgen(unchecked_return_type = "Hint")]
    pub fn hint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Board | string")] board: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "HintOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let mut named = Named::of("hint", &options)?;
        let limits = named.limits()?.limits();
        let level =
            named.whole("level")?.map_or(Some(HintLevel::Result), |level| HintLevel::new(level.try_into().ok()?));
        let level = level.ok_or_else(|| named.wrong("level", "a number from 1 (where to look) to 4 (the result)"))?;
        named.finish()?;
        let position = Position { board: self.board_of(&board)?, notes: Notes::new() };
        let hint = studio::hint(self.puzzle(), &position, limits).map_err(Error::from)?.map_err(Error::from)?;
        let mut object = hint.to_json(level);
        object["says"] = hint.told(level).into();
        to_js(&object)
    }

    /// The way to the solution, step by step.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<Explanation, Thrown> {
        let allowance = Allowance::of("explain", &limits)?;
        Ok(Explanation::of(&self.0, allowance)?)
    }

    /// How hard it is for people.
    #[wasm_bindgen(unchecked_return_type = "Grade")]
    pub fn grade(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Limits")] limits: JsValue,
    ) -> Result<JsValue, Thrown> {
        let allowance = Allowance::of("grade", &limits)?;
        Explanation::of(&self.0, allowance)?.grade()
    }

    /// A game on this puzzle.
    pub fn play(&self) -> Result<Game, Thrown> {
        Game::on(self.document())
    }
}

/// Why a way to one solution was not found: the verdict says it.
pub(crate) fn no_way(puzzle: &dyn equipoise::puzzles::Puzzle, allowance: Allowance) -> Result<Wrong, Wrong> {
    let verdict = studio::verdict(puzzle, &allowance.options()).map_err(Error::from)?.result;
    Ok(match verdict {
        Verdict::None => Error::NoSolution.into(),
        Verdict::Several(..) => Wrong::new("several", "the puzzle has several solutions"),
        Verdict::Unknown(_, stopped) => Error::from(stopped).into(),
        Verdict::Unique(_) => Error::from(Stopped::Work).into(),
    })
}
