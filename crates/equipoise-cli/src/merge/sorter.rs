//! Records sorted by their keys, however many there are: what does not fit into
//! memory is sorted in runs, which go to a file without a name and are merged
//! when they are read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::PathBuf;

/// The least that is read of a run at once.
const LEAST_CHUNK: usize = 4096;

/// A record: its key, and the rest.
type Record = (Vec<u8>, Vec<u8>);

/// Takes records in any order.
pub(super) struct Sorter {
    /// How many bytes are held in memory.
    budget: usize,
    /// Where the file goes.
    folder: PathBuf,
    batch: Vec<Record>,
    /// About how many bytes the batch takes.
    size: usize,
    spill: Option<Spill>,
}

/// Sorted runs in a file.
struct Spill {
    file: File,
    /// Where each begins, and where the last ends.
    bounds: Vec<u64>,
}

impl Sorter {
    /// One that holds about this many bytes in memory, and the rest in a file in this folder.
    pub(super) fn new(budget: usize, folder: PathBuf) -> Sorter {
        Sorter { budget, folder, batch: Vec::new(), size: 0, spill: None }
    }

    /// Adds a record. No two may have the same key.
    pub(super) fn add(&mut self, key: Vec<u8>, rest: Vec<u8>) -> io::Result<()> {
        let size = key.len() + rest.len() + size_of::<Record>();
        if !self.batch.is_empty() && self.size + size > self.budget {
            self.spill()?;
        }
        self.size += size;
        self.batch.push((key, rest));
        Ok(())
    }

    /// Writes what is in memory to the file, as a run.
    fn spill(&mut self) -> io::Result<()> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill { file: tempfile::tempfile_in(&self.folder)?, bounds: vec![0] }),
        };
        self.batch.sort_unstable();
        let mut writer = BufWriter::new(&spill.file);
        for part in self.batch.iter().flat_map(|(key, rest)| [key, rest]) {
            writer.write_all(&(part.len() as u64).to_le_bytes())?;
            writer.write_all(part)?;
        }
        writer.flush()?;
        drop(writer);
        spill.bounds.push(spill.file.stream_position()?);
        self.batch.clear();
        self.size = 0;
        Ok(())
    }

    /// All records, ready to be read in the order of their keys.
    /// The sorter is empty afterwards.
    pub(super) fn sorted(&mut self) -> io::Result<Sorted> {
        if self.spill.is_some() {
            self.spill()?;
            // What was allocated for a batch that is in the file now is given back.
            self.batch = Vec::new();
        }
        self.batch.sort_unstable();
        Ok(Sorted { budget: self.budget, batch: mem::take(&mut self.batch), spill: self.spill.take() })
    }
}

/// Records in the order of their keys, to be read as often as one likes.
pub(super) struct Sorted {
    budget: usize,
    batch: Vec<Record>,
    spill: Option<Spill>,
}

impl Sorted {
    /// Visits every record, its key and the rest, until a visit fails.
    pub(super) fn each(&self, mut visit: impl FnMut(&[u8], &[u8]) -> io::Result<()>) -> io::Result<()> {
        let Some(Spill { file, bounds }) = &self.spill else {
            return self.batch.iter().try_for_each(|(key, rest)| visit(key, rest));
        };
        let chunk = (self.budget / bounds.len()).max(LEAST_CHUNK);
        let run = |bounds: &[u64]| BufReader::with_capacity(chunk, Run { file, next: bounds[0], end: bounds[1] });
        let mut runs: Vec<BufReader<Run<'_>>> = bounds.windows(2).map(run).collect();
        // The next record of each run, the one with the least key first.
        let mut heads = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            heads.extend(next(run)?.map(|(key, rest)| Reverse((key, number, rest))));
        }
        while let Some(Reverse((key, number, rest))) = heads.pop() {
            visit(&key, &rest)?;
            heads.extend(next(&mut runs[number])?.map(|(key, rest)| Reverse((key, number, rest))));
        }
        Ok(())
    }
}

/// A run being read: the part of the file that was not read yet.
struct Run<'a> {
    file: &'a File,
    next: u64,
    end: u64,
}

impl Read for Run<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.next).unwrap_or(usize::MAX).min(to.len());
        // All runs share the file and its position.
        self.file.seek(SeekFrom::Start(self.next))?;
        let read = self.file.read(&mut to[..left])?;
        self.next += read as u64;
        Ok(read)
    }
}

/// The next record of a run, if there is one.
fn next(run: &mut BufReader<Run<'_>>) -> io::Result<Option<Record>> {
    if run.buffer().is_empty() && run.get_ref().next == run.get_ref().end {
        return Ok(None);
    }
    let mut part = || {
        let mut length = [0; 8];
        run.read_exact(&mut length)?;
        let mut part = vec![0; usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?];
        run.read_exact(&mut part)?;
        Ok::<_, io::Error>(part)
    };
    Ok(Some((part()?, part()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise::fd::Random;

    /// Sorts records of many lengths with a budget; returns them with the number of runs.
    fn sorted(count: u64, budget: usize) -> (Vec<Record>, usize) {
        let mut random = Random::new(count);
        let mut sorter = Sorter::new(budget, std::env::temp_dir());
        for number in 0..count {
            let mut key = vec![b'k'; random.below(3) as usize];
            key.extend(random.below(1 << 16).to_be_bytes());
            key.extend(number.to_be_bytes());
            sorter.add(key, vec![number as u8; random.below(9000) as usize]).unwrap();
        }
        let sorted = sorter.sorted().unwrap();
        let mut twice = [Vec::new(), Vec::new()];
        for records in &mut twice {
            let visit = |key: &[u8], rest: &[u8]| {
                records.push((key.to_vec(), rest.to_vec()));
                Ok(())
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
            (0..9_u8).try_for_each(|key| sorter.add(vec![key], Vec::new())).unwrap();
            let mut seen = 0;
            let failed = sorter.sorted().unwrap().each(|_, _| {
                seen += 1;
                if seen < 4 { Ok(()) } else { Err(io::Error::other("enough")) }
            });
            assert!(failed.is_err() && seen == 4);
        }
    }
}
