//! A watched search: the same tree as any other, and every node can be entered
//! again.

use fd::{Fate, Labelling, Space};
use puzzles::Form;
use studio::{Options, Watch, each};

#[test]
fn a_watched_search_is_the_search() {
    for name in ["aztec/seed-3a", "weight/seed-5", "gap/seed-1"] {
        let puzzle = puzzles::builtin(name).expect("it is built in").puzzle;
        for form in [Form::Best, Form::Paper] {
            for labelling in [None, Some("ffc,bisect,down"), Some("min,step")] {
                let labelling = labelling.map(|text| text.parse::<Labelling>().expect("SICStus has it"));
                let options = Options { form, labelling, seed: 3, ..Options::default() };
                let mut found = Vec::new();
                let visit = |board| {
                    found.push(board);
                    std::ops::ControlFlow::Continue(())
                };
                let expected = each(&*puzzle, &options, visit).expect("it is small").statistics;
                let posed = form.pose(&*puzzle).expect("it is small");
                // Twice, from the beginning.
                for round in 0..2 {
                    let mut space = Space::new(&posed.model);
                    let mut watch = Watch::new(&*puzzle, &posed, &mut space, &options);
                    let (mut solved, mut seen) = (0, Vec::new());
                    while watch.step() {
                        let last = watch.nodes() - 1;
                        seen.push((last, watch.left(), watch.node(last).map(|node| node.fate)));
                        solved += usize::from(watch.node(last).is_some_and(|node| node.fate == Fate::Solved));
                        assert_eq!(watch.node(last).is_some_and(|node| node.decision.is_none()), last == 0);
                    }
                    assert_eq!(solved, found.len(), "{name}");
                    let statistics = watch.statistics();
                    assert_eq!(
                        (statistics.nodes, statistics.backtracks),
                        (expected.nodes, expected.backtracks),
                        "{name} {form:?} {labelling:?} {round}"
                    );
                    for (number, left, fate) in seen {
                        let again = watch.left_at(number);
                        assert_eq!(again.is_none(), fate == Some(Fate::Failed), "{name} {number}");
                        assert!(again.is_none_or(|again| again == left), "{name} {number}");
                        let tried = watch.tried_at(number);
                        assert_eq!(tried.is_some(), fate == Some(Fate::Failed) && number > 0, "{name} {number}");
                    }
                    assert!(!watch.step() && watch.left_at(usize::MAX).is_none());
                }
            }
        }
    }
}
