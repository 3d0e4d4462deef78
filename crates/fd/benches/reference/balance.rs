//! Trees of bars in balance: the files of `data/balance`, our model, and the data of `gecode/models/balance.mzn`.

use crate::models::Problem;
use crate::rows::files;
use fd::Model;
use fd::constraints::{AllDifferent, Strength, Sum};

/// Things are numbered from 1: the leaves, then the bars, the root being the first of them.
#[derive(Clone, Default)]
pub(crate) struct Tree {
    /// The weight of each leaf, 0 where none is given.
    given: Vec<i32>,
    /// Each bar's number, and its hooks: distance and thing.
    bars: Vec<(usize, Vec<(i32, usize)>)>,
}

pub(crate) fn trees() -> Vec<(String, Tree)> {
    files("balance").into_iter().map(|(name, text)| (name, Tree::read(&text))).collect()
}

impl Tree {
    fn read(text: &str) -> Tree {
        let mut tree = Tree::default();
        let number = |word: &str| -> usize { word.parse().expect("a number") };
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["leaves", n] => tree.given = vec![0; number(n)],
                ["given", leaf, value] => tree.given[number(leaf) - 1] = number(value) as i32,
                ["bar", bar, ref hooks @ ..] => {
                    let hook = |hook: &&str| {
                        let (at, thing) = hook.split_once(':').expect("distance:thing");
                        (at.parse().expect("a distance"), number(thing))
                    };
                    tree.bars.push((number(bar), hooks.iter().map(hook).collect()));
                }
                _ => panic!("unexpected line {line}"),
            }
        }
        tree
    }

    pub(crate) fn problem(&self, strength: Strength) -> Problem {
        let mut model = Model::new();
        let n = self.given.len() as i32;
        let leaves = model.vars(self.given.len(), 1..=n)?;
        let mut things = leaves.clone();
        let root = self.given.len() + 1;
        // Gecode's model has no variable for the root's total; a fixed one is the same.
        things.push(model.var([n * (n + 1) / 2])?);
        for _ in 1..self.bars.len() {
            things.push(model.var(1..=n * (n + 1) / 2)?);
        }
        for (leaf, given) in leaves.iter().zip(&self.given).filter(|(_, given)| **given > 0) {
            model.post(leaf.equals(*given))?;
        }
        model.post(AllDifferent::new(&leaves).strength(strength))?;
        for (number, hooks) in &self.bars {
            if *number != root {
                model.post(hooks.iter().map(|hook| things[hook.1 - 1]).sum::<Sum>().equals(things[number - 1]))?;
            }
            model.post(hooks.iter().map(|&(at, thing)| at * things[thing - 1]).sum::<Sum>().equals(0))?;
        }
        Ok((model, leaves))
    }

    /// One hook after the other, each with the bar that it is on.
    pub(crate) fn minizinc(&self) -> String {
        let hooks: Vec<_> =
            self.bars.iter().flat_map(|(bar, hooks)| hooks.iter().map(move |hook| (bar, hook))).collect();
        format!(
            "n={};bars={};hooks={};given={:?};on={:?};at={:?};hangs={:?};",
            self.given.len(),
            self.bars.len(),
            hooks.len(),
            self.given,
            hooks.iter().map(|(bar, _)| bar).collect::<Vec<_>>(),
            hooks.iter().map(|(_, hook)| hook.0).collect::<Vec<_>>(),
            hooks.iter().map(|(_, hook)| hook.1).collect::<Vec<_>>(),
        )
    }
}
