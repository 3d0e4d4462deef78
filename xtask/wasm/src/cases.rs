//! The cases.

use fd::constraints::AllDifferent;
use fd::{Labelling, Limits, Luby, Model, Random, Search, Space, Statistics, Var};

use play::{Editor, Remark};
use puzzles::{Document, Edit, Form, Kind, Request};
use scene::{SvgRenderer, TextRenderer};
use studio::task::Progress;
use studio::{HintLevel, Options, Position, Tutor, Verdict, Workshop};

use crate::fnv1a;

/// A case: its name, without spaces, and what computes its digest.
pub type Case = (&'static str, fn() -> u64);

/// Every case. The index is what node calls it by.
pub const CASES: &[Case] = &[
    ("random", random),
    ("random-labelling", random_labelling),
    ("restarts", restarts),
    ("puzzles-best", || built_in(Form::Best)),
    ("puzzles-paper", || built_in(Form::Paper)),
    ("drawings", drawings),
    ("makers", makers),
    ("making-in-slices", making_in_slices),
    ("editing", editing),
    ("explanations", explanations),
    ("hints", hints),
    ("codes", codes),
];

/// The random numbers themselves, and a shuffle.
fn random() -> u64 {
    let mut random = Random::new(1);
    let mut numbers: Vec<u64> = (0..1_000).map(|_| random.bits()).collect();
    random.shuffle(&mut numbers);
    fnv1a(numbers)
}

/// `pigeons` variables that differ, with values from 1 to `holes`.
fn pigeons(pigeons: usize, holes: i32) -> Option<(Space, Vec<Var>)> {
    let mut model = Model::new();
    let vars = model.vars(pigeons, 1..=holes).ok()?;
    model.post(AllDifferent::new(&vars)).ok()?;
    Some((Space::new(&model), vars))
}

/// All permutations of six, found in random order.
fn random_labelling() -> u64 {
    let Some((mut space, vars)) = pigeons(6, 6) else { return 0 };
    let Ok(labelling) = "random,random_value".parse::<Labelling>() else { return 0 };
    let mut search = Search::new(&mut space, labelling.over(&vars).seed(2), Limits::none());
    let mut seen = Vec::new();
    while let Ok(true) = search.advance() {
        seen.extend(search.solution().values().iter().map(|&value| value as u64));
    }
    seen.extend(counts(search.statistics()));
    fnv1a(seen)
}

/// A proof under restarts, weights and random values.
fn restarts() -> u64 {
    let Some((mut space, vars)) = pigeons(8, 7) else { return 0 };
    let Ok(labelling) = "dom_w_deg,random_value".parse::<Labelling>() else { return 0 };
    let restarts = Some(Luby::of(10));
    let (_, statistics) = fd::first(&mut space, labelling.over(&vars).seed(3), Limits::none(), restarts);
    fnv1a(counts(statistics))
}

/// The kinds that every build has: the sixth is in the tests alone.
fn kinds() -> impl Iterator<Item = &'static Kind> {
    puzzles::KINDS.iter().copied().filter(|kind| kind.paper.is_some())
}

fn documents() -> impl Iterator<Item = Document> {
    kinds().flat_map(Kind::builtin_names).filter_map(|name| puzzles::builtin(&name))
}

/// The verdicts on all built-in puzzles within a limit on nodes, and what they took.
fn built_in(form: Form) -> u64 {
    let limits = Limits::none().nodes(2_000);
    let mut seen = Vec::new();
    for document in documents() {
        let options = Options { form, limits, seed: 5, ..Options::default() };
        let Ok(answer) = studio::verdict(&*document.puzzle, &options) else { return 0 };
        let boards = match answer.result {
            Verdict::None => vec![],
            Verdict::Unknown(board, _) => board.into_iter().collect(),
            Verdict::Unique(board) => vec![board],
            Verdict::Several(one, two) => vec![one, two],
        };
        let values = boards.iter().flat_map(|board| board.iter());
        seen.extend(values.map(|value| value.unwrap_or(-1) as u64));
        seen.extend(counts(answer.statistics));
    }
    fnv1a(seen)
}

/// The drawings of all built-in puzzles, byte by byte.
fn drawings() -> u64 {
    let mut seen = Vec::new();
    for document in documents() {
        let scene = document.puzzle.draw(&puzzles::View::of(&document.puzzle.givens()));
        let Ok(text) = TextRenderer::new().render(&scene) else { return 0 };
        seen.extend(text.bytes().chain(SvgRenderer::new().render(&scene).bytes()).map(u64::from));
    }
    fnv1a(seen)
}

/// What a search did, without the time.
fn counts(statistics: Statistics) -> [u64; 6] {
    let Statistics { resumptions, prunings, backtracks, nodes, restarts, peak_depth, .. } = statistics;
    [resumptions, prunings, backtracks, nodes, restarts, peak_depth]
}

/// A few made puzzles of every kind, as files.
fn makers() -> u64 {
    let mut seen = Vec::new();
    for kind in kinds() {
        let size = kind.making.size.min(9);
        let Ok(mut workshop) = Workshop::new(kind, Request::of_size(size)) else { return 0 };
        for index in 0..3 {
            let Ok(made) = workshop.make(1, index, Limits::none()) else { return 0 };
            let text = workshop.document(made, 1, index).to_json().to_string();
            seen.extend(text.bytes().map(u64::from));
        }
    }
    fnv1a(seen)
}

/// The first steps of the built-in puzzles, as far as a limit on work allows.
fn explanations() -> u64 {
    let mut seen = Vec::new();
    for document in documents() {
        let Ok(explanation) = studio::explain(&*document.puzzle, Limits::none().work(5_000)) else { return 0 };
        seen.push(explanation.steps.len() as u64);
        let texts = explanation.steps.iter().map(|step| explanation.context.text(step));
        seen.extend(texts.collect::<String>().bytes().map(u64::from));
    }
    fnv1a(seen)
}

/// A few hints for the built-in puzzles, followed, and the work they took.
fn hints() -> u64 {
    let mut seen = Vec::new();
    for document in documents() {
        let Ok(Ok(mut tutor)) = Tutor::open(&*document.puzzle).finish(Limits::none()) else { return 0 };
        let mut position = Position::start(&*document.puzzle);
        for _ in 0..5 {
            tutor.see(&position);
            let Ok(hint) = tutor.hint().finish(Limits::none()) else { return 0 };
            seen.extend(hint.to_json(HintLevel::Result).to_string().bytes().map(u64::from));
            seen.push(tutor.meter().spent());
            for concluded in hint.concludes() {
                position.learn(&concluded);
            }
        }
    }
    fnv1a(seen)
}

/// The same puzzles made in slices: how many slices, and the puzzles.
fn making_in_slices() -> u64 {
    let mut seen = Vec::new();
    for kind in kinds() {
        let Ok(mut workshop) = Workshop::new(kind, Request::of_size(kind.making.size.min(9))) else { return 0 };
        let mut task = workshop.making(2, 0);
        let made = loop {
            seen.push(1);
            match task.run(700) {
                Progress::Done(made) => break made,
                Progress::Paused(rest) => task = rest,
            }
        };
        let Ok(made) = made else { return 0 };
        let text = workshop.document(made, 2, 0).to_json().to_string();
        seen.extend(text.bytes().map(u64::from));
    }
    fnv1a(seen)
}

/// Everything that an editor finds out about built-in puzzles with one clue removed,
/// in slices, and the work it takes.
fn editing() -> u64 {
    let mut seen = Vec::new();
    for document in documents().filter(|document| document.puzzle.places() <= 81) {
        let mut editor = Editor::new(document.puzzle.sketch()).at_most(3_000);
        let sketch = editor.sketch();
        let clue = sketch.clue_ids().into_iter().find(|id| sketch.value(id).is_some());
        if let Some(target) = clue
            && editor.edit(Edit::Set { target, value: None }).is_err()
        {
            return 0;
        }
        while !editor.is_idle() {
            editor.work(500);
            seen.push(editor.meter().spent());
        }
        for remark in editor.remarks() {
            let text = match remark {
                Remark::Graded { grade, .. } => format!("{grade:?}"),
                remark => format!("{remark:?}"),
            };
            seen.extend(text.bytes().map(u64::from));
        }
    }
    fnv1a(seen)
}

/// The codes of all built-in puzzles with their solutions entered, and the
/// seeds of a day.
fn codes() -> u64 {
    let mut seen = Vec::new();
    for document in documents() {
        let board = document.solution.unwrap_or_else(|| document.puzzle.givens());
        let position = play::Written { board, ..play::Written::start(&*document.puzzle) };
        let Ok(code) = play::encode(&*document.puzzle, Some(&position)) else { return 0 };
        let Ok(decoded) = play::decode(&code) else { return 0 };
        seen.push(u64::from(decoded.position == Some(position)));
        seen.extend(code.bytes().map(u64::from));
    }
    let date = play::Date::new(2026, 11, 15);
    let today = kinds().filter_map(|kind| play::daily(kind, date?));
    seen.extend(today.map(|daily| daily.seed));
    fnv1a(seen)
}

#[cfg(test)]
mod tests {
    use super::CASES;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_words() {
        let names: BTreeSet<&str> = CASES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), CASES.len());
        let is_word = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
        assert!(names.iter().all(is_word));
    }

    #[test]
    fn running_twice_changes_nothing() {
        for (name, run) in CASES {
            assert_eq!(run(), run(), "{name}");
            assert_ne!(run(), 0, "{name}");
        }
    }
}
