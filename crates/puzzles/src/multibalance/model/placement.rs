//! Where each number stands, and what stands on each cell.

use fd::constraints::Reified;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Trailed, Var, Wake, Words,
};

/// `place of n = cell <=> content of cell = n`, for the numbers from 1 and
/// the cells given; a place is one of these cells, and 0 is an empty cell.
#[derive(Debug, Clone)]
pub(super) struct Placement {
    places: Vec<Var>,
    /// In increasing order.
    cells: Vec<usize>,
    contents: Vec<Var>,
}

impl Placement {
    pub(super) fn new(places: &[Var], cells: &[usize], contents: &[Var]) -> Placement {
        Placement { places: places.to_vec(), cells: cells.to_vec(), contents: contents.to_vec() }
    }

    /// Each place, its number, each cell and its content.
    fn pairs(&self) -> impl Iterator<Item = (Var, i32, i32, Var)> + '_ {
        self.places.iter().zip(1..).flat_map(|(&place, number)| {
            self.cells.iter().zip(&self.contents).map(move |(&cell, &content)| (place, number, cell as i32, content))
        })
    }

    /// Removes from each side what the domains of the other never had.
    fn agree(&self, store: &mut Store) -> Result<(), Conflict> {
        for (place, number, cell, content) in self.pairs() {
            if !store.contains(place, cell) {
                store.remove(content, number)?;
            } else if !store.contains(content, number) {
                store.remove(place, cell)?;
            }
        }
        Ok(())
    }
}

impl Constraint for Placement {
    fn name(&self) -> &'static str {
        "placement"
    }

    fn scope(&self) -> Vec<Var> {
        self.contents.iter().chain(&self.places).copied().collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.pairs().all(|(place, number, cell, content)| (value(place) == cell) == (value(content) == number))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let vars = self.scope();
        let wakes: Vec<Wake> = vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::ANY, i)).collect();
        let seen = vars.iter().map(|&x| {
            let words = post.store().words(x).to_vec();
            words.into_iter().map(|word| post.trailed(word)).collect()
        });
        let seen = seen.collect();
        post.add(Priority::Linear, Channel { placement: self.clone(), seen }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for (place, number, cell, content) in self.pairs() {
            let stands = into.boolean()?;
            into.post(Reified::new(stands, place.equals(cell)))?;
            into.post(Reified::new(stands, content.equals(number)))?;
        }
        Ok(true)
    }
}

/// Removes from each side what is gone on the other.
#[derive(Debug)]
struct Channel {
    placement: Placement,
    /// The domains as they were when last looked at: contents, then places.
    seen: Vec<Box<[Trailed]>>,
}

impl Propagator for Channel {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match changed {
            Changed::All => {
                self.placement.agree(store)?;
                (0..self.seen.len()).try_for_each(|i| self.look(store, i))?;
            }
            Changed::Only(positions) => positions.iter().try_for_each(|&i| self.look(store, i as usize))?,
        }
        Ok(Status::Again)
    }
}

impl Channel {
    /// Looks at the content or the place at a position of `seen`.
    fn look(&self, store: &mut Store, position: usize) -> Result<(), Conflict> {
        let Placement { places, cells, contents } = &self.placement;
        if let Some(number) = position.checked_sub(contents.len()) {
            self.spread(store, position, places[number], |store, cell, stays| {
                let Ok(i) = cells.binary_search(&(cell as usize)) else { return Ok(()) };
                change(store, contents[i], number as i32 + 1, stays)
            })
        } else {
            self.spread(store, position, contents[position], |store, number, stays| {
                // An empty cell is not the place of a number.
                let Some(i) = (number as usize).checked_sub(1) else { return Ok(()) };
                change(store, places[i], cells[position] as i32, stays)
            })
        }
    }

    /// Tells `other` of each value that `x` has lost since it was last looked
    /// at, and of the one value that it has left.
    fn spread(
        &self,
        store: &mut Store,
        position: usize,
        x: Var,
        other: impl Fn(&mut Store, i32, bool) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        let base = store.base(x);
        for (i, &seen) in self.seen[position].iter().enumerate() {
            let now = store.words(x)[i];
            let mut gone = store.get(seen) & !now;
            if gone == 0 {
                continue;
            }
            store.set(seen, now);
            while gone != 0 {
                other(store, base + i as i32 * 64 + gone.trailing_zeros() as i32, false)?;
                gone &= gone - 1;
            }
        }
        match store.value(x) {
            Some(value) => other(store, value, true),
            None => Ok(()),
        }
    }
}

fn change(store: &mut Store, x: Var, value: i32, stays: bool) -> Result<(), Conflict> {
    if stays { store.fix(x, value) } else { store.remove(x, value) }
}
