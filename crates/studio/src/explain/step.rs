//! Steps of an explanation.

use super::find::{Argument, Fact};
use super::knowledge::{Set, common, size, union, without};
use fd::Var;

/// How a step is found, from the easiest to the hardest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// One rule at one place.
    #[default]
    Single,
    /// A supposition that two or three rules refute together.
    Together,
    /// A supposition that a few rules refute.
    ShortChain,
    /// A supposition that many rules refute.
    LongChain,
    /// A supposition that is refuted in each of several cases.
    Cases,
}

impl Level {
    /// All of them, from the easiest.
    pub const ALL: [Level; 5] = [Level::Single, Level::Together, Level::ShortChain, Level::LongChain, Level::Cases];

    /// The most rules that count as taken together, and as a short chain.
    const MOST_TOGETHER: usize = 3;
    const MOST_SHORT: usize = 6;

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Level::Single => "one rule",
            Level::Together => "supposition",
            Level::ShortChain => "short chain",
            Level::LongChain => "long chain",
            Level::Cases => "cases",
        }
    }

    pub(crate) fn of(rules: usize, cases: usize) -> Level {
        if cases > 1 {
            Level::Cases
        } else if rules <= Level::MOST_TOGETHER {
            Level::Together
        } else if rules <= Level::MOST_SHORT {
            Level::ShortChain
        } else {
            Level::LongChain
        }
    }
}

/// One deduction: values that go, and what they follow from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// How it is found.
    pub level: Level,
    /// How hard it is; steps of a higher level may cost less.
    pub cost: u32,
    /// How many rules have something to say at this moment, each by itself.
    pub open: usize,
    /// The rules it follows from, by their number in the reasoning.
    pub(crate) rules: Vec<usize>,
    /// Those of them that need what they take for granted.
    pub(crate) assumes: Vec<usize>,
    /// Those of them whose clues were told before.
    pub(crate) reminds: Vec<usize>,
    /// The facts it follows from.
    pub(crate) facts: Vec<Fact>,
    /// The values that go, by variable; none for a contradiction.
    pub(crate) removes: Vec<Removes>,
    /// What else the same rules and facts refute in the same way.
    pub(crate) alike: Vec<Removes>,
    /// For a value that goes, what something else would be that it cannot.
    pub(crate) otherwise: Vec<[(Var, i32); 2]>,
    /// How each value of these fails.
    pub(crate) fails: Vec<(Var, i32, usize)>,
    /// What was left of the variables of a rule that is about room.
    pub(crate) before: Vec<(Var, Set)>,
    /// What is supposed, and how that is refuted. Nothing is supposed when
    /// the facts contradict the rules as they are.
    pub(crate) argument: Option<(Option<Fact>, Argument)>,
    /// What the rules and the facts alone leave of each variable that
    /// something goes from.
    pub(crate) implied: Vec<(Var, Set)>,
    /// The same deduction at other places.
    pub(crate) also: Vec<Step>,
    /// The book-keeping that follows.
    pub(crate) then: Vec<Step>,
    /// What everybody crosses off then without a word. A drawing shows that, too.
    pub(crate) crossed: Vec<(Var, Set)>,
}

/// The values that go from a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Removes {
    pub(crate) var: Var,
    /// Those that somebody needs.
    pub(crate) gone: Set,
    /// Those that are left.
    pub(crate) left: Set,
    /// All that the sentence rules out, as far as it is news. Nothing where it is not known yet
    /// how the step will be told, or where the same was said before.
    pub(crate) told: Set,
}

impl Removes {
    pub(crate) fn new(var: Var, gone: Set, left: Set) -> Removes {
        Removes { var, gone, left, told: Set::new() }
    }

    /// What goes, as it is told.
    fn as_told(&self) -> Removes {
        let gone = if size(&self.told) == 0 { &self.gone } else { &self.told };
        Removes::new(self.var, gone.clone(), self.left.clone())
    }
}

/// This many times the values is much more.
const MANY_TIMES: u32 = 2;

/// Whether these values are all that go by a step, and many times as many.
pub(crate) fn are_much_more(gone: &[(Var, Set)], step: &Step) -> bool {
    let own: u32 = step.removes.iter().map(|own| size(&own.gone)).sum();
    let all: u32 = gone.iter().map(|(_, gone)| size(gone)).sum();
    let goes = |own: &Removes| gone.iter().any(|(x, gone)| *x == own.var && size(&without(&own.gone, gone)) == 0);
    all >= MANY_TIMES * own && step.removes.iter().all(goes)
}

impl Step {
    /// Whether it shows that nothing can be right.
    pub fn is_contradiction(&self) -> bool {
        self.removes.is_empty()
    }

    /// The number of deductions in a row that it takes.
    pub fn length(&self) -> usize {
        self.argument.as_ref().map_or(1, |(_, argument)| argument.length())
    }

    /// What is supposed, to be refuted.
    pub(crate) fn supposed(&self) -> Option<&Fact> {
        self.argument.as_ref()?.0.as_ref()
    }

    /// How hard it is with all that is told with it: the same at another place is a
    /// sentence more.
    pub(crate) fn cost_in_all(&self) -> u32 {
        self.cost + self.also.len() as u32
    }

    /// The deductions that it is made of, in order: the main one, the same at other
    /// places, and book-keeping.
    pub fn deductions(&self) -> impl Iterator<Item = Step> {
        let main = Step { also: Vec::new(), then: Vec::new(), ..self.clone() };
        std::iter::once(main).chain(self.also.iter().cloned()).chain(self.then.iter().cloned())
    }

    /// The same; the first one still has the others attached.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Step> {
        std::iter::once(self).chain(&self.also).chain(&self.then)
    }

    /// What goes, without what is left.
    pub(crate) fn targets(&self) -> Vec<(Var, Set)> {
        self.removes.iter().map(|own| (own.var, own.gone.clone())).collect()
    }

    /// What goes by each of its parts, each variable once, and what is left after the last.
    pub(crate) fn gone(&self) -> Vec<Removes> {
        let parts = self.parts().flat_map(|part| part.removes.iter().chain(&part.alike));
        let parts: Vec<Removes> = parts.map(Removes::as_told).collect();
        let mut all = gathered(parts.iter().cloned());
        for removes in &mut all {
            let last = parts.iter().rfind(|own| own.var == removes.var);
            removes.left = last.map_or_else(Set::new, |own| own.left.clone());
        }
        all
    }
}

/// What goes, each variable once.
pub(crate) fn gathered(all: impl IntoIterator<Item = Removes>) -> Vec<Removes> {
    let mut gathered: Vec<Removes> = Vec::new();
    for more in all {
        match gathered.iter_mut().find(|removes| removes.var == more.var) {
            Some(removes) => {
                removes.gone = union(&removes.gone, &more.gone);
                removes.left = common(&removes.left, &more.left);
            }
            None => gathered.push(more),
        }
    }
    gathered.sort_unstable_by_key(|removes| removes.var);
    gathered
}
