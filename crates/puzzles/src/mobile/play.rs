//! Mobile as people play it: a weight for each shape, and the moments of the bars.

use super::Mobile;
use super::draw::IN_A_ROW;
use crate::tree::{Hangs, bar_id};
use crate::{Board, Choices, Holds, Near, Playable, Puzzle, ReadOut, Sheet, State, Structure, Target};

impl Playable for Mobile {
    fn sheet(&self) -> Sheet {
        let shapes = self.letters.len();
        let structure = Structure::Grid { rows: shapes.div_ceil(IN_A_ROW), columns: shapes.min(IN_A_ROW) };
        let target = |shape: usize| {
            let (name, choices) = (format!("shape {}", self.letters[shape]), Choices::Numbers(1..=self.most));
            Target::new(Holds::Place(shape), self.place_name(shape), name, choices, self.near(shape))
        };
        Sheet::of_places(structure, (0..shapes).map(target).collect(), &self.givens, Vec::new())
    }

    /// For each bar its two moments and what is missing, and how it stands with its total.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        let (weight, name) = (self.known(board), |hangs| self.name_of(hangs));
        let scales = self.scales(&weight, &name);
        let bars = (0..self.bars.len()).map(|bar| {
            let mut read = scales.read_out(bar);
            let weighs = scales.weight_of(Hangs::Bar(bar));
            if let Some(total) = self.totals[bar] {
                let id = bar_id(bar);
                let is_wrong = weighs.is_some_and(|weighs| weighs != i64::from(total));
                read.says += &match weighs {
                    Some(weighs) if is_wrong => format!("; {id} weighs {weighs}, but {total} is given"),
                    _ => format!("; {id} weighs {total}"),
                };
                if is_wrong {
                    read.state = State::Broken;
                }
            }
            read
        });
        bars.collect()
    }
}

impl Mobile {
    /// Where the arrow keys lead from a shape: the shapes lie in rows.
    pub(super) fn near(&self, shape: usize) -> Near {
        let (column, last) = (shape % IN_A_ROW, self.letters.len());
        Near {
            up: shape.checked_sub(IN_A_ROW),
            down: Some(shape + IN_A_ROW).filter(|&below| below < last),
            left: (column > 0).then(|| shape - 1),
            right: Some(shape + 1).filter(|&next| column + 1 < IN_A_ROW && next < last),
        }
    }
}
