//! Models through MiniZinc itself, with our library of global constraints.

use std::path::Path;
use std::process::{Command, Stdio};

/// What `minizinc` says of a model, solved by this program.
fn solve(name: &str, model: &str, options: &[&str]) -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("share/minizinc");
    let folder = std::env::temp_dir().join(format!("equipoise-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written to");
    let installed = std::fs::read_to_string(own.join("solvers/equipoise.msc")).expect("it is there");
    let library = own.join("equipoise").display().to_string();
    let here = installed.replace("../../../bin/fzn-equipoise", env!("CARGO_BIN_EXE_fzn-equipoise"));
    let configuration = folder.join("here.msc");
    std::fs::write(&configuration, here.replace("../equipoise", &library)).expect("a file can be written");
    let file = folder.join("model.mzn");
    std::fs::write(&file, model).expect("a file can be written");
    let output = Command::new("minizinc")
        .arg("--solver")
        .arg(&configuration)
        .args(options)
        .arg(&file)
        .stdin(Stdio::null())
        .output()
        .expect("MiniZinc is needed here: `cargo xtask setup` installs it");
    std::fs::remove_dir_all(&folder).expect("what was written can be removed");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name}: {told}{}", String::from_utf8_lossy(&output.stderr));
    told
}

/// Each global constraint of our library, with the number of solutions that its definition gives.
#[test]
#[ignore = "needs minizinc"]
fn global_constraints() {
    let x = "array[1..4] of var 1..4: x;";
    for (name, model, count) in [
        ("all_different", format!("{x} constraint all_different(x);"), 24),
        ("table", format!("{x} constraint table([x[1], x[2]], [| 1, 2 | 2, 3 | 4, 4 |]);"), 3 * 16),
        (
            "table_bool",
            "array[1..2] of var bool: b; constraint table(b, [| true, false | true, true |]);".to_owned(),
            2,
        ),
        ("count", format!("{x} constraint count(x, 3, 2);"), 6 * 9),
        ("count_var", format!("{x} constraint count(x, x[1], 2);"), 4 * 3 * 9),
        ("global_cardinality", format!("{x} constraint global_cardinality(x, [1, 2], [2, 1]);"), 12 * 2),
        (
            "global_cardinality_low_up",
            format!("{x} constraint global_cardinality_low_up(x, [1, 2], [2, 1], [4, 1]);"),
            12 * 2 + 4,
        ),
        ("inverse", "array[0..2] of var int: f; array[3..5] of var int: g; constraint inverse(f, g);".to_owned(), 6),
        ("circuit", format!("{x} constraint circuit(x);"), 6),
        ("regular", format!("{x} constraint regular(x, 2, 4, [| 1, 2, 0, 0 | 2, 1, 0, 0 |], 1, {{2}});"), 8),
        ("cumulative", format!("{x} constraint cumulative(x, [2, 2, 2, 2], [1, 1, 1, 1], 2);"), 66),
        ("disjunctive", "array[1..3] of var 0..3: s; constraint disjunctive(s, [2, 1, 0]);".to_owned(), 4 * 9),
        (
            "disjunctive_strict",
            "array[1..3] of var 0..3: s; constraint disjunctive_strict(s, [2, 1, 0]);".to_owned(),
            30,
        ),
        (
            "diffn",
            "array[1..2] of var 0..1: x; array[1..2] of var 0..1: y; constraint diffn(x, y, [1, 1], [1, 1]);"
                .to_owned(),
            12,
        ),
        (
            "bin_packing_load",
            "array[1..3] of var 1..2: b; array[1..2] of var 0..9: l; constraint bin_packing_load(l, b, [2, 3, 4]);"
                .to_owned(),
            8,
        ),
        (
            "lex_less",
            "array[1..2] of var 0..2: x; array[1..2] of var 0..2: y; constraint lex_less(x, y);".to_owned(),
            36,
        ),
        (
            "lex_lesseq",
            "array[1..2] of var bool: x; array[1..2] of var bool: y; constraint lex_lesseq(x, y);".to_owned(),
            10,
        ),
        ("value_precede", format!("{x} constraint value_precede(1, 2, x);"), 136),
        ("value_precede_chain", format!("{x} constraint value_precede_chain([1, 2, 3, 4], x);"), 15),
        ("maximum", format!("{x} constraint max(x) = 2 /\\ min(x) = 1;"), 14),
        ("reified", format!("{x} var bool: b; constraint b <-> all_different(x);"), 256),
        ("sets", "var set of 1..3: s; constraint card(s) = 2;".to_owned(), 3),
    ] {
        let includes = "include \"globals.mzn\";\n";
        let told = solve(name, &format!("{includes}{model}\nsolve satisfy;\n"), &["-a"]);
        assert!(told.ends_with("==========\n"), "{name}: {told}");
        assert_eq!(told.matches("----------").count(), count, "{name}");
    }
}

#[test]
#[ignore = "needs minizinc"]
fn objectives_and_limits() {
    let model = "include \"globals.mzn\";\n\
                 array[1..6] of var 0..30: mark;\n\
                 constraint forall(i in 1..5)(mark[i] < mark[i + 1]) /\\ mark[1] = 0;\n\
                 constraint all_different([mark[j] - mark[i] | i, j in 1..6 where i < j]);\n\
                 solve :: int_search(mark, input_order, indomain_min, complete) minimize mark[6];\n\
                 output [show(mark[6])];\n";
    for options in [&[][..], &["-f"], &["-p", "2", "-r", "5", "-v", "-s"], &["-t", "60000"]] {
        let told = solve("golomb", model, options);
        assert!(told.contains("17\n----------\n==========\n"), "{options:?}: {told}");
    }
    let each = solve("golomb-each", model, &["-i"]);
    assert!(each.matches("----------").count() > 1, "{each}");
    let hard =
        model.replace("1..6", "1..14").replace("1..5", "1..13").replace("[6]", "[14]").replace("0..30", "0..200");
    let told = solve("golomb-limit", &hard, &["-t", "600"]);
    assert!(!told.contains("==========") && !told.contains("UNSATISFIABLE"), "{told}");
}
