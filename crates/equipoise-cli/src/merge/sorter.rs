//! Records sorted by their keys, however many there are: what does not fit into
//! memory is sorted in runs, which go to a file without a name and are merged
//! when they are read.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::PathBuf;

/// The least that is read of a run at once.
const LEAST_CHUNK: usize = 4096;

/// Takes records in any order.
pub(super) struct Sorter {
    /// How many bytes are held in memory.
    budget: usize,
    /// Where the file goes.
    folder: PathBuf,
    batch: Batch,
    spill: Option<Spill>,
}

/// Records in memory.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    records: Vec<Range>,
}

/// Where a record lies: its key, and after it the rest.
#[derive(Clone, Copy)]
struct Range {
    start: usize,
    key: usize,
    end: usize,
}

/// Sorted runs in a file.
struct Spill {
    file: File,
    /// Where each begins, and where the last ends.
    bounds: Vec<u64>,
}

/// A record: its key, and the rest.
pub(super) type Record<'a> = (&'a [u8], &'a [u8]);

impl Batch {
    fn add(&mut self, key: &[u8], rest: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(rest);
        self.records.push(Range { start, key: start + key.len(), end: self.bytes.len() });
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.records.len() * size_of::<Range>()
    }

    fn sort(&mut self) {
        let Batch { bytes, records } = self;
        records.sort_unstable_by(|one, other| bytes[one.start..one.key].cmp(&bytes[other.start..other.key]));
    }

    fn get(&self, number: usize) -> Option<Record<'_>> {
        let &Range { start, key, end } = self.records.get(number)?;
        Some((&self.bytes[start..key], &self.bytes[key..end]))
    }
}

impl Sorter {
    /// One that holds about this many bytes in memory, and the rest in a file in this folder.
    pub(super) fn new(budget: usize, folder: PathBuf) -> Sorter {
        Sorter { budget, folder, batch: Batch::default(), spill: None }
    }

    /// Adds a record. No two may have the same key.
    pub(super) fn add(&mut self, key: &[u8], rest: &[u8]) -> io::Result<()> {
        if !self.batch.records.is_empty() && self.batch.size() + key.len() + rest.len() > self.budget {
            self.spill()?;
        }
        self.batch.add(key, rest);
        Ok(())
    }

    /// Writes what is in memory to the file, as a run.
    fn spill(&mut self) -> io::Result<()> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill { file: tempfile::tempfile_in(&self.folder)?, bounds: vec![0] }),
        };
        self.batch.sort();
        let mut writer = BufWriter::new(&spill.file);
        for (key, rest) in (0..).map_while(|number| self.batch.get(number)) {
            for part in [key, rest] {
                writer.write_all(&(part.len() as u64).to_le_bytes())?;
                writer.write_all(part)?;
            }
        }
        writer.flush()?;
        drop(writer);
        spill.bounds.push(spill.file.stream_position()?);
        self.batch.bytes.clear();
        self.batch.records.clear();
        Ok(())
    }

    /// All records, ready to be read in the order of their keys.
    /// The sorter is empty afterwards.
    pub(super) fn sorted(&mut self) -> io::Result<Sorted> {
        if self.spill.is_some() {
            self.spill()?;
        }
        // What was allocated for a batch that is in the file now is given back.
        let spill = self.spill.take();
        let mut batch = mem::take(&mut self.batch);
        if spill.is_some() {
            batch = Batch::default();
        }
        batch.sort();
        Ok(Sorted { budget: self.budget, batch, spill })
    }
}

/// Records in the order of their keys, to be read as often as one likes.
pub(super) struct Sorted {
    budget: usize,
    batch: Batch,
    spill: Option<Spill>,
}

impl Sorted {
    /// Visits every record, until a visit fails.
    pub(super) fn each<E: From<io::Error>>(
        &mut self,
        mut visit: impl FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(spill) = &mut self.spill else {
            return (0..).map_while(|number| self.batch.get(number)).try_for_each(visit);
        };
        let chunk = (self.budget / spill.bounds.len()).max(LEAST_CHUNK);
        let mut runs: Vec<Run> = spill.bounds.windows(2).map(|bounds| Run::new(bounds[0], bounds[1], chunk)).collect();
        let mut heads = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next(&mut spill.file)?.map(|(key, rest)| Head { key, rest, run: number }));
        }
        while let Some(Head { key, rest, run }) = heads.pop() {
            visit((&key, &rest))?;
            heads.extend(runs[run].next(&mut spill.file)?.map(|(key, rest)| Head { key, rest, run }));
        }
        Ok(())
    }
}

/// The next record of a run; the greatest is the one with the least key.
struct Head {
    key: Vec<u8>,
    rest: Vec<u8>,
    run: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        other.key.cmp(&self.key).then(other.run.cmp(&self.run))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}

/// A run being read, in chunks.
struct Run {
    /// The part of the file that was not read yet.
    next: u64,
    end: u64,
    chunk: Vec<u8>,
    /// How much of the chunk was taken.
    taken: usize,
    size: usize,
}

impl Run {
    fn new(next: u64, end: u64, size: usize) -> Run {
        Run { next, end, chunk: Vec::new(), taken: 0, size }
    }

    fn next(&mut self, file: &mut File) -> io::Result<Option<(Vec<u8>, Vec<u8>)>> {
        if self.next == self.end && self.taken == self.chunk.len() {
            return Ok(None);
        }
        let mut part = || {
            let mut length = [0; 8];
            self.read(&mut length, file)?;
            let mut part = vec![0; usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?];
            self.read(&mut part, file)?;
            Ok::<_, io::Error>(part)
        };
        Ok(Some((part()?, part()?)))
    }

    fn read(&mut self, to: &mut [u8], file: &mut File) -> io::Result<()> {
        let mut filled = 0;
        while filled < to.len() {
            if self.taken == self.chunk.len() {
                let left = usize::try_from(self.end - self.next).unwrap_or(usize::MAX);
                self.chunk.resize(left.min(self.size), 0);
                file.seek(SeekFrom::Start(self.next))?;
                file.read_exact(&mut self.chunk)?;
                self.next += self.chunk.len() as u64;
                self.taken = 0;
            }
            let some = (to.len() - filled).min(self.chunk.len() - self.taken);
            if some == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            to[filled..filled + some].copy_from_slice(&self.chunk[self.taken..self.taken + some]);
            filled += some;
            self.taken += some;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise::fd::Random;

    /// Records of their own.
    type Records = Vec<(Vec<u8>, Vec<u8>)>;

    /// Sorts records of many lengths with a budget; returns them with the number of runs.
    fn sorted(count: u64, budget: usize) -> (Records, usize) {
        let mut random = Random::new(count);
        let mut sorter = Sorter::new(budget, std::env::temp_dir());
        for number in 0..count {
            let mut key = vec![b'k'; random.below(3) as usize];
            key.extend(random.below(1 << 16).to_be_bytes());
            key.extend(number.to_be_bytes());
            sorter.add(&key, &vec![number as u8; random.below(9000) as usize]).unwrap();
        }
        let mut sorted = sorter.sorted().unwrap();
        let mut twice = [Vec::new(), Vec::new()];
        for records in &mut twice {
            let visit = |(key, rest): Record<'_>| {
                records.push((key.to_vec(), rest.to_vec()));
                Ok::<_, io::Error>(())
            };
            sorted.each(visit).unwrap();
        }
        let [once, again] = twice;
        assert_eq!(once, again);
        (once, sorted.spill.map_or(0, |spill| spill.bounds.len() - 1))
    }

    #[test]
    fn memory_makes_no_difference() {
        for count in [0, 1, 2, 300] {
            let (all, runs) = sorted(count, usize::MAX);
            assert_eq!((all.len() as u64, runs), (count, 0));
            assert!(all.is_sorted());
            for budget in [1, 5000, 100_000] {
                let (same, runs) = sorted(count, budget);
                assert_eq!(same, all);
                assert!(count < 300 || runs > 5, "{runs} runs");
            }
        }
    }

    #[test]
    fn a_visit_may_fail() {
        for budget in [1, usize::MAX] {
            let mut sorter = Sorter::new(budget, std::env::temp_dir());
            (0..9_u8).try_for_each(|key| sorter.add(&[key], &[])).unwrap();
            let mut seen = 0;
            let failed = sorter.sorted().unwrap().each(|_| {
                seen += 1;
                if seen < 4 { Ok(()) } else { Err(io::Error::other("enough")) }
            });
            assert!(failed.is_err() && seen == 4);
        }
    }
}
