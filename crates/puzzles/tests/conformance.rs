//! One suite over the whole registry: a new puzzle gets its tests by being listed.

use crate::trying;

use fd::{Labelling, Limits, Random, Search, Space};
use puzzles::{Board, Clues, Document, Format, InPaper, KINDS, Kind, Notes, Posed, Request, View};
use scene::{Mark, Role, Shape, SvgRenderer, TextRenderer};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use trying::{by_trying, values};

fn for_each_sample(count: u64, visit: impl Fn(&'static Kind, Document, &mut Random)) {
    for &kind in KINDS {
        // Trying every board takes longer by the file's own expressions.
        let count = if trying::is_of_a_file(kind) { count.div_ceil(8) } else { count };
        for seed in 0..count {
            let mut random = Random::new(seed);
            let document = Document::new((kind.sample)(&mut random));
            visit(kind, document, &mut random);
        }
    }
}

fn read_one(text: &str, format: Format, kind: &'static Kind) -> Document {
    let mut entries =
        puzzles::read(text.as_bytes(), Some(format), Some(kind)).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(entries.len(), 1, "{text}");
    entries.remove(0).document.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn formats_round_trip() {
    for_each_sample(200, |kind, document, _| {
        let json = document.puzzle.write_json();
        let mut texts = vec![
            (document.to_json().to_string(), Format::Json),
            (document.to_text(), Format::Text),
            (document.to_text().replace('\n', "\r\n"), Format::Text),
        ];
        texts.extend(document.puzzle.paper().map(|paper| (paper.write_prolog(), Format::Prolog)));
        for (text, format) in texts {
            assert_eq!(read_one(&text, format, kind).puzzle.write_json(), json, "{text}");
        }
        let with_mark = format!("\u{feff}{}", document.to_json());
        assert_eq!(read_one(&with_mark, Format::Json, kind).puzzle.write_json(), json);
    });
}

/// The puzzle's models: our best, and the paper's.
fn models(document: &Document) -> Vec<Posed> {
    let best = document.puzzle.pose();
    let paper = document.puzzle.paper().map(InPaper::pose_as_paper);
    [Some(best), paper].into_iter().flatten().map(|posed| posed.expect("a small puzzle")).collect()
}

/// All solutions of the puzzle by its best model.
fn solutions(document: &Document) -> BTreeSet<Board> {
    all(document, &models(document)[0])
}

/// All solutions of one of the puzzle's models.
fn all(document: &Document, posed: &Posed) -> BTreeSet<Board> {
    let mut space = Space::new(&posed.model);
    let found = Search::new(&mut space, posed.branching(1), Limits::none()).all().expect("no limit");
    let boards: Vec<Board> = found.iter().map(|solution| posed.board(solution)).collect();
    let distinct: BTreeSet<Board> = boards.iter().cloned().collect();
    assert_eq!(distinct.len(), boards.len(), "no board twice: {:?}", document.puzzle);
    distinct
}

#[test]
fn all_models_and_the_checker_agree() {
    for_each_sample(60, |_, document, _| {
        let best = solutions(&document);
        for posed in &models(&document)[1..] {
            assert_eq!(best, all(&document, posed), "best and paper: {:?}", document.puzzle);
        }
        assert_eq!(best, by_trying(&document), "best and the checker: {:?}", document.puzzle);
        if let Some(Ok(count)) = document.puzzle.count(Limits::none()) {
            assert_eq!(count, best.len() as u128, "count: {:?}", document.puzzle);
        }
    });
}

/// The rules for people, the implied ones included, mean what the rules mean:
/// every solution satisfies them, and nothing else does.
#[test]
fn reasoning_agrees_with_the_rules() {
    for_each_sample(60, |_, document, _| {
        let puzzle = &*document.puzzle;
        let reasoning = puzzle.reason().expect("a small puzzle");
        let mut model = reasoning.model().clone();
        for (&x, given) in reasoning.places().iter().zip(puzzle.givens().iter()) {
            if let Some(given) = given {
                model.post(fd::constraints::InSet::new(x, [given])).expect("it fits");
            }
        }
        let mut space = Space::new(&model);
        let labelling = Labelling::default().select(fd::Selection::FirstFail).over(reasoning.places());
        let found = Search::new(&mut space, labelling, Limits::none()).all().expect("no limit");
        let board = |solution: &fd::Solution| Board::full(reasoning.places().iter().map(|&x| solution[x]));
        let found: BTreeSet<Board> = found.iter().map(board).collect();
        assert_eq!(found, solutions(&document), "{puzzle:?}");
    });
}

#[test]
fn reasoning_can_be_told_and_drawn() {
    for_each_sample(60, |kind, document, _| {
        let puzzle = &*document.puzzle;
        let reasoning = puzzle.reason().expect("a small puzzle");
        assert_eq!(reasoning.places().len(), puzzle.places());
        assert!(reasoning.places().is_sorted(), "places are added in their order");
        assert_eq!(reasoning.subjects().len(), reasoning.model().variables());
        assert_eq!(reasoning.instances().len(), reasoning.model().constraints().len());
        let scene = puzzle.draw(&View::of(&puzzle.givens()).labels());
        let targets: BTreeSet<&str> = scene.marks().iter().filter_map(|mark| mark.target.as_deref()).collect();
        let ids: BTreeSet<&str> = reasoning.subjects().iter().map(|subject| subject.id.as_str()).collect();
        assert_eq!(ids.len(), reasoning.subjects().len(), "no id twice: {puzzle:?}");
        for subject in reasoning.subjects() {
            assert!(!subject.name.is_empty(), "{subject:?}");
        }
        let places = puzzle.sheet().places;
        for (place, &x) in reasoning.places().iter().enumerate() {
            let subject = &reasoning.subjects()[x.index()];
            assert_eq!((&subject.name, &subject.id), (&puzzle.place_name(place), &places[place]));
            if let puzzles::Values::Words(words) = &subject.values {
                let mut pointed = words.iter().filter_map(|word| word.target.as_deref());
                assert!(pointed.all(|target| targets.contains(target)), "{subject:?}");
            }
        }
        for instance in reasoning.instances() {
            let mut rules = kind.rules.iter().chain(kind.implied);
            assert!(rules.any(|&rule| rule == instance.rule), "{instance:?}");
            assert!(instance.places.iter().all(|&place| place < puzzle.places()), "{instance:?}");
            assert!(instance.targets.iter().all(|target| targets.contains(target.as_str())), "{instance:?}");
            for clause in [&instance.says, &instance.fails] {
                assert!(clause.starts_with(|c: char| !c.is_uppercase()) && !clause.ends_with('.'), "{clause}");
            }
        }
    });
}

#[test]
fn any_labelling_finds_the_same() {
    for_each_sample(20, |_, document, _| {
        let expected = solutions(&document);
        for posed in models(&document) {
            for labelling in ["ffc,bisect,down", "max_regret,enum", "random,random_value"] {
                let mut space = Space::new(&posed.model);
                let labelling = labelling.parse::<Labelling>().expect("a labelling").over(&posed.places);
                let found = Search::new(&mut space, labelling, Limits::none()).all().expect("no limit");
                let found: BTreeSet<Board> = found.iter().map(|solution| posed.board(solution)).collect();
                assert_eq!(found, expected, "{:?}", document.puzzle);
            }
        }
    });
}

#[test]
fn a_changed_solution_breaks_a_named_rule() {
    for_each_sample(60, |kind, document, random| {
        let (all, values) = (solutions(&document), values(&document));
        for solution in all.iter().take(3) {
            assert_eq!(document.puzzle.violations(solution), [], "{solution:?}");
            for _ in 0..10 {
                let mut changed = solution.clone();
                let place = random.below(changed.len() as u32) as usize;
                changed.set(place, random.pick(&values[place]).copied());
                let violations = document.puzzle.violations(&changed);
                assert_eq!(violations.is_empty(), all.contains(&changed), "{changed:?}: {violations:?}");
                for violation in violations {
                    assert!(kind.rules.contains(&violation.rule), "{violation:?}");
                    assert!(violation.places.iter().all(|&place| place < changed.len()), "{violation:?}");
                    assert!(!violation.message.is_empty());
                }
            }
        }
    });
}

#[test]
fn boards_round_trip_full_and_half_filled() {
    for_each_sample(60, |_, document, random| {
        for solution in solutions(&document).iter().take(2) {
            for keep in [1, 0] {
                let board: Board =
                    solution.iter().map(|value| value.filter(|_| keep == 1 || random.chance(1, 2))).collect();
                let written = document.puzzle.write_board(&board);
                let read = document.puzzle.read_board(puzzles::json::Node::root(&written));
                assert_eq!(read.as_ref(), Ok(&board), "{written}");
                assert_eq!(document.puzzle.violations(&board), [], "{written}");
                let text = format!("% a remark\n\n{}", document.puzzle.write_board_text(&board));
                assert_eq!(puzzles::board_from_text(&*document.puzzle, &text).as_ref(), Ok(&board), "{text}");
            }
        }
    });
}

#[test]
fn drawings_do_not_overlap_and_render() {
    for_each_sample(200, |_, document, _| {
        let blank = document.puzzle.givens();
        let scene = document.puzzle.draw(&View::of(&blank));
        assert_eq!(scene.overlaps().expect("a small scene"), [], "{:?}", document.puzzle);
        assert!(!scene.title().is_empty() && !scene.description().is_empty());
        let text = TextRenderer::new().render(&scene).expect("a small scene");
        assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
        assert!(SvgRenderer::new().render(&scene).contains("<title"));
    });
}

/// Whatever a view shows: nothing overlaps, every target that people touch is
/// drawn, and so is every clue.
#[test]
fn every_view_shows_every_target() {
    for_each_sample(60, |_, document, random| {
        let puzzle = &*document.puzzle;
        let (mut board, mut notes) = (puzzle.givens(), Notes::new());
        for (place, (id, values)) in puzzle.sheet().places.iter().zip(values(&document)).enumerate() {
            if board.get(place).is_none() && random.chance(1, 3) {
                board.set(place, random.pick(&values).copied());
            }
            for value in values.into_iter().filter(|_| random.chance(1, 2)) {
                notes.strike(id, value);
            }
        }
        let blank = Board::blank(puzzle.places());
        let plain = View::of(&board);
        let texts = |scene: &scene::Scene| {
            let clues = scene.marks().iter().filter(|mark| mark.role == Role::Clue);
            clues.filter_map(|mark| mark.text().map(str::to_owned)).collect::<Vec<String>>()
        };
        let clues = texts(&puzzle.draw(&plain));
        for view in [plain, plain.labels(), plain.notes(&notes), plain.labels().notes(&notes).since(&blank)] {
            let scene = puzzle.draw(&view);
            assert_eq!(scene.overlaps().expect("a small scene"), [], "{puzzle:?}");
            let drawn: BTreeSet<&str> = scene.marks().iter().filter_map(|mark| mark.target.as_deref()).collect();
            for target in puzzle.sheet().targets {
                assert!(drawn.contains(target.id.as_str()), "{} of {puzzle:?}", target.id);
            }
            let round = |mark: &&Mark| matches!(mark.shape, Shape::Cell(_) | Shape::Disc(_));
            assert!(scene.marks().iter().filter(round).all(|mark| mark.target.is_some()), "{puzzle:?}");
            assert_eq!(texts(&scene), clues, "{puzzle:?}");
            TextRenderer::new().ascii().render(&scene).expect("a small scene");
        }
    });
}

#[test]
fn built_in_puzzles_have_their_answers() {
    for name in puzzles::builtin_names() {
        let document = puzzles::builtin(&name).unwrap_or_else(|| panic!("{name} does not read"));
        let found = solutions_up_to_two(&document);
        match &document.solution {
            Some(solution) => assert_eq!(found, std::slice::from_ref(solution), "{name} is unique"),
            None => assert_eq!(found.len(), 2, "{name} has no answer, so it must have several"),
        }
    }
}

fn solutions_up_to_two(document: &Document) -> Vec<Board> {
    let posed = document.puzzle.pose().expect("a small puzzle");
    let mut space = Space::new(&posed.model);
    let found = Search::new(&mut space, posed.branching(1), Limits::none()).take(2).expect("no limit");
    found.iter().map(|solution| posed.board(solution)).collect()
}

#[test]
fn kinds_are_told_apart_and_told() {
    for (i, kind) in KINDS.iter().enumerate() {
        assert!(KINDS[..i].iter().all(|other| other.name != kind.name), "{}", kind.name);
        let rules: BTreeSet<&str> = kind.rules.iter().chain(kind.implied).map(|rule| rule.name).collect();
        assert_eq!(rules.len(), kind.rules.len() + kind.implied.len(), "{}: a rule's name is its own", kind.name);
        assert!(kind.making.tested.is_sorted() && kind.making.tested.len() > 2, "{}", kind.name);
        let sample = (kind.sample)(&mut Random::new(1));
        assert_eq!((sample.kind().name, sample.paper().is_some()), (kind.name, kind.paper.is_some()));
        assert!(kind.rules_text.len() > 200, "{}", kind.name);
        assert!(!kind.rules.is_empty());
        assert!(kind.name.chars().all(|c| c.is_ascii_lowercase()));
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    // Random bytes, and samples with a piece cut out, doubled or replaced.
    for_each_sample(150, |kind, document, random| {
        let paper = document.puzzle.paper().map(InPaper::write_prolog);
        let texts = [document.to_json().to_string(), document.to_text()].into_iter().chain(paper);
        for text in texts {
            let mut bytes = text.into_bytes();
            for _ in 0..4 {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len() as u32) as usize;
                match random.below(4) {
                    0 => bytes[at] = random.bits() as u8,
                    1 if bytes.len() > 1 => {
                        bytes.remove(at);
                    }
                    1 => {}
                    2 => bytes.insert(at, *random.pick(b"0123456789-_^.,[](){}\"\n ").expect("some")),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            for format in [Format::Json, Format::JsonLines, Format::Text, Format::Prolog] {
                for kind in [None, Some(kind)] {
                    let _ = puzzles::read(&bytes, Some(format), kind);
                }
            }
        }
    });
}

/// What is asked for may have any size: what is too large is refused before anything grows with it.
#[test]
fn no_size_makes_a_maker_panic() {
    let stopped = AtomicBool::new(true);
    for kind in KINDS {
        for size in [0, 1, 1 << 31, (1 << 32) + 9, 1 << 40, usize::MAX] {
            let clues = [None, Some(Clues::Between(0, 0)), Some(Clues::Between(usize::MAX, usize::MAX))];
            for request in clues.map(|clues| Request { clues, ..Request::of_size(size) }) {
                let is_small = size < 1 << 31;
                assert!((kind.maker)(&request).is_err() || is_small, "{} {request:?}", kind.name);
                for way in kind.paper.iter().flat_map(|paper| paper.ways) {
                    let made = (way.make)(&request, Limits::none().cancel(&stopped), &mut Random::new(1));
                    assert!(made.is_err() || is_small, "{} {request:?}", way.name);
                }
                assert!((kind.sketch)(size).is_err() || is_small, "{} {size}", kind.name);
            }
        }
    }
}

#[test]
fn other_names_lead_to_the_kind() {
    let names: Vec<&str> = KINDS.iter().flat_map(|kind| kind.aliases.iter().copied().chain([kind.name])).collect();
    assert_eq!(names.len(), names.iter().collect::<std::collections::BTreeSet<_>>().len(), "each name is one kind's");
    for (other, name) in [("gappy", "gap"), ("balance", "weight"), ("balancing-act", "weight")] {
        assert_eq!(puzzles::kind(other).map(|kind| kind.name), Some(name));
    }
    let document = puzzles::builtin("gappy/seed-1").expect("it is built in");
    assert_eq!(document.to_json()["puzzle"], "gap");
}

/// Equivalent puzzles have as many solutions, and one form: what is found to be a symmetry is one.
#[test]
fn the_canonical_form_is_an_equivalent_puzzle() {
    for_each_sample(24, |kind, document, _| {
        let canonical = Document::new(document.puzzle.canonical());
        assert_eq!(canonical.puzzle.kind().name, kind.name);
        assert_eq!(solutions(&canonical).len(), solutions(&document).len(), "{:?}", document.puzzle);
        let again = canonical.puzzle.canonical();
        assert_eq!(again.write_json(), canonical.puzzle.write_json(), "{:?}", document.puzzle);
    });
}

/// A turned board, its numbers exchanged, and signs that are turned with it.
#[test]
fn symmetries_are_found() {
    let read =
        |kind: &'static str, text: &str| read_one(text, Format::Text, puzzles::kind(kind).expect("it is a kind"));
    for (kind, one, other) in [
        ("sudoku", "1 2 . .\n. . . 3\n. . . .\n. 4 . .", ". . . 2\n1 . . 3\n. . . .\n. . 4 ."),
        ("latin", "1 2 .\n. . .\n. . .", ". . .\n. . 3\n. . 1"),
        ("futoshiki", "n 3\nsign across:\n< .\n. .\n. .", "n 3\nsign across:\n. .\n. .\n. <"),
        ("skyscrapers", "n 4\nseen top:\n1 . 3 .", "n 4\nseen right:\n. 3 . 1"),
        (
            "jigsaw",
            "n 3\nregions:\n1 1 1\n2 2 3\n2 3 3\ngiven:\n1 . .\n. . .\n. . .",
            "n 3\nregions:\n1 1 2\n1 2 2\n3 3 3\ngiven:\n. . .\n. . .\n. . 3",
        ),
    ] {
        let hash = |text: &str| read(kind, text).puzzle.canonical().write_json();
        assert_eq!(hash(one), hash(other), "{kind}");
    }
}
