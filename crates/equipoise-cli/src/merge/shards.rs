//! The shards of a run: which of its indices are there.

use crate::failure::Failure;
use equipoise::puzzles::Document;
use serde_json::Value;
use std::collections::BTreeMap;

/// The position of a made puzzle.
pub(super) struct Place {
    /// What it was made from.
    pub(super) request: String,
    /// Its number among all that are made from that.
    pub(super) index: u64,
}

impl Place {
    /// None for a puzzle that we did not make.
    pub(super) fn of(document: &Document) -> Option<Place> {
        let made = document.about.get("made")?;
        let way = made.get("way").unwrap_or(&Value::Null);
        let request = format!("{} {} {} {way}", made.get("kind")?, made.get("options")?, made.get("seed")?);
        Some(Place { request, index: made.get("index").and_then(Value::as_u64)? })
    }
}

/// What the files of a run have in them. Each is a shard, with its indices in order.
pub(super) struct Shards {
    /// How many files there are, including those that hold no puzzle.
    of: u64,
    /// How many puzzles, and how many of them were made.
    count: u64,
    made: u64,
    /// What the first was made from.
    request: Option<String>,
    /// Whether something was made from something else.
    are_of_several: bool,
    /// For each shard, its file and its last index.
    last: BTreeMap<u64, (usize, u64)>,
    /// Whether the puzzles of a shard are in several files.
    are_mixed: bool,
}

impl Shards {
    pub(super) fn new(of: u64) -> Shards {
        let last = BTreeMap::new();
        Shards { of, count: 0, made: 0, request: None, are_of_several: false, last, are_mixed: false }
    }

    /// Takes note of a puzzle.
    pub(super) fn add(&mut self, place: Option<Place>, file: usize) {
        self.count += 1;
        let Some(Place { request, index }) = place else { return };
        self.made += 1;
        let (own, last) = self.last.entry(index % self.of.max(1)).or_insert((file, index));
        *last = index.max(*last);
        self.are_mixed |= *own != file;
        self.are_of_several |= *self.request.get_or_insert_with(|| request.clone()) != request;
    }

    /// The first index that was not tried. An index missing before the last of its
    /// shard could not be made, or was equivalent to an earlier one.
    pub(super) fn covered(&self) -> Result<u64, Failure> {
        let of = self.of;
        if self.made == 0 {
            return Ok(self.count);
        }
        if self.are_of_several || self.made < self.count {
            return Err(Failure::usage("--count takes the shards of one run, and these are of several"));
        }
        if self.are_mixed {
            let problem = format!("--count takes all shards of a run, a file for each, and these {of} are not");
            return Err(Failure::usage(problem));
        }
        let next = |shard| self.last.get(&shard).map_or(shard, |&(_, last)| last.saturating_add(of));
        Ok((0..of).map(next).min().unwrap_or(0))
    }
}
