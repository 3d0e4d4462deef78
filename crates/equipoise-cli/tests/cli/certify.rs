//! Certificates: written, checked, refused.

use crate::common::{Outcome, TRID_4, TRID_5, command, file, folder, run};
use std::fs;

fn certify(puzzles: &[&str], out: &str, more: &[&str]) -> Outcome {
    run(&[&["certify"], puzzles, &["--out", out], more].concat())
}

fn assert_status(outcome: &Outcome, status: i32) {
    assert_eq!(outcome.status, Some(status), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
#[ignore = "needs veripb"]
fn what_is_written_is_accepted() {
    let out = folder("certified");
    let puzzles = ["weight/seed-17", "gap/seed-1", "aztec/seed-6a", "trid/seed-5", "multibalance/seed-1"];
    let written = certify(&puzzles, &out, &["--json"]);
    assert_status(&written, 0);
    for (object, puzzle) in written.objects().iter().zip(puzzles) {
        assert_eq!(object["file"], puzzle);
        assert_eq!(object["verdict"], "unique");
        let name = object["certificate"].as_str().unwrap();
        assert_eq!(name, puzzle.replace('/', "-"));
        let bytes = fs::read(format!("{out}/{name}.pbp")).unwrap();
        assert_eq!(object["proof"]["bytes"], bytes.len());
    }
    let checked = certify(&puzzles, &out, &["--check", "--json"]);
    assert_status(&checked, 0);
    assert_eq!(checked.objects().len(), puzzles.len());
    assert!(checked.objects().iter().all(|object| object["accepted"].is_string()), "{}", checked.stdout);
}

#[test]
#[ignore = "needs veripb"]
fn explanations_are_certified_step_by_step() {
    let out = folder("certified_steps");
    let several = file("certified_steps_puzzles", "several.json", TRID_5);
    assert_status(&certify(&["gap/seed-1", "aztec/seed-3a"], &out, &["--steps"]), 0);
    assert_status(&certify(&[&several], &out, &["--steps"]), 11);
    assert_status(&certify(&["gap/seed-1", "aztec/seed-3a", &several], &out, &["--check"]), 0);
    assert!(fs::read_to_string(format!("{out}/gap-seed-1.pbp")).unwrap().contains("% step 1: "));
}

#[test]
#[ignore = "needs veripb"]
fn statuses_are_those_of_the_verdicts() {
    let out = folder("certified_statuses");
    let none = file("certified_statuses_puzzles", "none.json", TRID_4);
    let several = file("certified_statuses_puzzles", "several.json", TRID_5);
    let invalid = file("certified_statuses_puzzles", "invalid.json", r#"{"puzzle":"trid","size":-1}"#);
    assert_status(&certify(&[&none], &out, &[]), 10);
    assert_status(&certify(&[&several], &out, &[]), 11);
    assert_status(&certify(&[&invalid], &out, &[]), 3);
    assert_status(&certify(&[&none, &several], &out, &["--check"]), 0);
    assert_status(&certify(&["gap/seed-1"], &out, &["--check"]), 1);
    assert_status(&certify(&["gap/seed-1"], &out, &["--check", "--force"]), 2);
    assert_status(&run(&["certify", "gap/seed-1"]), 2);
}

#[test]
fn a_time_limit_writes_nothing() {
    let out = folder("certified_in_no_time");
    // To prove this one takes minutes.
    let large = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/instances/gap/full100_0.json");
    let outcome = certify(&[large], &out, &["--time-limit", "50ms"]);
    assert_status(&outcome, 12);
    assert!(outcome.stdout.contains("unknown, the time limit was reached"), "{}", outcome.stdout);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}

#[test]
#[ignore = "needs veripb"]
fn nothing_is_overwritten_unasked() {
    let out = folder("certified_twice");
    assert_status(&certify(&["gap/seed-1"], &out, &[]), 0);
    assert_status(&certify(&["gap/seed-1"], &out, &[]), 0);
    let path = format!("{out}/gap-seed-1.opb");
    fs::write(&path, "mine").unwrap();
    let refused = certify(&["gap/seed-1"], &out, &[]);
    assert_status(&refused, 2);
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert_status(&certify(&["gap/seed-1"], &out, &["--force"]), 0);
    assert_status(&certify(&["gap/seed-1"], &out, &["--check"]), 0);
    let twice = certify(&["gap/seed-1", "gap/seed-1"], &out, &["--jobs", "1"]);
    assert_status(&twice, 2);
    assert!(twice.stderr.contains("gap/seed-1: it is named twice"), "{}", twice.stderr);
    let copy = file("certified_twice_puzzles", "seed-1.json", run(&["convert", "gap/seed-1", "--to", "json"]).stdout);
    let twice = certify(&["gap/seed-1", &copy], &out, &["--jobs", "1"]);
    assert_status(&twice, 2);
    assert!(twice.stderr.contains("gap-seed-1, as that of another puzzle"), "{}", twice.stderr);
}

/// Each file spoilt in turn.
#[test]
#[ignore = "needs veripb"]
fn spoilt_certificates_are_refused() {
    let out = folder("certified_and_spoilt");
    let puzzle = "weight/seed-8";
    let name = format!("{out}/weight-seed-8");
    let spoil = |ending: &str, change: &dyn Fn(&str) -> String, told: &str| {
        assert_status(&certify(&[puzzle], &out, &["--force"]), 0);
        let path = format!("{name}.{ending}");
        let text = fs::read_to_string(&path).unwrap();
        let changed = change(&text);
        assert_ne!(changed, text);
        fs::write(&path, changed).unwrap();
        let refused = certify(&[puzzle], &out, &["--check"]);
        assert_status(&refused, 10);
        assert!(refused.stderr.contains(told), "{ending}: {}", refused.stderr);
    };
    spoil("opb", &|text| text.replacen("= 1 ;", "= 2 ;", 1), "not the one that the puzzle makes");
    spoil("pbp", &|text| text.replacen("rup", "*rup", 1), "hash of the proof");
    spoil("manifest", &|text| text.replace("BOUNDS 8 8", "BOUNDS 0 8"), "conclusion");
    spoil("manifest", &|_| "{".to_owned(), "manifest");
    // A proof without its steps, and a manifest that matches it: the checker itself refuses it.
    assert_status(&certify(&[puzzle], &out, &["--force"]), 0);
    let proof = fs::read_to_string(format!("{name}.pbp")).unwrap();
    let steps = proof.lines().filter(|line| !line.starts_with("del") && (!line.starts_with("rup 1")));
    let hollow: String = steps.map(|line| format!("{line}\n")).collect();
    let hash = |text: &str| equipoise::studio::sha256(text);
    let manifest = fs::read_to_string(format!("{name}.manifest")).unwrap().replace(&hash(&proof), &hash(&hollow));
    fs::write(format!("{name}.pbp"), hollow).unwrap();
    fs::write(format!("{name}.manifest"), manifest).unwrap();
    let refused = certify(&[puzzle], &out, &["--check"]);
    assert_status(&refused, 10);
    assert!(refused.stderr.contains("does not accept the proof"), "{}", refused.stderr);
}

/// The files of one certificate do not pass for those of another, one by one or together,
/// whatever the manifest says their hashes are.
#[test]
#[ignore = "needs veripb"]
fn files_of_other_certificates_are_refused() {
    let out = folder("certified_swapped");
    let puzzles = ["weight/seed-8", "weight/seed-5"];
    assert_status(&certify(&puzzles, &out, &[]), 0);
    let endings = ["opb", "pbp", "manifest"];
    let files = |puzzle: &str| {
        endings.map(|ending| fs::read_to_string(format!("{out}/{}.{ending}", puzzle.replace('/', "-"))).unwrap())
    };
    let (own, other) = (files(puzzles[0]), files(puzzles[1]));
    let hash = |text: &str| equipoise::studio::sha256(text);
    let swapped = folder("certified_swapped_again");
    let tried = |files: &[String; 3]| {
        for (ending, text) in endings.iter().zip(files) {
            fs::write(format!("{swapped}/weight-seed-8.{ending}"), text).unwrap();
        }
        assert_status(&certify(&puzzles[..1], &swapped, &["--check"]), 10);
    };
    for which in 1..8 {
        let mixed: [String; 3] = std::array::from_fn(|i| if which >> i & 1 == 1 { &other } else { &own }[i].clone());
        tried(&mixed);
        let [formula, proof, manifest] = &mixed;
        let theirs = if which >> 2 == 1 { &other } else { &own };
        let manifest = manifest.replace(&hash(&theirs[0]), &hash(formula)).replace(&hash(&theirs[1]), &hash(proof));
        tried(&[formula.clone(), proof.clone(), manifest]);
    }
    // Another objective, and none.
    let objective = own[0].lines().find(|line| line.starts_with("min:")).expect("a verdict is a minimum");
    for changed in [own[0].replace(objective, "min: ;"), own[0].replacen(objective, "", 1)] {
        let manifest = own[2].replace(&hash(&own[0]), &hash(&changed));
        tried(&[changed, own[1].clone(), manifest]);
    }
}

#[test]
#[cfg(unix)]
#[ignore = "needs veripb"]
fn odd_names_and_pipes_do_no_harm() {
    let folder = folder("certified_oddly");
    for more in [&[][..], &["--check"]] {
        let mut command = command(&[&["certify", "gap/seed-1", "--out=-x"], more].concat());
        assert_status(&Outcome::of(command.current_dir(&folder).spawn().expect("it starts")), 0);
    }
    let formula = format!("{folder}/-x/gap-seed-1.opb");
    fs::remove_file(&formula).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&formula).status().is_ok_and(|status| status.success()));
    for more in ["--check", "--time-limit=9s"] {
        let outcome = certify(&["gap/seed-1"], &format!("{folder}/-x"), &[more]);
        assert!(matches!(outcome.status, Some(1 | 2)), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("gap-seed-1.opb: it is not a regular file"), "{}", outcome.stderr);
    }
}

/// Proofs with a rule that we do not write, and a manifest that matches them. Of the first two, which assume
/// what is to be proved, the checker itself would only warn.
#[test]
#[ignore = "needs veripb"]
fn a_forged_proof_is_refused() {
    let out = folder("certified_forged");
    let several = file("certified_forged_puzzles", "several.json", TRID_5);
    assert_status(&certify(&[&several], &out, &[]), 11);
    let name = format!("{out}/trid-several");
    let read = |ending: &str| fs::read_to_string(format!("{name}.{ending}")).unwrap();
    let proof = read("pbp");
    let (begin, end) = proof.split_once("output NONE ;").unwrap();
    for rule in ["a >= 1 ;", "a 1 r1c1_is_1 >= 1 ;", "red 1 r1c1_is_1 >= 1 : r1c1_is_1 -> 1 ;", "pol 1 2 + ;"] {
        let forged = format!("{begin}{rule}\noutput NONE ;{end}");
        let hash = |text: &str| equipoise::studio::sha256(text);
        let manifest = read("manifest").replace(&hash(&proof), &hash(&forged));
        let other = folder("certified_forged_again");
        for (ending, text) in [("opb", &read("opb")), ("pbp", &forged), ("manifest", &manifest)] {
            fs::write(format!("{other}/trid-several.{ending}"), text).unwrap();
        }
        let refused = certify(&[&several], &other, &["--check"]);
        assert_status(&refused, 10);
        assert!(refused.stderr.contains("none that a certificate has"), "{}", refused.stderr);
    }
}

#[test]
#[ignore = "needs veripb"]
fn a_changed_puzzle_is_refused() {
    let out = folder("certified_other");
    let folder = "certified_other_puzzles";
    let puzzle = |at: i32| format!(r#"{{"puzzle":"weight","tree":[{{"at":-1}},{{"at":-1}},{{"at":{at}}}]}}"#);
    let path = file(folder, "puzzle.json", puzzle(1));
    certify(&[&path], &out, &[]);
    file(folder, "puzzle.json", puzzle(3));
    let refused = certify(&[&path], &out, &["--check"]);
    assert_status(&refused, 10);
    assert!(refused.stderr.contains("another puzzle"), "{}", refused.stderr);
}

#[test]
#[cfg(unix)]
fn a_missing_checker_is_told() {
    let out = folder("certified_alone");
    assert_status(&certify(&["gap/seed-1"], &out, &[]), 0);
    let mut command = command(&["certify", "gap/seed-1", "--out", &out, "--check"]);
    let outcome = Outcome::of(command.env("PATH", "").spawn().expect("it starts"));
    assert_status(&outcome, 1);
    assert!(outcome.stderr.contains("cargo install --locked veripb"), "{}", outcome.stderr);
}

#[test]
#[ignore = "needs veripb"]
fn made_puzzles_come_with_certificates() {
    let folder = folder("made_and_certified");
    let made = |more: &[&str]| {
        let outcome = run(&[&["generate", "aztec", "--size", "4", "--seed", "3", "--count", "4"], more].concat());
        assert_status(&outcome, 0);
    };
    let directory = format!("{folder}/all");
    made(&["--certify", "--out", &directory]);
    let files: Vec<String> = (0..4).map(|index| format!("{directory}/aztec-4-3-{index:06}.json")).collect();
    let puzzles: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_status(&certify(&puzzles, &directory, &["--check"]), 0);
    assert_status(&run(&["solve", "--quiet", &directory]), 0);
    made(&["--certify", "--out", &directory, "--resume"]);
    // In shards: the same certificates.
    for shard in ["1/2", "2/2"] {
        let lines = format!("{folder}/{}.jsonl", shard.replace('/', "-"));
        made(&["--certify", "--shard", shard, "--out", &lines]);
    }
    for index in 0..4 {
        let shard = if index % 2 == 0 { "1-2" } else { "2-2" };
        for ending in ["opb", "pbp", "manifest"] {
            let name = format!("aztec-4-3-{index:06}.{ending}");
            let sharded = fs::read(format!("{folder}/{shard}.certificates/{name}")).unwrap();
            assert!(sharded == fs::read(format!("{directory}/{name}")).unwrap(), "{name}");
        }
    }
    let (lines, certificates) = (format!("{folder}/1-2.jsonl"), format!("{folder}/1-2.certificates"));
    assert_status(&certify(&[&lines], &certificates, &["--check"]), 0);
    let lines = fs::read_to_string(lines).unwrap();
    let puzzle: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let proof = fs::read_to_string(format!("{directory}/aztec-4-3-000000.pbp")).unwrap();
    assert_eq!(puzzle["made"]["certificate"]["proof"], equipoise::studio::sha256(proof));
    // Resuming a run that had no certificates would leave some out.
    let plain = format!("{folder}/plain.jsonl");
    made(&["--out", &plain]);
    let arguments = ["generate", "aztec", "--size", "4", "--seed", "3", "--count", "5", "--out", &plain];
    let refused = run(&[&arguments[..], &["--resume", "--certify"]].concat());
    assert_status(&refused, 2);
    assert!(refused.stderr.contains("no certificate"), "{}", refused.stderr);
    assert_status(&run(&["generate", "aztec", "--certify"]), 2);
}
