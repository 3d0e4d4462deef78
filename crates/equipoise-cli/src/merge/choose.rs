//! Which of the merged puzzles are written.

use super::sorter::{Sorted, Sorter};
use crate::equivalent::{Kept, MOST_IDLE};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use std::io::{self, Write};
use std::path::Path;

/// How many bytes of hashes are held in memory.
const MEMORY: usize = 32 << 20;

/// What is wanted of a run.
#[derive(Clone, Copy)]
pub(super) struct Quota {
    /// So many.
    pub(super) count: u64,
    /// The first index that was not tried.
    pub(super) covered: u64,
}

impl Quota {
    /// Whether, before this index, the run would have ended.
    fn is_over(self, kept: &Kept, index: u64) -> bool {
        kept.count == self.count || index >= self.covered || kept.is_idle(index)
    }

    /// Why a run with these puzzles is not whole, if it is not.
    pub(super) fn lacks(self, kept: &Kept) -> Option<Failure> {
        let Quota { count, covered } = self;
        let is_whole = kept.count == count || kept.is_idle(covered);
        let Kept { count: there, equivalent, .. } = kept;
        (!is_whole).then(|| {
            Failure::missing(format!(
                "there are {there} of {count}, with {equivalent} equivalent puzzles left out, up to index {covered}, which is not there: \
                 go on with the shards, with --resume and a larger --count, and merge again"
            ))
        })
    }

    /// The exit of a whole run; says so if it has fewer than were wanted.
    pub(super) fn exit(self, kept: &Kept) -> Exit {
        let Quota { count, .. } = self;
        if kept.count == count {
            return Exit::Fine;
        }
        output::note(&format!("there are {} of {count}: {MOST_IDLE} tries in a row gave nothing new", kept.count));
        Exit::Limit
    }
}

/// Why puzzles are not written to their end.
pub(super) enum Halt {
    Interrupted,
    /// They cannot be written.
    Target(io::Error),
    /// What did not fit into memory cannot be written or read.
    Spilled(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Spilled(error)
    }
}

/// Writes the puzzles in their order, without equivalent ones: all, or the first of a run as
/// the run itself would have kept them.
pub(super) fn choose(
    lines: &Sorted,
    count: u64,
    wanted: Option<Quota>,
    folder: &Path,
    interrupt: &Interrupt,
    target: &mut dyn Write,
) -> Result<Kept, Halt> {
    let is_new = new_ones(lines, count, folder, interrupt)?;
    let mut kept = Kept::default();
    let mut position = 0;
    let mut is_over = false;
    lines.each(|_, rest| {
        let (index, line) = rest[size_of::<u128>()..].split_at(size_of::<u64>());
        let index = index.try_into().map_or(0, u64::from_be_bytes);
        is_over |= wanted.is_some_and(|wanted| wanted.is_over(&kept, index));
        if !is_over && kept.take(index, is_new.has(position)) {
            target.write_all(line).map_err(Halt::Target)?;
        }
        position += 1;
        if interrupt.is_set() { Err(Halt::Interrupted) } else { Ok(()) }
    })?;
    Ok(kept)
}

/// Which puzzles, by their positions in the order, have no equivalent one before them.
fn new_ones(lines: &Sorted, count: u64, folder: &Path, interrupt: &Interrupt) -> Result<Bits, Halt> {
    let mut hashes = Sorter::new(MEMORY, folder.to_owned());
    let mut positions = 0..;
    lines.each(|_, rest| {
        let position: u64 = positions.next().unwrap_or_default();
        hashes.add([&rest[..size_of::<u128>()], &position.to_be_bytes()].concat(), Vec::new())?;
        if interrupt.is_set() { Err(Halt::Interrupted) } else { Ok(()) }
    })?;
    let mut bits = Bits::new(count);
    let mut last = Vec::new();
    hashes.sorted()?.each(|key, _| {
        let (hash, position) = key.split_at(size_of::<u128>());
        if last != hash {
            last = hash.to_vec();
            bits.set(position.try_into().map_or(0, u64::from_be_bytes));
        }
        Ok::<_, Halt>(())
    })?;
    Ok(bits)
}

/// A bit for each position.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: u64) -> Bits {
        Bits(vec![0; usize::try_from(count / 64 + 1).unwrap_or(usize::MAX)])
    }

    fn set(&mut self, position: u64) {
        self.0[(position / 64) as usize] |= 1 << (position % 64);
    }

    fn has(&self, position: u64) -> bool {
        self.0[(position / 64) as usize] >> (position % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalent::Keeper;
    use equipoise::fd::Random;
    use std::sync::atomic::Ordering;

    /// The indices that a run keeps which takes its puzzles one by one.
    fn taken_one_by_one(hashes: &[u128], wanted: Option<Quota>) -> Vec<u64> {
        let mut keeper = Keeper::default();
        let mut kept = Vec::new();
        for (&hash, index) in hashes.iter().zip(0..) {
            if wanted.is_some_and(|wanted| wanted.is_over(&keeper.kept, index)) {
                break;
            }
            if keeper.keeps(index, hash) {
                kept.push(index);
            }
        }
        kept
    }

    #[test]
    fn the_same_are_kept_as_one_by_one() {
        let mut random = Random::new(16);
        for (count, different, budget) in
            [(0, 1, 1), (1, 1, 1), (900, 300, 2000), (900, 5, usize::MAX), (12_000, 7, 9999)]
        {
            let hashes: Vec<u128> = (0..count).map(|_| u128::from(random.below(different)) << 70).collect();
            let mut sorter = Sorter::new(budget, std::env::temp_dir());
            // Read from their end, they come in their order all the same.
            for (index, hash) in hashes.iter().enumerate().rev() {
                let index = index as u64;
                let rest = [&hash.to_be_bytes(), &index.to_be_bytes()[..], &index.to_be_bytes()].concat();
                sorter.add(index.to_be_bytes().to_vec(), rest).unwrap();
            }
            let lines = sorter.sorted().unwrap();
            let bounds = [(3, 800), (200, 100), (9, 11_000)].map(|(count, covered)| Some(Quota { count, covered }));
            for wanted in bounds.into_iter().chain([None]) {
                let mut written = Vec::new();
                let folder = std::env::temp_dir();
                let kept = choose(&lines, count, wanted, &folder, &Interrupt::default(), &mut written);
                let kept = kept.unwrap_or_else(|_| panic!("nothing stops it"));
                let expected = taken_one_by_one(&hashes, wanted);
                assert_eq!(kept.count, expected.len() as u64);
                assert!(written.chunks(8).eq(expected.iter().map(|index| index.to_be_bytes())));
            }
        }
    }

    #[test]
    fn an_interruption_ends_it() {
        let mut sorter = Sorter::new(0, std::env::temp_dir());
        sorter.add(b"key".to_vec(), vec![0; 24]).unwrap();
        let interrupt = Interrupt::default();
        interrupt.flag().store(true, Ordering::Relaxed);
        let lines = sorter.sorted().unwrap();
        let halted = choose(&lines, 1, None, &std::env::temp_dir(), &interrupt, &mut Vec::new());
        assert!(matches!(halted, Err(Halt::Interrupted)));
    }
}
