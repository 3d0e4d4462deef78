//! Mobile as a person reasons about it.

use super::eliminate::{Row, eliminated, gcd};
use super::techniques::TECHNIQUES;
use super::{BALANCE, Mobile, TOTAL};
use crate::tree::{Equation, Hangs, LastOne, bar_id};
use crate::{Instance, Reasoned, Reasoning, Rule, Subject, Verb, rows};
use fd::constraints::InSet;
use fd::{ModelError, Var};

/// What follows from the rules, and is seen at once with some practice.
pub(super) const IMPLIED: &[&Rule] = &[&ADD, &HALF, &TAKE_AWAY, &REPLACE, &CHAIN];

pub(super) static ADD: Rule = Rule { name: "add", says: "A bar weighs what the things on it weigh together." };
pub(super) static HALF: Rule =
    Rule { name: "half", says: "Where all hangs equally far from the pivot, each side weighs half of the bar." };
pub(super) static TAKE_AWAY: Rule =
    Rule { name: "takeaway", says: "What turns a bar equally on both sides can be taken away from both." };
pub(super) static REPLACE: Rule =
    Rule { name: "replace", says: "A shape can be replaced by others that weigh as much." };
pub(super) static CHAIN: Rule =
    Rule { name: "chain", says: "By several bars, one after another, a shape or a bar can be told by another shape." };

static WEIGHS: Verb = Verb { one: "weighs", several: "weigh", unit: "", none: "weightless" };

/// Larger trees are not explained: nobody would read that much.
const MOST_LEAVES: usize = 60;
/// How much harder it is to see what something can be at all than what it is.
const BOUNDS: u32 = 6;
/// The largest factor in an equation that a person would work with.
const MOST_TIMES: i64 = 200;

impl Reasoned for Mobile {
    fn reason(&self) -> Result<Reasoning, ModelError> {
        if self.leaves.len() > MOST_LEAVES {
            let problem = format!("trees of more than {MOST_LEAVES} leaves are not explained");
            return Err(ModelError::Malformed { constraint: "mobile", problem });
        }
        let mut writer =
            Writer { puzzle: self, reasoning: Reasoning::new(TECHNIQUES), shapes: Vec::new(), bars: Vec::new() };
        writer.write()?;
        Ok(writer.reasoning)
    }
}

struct Writer<'a> {
    puzzle: &'a Mobile,
    reasoning: Reasoning,
    shapes: Vec<Var>,
    /// The total of each bar.
    bars: Vec<Var>,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), ModelError> {
        let puzzle = self.puzzle;
        for letter in &puzzle.letters {
            let subject =
                Subject::amount(letter.to_string(), letter.to_string(), &WEIGHS).told(format!("shape {letter}"));
            self.shapes.push(self.reasoning.place(1..=puzzle.most, subject)?);
        }
        for (number, bar) in puzzle.bars.iter().enumerate() {
            let (id, name) = (bar_id(number), bar_name(number));
            let subject = Subject::amount(format!("{id}.total"), format!("the total of {name}"), &WEIGHS).told(name);
            let leaves = bar.leaves.len() as i32;
            self.bars.push(self.reasoning.quantity(leaves..=leaves * puzzle.most, subject)?);
        }
        for bar in 0..puzzle.bars.len() {
            self.add_total(bar)?;
            self.add_sides(bar)?;
            self.add_balance(bar)?;
        }
        self.add_replaced()?;
        self.add_chains()
    }

    /// A rule about some bars.
    fn instance(&self, rule: &'static Rule, cost: u32, bars: &[usize], says: String, fails: String) -> Instance {
        let mut places: Vec<usize> = bars.iter().flat_map(|&bar| self.puzzle.places_on(bar)).collect();
        places.sort_unstable();
        places.dedup();
        Instance {
            places,
            targets: bars.iter().map(|&bar| bar_id(bar)).collect(),
            at: bar_name(bars[0]),
            ..Instance::new(rule, cost, says, fails)
        }
    }

    /// The things on a bar, so often each, together.
    fn things(&self, bar: usize, is_meant: impl Fn(i32) -> bool) -> Vec<(i32, Hangs)> {
        let mut things: Vec<(i32, Hangs)> = Vec::new();
        for thing in self.puzzle.bars[bar].things.iter().filter(|thing| is_meant(thing.at)) {
            let name = self.puzzle.name_of(thing.hangs);
            match things.iter_mut().find(|(_, other)| self.puzzle.name_of(*other) == name) {
                Some((count, _)) => *count += 1,
                None => things.push((1, thing.hangs)),
            }
        }
        things
    }

    fn var(&self, hangs: Hangs) -> Var {
        match hangs {
            Hangs::Leaf(leaf) => self.shapes[self.puzzle.leaves[leaf]],
            Hangs::Bar(bar) => self.bars[bar],
        }
    }

    fn named(&self, things: &[(i32, Hangs)]) -> String {
        sum(things.iter().map(|&(times, hangs)| (i64::from(times), self.puzzle.name_of(hangs))))
    }

    /// What a bar weighs: what is given, and what hangs from it.
    fn add_total(&mut self, bar: usize) -> Result<(), ModelError> {
        let name = bar_name(bar);
        if let Some(total) = self.puzzle.totals[bar] {
            let says = (format!("{name} is given {total}"), format!("{name} cannot weigh {total}, as is given"));
            let given = self.instance(&TOTAL, 1, &[bar], says.0, says.1);
            self.reasoning.rule(given, InSet::new(self.bars[bar], [total]))?;
        }
        let things = self.things(bar, |_| true);
        let hung = self.named(&things);
        let adds_up =
            self.instance(&ADD, 1, &[bar], format!("{name} weighs {hung}"), format!("{name} cannot weigh {hung}"));
        let terms = things.iter().map(|&(times, hangs)| (times, self.var(hangs)));
        let equation = Equation::new(terms.chain([(-1, self.bars[bar])]));
        self.add(adds_up, equation)
    }

    /// A rule by which the last unknown follows, and, with more effort, bounds and multiples.
    fn add(&mut self, instance: Instance, equation: Equation) -> Result<(), ModelError> {
        let harder = Instance { cost: instance.cost + BOUNDS, ..instance.clone() };
        self.reasoning.rule(instance, LastOne(equation.clone()))?;
        self.reasoning.rule(harder, equation)
    }

    /// Where all hangs equally far from the pivot, half of the bar on each side.
    fn add_sides(&mut self, bar: usize) -> Result<(), ModelError> {
        let far: Vec<i32> = self.puzzle.bars[bar].things.iter().map(|thing| thing.at).collect();
        let equal = far.iter().all(|at| at.abs() == far[0].abs()) && far.iter().any(|at| *at != far[0]);
        if !equal {
            return Ok(());
        }
        for (side, left) in [("left", true), ("right", false)] {
            let things = self.things(bar, |at| (at < 0) == left);
            let (name, hung) = (bar_name(bar), self.named(&things));
            let says = format!("the {side} side of {name} ({hung}) is half of the bar");
            let fails = format!("the {side} side of {name} ({hung}) cannot be half of the bar");
            let half = self.instance(&HALF, 2, &[bar], says, fails);
            let terms = things.iter().map(|&(times, hangs)| (2 * times, self.var(hangs)));
            let equation = Equation::new(terms.chain([(-1, self.bars[bar])]));
            self.add(half, equation)?;
        }
        Ok(())
    }

    /// That a bar balances, without what is the same on both sides.
    fn add_balance(&mut self, bar: usize) -> Result<(), ModelError> {
        let sides = self.puzzle.sides(bar).map(|side| wide(&side));
        let divisor = sides.iter().flatten().fold(0, |divisor, &factor| gcd(divisor, factor)).max(1);
        let [left, right] = sides.map(|side| side.iter().map(|factor| factor / divisor).collect::<Vec<i64>>());
        let whole = format!("{} = {}", self.sum_of(&left), self.sum_of(&right));
        let difference = reduced(wide(&self.puzzle.difference(bar)));
        if difference.iter().all(|&factor| factor == 0) {
            return Ok(());
        }
        let name = bar_name(bar);
        let cancels = left.iter().zip(&right).any(|(left, right)| *left > 0 && *right > 0);
        let (says, fails) = (format!("{name} balances ({whole})"), format!("{name} cannot balance ({whole})"));
        let instance = if cancels {
            let left = self.equation_of(&difference);
            let (says, fails) = (format!("{says}, which leaves {left}"), format!("{fails}, which leaves {left}"));
            self.instance(&TAKE_AWAY, 2, &[bar], says, fails)
        } else {
            self.instance(&BALANCE, 1, &[bar], says, fails)
        };
        self.add_equation(instance, &difference, None)
    }

    /// So many times each shape, and a bar so many times less, make 0.
    fn add_equation(
        &mut self,
        instance: Instance,
        shapes: &[i64],
        bar: Option<(i64, usize)>,
    ) -> Result<(), ModelError> {
        let terms = shapes.iter().zip(&self.shapes).map(|(&times, &x)| (times as i32, x));
        let bar = bar.map(|(times, bar)| (-times as i32, self.bars[bar]));
        self.add(instance, Equation::new(terms.chain(bar)))
    }

    /// A shape that one bar tells by others, replaced in what another bar balances with or weighs.
    fn add_replaced(&mut self) -> Result<(), ModelError> {
        let bars = self.puzzle.bars.len();
        let differences: Vec<Vec<i64>> = (0..bars).map(|bar| reduced(wide(&self.puzzle.difference(bar)))).collect();
        for by in 0..bars {
            for shape in 0..self.shapes.len() {
                let Some(same) = alone(&differences[by], shape) else { continue };
                let same_as = self.sum_of(&same);
                for bar in (0..bars).filter(|&bar| bar != by) {
                    let replaced = |factors: &[i64]| -> Vec<i64> {
                        let times = factors[shape];
                        (0..factors.len())
                            .map(|own| if own == shape { 0 } else { factors[own] + times * same[own] })
                            .collect()
                    };
                    let counts = wide(&self.puzzle.counts(bar));
                    let (name, letter) = (bar_name(bar), self.puzzle.letters[shape]);
                    let as_much = format!("by {} shape {letter} weighs {same_as}", bar_name(by));
                    let balance = reduced(replaced(&differences[bar]));
                    if differences[bar][shape] != 0 && is_handy(&balance) {
                        let left = self.equation_of(&balance);
                        let says = format!("{as_much}, and with that {name} balances {left}");
                        let fails = format!("{as_much}, and with that {name} cannot balance {left}");
                        let instance = self.instance(&REPLACE, 3, &[bar, by], says, fails);
                        self.add_equation(instance, &balance, None)?;
                    }
                    let weighs = replaced(&counts);
                    if counts[shape] != 0 && is_handy(&weighs) {
                        let sum = self.sum_of(&weighs);
                        let says = format!("{as_much}, and with that {name} weighs {sum}");
                        let fails = format!("{as_much}, and with that {name} cannot weigh {sum}");
                        let instance = self.instance(&REPLACE, 3, &[bar, by], says, fails);
                        self.add_equation(instance, &weighs, Some((1, bar)))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What several bars tell: two shapes by each other, and a given total by one shape.
    fn add_chains(&mut self) -> Result<(), ModelError> {
        let differences: Vec<Vec<i32>> = (0..self.puzzle.bars.len()).map(|bar| self.puzzle.difference(bar)).collect();
        for last in 0..self.shapes.len() {
            let rows = eliminated(&differences, last).unwrap_or_default();
            let pairs =
                rows.iter().filter(|row| matches!(row.about()[..], [one, other] if one == last || other == last));
            let pairs: Vec<&Row> = pairs.collect();
            for row in
                pairs.iter().filter(|row| row.about()[0] == last && row.bars().len() > 1 && is_handy(&row.shapes))
            {
                let bars = row.bars();
                let (together, equation) = (bars_in_words(&bars), self.equation_of(&row.shapes));
                let says = format!("{together} together leave {equation}");
                let fails = format!("{together} together cannot leave {equation}");
                let instance = self.instance(&CHAIN, 3 + bars.len() as u32, &bars, says, fails);
                self.add_equation(instance, &row.shapes, None)?;
            }
            for bar in (0..differences.len()).filter(|&bar| self.puzzle.totals[bar].is_some()) {
                self.add_total_by(bar, last, &pairs)?;
            }
        }
        Ok(())
    }

    /// A total by one shape, if every other shape of the bar is told by that.
    fn add_total_by(&mut self, bar: usize, last: usize, pairs: &[&Row]) -> Result<(), ModelError> {
        // So many times the bar weighs as much as so many times the shape.
        let (mut bars, mut times, mut shapes) = (vec![bar], 1_i64, 0_i64);
        for (shape, count) in wide(&self.puzzle.counts(bar)).into_iter().enumerate().filter(|(_, count)| *count > 0) {
            if shape == last {
                shapes += count * times;
                continue;
            }
            let Some(row) = pairs.iter().find(|row| row.shapes[shape] != 0) else { return Ok(()) };
            let (own, other) = (row.shapes[shape], -row.shapes[last]);
            let (own, other) = (own * own.signum(), other * own.signum());
            let more = own / gcd(own, times);
            (times, shapes) = (times * more, shapes * more);
            shapes += count * other * (times / own);
            if times > MOST_TIMES || shapes > MOST_TIMES {
                return Ok(());
            }
            bars.extend(row.bars());
        }
        let divisor = gcd(times, shapes);
        let (times, shapes) = (times / divisor, shapes / divisor);
        bars[1..].sort_unstable();
        let by: Vec<usize> = bars[1..].chunk_by(|one, other| one == other).map(|same| same[0]).collect();
        if by.len() < 2 {
            return Ok(());
        }
        let (name, letter) = (bar_name(bar), self.puzzle.letters[last].to_string());
        let own = if times == 1 { name } else { format!("{times} times {name}") };
        let told = format!("by {}, ", bars_in_words(&by));
        let equal = sum([(shapes, letter)].into_iter());
        let says = format!("{told}{own} weighs as much as {equal}");
        let fails = format!("{told}{own} cannot weigh as much as {equal}");
        let about: Vec<usize> = [bar].into_iter().chain(by.iter().copied().filter(|&other| other != bar)).collect();
        let instance = self.instance(&CHAIN, 3 + by.len() as u32, &about, says, fails);
        let factors: Vec<i64> = (0..self.shapes.len()).map(|shape| if shape == last { shapes } else { 0 }).collect();
        self.add_equation(instance, &factors, Some((times, bar)))
    }

    /// `2×A + B`, `0`
    fn sum_of(&self, shapes: &[i64]) -> String {
        sum(shapes.iter().copied().zip(self.puzzle.letters.iter().map(char::to_string)))
    }

    /// `2×A = B + C`
    fn equation_of(&self, shapes: &[i64]) -> String {
        let side = |sign: i64| self.sum_of(&shapes.iter().map(|&times| (sign * times).max(0)).collect::<Vec<_>>());
        format!("{} = {}", side(1), side(-1))
    }
}

fn wide(factors: &[i32]) -> Vec<i64> {
    factors.iter().copied().map(i64::from).collect()
}

/// Without common divisors.
fn reduced(factors: Vec<i64>) -> Vec<i64> {
    let divisor = factors.iter().fold(0, |divisor, &factor| gcd(divisor, factor)).max(1);
    factors.into_iter().map(|factor| factor / divisor).collect()
}

/// Whether it says something that a person would work with.
fn is_handy(factors: &[i64]) -> bool {
    factors.iter().any(|&factor| factor != 0) && factors.iter().all(|factor| factor.abs() <= MOST_TIMES)
}

/// What a shape weighs as much as, if it stands alone on one side.
fn alone(factors: &[i64], shape: usize) -> Option<Vec<i64>> {
    let own = factors[shape];
    let others = (0..factors.len()).map(|other| if other == shape { 0 } else { -factors[other] * own });
    let others: Vec<i64> = others.collect();
    (own.abs() == 1 && others.iter().all(|&factor| factor >= 0) && is_handy(&others)).then_some(others)
}

fn bar_name(bar: usize) -> String {
    format!("bar {}", bar_id(bar))
}

/// `bars b1 and b3`
fn bars_in_words(bars: &[usize]) -> String {
    let names: Vec<String> = bars.iter().map(|&bar| bar_id(bar)).collect();
    let word = if names.len() == 1 { "bar" } else { "bars" };
    format!("{word} {}", rows::in_words(&names))
}

/// `2×A + B`, `0`
fn sum(terms: impl Iterator<Item = (i64, String)>) -> String {
    let terms = terms.filter(|(times, _)| *times != 0);
    let terms = terms.map(|(times, name)| if times == 1 { name } else { format!("{times}×{name}") });
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}
