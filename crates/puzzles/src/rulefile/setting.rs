//! All of a puzzle but its clues: the board, what its cells can hold, where clues
//! can be, and the rules at every place.

use super::condition::Condition;
use super::ground::Grounder;
use super::layout::Layout;
use super::scope::{Bound, Scope};
use super::syntax::{Demand, Each, Family, Numbers, RuleFile, Shape};
use std::sync::OnceLock;

/// The most rows or columns of a board.
const MOST_SIDE: i64 = 100;
/// The most places where one rule applies.
const MOST_INSTANCES: usize = 100_000;

/// Why a puzzle cannot be worked with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct TooMuch(pub(super) String);

/// What the names of one rule or clue stand for at one place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Instance(pub(super) Vec<(usize, Vec<Bound>)>);

impl Instance {
    pub(super) fn bind(&self, scope: &mut Scope<'_>) {
        for (slot, members) in &self.0 {
            scope.bind(*slot, members);
        }
    }

    /// What was named last: what the rule is about.
    pub(super) fn last(&self) -> &[Bound] {
        self.0.last().map_or(&[], |(_, members)| members)
    }
}

/// A rule at one place.
#[derive(Debug)]
pub(super) struct RuleAt {
    /// Its number in the file.
    pub(super) line: usize,
    pub(super) instance: Instance,
    pub(super) condition: Condition,
}

#[derive(Debug)]
pub(super) struct Setting {
    pub(super) layout: Layout,
    /// The least and the greatest value of each place.
    pub(super) values: Vec<(i32, i32)>,
    /// Where the clues of each line of the file can be.
    pub(super) slots: Vec<Vec<Instance>>,
    rules: OnceLock<Result<Vec<RuleAt>, TooMuch>>,
}

impl Setting {
    pub(super) fn new(file: &RuleFile, layout: Layout) -> Result<Setting, TooMuch> {
        let mut scope = Scope::new(&layout, file.slots);
        let mut values = Vec::with_capacity(layout.cells.len());
        for &cell in &layout.cells {
            scope.bind(file.values.cell, &[Bound::Cell(cell)]);
            let bound = |expr| scope.number(expr).filter(|number: &i64| number.abs() <= 100_000);
            let range = (bound(&file.values.least), bound(&file.values.most));
            let (Some(least), Some(most)) = range else {
                let message = format!("{} has no values; expected a range of numbers up to 100000", layout.name(cell));
                return Err(TooMuch(message));
            };
            if least > most {
                return Err(TooMuch(format!("{} has no value from {least} to {most}", layout.name(cell))));
            }
            values.push((least as i32, most as i32));
        }
        if values.is_empty() {
            return Err(TooMuch("the board has no open cell".to_owned()));
        }
        let slots = file.clues.iter().map(|clue| instances(&mut scope, &clue.each)).collect::<Result<_, _>>()?;
        Ok(Setting { layout, values, slots, rules: OnceLock::new() })
    }

    /// A board of one cell that holds 0, for kinds that have no other.
    pub(super) fn nothing(file: &RuleFile) -> Setting {
        let layout = Layout::open(vec![1; file.numbers.len()], 1, 1, false);
        let slots = file.clues.iter().map(|_| Vec::new()).collect();
        Setting { layout, values: vec![(0, 0)], slots, rules: OnceLock::new() }
    }

    /// The rules at every place, those that hold anyway left out.
    pub(super) fn rules(&self, file: &RuleFile) -> Result<&[RuleAt], TooMuch> {
        let rules = self.rules.get_or_init(|| self.work_out(file));
        rules.as_deref().map_err(Clone::clone)
    }

    fn work_out(&self, file: &RuleFile) -> Result<Vec<RuleAt>, TooMuch> {
        let mut grounder = self.grounder(file);
        let mut found = Vec::new();
        for (line, rule) in file.rules.iter().enumerate() {
            for instance in instances(&mut grounder.scope, &rule.each)? {
                instance.bind(&mut grounder.scope);
                let condition = grounder.condition(&rule.demand.holds)?;
                if condition != Condition::Known(true) {
                    found.push(RuleAt { line, instance, condition });
                }
            }
        }
        Ok(found)
    }

    pub(super) fn grounder<'a>(&'a self, file: &RuleFile) -> Grounder<'a> {
        Grounder::new(&self.layout, file.slots, &self.values)
    }

    /// What a clue demands at one of its places.
    pub(super) fn demanded(
        &self,
        grounder: &mut Grounder<'_>,
        instance: &Instance,
        demand: &Demand,
        number: i64,
    ) -> Result<Condition, TooMuch> {
        instance.bind(&mut grounder.scope);
        grounder.scope.clue = number;
        grounder.condition(&demand.holds)
    }
}

/// Every combination of members of these families.
pub(super) fn instances(scope: &mut Scope<'_>, each: &[Each]) -> Result<Vec<Instance>, TooMuch> {
    let mut found = vec![Instance::default()];
    for each in each {
        let mut longer = Vec::new();
        for instance in &found {
            instance.bind(scope);
            if let Family::Pairs(inner) = &each.family {
                let count = scope.members(inner).len();
                enough(count * count / 2)?;
            }
            let members = scope.each(each);
            enough(longer.len() + members.len())?;
            longer.extend(members.into_iter().map(|member| {
                let mut longer = instance.clone();
                longer.0.push((each.slot, member));
                longer
            }));
        }
        found = longer;
    }
    Ok(found)
}

fn enough(count: usize) -> Result<(), TooMuch> {
    if count <= MOST_INSTANCES {
        return Ok(());
    }
    Err(TooMuch(format!("a rule applies at more than {MOST_INSTANCES} places at this size; expected a smaller one")))
}

impl RuleFile {
    /// The numbers that a puzzle has unless it says otherwise, after those that it gives.
    pub(super) fn numbers(&self, given: &[Option<i64>]) -> Result<Vec<i64>, TooMuch> {
        let mut numbers = Vec::new();
        let empty = Layout::open(Vec::new(), 0, 0, false);
        for (at, parameter) in self.numbers.iter().enumerate() {
            let mut scope = Scope::new(&empty, self.slots);
            let known: Vec<Bound> = numbers.iter().map(|&number| Bound::Number(number)).collect();
            scope.bind(0, &known);
            let number = given.get(at).copied().flatten().or_else(|| scope.number(&parameter.usually));
            let (allowed, says) = match &parameter.choices {
                Numbers::List(list) => {
                    let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
                    (number.is_some_and(|number| list.contains(&number)), texts.join(", "))
                }
                Numbers::Range(least, most) => {
                    let (least, most) = (scope.number(least).unwrap_or(1), scope.number(most).unwrap_or(0));
                    (number.is_some_and(|number| (least..=most).contains(&number)), format!("{least} to {most}"))
                }
            };
            match number {
                Some(number) if allowed => numbers.push(number),
                Some(number) => return Err(TooMuch(format!("{} is {number}; expected {says}", parameter.name))),
                None => return Err(TooMuch(format!("{} is not known; expected {says}", parameter.name))),
            }
        }
        Ok(numbers)
    }

    /// An open board for these numbers.
    pub(super) fn open_board(&self, numbers: Vec<i64>) -> Result<Layout, TooMuch> {
        let empty = Layout::open(numbers.clone(), 0, 0, false);
        let scope = Scope::new(&empty, self.slots);
        let side = |expr| {
            let number = scope.number(expr).filter(|number| (1..=MOST_SIDE).contains(number));
            number.map(|number| number as usize).ok_or_else(|| {
                TooMuch(format!("the board is not of a size that can be; expected sides from 1 to {MOST_SIDE}"))
            })
        };
        match &self.board.shape {
            Shape::Grid(rows, columns) => {
                let (rows, columns) = (side(rows)?, side(columns)?);
                Ok(Layout::open(numbers, rows, columns, false))
            }
            Shape::Triangle(rows) => {
                let rows = side(rows)?;
                Ok(Layout::open(numbers, rows, rows, true))
            }
        }
    }
}
