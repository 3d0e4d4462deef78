//! The screens of every kind, looked at once by a person and kept since.

use super::testing::{Bench, folder};
use insta::assert_snapshot;

/// The screens of a game from its start to its solution.
fn screens(kind: &str, name: &str) -> String {
    let folder = folder(&format!("screens-{kind}"));
    let mut bench = Bench::playing(&folder, name, (80, 24));
    let mut text = String::new();
    let mut show = |bench: &mut Bench, what: &str| {
        text.push_str(&format!("======== {what}\n{}", bench.screen()));
    };
    show(&mut bench, "start");
    bench.press("Tab Tab Down");
    show(&mut bench, "selected");
    bench.press("Space 1 1 1 2 Enter");
    show(&mut bench, "pencil");
    bench.press("u u u u u Space");
    for level in 1..=4 {
        bench.ask("h");
        show(&mut bench, &format!("hint {level}"));
    }
    bench.ask("a");
    show(&mut bench, "applied");
    bench.press("m");
    let wrong = bench.wrong();
    bench.press(&wrong);
    bench.ask("c");
    show(&mut bench, "checked");
    bench.ask("w");
    show(&mut bench, "wrong");
    bench.press("u p");
    show(&mut bench, "paused");
    bench.press("p");
    bench.ask("e");
    bench.press("Right Right");
    show(&mut bench, "path");
    bench.press("Esc");
    let solution = bench.solution();
    bench.type_board(&solution);
    bench.settle();
    show(&mut bench, "solved");
    let mut narrow = Bench::playing(&self::folder(&format!("narrow-{kind}")), name, (40, 12));
    show(&mut narrow, "narrow");
    narrow.press("End");
    (0..3).for_each(|_| narrow.ask("h"));
    show(&mut narrow, "narrow hint");
    text
}

#[test]
fn weight() {
    assert_snapshot!(screens("weight", "weight/seed-8"));
}

#[test]
fn gap() {
    assert_snapshot!(screens("gap", "gap/seed-2"));
}

#[test]
fn aztec() {
    assert_snapshot!(screens("aztec", "aztec/seed-6a"));
}

#[test]
fn trid() {
    assert_snapshot!(screens("trid", "trid/seed-5"));
}

#[test]
fn multibalance() {
    assert_snapshot!(screens("multibalance", "multibalance/seed-1"));
}

#[test]
fn pages() {
    let mut bench = Bench::playing(&folder("pages"), "gap/seed-1", (80, 24));
    let mut text = String::new();
    for keys in ["?", "i", "o", "y", "k", "Enter j"] {
        bench.press(keys);
        text.push_str(&format!("======== {keys}\n{}", bench.screen()));
        bench.press("Esc");
    }
    assert_snapshot!(text);
}
