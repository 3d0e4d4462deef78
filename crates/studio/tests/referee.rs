//! The referee against brute force, and against every explained step.

use crate::corpus_files;
use crate::kinds::for_each_kind;

use fd::{Constraint, Limits, Random, Var};
use puzzles::json::{self, Node};
use puzzles::{Board, Document, Fault, Kind, Notes, Puzzle, builtin, builtin_names};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use studio::{Explanation, Position, Referee, Ruling, Statement};

fn statement(value: &Value, referee: &Referee) -> Statement {
    Statement::from_json(Node::root(value), referee.context()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn judge(value: &Value, referee: &mut Referee, position: &Position) -> Ruling {
    let statement = statement(value, referee);
    referee.judge(&statement, position).finish(Limits::none()).expect("there is no limit")
}

/// Every step, as its JSON says it, follows from what it names.
fn assert_steps_are_sound(name: &str, document: &Document) {
    let explanation: Explanation = studio::explain(&*document.puzzle, Limits::none()).expect("it is small");
    let mut referee = Referee::open(&*document.puzzle).expect("it is small");
    let nothing = Position { board: Board::blank(document.puzzle.places()), notes: Notes::new() };
    for step in &explanation.steps {
        let says = explanation.context.step_json(step);
        let ruling = judge(&says, &mut referee, &nothing);
        assert!(matches!(ruling, Ruling::Sound { .. }), "{name}: {ruling:?}: {says}");
    }
}

#[test]
fn every_step_of_the_built_in_puzzles_is_sound() {
    for name in builtin_names() {
        assert_steps_are_sound(&name, &builtin(&name).expect("it is built in"));
    }
}

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn every_step_of_published_puzzles_is_sound() {
    let mut count = 0;
    corpus_files::for_each(|name, document| {
        count += 1;
        if count % 30 == 0 {
            assert_steps_are_sound(name, document);
        }
    });
}

/// The most assignments that brute force goes through.
const MOST_TRIED: u64 = 4_000;

/// How many statements of a kind are compared with all solutions of their puzzles.
const MOST_SOLVED: u32 = 6;

/// A statement, with the facts that it names and what goes.
struct Stated {
    says: Value,
    facts: BTreeMap<usize, Vec<i32>>,
    gone: (Var, Vec<i32>),
}

/// What a rule says without what it takes for granted.
fn constraint(referee: &Referee, rule: usize) -> &Arc<dyn Constraint> {
    let reasoning = &referee.context().reasoning;
    reasoning.assumption(rule).map_or(&reasoning.model().constraints()[rule], |assumption| &assumption.without)
}

/// A random statement about one or two rules, half of the time one that follows if any does; with whether
/// values exist that keep the rules and the facts, with and without what goes. `None` where there are too many to try.
fn random_statement(referee: &Referee, random: &mut Random) -> Option<(Stated, bool, bool)> {
    let context = referee.context();
    let (model, instances) = (context.reasoning.model(), context.reasoning.instances());
    if instances.is_empty() {
        return None;
    }
    let mut named = Vec::new();
    for _ in 0..1 + random.below(2) {
        named.push(context.rule_json(random.below(instances.len() as u32) as usize));
    }
    let is_named = |rule: &usize| named.contains(&context.rule_json(*rule));
    let rules: Vec<usize> = (0..instances.len()).filter(is_named).collect();
    let scope: BTreeSet<Var> = rules.iter().flat_map(|&rule| constraint(referee, rule).scope()).collect();
    let scope: Vec<Var> = scope.into_iter().collect();
    let x = *random.pick(&scope)?;
    let mut facts = BTreeMap::new();
    for &y in scope.iter().filter(|&&y| y != x) {
        let values: Vec<i32> = model.domain(y).iter().collect();
        let first = random.below(values.len() as u32) as usize;
        let few = values[first..].iter().copied().take(1 + random.below(2) as usize);
        if random.chance(4, 5) {
            facts.insert(y.index(), few.collect());
        }
    }
    let possible = possible_values(referee, &rules, &facts, x)?;
    let all: Vec<i32> = model.domain(x).iter().collect();
    let follows: Vec<i32> = all.iter().copied().filter(|value| !possible.contains(value)).collect();
    let gone = if follows.is_empty() || random.chance(1, 2) { vec![*random.pick(&all)?] } else { follows };
    let vars: Vec<Var> = model.all_vars().collect();
    let with_values = |x: Var, values: &[i32]| json!({ "id": context.subject(x).id, "values": values });
    let told: Vec<Value> = facts.iter().map(|(&x, values)| with_values(vars[x], values)).collect();
    let says = json!({ "because": named, "facts": told, "removes": [with_values(x, &gone)] });
    let (stands, goes) = (possible.iter().any(|v| gone.contains(v)), possible.iter().any(|v| !gone.contains(v)));
    Some((Stated { says, facts, gone: (x, gone) }, stands, goes))
}

/// The values of `x` for which the others can keep the rules and the facts, by trying all of them.
fn possible_values(
    referee: &Referee,
    rules: &[usize],
    facts: &BTreeMap<usize, Vec<i32>>,
    x: Var,
) -> Option<BTreeSet<i32>> {
    let model = referee.context().reasoning.model();
    let scope: BTreeSet<Var> = rules.iter().flat_map(|&rule| constraint(referee, rule).scope()).collect();
    let values = |x: &Var| facts.get(&x.index()).cloned().unwrap_or_else(|| model.domain(*x).iter().collect());
    let values: Vec<(Var, Vec<i32>)> = scope.iter().map(|x| (*x, values(x))).collect();
    let all = values.iter().try_fold(1_u64, |all, (_, values)| all.checked_mul(values.len() as u64));
    let all = all.filter(|&all| all <= MOST_TRIED)?;
    let mut possible = BTreeSet::new();
    for mut number in 0..all {
        let mut tried = BTreeMap::new();
        for (x, values) in &values {
            tried.insert(x.index(), values[(number % values.len() as u64) as usize]);
            number /= values.len() as u64;
        }
        if rules.iter().all(|&rule| constraint(referee, rule).holds(&|x: Var| tried[&x.index()])) {
            possible.insert(tried[&x.index()]);
        }
    }
    Some(possible)
}

/// All solutions that agree with a board.
fn solutions(puzzle: &dyn Puzzle, board: &Board, values: &[Vec<i32>]) -> Vec<Board> {
    if !puzzle.violations(board).is_empty() {
        return Vec::new();
    }
    let Some(place) = (0..board.len()).find(|&place| board.get(place).is_none()) else { return vec![board.clone()] };
    let with = |value: i32| {
        let mut board = board.clone();
        board.set(place, Some(value));
        board
    };
    values[place].iter().flat_map(|&value| solutions(puzzle, &with(value), values)).collect()
}

fn agrees_with_brute_force(kind: &'static Kind) {
    let (mut judged, mut sound, mut more) = (0, 0, 0);
    for seed in 0..400 {
        if judged >= 20 && sound >= 3 {
            break;
        }
        let random = &mut Random::new(seed);
        let puzzle = (kind.sample)(random);
        let mut referee = Referee::open(&*puzzle).expect("it is small");
        let context = Arc::clone(referee.context());
        let Some((stated, stands, goes)) = random_statement(&referee, random) else { continue };
        let position = Position::start(&*puzzle);
        let ruling = judge(&stated.says, &mut referee, &position);
        let at = format!("{}, seed {seed}: {ruling:?}: {}", kind.name, stated.says);
        judged += 1;
        match &ruling {
            Ruling::Sound { .. } => assert!(!stands && goes, "{at}"),
            Ruling::Contradictory => assert!(!stands && !goes, "{at}"),
            _ => assert!(stands, "{at}"),
        }
        sound += u32::from(matches!(ruling, Ruling::Sound { .. }));
        if judged > MOST_SOLVED {
            continue;
        }
        // Whether it is true of the puzzle, where it is about a place.
        let Some(place) = context.place(stated.gone.0) else { continue };
        let model = context.reasoning.model();
        let values: Vec<Vec<i32>> =
            context.reasoning.places().iter().map(|&x| model.domain(x).iter().collect()).collect();
        let is_stated = |board: &Board| {
            let holds = |(place, x): (usize, &Var)| {
                stated
                    .facts
                    .get(&x.index())
                    .is_none_or(|left| board.get(place).is_some_and(|value| left.contains(&value)))
            };
            context.reasoning.places().iter().enumerate().all(holds)
        };
        // Facts about quantities are not seen on a board.
        if stated.facts.keys().any(|&x| !context.reasoning.places().iter().any(|y| y.index() == x)) {
            continue;
        }
        let solutions = solutions(&*puzzle, &puzzle.givens(), &values);
        let contrary =
            |board: &&Board| is_stated(board) && board.get(place).is_some_and(|value| stated.gone.1.contains(&value));
        let is_false = solutions.iter().find(contrary).is_some();
        let is_possible = solutions.iter().any(is_stated);
        match ruling {
            Ruling::NeedsMore { needs, .. } => {
                assert!(!is_false && is_possible && !needs.is_empty(), "{at}");
                more += 1;
            }
            // No solution has what it names, so nothing can be said of it but that it does not follow.
            Ruling::Unsound { undecided, .. } if !is_possible => assert_eq!(undecided, None, "{at}"),
            Ruling::Unsound { counterexample, undecided } => {
                assert_eq!(undecided, None, "{at}");
                assert!(is_false, "{at}");
                let board = &counterexample.board;
                let kept = |place| board.get(place).is_none_or(|value| values[place].contains(&value));
                assert!((0..board.len()).all(kept) && puzzle.violations(board).is_empty(), "{at}");
            }
            _ => {}
        }
    }
    assert!(judged >= 20 && sound >= 3, "{}: {judged} judged, {sound} sound, {more} true with more", kind.name);
}

#[test]
fn rulings_agree_with_brute_force() {
    for_each_kind(agrees_with_brute_force);
}

fn of(name: &str) -> (Box<dyn Puzzle>, Referee, Position) {
    let puzzle = builtin(name).expect("it is built in").puzzle;
    let (referee, position) = (Referee::open(&*puzzle).expect("it is small"), Position::start(&*puzzle));
    (puzzle, referee, position)
}

fn object(text: &str) -> Value {
    json::parse(text, 1).expect("the test writes JSON")
}

#[test]
fn what_is_not_needed_is_named() {
    let (_, mut referee, position) = of("weight/seed-8");
    let says = object(
        r#"{ "because": [{ "rule": "all" }, { "rule": "somewhere" }],
             "facts": [{ "place": "w1", "values": [3] }], "sets": [{ "place": "b1.total", "value": 36 }] }"#,
    );
    let ruling = judge(&says, &mut referee, &position);
    assert_eq!(ruling.told(referee.context()), "sound, but this is not needed: one of the weights is 1; w1 is 3");
}

#[test]
fn what_is_lacking_is_named() {
    let (puzzle, mut referee, position) = of("weight/seed-8");
    let says =
        object(r#"{ "because": [{ "rule": "proportion" }], "facts": [], "sets": [{ "place": "w4", "value": 6 }] }"#);
    let ruling = judge(&says, &mut referee, &position);
    let all = "true, but it needs more: all the weights hang from bar b1, and 1 + 2 + ... + 8 is 36";
    assert_eq!(ruling.told(referee.context()), all);
    let object = ruling.to_json(&*puzzle, referee.context());
    assert_eq!(object["needs"]["because"][0]["rule"], "all");
    assert_ne!(object["stands"]["value"], 6);
    // All that is true of a puzzle with one solution follows from all of it.
    let whole = Statement::setting(referee.context(), "w4", 6).expect("it can be said");
    let ruling = referee.judge(&whole, &position).finish(Limits::none());
    assert!(matches!(ruling, Ok(Ruling::Sound { .. })), "{ruling:?}");
    let wrong = Statement::setting(referee.context(), "w4", 5).expect("it can be said");
    let ruling = referee.judge(&wrong, &position).finish(Limits::none());
    let Ok(Ruling::Unsound { counterexample, undecided: None }) = ruling else { panic!("{ruling:?}") };
    assert!(counterexample.board.is_full() && puzzle.violations(&counterexample.board).is_empty());
}

#[test]
fn what_contradicts_itself_proves_nothing() {
    let (_, mut referee, position) = of("aztec/seed-3a");
    let facts = r#""facts": [{ "place": "r3c1", "values": [1] }, { "place": "r3c2", "values": [1] }]"#;
    let says = object(&format!(r#"{{ {facts}, "removes": [{{ "place": "r1c1", "values": [4] }}] }}"#));
    assert_eq!(judge(&says, &mut referee, &position), Ruling::Contradictory);
    let says = object(&format!(r#"{{ {facts}, "removes": [] }}"#));
    assert!(matches!(judge(&says, &mut referee, &position), Ruling::Sound { .. }));
}

/// On a wrong board everything would be true.
#[test]
fn a_wrong_board_proves_nothing() {
    let (_, mut referee, mut position) = of("aztec/seed-3a");
    position.board.set(0, Some(9));
    let says =
        object(r#"{ "because": [{ "rule": "row" }], "facts": [], "removes": [{ "place": "r2c1", "values": [4] }] }"#);
    assert!(matches!(judge(&says, &mut referee, &position), Ruling::Unsound { .. }));
    let says = object(r#"{ "removes": [{ "place": "r2c1", "values": [4] }] }"#);
    assert_eq!(judge(&says, &mut referee, &position), Ruling::Contradictory);
}

#[test]
fn limits_leave_it_undecided_and_change_nothing() {
    let (_, mut referee, position) = of("gap/seed-1");
    let whole = Statement::setting(referee.context(), "r5c5", 1).expect("it can be said");
    for work in [0, 1, 100] {
        assert_eq!(referee.judge(&whole, &position).finish(Limits::none().work(work)), Err(fd::Stopped::Work));
    }
    let ruling = referee.judge(&whole, &position).finish(Limits::none());
    assert_eq!(ruling, Ok(Ruling::Sound { unneeded: Default::default() }));
}

#[test]
fn what_is_no_statement_is_refused_with_its_place() {
    let (_, referee, _) = of("aztec/seed-3a");
    for (text, place, says) in [
        (r#"[]"#, "", "an object"),
        (r#"{}"#, "", "nothing is concluded"),
        (r#"{ "sets": [] }"#, "", "nothing is concluded"),
        (r#"{ "removes": [{ "place": "r9c9", "values": [1] }] }"#, "removes[0].place", "r9c9"),
        (r#"{ "removes": [{ "place": "r1c1", "values": [] }] }"#, "removes[0].values", "at least one value"),
        (r#"{ "removes": [{ "place": "r1c1", "values": [77] }] }"#, "removes[0].values[0]", "cannot be 77"),
        (r#"{ "removes": [{ "values": [1] }] }"#, "removes[0]", "missing"),
        (r#"{ "because": [{ "rule": "nonsense" }], "removes": [] }"#, "because[0]", "expected one of"),
        (r#"{ "because": [{}], "removes": [] }"#, "because[0]", "expected one of"),
        (r#"{ "becuase": [], "removes": [] }"#, "becuase", "because"),
        (
            r#"{ "removes": [{ "id": "r1c1", "values": [1] }], "sets": [{ "id": "r1c1", "value": 1 }] }"#,
            "sets[0].value",
            "among those that go",
        ),
        (r#"{ "removes": [{ "id": "r1c1", "place": "r2c1", "values": [1] }] }"#, "removes[0].place", "different"),
    ] {
        let value = object(text);
        let error = Statement::from_json(Node::root(&value), referee.context()).expect_err(text);
        assert_eq!(error.fault, Fault::Shape, "{text}");
        assert_eq!(error.place.path.unwrap_or_default(), place, "{text}");
        assert!(error.message.contains(says), "{text}: {}", error.message);
    }
}
