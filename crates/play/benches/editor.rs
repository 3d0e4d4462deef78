//! How soon a setter knows, after an edit, how many solutions there are and
//! which values are forced.
//!
//!     cargo bench -p equipoise-studio --bench editor
//!
//! CPU time of one thread. Made puzzles of published sizes: each clue or fulcrum
//! is taken away and put back, and clues that are not set are set and taken
//! away. One editor is used throughout, so it can use what it knows.

use fd::Limits;
use play::{Editor, Remark};
use puzzles::{Edit, Request};
use std::time::Duration;
use studio::Workshop;

const SIZES: &[(&str, usize)] = &[("gap", 10), ("aztec", 6), ("weight", 12), ("trid", 7), ("multibalance", 8)];

fn main() {
    println!("| kind | size | edits | median | worst | worst of all remarks |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for &(name, size) in SIZES {
        let Some(kind) = puzzles::kind(name) else { continue };
        let Ok(mut workshop) = Workshop::new(kind, Request::of_size(size)) else { continue };
        let (mut first, mut all) = (Vec::new(), Vec::new());
        for seed in 0..5 {
            let Ok(made) = workshop.make(seed, 0, Limits::none()) else { continue };
            let mut editor = Editor::new(made.puzzle.sketch());
            for edit in edits(&editor) {
                let began = now();
                if editor.edit(edit).is_err() {
                    continue;
                }
                while !editor.is_idle()
                    && !editor.remarks().iter().any(|remark| matches!(remark, Remark::Forced { .. }))
                {
                    editor.work(50);
                }
                first.push(now() - began);
                while !editor.is_idle() {
                    editor.work(10_000);
                }
                all.push(now() - began);
            }
        }
        first.sort_unstable();
        let worst = |times: &[Duration]| times.iter().max().copied().unwrap_or_default();
        let median = first.get(first.len() / 2).copied().unwrap_or_default();
        println!("| {name} | {size} | {} | {median:.2?} | {:.2?} | {:.2?} |", first.len(), worst(&first), worst(&all));
    }
}

/// Each target that has a value loses it and gets it again; each clue that is
/// not set is set, and goes again.
fn edits(editor: &Editor) -> Vec<Edit> {
    let sketch = editor.sketch();
    let clues = sketch.clue_ids();
    let mut edits = Vec::new();
    for target in sketch.targets() {
        let before = sketch.value(&target.id);
        let set = |value| Edit::Set { target: target.id.clone(), value };
        match before {
            Some(_) => edits.extend([set(None), set(before)]),
            None if clues.contains(&target.id) => {
                let values: Vec<i32> = target.choices.values().collect();
                edits.extend([set(values.get(values.len() / 2).copied()), set(None)]);
            }
            None => {}
        }
    }
    edits
}

/// The CPU time of this thread.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
