//! Which of the merged puzzles are written, and which are missing.

use super::sorter::{Sorted, Sorter};
use crate::equivalent::{Kept, MOST_IDLE, with_skipped};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output;
use std::io::{self, Write};
use std::path::Path;

/// How many bytes of hashes are held in memory.
const MEMORY: usize = 32 << 20;

/// How many missing indices are named.
const MOST_NAMED: usize = 8;

/// The puzzles of a run, taken in the order of their indices as the run itself took them.
#[derive(Default)]
pub(super) struct Chosen {
    pub(super) kept: Kept,
    /// Every index below this one was tried, unless it is missing.
    next: u64,
    /// The first indices that are missing, and how many there are.
    missing: Vec<u64>,
    missing_count: u64,
    /// The index of the last puzzle that came, and what it shares with equivalent ones.
    came: Option<(u64, Vec<u8>)>,
    /// The first index that has two puzzles.
    doubled: Option<u64>,
    /// The index of the last puzzle that was kept, and those since then that gave none.
    last: Option<u64>,
    skipped: Vec<u64>,
}

impl Chosen {
    /// Whether a run that keeps this many would have ended by now.
    fn is_whole(&self, count: u64) -> bool {
        self.missing.is_empty() && (self.kept.count == count || self.kept.is_idle(self.next))
    }

    /// Compares a puzzle with the one before it, in case both have the same index.
    fn compare(&mut self, index: u64, hash: &[u8]) {
        match &self.came {
            Some((before, other)) if *before == index => {
                if other != hash {
                    self.doubled.get_or_insert(index);
                }
            }
            _ => self.came = Some((index, hash.to_vec())),
        }
    }

    /// Comes to an index, and takes note of those before it that are missing.
    fn reach(&mut self, index: u64) {
        let lost = self.next..index;
        self.missing_count += lost.end.saturating_sub(lost.start);
        let room = MOST_NAMED - self.missing.len();
        self.missing.extend(lost.take(room));
        self.next = self.next.max(index.saturating_add(1));
    }

    /// Why these are not the puzzles of a run that keeps so many, if they are not.
    pub(super) fn lacks(&self, count: u64) -> Option<Failure> {
        let Chosen { kept, next, missing, missing_count, doubled, .. } = self;
        if let Some(index) = doubled {
            return Some(Failure::missing(format!("index {index} has two puzzles that differ; a run makes only one")));
        }
        if self.is_whole(count) {
            return None;
        }
        let says = if missing.is_empty() {
            format!(
                "there are {} of {count}, with {} equivalent puzzles left out, up to index {next}, which is not there: \
                 go on with the shards, with --resume and a larger --count, and merge again",
                kept.count, kept.equivalent
            )
        } else {
            let named: Vec<String> = missing.iter().map(u64::to_string).collect();
            let more = if *missing_count > MOST_NAMED as u64 { ", ..." } else { "" };
            let are = if *missing_count == 1 { "index is" } else { "indices are" };
            format!(
                "{missing_count} {are} missing before index {}: {}{more}; \
                 merge all shards of the run, each finished with --resume",
                next - 1,
                named.join(", ")
            )
        };
        Some(Failure::missing(says))
    }

    /// The exit of a whole run; says so if it has fewer than were wanted.
    pub(super) fn exit(&self, count: u64) -> Exit {
        if self.kept.count == count {
            return Exit::Fine;
        }
        output::note(&format!("there are {} of {count}: {MOST_IDLE} tries in a row gave nothing new", self.kept.count));
        Exit::Limit
    }
}

/// The key of an entry: what is made comes first, in the order of its run, and the others
/// as they came. `number` tells entries of the same index apart.
pub(super) fn key(request: Option<&str>, index: u64, number: u64) -> Vec<u8> {
    match request {
        Some(request) => [b"\0", request.as_bytes(), b"\0", &index.to_be_bytes(), &number.to_be_bytes()].concat(),
        None => [b"\x01", &number.to_be_bytes()[..]].concat(),
    }
}

/// What the puzzle of an entry was made from; nothing for one that was not made.
fn request_of(key: &[u8]) -> &[u8] {
    key.strip_prefix(b"\0").map_or(&[], |key| &key[..key.len() - 2 * size_of::<u64>()])
}

/// The rest of an entry: the line is empty for an index that gave no puzzle.
pub(super) fn record(hash: u128, index: u64, line: &str) -> Vec<u8> {
    [&hash.to_be_bytes(), &index.to_be_bytes()[..], line.as_bytes()].concat()
}

/// How many bytes come before the line.
const HEAD: usize = size_of::<u128>() + size_of::<u64>();

/// Writes the puzzles in their order, without equivalent ones: all, or as many of a run as
/// are wanted.
pub(super) fn choose(
    lines: &Sorted,
    count: u64,
    wanted: Option<u64>,
    folder: &Path,
    interrupt: &Interrupt,
    target: &mut dyn Write,
) -> io::Result<Chosen> {
    let is_new = new_ones(lines, count, folder, interrupt)?;
    let mut chosen = Chosen::default();
    let mut positions = 0..;
    let mut run = Vec::new();
    lines.each(|key, rest| {
        let position: u64 = positions.next().unwrap_or_default();
        let (hash, rest) = rest.split_at(size_of::<u128>());
        let (index, line) = rest.split_at(size_of::<u64>());
        let index = index.try_into().map_or(0, u64::from_be_bytes);
        if let Some(wanted) = wanted {
            let is_whole = chosen.is_whole(wanted);
            if !line.is_empty() && (!is_whole || index < chosen.next) {
                chosen.compare(index, hash);
            }
            if is_whole {
                return Ok(());
            }
            chosen.reach(index);
        }
        // What was made from something else is of another run.
        let request = request_of(key);
        if request != run {
            run = request.to_vec();
            (chosen.last, chosen.skipped) = (None, Vec::new());
        }
        if !line.is_empty() && chosen.kept.take(index, is_new.has(position)) {
            chosen.skipped.retain(|&skipped| skipped != index);
            let line = with_skipped(&String::from_utf8_lossy(line), &chosen.skipped).into_owned();
            target.write_all(line.as_bytes())?;
            (chosen.last, chosen.skipped) = (Some(index), Vec::new());
        } else if !run.is_empty() && ![chosen.last, chosen.skipped.last().copied()].contains(&Some(index)) {
            chosen.skipped.push(index);
        }
        interrupt.check()
    })?;
    Ok(chosen)
}

/// Which puzzles, by their positions in the order, have no equivalent one before them.
fn new_ones(lines: &Sorted, count: u64, folder: &Path, interrupt: &Interrupt) -> io::Result<Bits> {
    let mut hashes = Sorter::new(MEMORY, folder.to_owned());
    let mut positions = 0..;
    lines.each(|_, rest| {
        let position: u64 = positions.next().unwrap_or_default();
        if rest.len() > HEAD {
            hashes.add([&rest[..size_of::<u128>()], &position.to_be_bytes()].concat(), Vec::new())?;
        }
        interrupt.check()
    })?;
    let mut bits = Bits::new(count);
    let mut last = Vec::new();
    hashes.sorted()?.each(|key, _| {
        let (hash, position) = key.split_at(size_of::<u128>());
        if last != hash {
            last = hash.to_vec();
            bits.set(position.try_into().map_or(0, u64::from_be_bytes));
        }
        Ok(())
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
    use serde_json::Value;
    use std::sync::atomic::Ordering;

    /// The indices that a run keeps which takes its puzzles one by one.
    fn taken_one_by_one(hashes: &[u128], wanted: Option<u64>) -> Vec<u64> {
        let mut keeper = Keeper::default();
        let mut kept = Vec::new();
        for (&hash, index) in hashes.iter().zip(0..) {
            if wanted.is_some_and(|wanted| keeper.kept.count == wanted || keeper.kept.is_idle(index)) {
                break;
            }
            if keeper.keeps(index, hash) {
                kept.push(index);
            }
        }
        kept
    }

    fn add(sorter: &mut Sorter, index: u64, hash: u128, line: &str) {
        sorter.add(key(Some("gap"), index, index), record(hash, index, line)).unwrap();
    }

    fn chosen(lines: &Sorted, count: u64, wanted: Option<u64>) -> (Chosen, Vec<Value>) {
        let mut written = Vec::new();
        let chosen = choose(lines, count, wanted, &std::env::temp_dir(), &Interrupt::default(), &mut written);
        let chosen = chosen.expect("nothing stops it");
        (chosen, String::from_utf8(written).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect())
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
            for index in (0..count).rev() {
                add(&mut sorter, index, hashes[index as usize], &format!("{{\"index\":{index}}}\n"));
            }
            let lines = sorter.sorted().unwrap();
            for wanted in [Some(3), Some(200), Some(9), None] {
                let (chosen, written) = chosen(&lines, count, wanted);
                let expected = taken_one_by_one(&hashes, wanted);
                assert_eq!(chosen.kept.count, expected.len() as u64);
                assert!(written.iter().map(|line| &line["index"]).eq(&expected));
                // Each line names all between it and the one before.
                let mut next = 0;
                for (line, index) in written.iter().zip(expected) {
                    assert_eq!(line["made"]["skipped"].as_array().map_or(0, Vec::len) as u64, index - next);
                    next = index + 1;
                }
            }
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let lacks = |there: &[u64], skipped: &[u64], wanted| {
            let mut sorter = Sorter::new(usize::MAX, std::env::temp_dir());
            there.iter().for_each(|&index| add(&mut sorter, index, u128::from(index), "{}\n"));
            skipped.iter().for_each(|&index| add(&mut sorter, index, 0, ""));
            let lines = sorter.sorted().unwrap();
            let (chosen, _) = chosen(&lines, (there.len() + skipped.len()) as u64, Some(wanted));
            chosen.lacks(wanted).map(|failure| failure.to_string()).unwrap_or_default()
        };
        assert_eq!(lacks(&[0, 1, 2, 3], &[], 4), "");
        assert_eq!(lacks(&[0, 1, 3, 9], &[2], 3), "", "what comes later does not matter");
        assert!(lacks(&[0, 1, 3], &[], 3).starts_with("1 index is missing before index 3: 2; "));
        assert!(lacks(&[1], &[], 1).starts_with("1 index is missing before index 1: 0; "));
        assert!(
            lacks(&[0, 8, 16], &[], 2)
                .starts_with("14 indices are missing before index 16: 1, 2, 3, 4, 5, 6, 7, 9, ...; ")
        );
        assert!(lacks(&[0, 1], &[2], 3).contains("up to index 3, which is not there"));
    }

    #[test]
    fn an_index_with_two_puzzles_is_named() {
        let lacks = |entries: &[(u64, u128)]| {
            let mut sorter = Sorter::new(usize::MAX, std::env::temp_dir());
            entries.iter().for_each(|&(index, hash)| add(&mut sorter, index, hash, "{}\n"));
            let (chosen, _) = chosen(&sorter.sorted().unwrap(), entries.len() as u64, Some(3));
            chosen.lacks(3).map(|failure| failure.to_string()).unwrap_or_default()
        };
        let says = |index: u64| format!("index {index} has two puzzles that differ; a run makes only one\n");
        assert_eq!(lacks(&[(0, 7), (1, 8), (1, 9), (2, 5)]), says(1));
        assert_eq!(lacks(&[(0, 7), (1, 8), (2, 5), (2, 4)]), says(2), "the last one, too");
        assert_eq!(lacks(&[(0, 7), (1, 8), (1, 8), (2, 5)]), "", "the same twice does no harm");
        assert_eq!(lacks(&[(0, 7), (1, 8), (2, 5), (3, 1), (3, 2)]), "", "what comes later does not matter");
    }

    #[test]
    fn an_interruption_ends_it() {
        let mut sorter = Sorter::new(0, std::env::temp_dir());
        add(&mut sorter, 0, 0, "{}\n");
        let interrupt = Interrupt::default();
        interrupt.flag().store(true, Ordering::Relaxed);
        let lines = sorter.sorted().unwrap();
        let halted = choose(&lines, 1, None, &std::env::temp_dir(), &interrupt, &mut Vec::new());
        assert!(halted.is_err_and(|error| error.kind() == io::ErrorKind::Interrupted));
    }
}
