//! Words that remember: the one place where state is saved and restored.
//!
//! Domains and the propagators' own state share one trail, so there is one
//! loop that restores, and no undo code in any constraint. Entailment alone is
//! a flag in the agenda with a log of its own: waking looks at it so often that
//! a bit in the trail cost a tenth of the time of n queens.

/// A vector of words with checkpoints.
///
/// A word is saved only at its first change within a level: the epoch of the
/// last save is kept beside it.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    words: Vec<u64>,
    /// The epoch in which each word was last saved.
    saved: Vec<u64>,
    /// Old words, oldest first.
    log: Vec<(u32, u64)>,
    levels: Vec<Level>,
    /// Changes whenever the top level does, and is never used twice.
    epoch: u64,
}

#[derive(Debug, Clone, Copy)]
struct Level {
    /// The length of the log when it was opened.
    start: usize,
    /// The epoch that it began with, which no other level has.
    epoch: u64,
}

impl Trail {
    pub(crate) fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
        self.saved.reserve(words);
    }

    /// A new word at the end; its address is returned.
    pub(crate) fn allocate(&mut self, word: u64) -> u32 {
        let address = u32::try_from(self.words.len()).expect("the trail holds 2^32 words at most");
        self.words.push(word);
        self.saved.push(0);
        address
    }

    #[inline]
    pub(crate) fn get(&self, address: u32) -> u64 {
        self.words[address as usize]
    }

    #[inline]
    pub(crate) fn slice(&self, address: u32, length: u32) -> &[u64] {
        &self.words[address as usize..(address + length) as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, address: u32, word: u64) {
        let i = address as usize;
        let saved = &mut self.saved[i];
        if *saved != self.epoch {
            *saved = self.epoch;
            self.log.push((address, self.words[i]));
        }
        self.words[i] = word;
    }

    /// The number of open levels.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Which one of all levels ever opened this is, if it is open: as long as
    /// it is, domains below it only shrink. The root is 0.
    pub(crate) fn opening(&self, level: usize) -> Option<u64> {
        level.checked_sub(1).map_or(Some(0), |i| self.levels.get(i).map(|level| level.epoch))
    }

    /// Opens a level: what changes from here on is undone by [`Trail::pop`].
    pub(crate) fn push(&mut self) {
        if self.levels.is_empty() {
            // Nothing can return to before the root, so its changes are final.
            self.log.clear();
        }
        self.epoch += 1;
        self.levels.push(Level { start: self.log.len(), epoch: self.epoch });
    }

    /// Closes the last level and restores every word it changed.
    pub(crate) fn pop(&mut self) {
        let Some(Level { start, .. }) = self.levels.pop() else { return };
        while self.log.len() > start {
            if let Some((address, word)) = self.log.pop() {
                self.words[address as usize] = word;
            }
        }
        // The level below continues under a new epoch: its words may be saved
        // once more, which is harmless, since the oldest entry is restored last.
        self.epoch += 1;
    }

    /// The addresses of the words that the last level has changed, some more than once.
    pub(crate) fn changed_in_level(&self) -> impl Iterator<Item = u32> + '_ {
        let start = self.levels.last().map_or(self.log.len(), |level| level.start);
        self.log[start..].iter().map(|&(address, _)| address)
    }

    /// Forgets all words from `length` on, which no open level has changed.
    pub(crate) fn truncate(&mut self, length: usize) {
        debug_assert!(self.log.iter().all(|&(address, _)| (address as usize) < length));
        self.words.truncate(length);
        self.saved.truncate(length);
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restores_words_level_by_level() {
        let mut trail = Trail::default();
        let a = trail.allocate(1);
        let b = trail.allocate(2);
        trail.push();
        trail.set(a, 10);
        trail.push();
        trail.set(a, 20);
        trail.set(a, 21);
        trail.set(b, 30);
        trail.pop();
        assert_eq!(trail.words(), [10, 2]);
        trail.set(a, 11);
        trail.set(b, 12);
        trail.pop();
        assert_eq!(trail.words(), [1, 2]);
    }

    #[test]
    fn saves_a_word_once_per_level() {
        let mut trail = Trail::default();
        let a = trail.allocate(0);
        trail.push();
        for i in 0..100 {
            trail.set(a, i);
        }
        assert_eq!(trail.log.len(), 1);
    }
}
