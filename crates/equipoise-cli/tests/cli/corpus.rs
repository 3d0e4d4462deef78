//! One call over all published puzzles, where `EQUIPOISE_CORPUS` says they are.

use crate::common::run;
use std::collections::BTreeMap;

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn one_call_answers_every_published_puzzle() {
    let directory = std::env::var("EQUIPOISE_CORPUS").expect("it says where the published puzzles are");
    let outcome = run(&["solve", "--json", &directory]);
    let objects = outcome.objects();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for object in &objects {
        *verdicts.entry(object["verdict"].as_str().unwrap_or("error")).or_default() += 1;
    }
    assert_eq!(outcome.status, Some(11), "{verdicts:?}");
    assert_eq!(verdicts, BTreeMap::from([("none", 3), ("several", 5), ("unique", 565)]));
    let names: Vec<&str> = objects.iter().map(|object| object["file"].as_str().unwrap()).collect();
    assert!(names.is_sorted(), "in order");
}
