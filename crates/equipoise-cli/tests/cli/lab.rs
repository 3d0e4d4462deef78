//! Experiments and search trees.

use crate::common::{Outcome, command, folder, run};
use std::fs;
use std::path::Path;

#[test]
fn a_search_tree_is_written_and_drawn() {
    let place = folder("a_search_tree");
    let (trace, picture) = (&*format!("{place}/tree.jsonl"), &*format!("{place}/tree.svg"));
    let solved =
        run(&["solve", "--json", "--model", "paper", "--labeling", "ff", "--trace", trace, "multibalance/seed-1"]);
    assert_eq!(solved.status, Some(0), "{}", solved.stderr);
    let written = fs::read_to_string(trace).expect("it was written");
    let nodes = written.lines().count() - 1;
    assert!(solved.stdout.contains(&format!("\"nodes\":{nodes},")), "{}", solved.stdout);
    let drawn = run(&["lab", "tree", trace, "--out", picture]);
    assert_eq!((drawn.status, drawn.stdout.as_str(), drawn.stderr.as_str()), (Some(0), "", ""));
    let svg = fs::read_to_string(picture).expect("it was written");
    assert!(svg.starts_with("<svg ") && svg.contains("multibalance/seed-1: paper model, ff,step,up"));
    assert_eq!(svg.matches("<title>node ").count(), nodes);
}

#[test]
fn a_trace_has_room_for_one_puzzle() {
    let trace = format!("{}/tree.jsonl", folder("one_trace"));
    let outcome = run(&["solve", "--quiet", "--trace", &trace, "trid/seed-5", "aztec/seed-3a"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("--trace takes the tree of one puzzle only"), "{}", outcome.stderr);
}

#[test]
fn a_report_has_all_its_files() {
    let out = folder("a_report");
    let outcome = run(&["lab", "run", "aztec-variables", "--repeat", "1", "--time-limit", "20ms", "--out", &out]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.starts_with("aztec-variables: "), "{}", outcome.stdout);
    let mut names: Vec<String> = fs::read_dir(Path::new(&out).join("aztec-variables"))
        .expect("it was written")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["backtracks-bars.svg", "report.html", "results.csv", "results.json", "seconds-bars.svg"]);
    let csv = fs::read_to_string(format!("{out}/aztec-variables/results.csv")).expect("it was written");
    assert_eq!(csv.lines().count(), 1 + 8 * 2);
    assert!(csv.contains(",published seconds\n"), "{csv}");
}

#[test]
fn a_matrix_writes_what_is_asked_for() {
    let out = folder("a_matrix");
    let path = |name: &str| format!("{out}/{name}");
    let (csv, json, html, plots) = (path("m.csv"), path("m.json"), path("m.html"), path("plots"));
    let outcome = run(&[
        "lab",
        "matrix",
        "--puzzle",
        "aztec",
        "--sizes",
        "3,4",
        "--boards",
        "2",
        "--variable",
        "ff,leftmost",
        "--csv",
        &csv,
        "--json",
        &json,
        "--html",
        &html,
        "--plots",
        &plots,
    ]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let read = |path: &str| fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&csv).lines().count(), 1 + 2 * 2 * 2);
    assert!(read(&json).contains("\"complete\": true"));
    assert!(read(&html).contains("</html>") && read(&html).contains("<svg "));
    assert_eq!(fs::read_dir(&plots).expect("it was written").count(), 4);
}

/// A model of three numbers in order, as MiniZinc would write it.
const ORDERED: &str = "\
array [1..3] of var int: xs :: output_array([1..3]) = [X_INTRODUCED_0_,X_INTRODUCED_1_,b];
constraint int_lt(X_INTRODUCED_0_,X_INTRODUCED_1_);
constraint int_lt(X_INTRODUCED_1_,b);
solve :: int_search(xs,input_order,indomain_min,complete) satisfy;
";

#[test]
fn the_lab_takes_models() {
    let place = folder("models");
    let model = |name: &str, text: String| {
        let path = format!("{place}/{name}");
        fs::write(&path, text).expect("it can be written");
        path
    };
    let vars = "var 1..4: X_INTRODUCED_0_;\nvar 1..4: X_INTRODUCED_1_;\nvar 1..4: b;\n";
    let good = model("good.fzn", format!("{vars}{ORDERED}"));
    let none = model("none.fzn", format!("{vars}{ORDERED}").replace("..4", "..2"));
    let strange = model("strange.fzn", "var 0.0..1.0: x;\nsolve satisfy;\n".to_owned());

    let drawn = run(&["lab", "tree", &good]);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    for words in ["good.fzn: its own search", "xs[1] = 1", "xs[2] = 2", "b = 3", "4 solutions"] {
        assert!(drawn.stdout.contains(words), "{words}: {}", drawn.stdout);
    }
    let csv = format!("{place}/runs.csv");
    let outcome =
        run(&["lab", "matrix", "--goal", "verdict", "--variable", "ff,max", "--csv", &csv, "--puzzle", &good, &none]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let csv = fs::read_to_string(csv).expect("it was written");
    assert!(csv.matches(",several,").count() == 2 && csv.matches(",none,").count() == 2, "{csv}");

    for (arguments, status, says) in [
        (&["lab", "tree", &strange] as &[&str], 3, "line 1: `x` is a float"),
        (&["lab", "tree", &good, &none], 2, "one model"),
        (&["lab", "tree", "--labeling", "ff", "/dev/null"], 2, "go with a model"),
        (&["lab", "matrix", "--puzzle", &good, "gap/seed-1"], 2, "not mixed with puzzles"),
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.status, Some(status), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(says), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
#[ignore = "needs minizinc"]
fn the_lab_asks_minizinc() {
    let place = folder("minizinc");
    let (model, data) = (format!("{place}/model.mzn"), format!("{place}/data.dzn"));
    fs::write(
        &model,
        "int: n; array[1..n] of var 1..n: x; constraint forall(i in 2..n)(x[i - 1] < x[i]); solve satisfy;\n",
    )
    .expect("it can be written");
    fs::write(&data, "n = 3;\n").expect("it can be written");
    let solvers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fzn/share/minizinc/solvers");
    let drawn = command(&["lab", "tree", &model, &data]).env("MZN_SOLVER_PATH", solvers).spawn().expect("it starts");
    let drawn = Outcome::of(drawn);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    assert!(drawn.stdout.contains("1 solution<"), "{}", drawn.stdout);
}
