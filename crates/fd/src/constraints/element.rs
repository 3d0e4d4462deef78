//! Looking up in an array.

use super::interval::{ascending, between_bounds};
use super::{AnyOf, Clause, Sum};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake, Words,
};
use std::sync::Arc;

/// `a[i] = y`; the array holds numbers or variables, and `i` counts from 0, or from [`Element::counting_from`].
///
/// Domain-consistent while the bounds of `y` are less than 4096 apart; beyond that
/// it reasons with the bounds of variables.
#[derive(Debug, Clone)]
pub struct Element {
    array: Array,
    first: i32,
    index: Var,
    result: Var,
}

#[derive(Debug, Clone)]
enum Array {
    Vars(Arc<[Var]>),
    Numbers(Arc<[i32]>),
}

/// The most words of a set that are united at one go.
const WORDS_LIMIT: usize = 64;

impl Element {
    /// The variable of `array` at `index` is `result`.
    pub fn new(array: &[Var], index: Var, result: Var) -> Element {
        Element { array: Array::Vars(array.into()), first: 0, index, result }
    }

    /// The number in `array` at `index` is `result`.
    pub fn of_numbers(array: &[i32], index: Var, result: Var) -> Element {
        Element { array: Array::Numbers(array.into()), first: 0, index, result }
    }

    /// The same, with this index for the first.
    #[must_use]
    pub fn counting_from(self, first: i32) -> Element {
        Element { first, ..self }
    }

    fn vars(&self) -> &[Var] {
        match &self.array {
            Array::Vars(vars) => vars,
            Array::Numbers(_) => &[],
        }
    }

    fn len(&self) -> usize {
        match &self.array {
            Array::Vars(vars) => vars.len(),
            Array::Numbers(numbers) => numbers.len(),
        }
    }

    /// The position in the array that an index names.
    fn position(&self, index: i32) -> Option<usize> {
        usize::try_from(i64::from(index) - i64::from(self.first)).ok().filter(|&position| position < self.len())
    }
}

impl Constraint for Element {
    fn name(&self) -> &'static str {
        "element"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars().iter().copied().chain([self.index, self.result]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let Some(position) = self.position(value(self.index)) else { return false };
        let found = match &self.array {
            Array::Vars(vars) => value(vars[position]),
            Array::Numbers(numbers) => numbers[position],
        };
        found == value(self.result)
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.vars().len() + 2;
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let n = self.vars().len();
        let in_array = self.vars().iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::ANY, i));
        let wakes: Vec<Wake> = in_array
            .chain([Wake::telling(self.index, Event::ANY, n), Wake::telling(self.result, Event::ANY, n)])
            .collect();
        let store = post.store();
        let intervals = self.vars().iter().chain([&self.result]).any(|&x| store.is_interval(x));
        let words = if intervals { 0 } else { store.words(self.result).len() };
        let propagator = Lookup {
            element: self.clone(),
            distinct: self.consistency() == Consistency::Domain,
            intervals,
            scratch: vec![0; words].into(),
        };
        post.add(Priority::Linear, propagator, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let &Element { first, index, result, .. } = self;
        for i in 0..self.len() {
            let found = match &self.array {
                Array::Vars(vars) => Sum::from(vars[i]),
                Array::Numbers(numbers) => Sum::from(numbers[i]),
            };
            let elsewhere = Clause::new([index.is_not(first + i as i32)]);
            into.post(AnyOf::default().or(elsewhere).or(found.equals(result)))?;
        }
        into.post(Clause::new([index.at_least(first)]))?;
        into.post(Clause::new([index.at_most(first.saturating_add(self.len() as i32) - 1)]))?;
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.len() == 0 {
            return Some("false".to_owned());
        }
        let found: Vec<String> = match &self.array {
            Array::Vars(vars) => vars.iter().map(|&x| name(x)).collect(),
            Array::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
        };
        let (first, last) = (self.first, self.first + self.len() as i32 - 1);
        let (index, result) = (name(self.index), name(self.result));
        let lookup = format!("array1d({first}..{last}, [{}])[{index}] = {result}", found.join(", "));
        Some(format!("{index} in {first}..{last} /\\ {lookup}"))
    }
}

/// Keeps the indices at which the result may be found, and the results that may be found.
#[derive(Debug)]
struct Lookup {
    element: Element,
    /// Whether no variable stands in two places, so that its own changes are not news.
    distinct: bool,
    /// Whether the result, or a variable of the array, is an interval.
    intervals: bool,
    /// As long as the domain of the result.
    scratch: Box<[u64]>,
}

impl Propagator for Lookup {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let &Element { first, index, result, .. } = &self.element;
        if let Changed::Only(told) = changed
            && !told.iter().any(|&i| i as usize >= self.element.vars().len() || store.contains(index, first + i as i32))
        {
            return Ok(Status::Fixpoint);
        }
        store.confine(index, first, first.saturating_add(self.element.len() as i32 - 1))?;
        match &self.element.array {
            Array::Numbers(numbers) if self.intervals => {
                let bounds = |_: &Store, i: usize| (numbers[i], numbers[i]);
                self.among_bounds(store, bounds).map(|_| self.status(store))
            }
            Array::Numbers(numbers) => self.among_numbers(store, &Arc::clone(numbers)),
            Array::Vars(vars) => {
                let vars = Arc::clone(vars);
                let (min, max) = store.bounds(result);
                if !self.intervals && (i64::from(max) - i64::from(min)) as usize / 64 < WORDS_LIMIT {
                    self.among_domains(store, &vars)
                } else {
                    self.among_bounds(store, |store, i| store.bounds(vars[i]))?;
                    if let Some(i) = store.value(index) {
                        let (min, max) = store.bounds(result);
                        store.confine(vars[(i - first) as usize], min, max)?;
                    }
                    Ok(Status::Again)
                }
            }
        }
    }
}

impl Lookup {
    fn forget(&mut self, store: &Store) {
        for (i, _) in between_bounds(store, self.element.result) {
            self.scratch[i] = 0;
        }
    }

    fn status(&self, store: &Store) -> Status {
        match self.distinct {
            true if store.is_fixed(self.element.index) && store.is_fixed(self.element.result) => Status::Entailed,
            true => Status::Fixpoint,
            false => Status::Again,
        }
    }

    fn among_numbers(&mut self, store: &mut Store, numbers: &[i32]) -> Result<Status, Conflict> {
        self.forget(store);
        let &Element { first, index, result, .. } = &self.element;
        let mut next = store.next_from(index, first);
        while let Some(i) = next {
            let number = numbers[(i - first) as usize];
            if store.contains(result, number) {
                let bit = (number - store.base(result)) as usize;
                self.scratch[bit / 64] |= 1 << (bit % 64);
            } else {
                store.remove(index, i)?;
            }
            next = store.next_from(index, i + 1);
        }
        store.keep(result, &self.scratch)?;
        Ok(self.status(store))
    }

    /// With all values.
    fn among_domains(&mut self, store: &mut Store, vars: &[Var]) -> Result<Status, Conflict> {
        self.forget(store);
        let &Element { first, index, result, .. } = &self.element;
        let mut next = store.next_from(index, first);
        while let Some(i) = next {
            let x = vars[(i - first) as usize];
            let mut common = false;
            for (word, from) in between_bounds(store, result) {
                let values = ascending(store, x, from);
                self.scratch[word] |= values;
                common |= values & store.words(result)[word] != 0;
            }
            if !common {
                store.remove(index, i)?;
            }
            next = store.next_from(index, i + 1);
        }
        store.keep(result, &self.scratch)?;
        if let Some(i) = store.value(index) {
            let x = vars[(i - first) as usize];
            store.confine(x, store.min(result), store.max(result))?;
            let mut next = Some(store.min(x));
            while let Some(value) = next {
                if !store.contains(result, value) {
                    store.remove(x, value)?;
                }
                next = store.next_from(x, value + 1);
            }
        }
        Ok(self.status(store))
    }

    /// With the bounds alone, which `bounds` gives by position.
    fn among_bounds(&self, store: &mut Store, bounds: impl Fn(&Store, usize) -> (i32, i32)) -> Result<(), Conflict> {
        let &Element { first, index, result, .. } = &self.element;
        let (low, high) = store.bounds(result);
        let (mut least, mut greatest) = (i32::MAX, i32::MIN);
        let mut next = store.next_from(index, first);
        while let Some(i) = next {
            let (min, max) = bounds(store, (i - first) as usize);
            // A number may also have been cut out of the middle.
            if min > high || max < low || min == max && !store.contains(result, min) {
                store.remove(index, i)?;
            } else {
                (least, greatest) = (least.min(min), greatest.max(max));
            }
            next = store.next_from(index, i + 1);
        }
        store.confine(result, least, greatest)
    }
}
