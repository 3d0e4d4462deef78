//! The program itself, without MiniZinc.

use std::io::Write;
use std::process::{Command, Stdio};

/// What it writes to standard output and standard error about a text, and whether it says that all went well.
fn run(options: &[&str], text: &[u8]) -> (String, String, bool) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fzn-equipoise"))
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it was built");
    // It need not read what it does not want.
    let _ = program.stdin.take().expect("it has one").write_all(text);
    let output = program.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    (text(output.stdout), text(output.stderr), output.status.success())
}

const FOUR: &[u8] =
    b"var 1..4: x :: output_var;\nsolve :: int_search([x], input_order, indomain_min, complete) satisfy;\n";

#[test]
fn how_many_solutions() {
    for (options, count, complete) in [
        (&[][..], 1, false),
        (&["-n", "3"], 3, false),
        (&["-a"], 4, true),
        (&["-n", "0"], 4, true),
        (&["-a", "-n", "2"], 2, false),
        (&["-n", "9"], 4, true),
        (&["-a", "-f", "-p", "4", "-r", "7", "-i", "-v", "-t", "60000"], 4, true),
        (&["-t", "0"], 1, false),
    ] {
        let (told, _, well) = run(options, FOUR);
        assert!(well, "{options:?}");
        assert_eq!(
            (told.matches("----------\n").count(), told.contains("==========\n")),
            (count, complete),
            "{options:?}"
        );
    }
    let best = String::from_utf8(FOUR.to_vec()).unwrap().replace("satisfy", "maximize x");
    for (options, count) in [(&[][..], 1), (&["-i"], 4), (&["-a"], 4), (&["-n", "2"], 1)] {
        let (told, _, _) = run(options, best.as_bytes());
        assert!(told.ends_with("x = 4;\n----------\n==========\n"), "{options:?}: {told}");
        assert_eq!(told.matches("----------\n").count(), count, "{options:?}");
    }
}

#[test]
fn what_it_refuses_it_names() {
    for (options, text, expected) in [
        (&["-q"][..], FOUR, "there is no option `-q`"),
        (&["-n"], FOUR, "-n takes a whole number"),
        (&["-t", "soon"], FOUR, "-t takes a whole number"),
        (&["-n", "-1"], FOUR, "-n takes a whole number"),
        (&["no/such.fzn"], FOUR, "no/such.fzn: "),
        (&["a.fzn", "b.fzn"], FOUR, "one file at a time: `b.fzn` is a second"),
        (&[], b"\xff", "standard input: it is no text in UTF-8"),
        (&["-"], b"", "standard input, line 1: expected `solve`"),
        (&[], b"var 0.5..1.5: x;\nsolve satisfy;", "line 1: `x` is a float"),
        (&[], b"var 1..2: x;\nconstraint sudoku(x);\nsolve satisfy;", "line 2: this solver has no constraint `sudoku`"),
    ] {
        let (told, why, well) = run(options, text);
        assert!(!well && why.contains(expected), "{options:?}: {why}");
        assert!(told.is_empty() || told == "=====ERROR=====\n", "{options:?}: {told}");
    }
}
