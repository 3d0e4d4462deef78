//! The rules, posed to the kernel.

use super::FilePuzzle;
use super::condition::Condition;
use super::lower::Lowering;
use super::setting::TooMuch;
use crate::{Modelled, Posed, Puzzle, Strategy};
use fd::{Model, ModelError, Var};

impl From<TooMuch> for ModelError {
    fn from(TooMuch(problem): TooMuch) -> ModelError {
        ModelError::Malformed { constraint: "rules", problem }
    }
}

impl Modelled for FilePuzzle {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut lowering = self.places_posed()?;
        let mut conditions = self.rule_conditions()?;
        conditions.extend(self.demanded(|_| true)?.into_iter().map(|(_, condition)| condition));
        lowering.post_together(&conditions)?;
        let mut posed = posed(lowering);
        if self.setting.values.iter().all(|&values| values == (0, 1)) {
            // A mark says more than that there is none.
            let marked = vec![1; posed.places.len()];
            posed.strategy = Strategy::NearSolution(posed.places.clone(), marked);
        }
        Ok(posed)
    }
}

pub(super) fn posed(lowering: Lowering) -> Posed {
    let strategy = Strategy::FirstFail(lowering.places.clone());
    Posed { model: lowering.model, places: lowering.places, strategy, restarts: None }
}

/// A clue line and the place in it.
pub(super) type ClueAt = (usize, usize);

impl FilePuzzle {
    /// The rules without the clues.
    pub(super) fn rules_posed(&self) -> Result<Lowering, ModelError> {
        let mut lowering = self.places_posed()?;
        self.rule_conditions()?.iter().try_for_each(|condition| lowering.post(condition))?;
        Ok(lowering)
    }

    /// What the rules demand, without those that follow from others.
    fn rule_conditions(&self) -> Result<Vec<Condition>, TooMuch> {
        let lines = &self.file().rules;
        let rules = self.setting.rules(self.file())?.iter().filter(|rule| !lines[rule.line].implied);
        Ok(rules.map(|rule| rule.condition.clone()).collect())
    }

    /// The places without any rule.
    fn places_posed(&self) -> Result<Lowering, ModelError> {
        let setting = &self.setting;
        let mut model = Model::new();
        let mut places: Vec<Var> = Vec::with_capacity(self.places());
        for &(least, most) in &setting.values {
            let x = model.var(least..=most)?;
            let (row, column) = setting.layout.row_and_column(setting.layout.cells[places.len()]);
            model.name(x, fd::Name::Made([row + 1, column + 1], |[row, column]| format!("r{row}c{column}")));
            places.push(x);
        }
        Ok(Lowering::new(model, places, &setting.values))
    }

    /// What the clues of some lines demand: those that are given, and what it
    /// means where none is.
    pub(super) fn demanded(&self, wanted: impl Fn(usize) -> bool) -> Result<Vec<(ClueAt, Condition)>, TooMuch> {
        let file = self.file();
        let mut grounder = self.setting.grounder(file);
        let mut found = Vec::new();
        for (number, line) in file.clues.iter().enumerate().filter(|&(number, _)| wanted(number)) {
            for (at, (instance, clue)) in self.setting.slots[number].iter().zip(&self.clues[number]).enumerate() {
                let (demand, number_given) = match (clue, &line.none) {
                    (Some(given), _) => (&line.meanings[given.mark].demand, i64::from(given.number)),
                    (None, Some(none)) => (none, 0),
                    (None, None) => continue,
                };
                let condition = self.setting.demanded(&mut grounder, instance, demand, number_given)?;
                found.push(((number, at), condition));
            }
        }
        Ok(found)
    }
}
