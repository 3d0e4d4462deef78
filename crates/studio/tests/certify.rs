//! The checker accepts our certificates, and refuses spoilt ones.

use crate::corpus_files;
use crate::outside;

use fd::{Limits, Random, Stopped};
use puzzles::{Document, Puzzle};
use serde_json::{Value, json};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use studio::{Certificate, CertifyError, Manifest, Options, Sharing, Verdict, certify, certify_steps};

fn certificate(puzzle: &dyn Puzzle) -> Certificate {
    certify(puzzle, &Options::default()).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"))
}

fn read(value: &Value) -> Document {
    Document::from_json(value, None).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn builtin(name: &str) -> Document {
    puzzles::builtin(name).expect("it is built in")
}

/// What VeriPB says of a proof that it accepts; `None` when it refuses it.
fn checked(formula: &str, proof: &str) -> Option<String> {
    let output = outside::run("veripb", &[], &[("opb", formula), ("pbp", proof)]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let accepted = said.lines().find_map(|line| line.strip_prefix("s VERIFIED "))?;
    output.status.success().then(|| accepted.to_owned())
}

fn assert_accepted(puzzle: &dyn Puzzle) -> Verdict {
    let Certificate { verdict, claim, proof } = certificate(puzzle);
    assert_eq!(checked(&claim.formula, &proof), Some(claim.accepted), "{puzzle:?}\n{proof}");
    verdict
}

/// Samples of every kind: the verdict is that of the search, now confirmed by
/// an independent checker.
#[test]
#[ignore = "needs veripb"]
fn certificates_of_all_verdicts_are_accepted() {
    let mut seen = [0; 3];
    for kind in puzzles::KINDS {
        for seed in 0..40 {
            let puzzle = (kind.sample)(&mut Random::new(2_000 + seed));
            match assert_accepted(&*puzzle) {
                Verdict::None => seen[0] += 1,
                Verdict::Unique(_) => seen[1] += 1,
                Verdict::Several(..) => seen[2] += 1,
                Verdict::Unknown(..) => panic!("a certificate is not unknown"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "none, unique, several: {seen:?}");
}

#[test]
#[ignore = "needs veripb"]
fn certificates_of_the_built_in_puzzles_are_accepted() {
    for name in puzzles::builtin_names() {
        let Document { puzzle, solution, .. } = builtin(&name);
        if let (Verdict::Unique(board), Some(solution)) = (assert_accepted(&*puzzle), solution) {
            assert_eq!(board, solution, "{name}");
        }
    }
}

/// A hard one, for which some lemmas are forgotten on the way, and which is proved in parts: by any number of
/// threads in the same way.
#[test]
#[ignore = "needs veripb"]
fn a_hard_certificate_is_accepted() {
    let kind = puzzles::kind("trid").expect("it is listed");
    let mut workshop = studio::Workshop::new(kind, puzzles::Request::of_size(10)).expect("it can be made");
    let puzzle = workshop.make(1, 0, Limits::none()).expect("it can be made").puzzle;
    let threads = NonZero::new(3).expect("three");
    let options = Options { sharing: Some(Sharing { threads, part: None }), ..Options::default() };
    let Certificate { verdict, claim, proof } = certify(&*puzzle, &options).expect("no limit");
    assert!(matches!(verdict, Verdict::Unique(_)));
    assert_eq!(checked(&claim.formula, &proof), Some(claim.accepted));
    assert_eq!(certificate(&*puzzle).proof, proof);
    // The last parts but one differ in one literal.
    let last: Vec<&str> = proof.lines().rev().filter(|line| line.starts_with("rup")).take(3).collect();
    assert_eq!(last[0], "rup >= 1 ;");
    assert_eq!(last[1].replacen("1 ~", "1 ", 1), last[2].replacen("1 ~", "1 ", 1));
}

/// A made puzzle of each kind at its usual size: that it has one solution is confirmed, and where it is said to be
/// minimal, that without any of its clues it has several.
#[test]
#[ignore = "needs veripb"]
fn certificates_of_made_puzzles_are_accepted() {
    let mut minimal = 0;
    for &kind in puzzles::KINDS {
        let request = puzzles::Request::of_size(kind.making.size);
        let mut workshop = studio::Workshop::new(kind, request).expect("it can be made");
        let made = workshop.make(5, 0, Limits::none()).expect("it can be made");
        let document = workshop.document(made, 5, 0);
        let Verdict::Unique(board) = assert_accepted(&*document.puzzle) else { panic!("{}", kind.name) };
        assert_eq!(Some(board), document.solution, "{}", kind.name);
        if document.about["made"]["minimal"] == true {
            for dropped in 0..document.puzzle.clues() {
                let kept: Vec<bool> = (0..document.puzzle.clues()).map(|clue| clue != dropped).collect();
                let verdict = assert_accepted(&*document.puzzle.with_clues(&kept));
                assert!(matches!(verdict, Verdict::Several(..)), "{} without clue {dropped}", kind.name);
            }
            minimal += 1;
        }
    }
    assert!(minimal > 15, "{minimal} kinds are made minimal");
}

/// Every twentieth published puzzle, and of each kind the first.
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn certificates_of_published_puzzles_are_accepted() {
    let mut kinds = Vec::new();
    let mut count = 0;
    corpus_files::for_each(|_, document| {
        let kind = document.puzzle.kind().name;
        if count % 20 == 0 || !kinds.contains(&kind) {
            assert_accepted(&*document.puzzle);
            kinds.push(kind);
        }
        count += 1;
    });
}

/// The steps of an explanation, each derived from the rules and from those before.
#[test]
#[ignore = "needs veripb"]
fn explanations_are_proved_step_by_step() {
    let builtin = ["gap/seed-1", "aztec/seed-6a", "trid/seed-5", "weight/seed-8", "multibalance/seed-1"].map(builtin);
    let unsolvable = read(&json!({"puzzle": "weight", "tree": [{"at": -1}, {"at": 1}]}));
    for Document { puzzle, .. } in builtin.into_iter().chain([unsolvable]) {
        let explanation = studio::explain(&*puzzle, Limits::none()).expect("it is small");
        let Certificate { claim, proof, .. } =
            certify_steps(&*puzzle, &explanation, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(checked(&claim.formula, &proof), Some(claim.accepted), "{puzzle:?}");
        let comments = proof.lines().filter(|line| line.starts_with("% step ")).count();
        assert_eq!(comments, explanation.steps.len());
    }
    let several = read(&json!({"puzzle": "trid", "size": 3})).puzzle;
    let explanation = studio::explain(&*several, Limits::none()).expect("it is small");
    let refused = certify_steps(&*several, &explanation, &Options::default()).unwrap_err();
    assert_eq!(refused, CertifyError::Unexplained);
}

#[test]
#[ignore = "needs veripb"]
fn odd_puzzles_are_certified() {
    for value in [
        json!({"puzzle": "gap", "size": 1, "columns": [null], "rows": [null]}),
        json!({"puzzle": "aztec", "rows": [[0]]}),
        json!({"puzzle": "trid", "size": 1, "sums": [], "givens": []}),
        json!({"puzzle": "weight", "tree": [{"at": 0}]}),
        json!({"puzzle": "weight", "tree": [{"at": 1}]}),
        json!({"puzzle": "weight", "tree": [{"at": 0}, {"at": 0}]}),
        json!({"puzzle": "multibalance", "grid": ["."], "digits": 1}),
        json!({"puzzle": "multibalance", "grid": [".^."], "digits": 2}),
    ] {
        assert_accepted(&*read(&value).puzzle);
    }
}

/// The puzzle is unique only because of its clues: without one the formula has
/// other solutions, and the proof must fail.
#[test]
#[ignore = "needs veripb"]
fn a_changed_clue_is_refused() {
    let Document { puzzle, .. } = builtin("gap/seed-1");
    let Certificate { claim, proof, .. } = certificate(&*puzzle);
    let mut kept = vec![true; puzzle.clues()];
    kept[0] = false;
    let other = puzzle.with_clues(&kept);
    let objective = claim.formula.lines().find(|line| line.starts_with("min:")).expect("there is one");
    let looser = other.formula().expect("it is small").to_opb(None);
    let (header, rest) = looser.split_once('\n').expect("it has lines");
    let looser = format!("{header}\n{objective}\n{rest}");
    // The proof says how many constraints it expects; the clue took nine.
    let count = |line: &str| line.strip_prefix("f ").and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    let before = proof.lines().find_map(count).expect("it says so");
    let proof = proof.replace(&format!("f {before} ;"), &format!("f {} ;", before - 9));
    assert_eq!(checked(&looser, &without(&proof, |_| false)), None);
    let of_other = certificate(&*other);
    assert!(matches!(of_other.verdict, Verdict::Several(..)));
    assert_eq!(checked(&of_other.claim.formula, &of_other.proof), Some(of_other.claim.accepted));
}

/// A proof without some of its lines, and without its deletions, so that the
/// numbers of what is deleted do not matter.
fn without(proof: &str, dropped: impl Fn(usize) -> bool) -> String {
    let lines = proof.lines().filter(|line| !line.starts_with("del")).enumerate();
    lines.filter(|&(number, _)| !dropped(number)).map(|(_, line)| format!("{line}\n")).collect()
}

#[test]
#[ignore = "needs veripb"]
fn dropped_steps_are_refused() {
    for name in ["gap/seed-1", "weight/seed-8"] {
        let Certificate { claim, proof, .. } = certificate(&*builtin(name).puzzle);
        let whole = without(&proof, |_| false);
        let steps: Vec<usize> =
            whole.lines().enumerate().filter(|(_, line)| line.starts_with("rup")).map(|(number, _)| number).collect();
        let (last, others) = steps.split_last().expect("it has steps");
        let accepts = |proof: &str| checked(&claim.formula, proof) == Some(claim.accepted.clone());
        assert!(accepts(&whole), "{name}: all steps");
        assert!(!accepts(&without(&proof, |line| others.contains(&line))), "{name}: the contradiction alone");
        assert!(!accepts(&without(&proof, |line| line == *last)), "{name}: all but the contradiction");
        // Many single steps can be dropped, since others make up for them, but not all.
        let needed = others.iter().filter(|&&step| !accepts(&without(&proof, |line| line == step))).count();
        assert!(5 * needed > others.len(), "{name}: {needed} of {} steps are needed", others.len());
    }
}

/// A claim of uniqueness where another solution is kept back.
#[test]
#[ignore = "needs veripb"]
fn a_withheld_solution_is_refused() {
    let puzzle = read(&json!({"puzzle": "trid", "size": 3, "sums": [], "givens": []})).puzzle;
    let Certificate { verdict, claim, proof } = certificate(&*puzzle);
    assert!(matches!(verdict, Verdict::Several(..)));
    let mut lines: Vec<&str> = proof.lines().collect();
    let second = lines.iter().rposition(|line| line.starts_with("soli")).expect("it shows two");
    lines[second] = "rup >= 1 ;";
    let unique = lines.join("\n").replace(&claim.conclusion, "BOUNDS 6 6");
    assert_ne!(unique, proof);
    assert_eq!(checked(&claim.formula, &unique), None);
    // A board that is not a solution is not accepted as one either.
    let (with, without) = ("r1c1_is_1", "~r1c1_is_1");
    let first = proof.lines().find(|line| line.starts_with("soli")).expect("it shows two");
    let swapped = if first.contains(without) { first.replace(without, with) } else { first.replace(with, without) };
    assert_eq!(checked(&claim.formula, &proof.replace(first, &swapped)), None);
}

#[test]
#[ignore = "needs veripb"]
fn what_is_not_so_is_refused() {
    let Certificate { claim, proof, .. } = certificate(&*builtin("gap/seed-1").puzzle);
    let unsolvable = proof.replace(&format!("conclusion {}", claim.conclusion), "conclusion UNSAT");
    assert_ne!(unsolvable, proof);
    assert_eq!(checked(&claim.formula, &unsolvable), None);
}

#[test]
fn bytes_are_the_same_every_time() {
    let document = builtin("weight/seed-17");
    let bytes = || {
        let certificate = certificate(&*document.puzzle);
        let manifest = certificate.manifest(&*document.puzzle).to_text();
        (certificate.claim.formula, certificate.proof, manifest)
    };
    let once = bytes();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(bytes)).collect();
        for thread in threads {
            assert!(thread.join().expect("it ends") == once);
        }
    });
}

#[test]
fn limits_are_obeyed() {
    let puzzle = builtin("weight/seed-17").puzzle;
    let stopped = AtomicBool::new(true);
    let cancelled = Options { limits: Limits::none().cancel(&stopped), ..Options::default() };
    assert_eq!(certify(&*puzzle, &cancelled).unwrap_err(), CertifyError::Stopped(Stopped::Cancelled));
    let little = Options { limits: Limits::none().nodes(1), ..Options::default() };
    assert_eq!(certify(&*puzzle, &little).unwrap_err(), CertifyError::Stopped(Stopped::Nodes));
}

#[test]
fn what_is_too_large_is_told() {
    let puzzle = read(&json!({"puzzle": "trid", "size": 300, "sums": [], "givens": []})).puzzle;
    assert!(matches!(certify(&*puzzle, &Options::default()), Err(CertifyError::TooLarge(_))));
}

#[test]
fn manifests_tie_everything_together() {
    let Document { puzzle, .. } = builtin("weight/seed-6");
    let certificate = certificate(&*puzzle);
    let manifest = certificate.manifest(&*puzzle);
    let text = manifest.to_text();
    let Certificate { claim, proof, .. } = &certificate;
    assert_eq!(Manifest::read(&text).as_ref(), Ok(&manifest));
    let check = |text: &str, formula: &str, proof: &str| {
        Manifest::read(text).and_then(|manifest| manifest.check(&*puzzle, formula.as_bytes(), proof.as_bytes()))
    };
    assert_eq!(check(&text, &claim.formula, proof).as_ref(), Ok(claim));
    let refused = |what: &str, text: &str, formula: &str, proof: &str| {
        let told = check(text, formula, proof).expect_err(what);
        assert!(told.contains(what), "{what}: {told}");
    };
    refused("formula is not the one", &text, &claim.formula.replacen("+1", "+2", 1), proof);
    refused("hash of the proof", &text, &claim.formula, &format!("{proof}\n"));
    refused("does not go with the number", &text.replace("\"unique\"", "\"none\""), &claim.formula, proof);
    refused("conclusion is not the one", &text.replace("BOUNDS 6 6", "BOUNDS 0 6"), &claim.formula, proof);
    refused("knows version", &text.replace("\"certificate\": 1", "\"certificate\": 2"), &claim.formula, proof);
    let mut value: Value = serde_json::from_str(&text).expect("it is JSON");
    let solution = value["solutions"][0].as_array_mut().expect("a list of weights");
    solution.swap(0, 1);
    refused("breaks a rule", &value.to_string(), &claim.formula, proof);
    value["solutions"] = json!([]);
    refused("does not go with the number", &value.to_string(), &claim.formula, proof);
    value["puzzle"]["tree"][0]["at"] = json!(-7);
    refused("for another puzzle", &value.to_string(), &claim.formula, proof);
    assert!(Manifest::read("{}").is_err() && Manifest::read("").is_err());
}
