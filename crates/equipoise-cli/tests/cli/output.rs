//! What is printed.

use crate::common::{Outcome, TRID_5, TRID_9, command, file, run, run_with};
use equipoise::puzzles;
use serde_json::{Value, json};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn builtin() -> Vec<String> {
    let objects = run(&["list", "--json"]).objects();
    let name = |object: &Value| object["name"].as_str().expect("a name").to_owned();
    objects.iter().map(name).collect()
}

#[test]
fn an_answer_in_json() {
    let outcome = run(&["solve", "--json", "aztec/seed-3a"]);
    let object = &outcome.objects()[0];
    assert_eq!(keys(object), ["file", "puzzle", "verdict", "solutions", "count", "statistics"]);
    assert_eq!(object["file"], "aztec/seed-3a");
    assert_eq!(object["puzzle"], "aztec");
    assert_eq!(object["verdict"], "unique");
    assert_eq!(object["solutions"], json!([[[1], [8, 9], [1, 7, 2]]]));
    assert_eq!(object["count"], 1);
    for name in ["seconds", "nodes", "backtracks", "resumptions", "entailments", "prunings", "constraints"] {
        assert!(object["statistics"][name].is_number(), "{name}");
    }
}

#[test]
fn a_failure_in_json() {
    let outcome = run_with(&["solve", "--json", "-"], r#"{"puzzle":"aztec","rows":[[9],[0]]}"#);
    let object = &outcome.objects()[0];
    assert_eq!(keys(object), ["file", "error"]);
    assert_eq!(keys(&object["error"]), ["kind", "message", "place"]);
    assert_eq!(object["error"]["kind"], "shape");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn all_solutions_are_one_object_that_streams() {
    let outcome = run_with(&["solve", "--json", "--all", "-"], TRID_5);
    let object = &outcome.objects()[0];
    assert_eq!(object["verdict"], "several");
    assert_eq!(object["count"], 480);
    let mut solutions: Vec<String> = object["solutions"].as_array().unwrap().iter().map(Value::to_string).collect();
    solutions.sort();
    solutions.dedup();
    assert_eq!(solutions.len(), 480);

    for (max, verdict) in [("1", "solved"), ("2", "several")] {
        let outcome = run_with(&["solve", "--json", "--all", "--max", max, "-"], TRID_9);
        let object = &outcome.objects()[0];
        assert_eq!((&object["verdict"], outcome.status), (&json!(verdict), Some(0)));
        assert_eq!(object["solutions"].as_array().map(Vec::len), max.parse().ok());
    }
}

#[test]
fn a_count_lists_no_solutions() {
    let outcome = run_with(&["solve", "--json", "--count", "-"], TRID_5);
    let object = &outcome.objects()[0];
    assert_eq!(
        (&object["verdict"], &object["count"], &object["solutions"]),
        (&json!("several"), &json!(480), &json!([]))
    );
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let names = builtin();
    let slow = file("in_order", "slow.json", TRID_5);
    let mut arguments = vec!["solve", "--json", "--all", "--max", "300", "--jobs", "4", &slow];
    arguments.extend(names.iter().map(String::as_str));
    let asked: Vec<&str> = arguments[7..].to_vec();
    let objects = run(&arguments).objects();
    let answered: Vec<&str> = objects.iter().map(|object| object["file"].as_str().unwrap()).collect();
    assert_eq!(answered, asked);
}

#[test]
fn every_builtin_puzzle_survives_every_format() {
    let solve = |name: &str, input: &str, kind: &str| {
        run_with(&["solve", "--json", "--kind", kind, name], input).objects()[0]["solutions"].clone()
    };
    for name in builtin().iter().filter(|name| *name != "trid/seed-10") {
        let kind = name.split('/').next().unwrap();
        let solutions = solve(name, "", kind);
        let has_paper = puzzles::kind(kind).is_some_and(|kind| kind.paper.is_some());
        for format in ["json", "text", "prolog"].into_iter().take(if has_paper { 3 } else { 2 }) {
            let outcome = run(&["convert", name, "--to", format]);
            assert_eq!(outcome.status, Some(0), "{name} to {format}: {}", outcome.stderr);
            assert_eq!(solve("-", &outcome.stdout, kind), solutions, "{name} in {format}:\n{}", outcome.stdout);
        }
    }
}

#[test]
fn several_puzzles_in_json_are_lines() {
    let names = builtin();
    let mut arguments = vec!["convert", "--to", "json"];
    arguments.extend(names.iter().map(String::as_str));
    assert_eq!(run(&arguments).objects().len(), names.len());
}

/// What an argument holds does not reach the terminal as it is, not even in the
/// errors of the command line itself.
#[test]
fn arguments_are_shown_escaped() {
    let odd = "a\u{1b}[31m\u{202e}b\nerror: c";
    for arguments in [
        &[odd][..],
        &["solve", "--nothing", odd],
        &["solve", &format!("--{odd}")],
        &["solve", "--kind", odd, "gap/seed-1"],
        &["solve", "--time-limit", odd, "gap/seed-1"],
        &["generate", odd],
        &["generate", "gap", "--difficulty", odd],
        &["generate", "gap", "--shard", odd],
        &["rules", odd],
        &["solve", odd],
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.stdout, "", "{arguments:?}");
        assert!(matches!(outcome.status, Some(1 | 2)), "{arguments:?}: {}", outcome.stderr);
        assert!(!outcome.stderr.contains(['\u{1b}', '\u{202e}']), "{arguments:?}: {}", outcome.stderr);
        assert!(!outcome.stderr.contains("\nerror: c"), "{arguments:?}: {}", outcome.stderr);
    }
    let shown = run(&["rules", odd]).stderr;
    assert!(shown.contains(r"a\u{1b}[31m\u{202e}b\nerror: c"), "{shown}");
}

/// A puzzle whose numbers have no cell has no solution, and every command says so.
#[test]
fn a_grid_of_fulcrums_alone_has_no_solution() {
    let full = r#"{"puzzle":"multibalance","grid":["^^","^^"],"digits":2}"#;
    for command in ["solve", "explain", "hint", "grade"] {
        let outcome = run_with(&[command, "-"], full);
        assert_eq!(outcome.status, Some(10), "{command}: {}{}", outcome.stdout, outcome.stderr);
        assert_eq!(outcome.stderr, "", "{command}");
    }
    let explained = run_with(&["explain", "-"], full).stdout;
    assert!(explained.contains("There is no cell for number 1."), "{explained}");
}

#[test]
fn drawings_in_pipes_have_no_escape_sequences() {
    let names = builtin();
    for extra in [&["show"][..], &["show", "--ascii"]] {
        let arguments: Vec<&str> = extra.iter().copied().chain(names.iter().map(String::as_str)).collect();
        let outcome = run(&arguments);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{extra:?}");
        assert!(!outcome.stdout.contains('\x1b'));
        assert!(extra.get(1) != Some(&"--ascii") || outcome.stdout.is_ascii(), "{}", outcome.stdout);
    }
}

/// A locale without more gets ASCII alone, in drawings and in sentences; others get more.
#[test]
fn a_plain_locale_gets_plain_characters() {
    let names = builtin();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let few = ["weight/seed-5", "gap/seed-1", "aztec/seed-3a", "trid/seed-5", "multibalance/seed-1"];
    for (arguments, puzzles) in [
        (&["show"][..], &names[..]),
        (&["show", "--solution"], &few),
        (&["explain", "--drawings"], &few),
        (&["hint", "--rung", "4"], &few),
    ] {
        let arguments = [arguments, puzzles].concat();
        for (locale, is_plain) in [("C", true), ("POSIX", true), ("en_GB.ISO-8859-1", true), ("en_GB.UTF-8", false)] {
            let outcome = Outcome::of(command(&arguments).env("LC_ALL", locale).spawn().expect("it starts"));
            assert_eq!(outcome.status, Some(0), "{arguments:?}: {}", outcome.stderr);
            let odd = outcome.stdout.lines().find(|line| !line.is_ascii());
            assert_eq!(odd.is_none(), is_plain, "{locale} {arguments:?}: {odd:?}");
        }
    }
}

#[test]
fn several_pictures_are_several_files() {
    let folder = crate::common::folder("several_pictures");
    let two = ["aztec/seed-3a", "aztec/seed-3b"];
    let refused = run(&[&["show", "--format", "svg"], &two[..]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{}", refused.stderr);
    // Several in one file, too.
    let clauses = run(&[&["convert", "--to", "prolog"], &two[..]].concat()).stdout;
    let refused = run_with(&["show", "--format", "svg", "--kind", "aztec", "-"], &clauses);
    assert_eq!((refused.status, refused.stdout.matches("<svg ").count()), (Some(2), 1), "{}", refused.stderr);

    for (format, ending, start) in [("svg", "svg", "<svg "), ("text", "txt", " ")] {
        let outcome = run(&[&["show", "--format", format, "--out", &folder], &two[..]].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""), "{}", outcome.stderr);
        for name in ["aztec-seed-3a", "aztec-seed-3b"] {
            let picture = std::fs::read_to_string(format!("{folder}/{name}.{ending}")).unwrap();
            assert!(picture.starts_with(start), "{picture}");
        }
    }
    let again = run(&["show", "--out", &folder, two[0]]);
    assert_eq!(again.status, Some(2), "{}", again.stderr);
    assert_eq!(run(&["show", "--out", &folder, two[0], "--force"]).status, Some(0));
    // Nobody wants a directory of this name.
    let file = format!("{folder}/one.svg");
    let refused = run(&["show", "--format", "svg", "--out", &file, two[0]]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("one.svg: --out takes a directory here"), "{}", refused.stderr);
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn a_solution_that_is_shown_is_one_and_said_to_be_one_of_several() {
    let several = run_with(&["show", "--solution", "-"], TRID_5);
    assert_eq!(several.status, Some(11));
    assert_eq!(several.stderr, "-: this is one of several solutions\n");
    // The top is given as 9 and solved as 1.
    let wrong = r#"{"puzzle":"aztec","rows":[[9],[0,0],[0,0,0]],"solution":[[1],[8,9],[1,7,2]]}"#;
    let wrong = run_with(&["show", "--solution", "-"], wrong);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (Some(10), ""), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("the solution that the file gives is wrong"), "{}", wrong.stderr);
}

#[test]
fn what_is_given_counts_on_every_board() {
    // 8 and 9 are given below the top, and carry no 9.
    for (board, status) in [("[[9],[0,0],[0,0,0]]", 10), ("[[1],[0,0],[0,0,0]]", 0)] {
        let path = file("given_counts", "board.json", board);
        let outcome = run(&["check", "aztec/seed-3a", "--board", &path]);
        assert_eq!(outcome.status, Some(status), "{}", outcome.stdout);
    }
}

#[test]
fn what_solve_prints_is_a_board() {
    let answer = run(&["solve", "--json", "aztec/seed-3a"]).stdout;
    let outcome = run_with(&["check", "aztec/seed-3a", "--board", "-"], &answer);
    assert_eq!(outcome.stdout, "aztec/seed-3a: solved, no rule is broken\n", "{}", outcome.stderr);
    let trid = file("a_board", "trid.json", TRID_5);
    let answer = run_with(&["solve", "--json", "-"], TRID_5).stdout;
    let outcome = run_with(&["check", &trid, "--board", "-"], &answer);
    assert!(outcome.stderr.contains("there are 2, and one is wanted"), "{}", outcome.stderr);
    let other = run_with(&["check", "gap/seed-1", "--board", "-"], &answer);
    assert!(other.stderr.contains("expected a board of gap"), "{}", other.stderr);
}

#[test]
fn names_that_steer_a_terminal_are_shown() {
    let path = file("a_name", "\u{1b}[31mred\u{202e}.json", TRID_5);
    for arguments in
        [&["solve", "--quiet", &path][..], &["show", &path], &["check", &path], &["solve", "--json", &path]]
    {
        let outcome = run(arguments);
        for text in [&outcome.stdout, &outcome.stderr] {
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{arguments:?}: {text:?}");
        }
    }
    assert_eq!(run(&["solve", "--json", &path]).objects()[0]["file"], path, "programs get the name as it is");
}

#[test]
fn what_was_meant_is_guessed() {
    for (arguments, guess) in [
        (&["solve", "gap/seed1"][..], "did you mean gap/seed-1?"),
        (&["show", "gap"], "gap is a kind of puzzle, and gap/seed-1 is one of its puzzles"),
        (&["solve", "nothing-like-it"], "(`equipoise list` names those)"),
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.status, Some(1));
        assert!(outcome.stderr.contains(guess), "{}", outcome.stderr);
    }
    let outcome = run_with(&["solve", "-"], r#"{"puzzle":"gap","size":9,"rows":[],"colums":[]}"#);
    assert!(outcome.stderr.contains("\"colums\""), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("mean"), "{}", outcome.stderr);
}

#[test]
fn sizes_are_told_as_they_are() {
    let outcome = run_with(&["solve", "-"], r#"{"puzzle":"trid","size":0}"#);
    assert!(outcome.stderr.contains("from 1 to 500"), "{}", outcome.stderr);
    let outcome = run_with(&["convert", "--to", "minizinc", "-"], r#"{"puzzle":"aztec","rows":[[9]]}"#);
    assert!(outcome.stdout.starts_with("% Aztec Math, 1 row\n"), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn boards_are_checked() {
    let half = file("boards", "half.json", "[[0],[8,9],[1,0,2]]");
    let wrong = file("boards", "wrong.json", r#"{"puzzle":"aztec","rows":[],"solution":[[2],[8,9],[1,1,2]]}"#);
    let other = file("boards", "other.json", r#"{"puzzle":"gap","solution":[]}"#);
    let check = |board: &str| run(&["check", "--json", "aztec/seed-3a", "--board", board]);

    let outcome = check(&half);
    assert_eq!(outcome.status, Some(0));
    let expected = json!({"file": "aztec/seed-3a", "puzzle": "aztec", "violations": [], "complete": false});
    assert_eq!(outcome.objects(), [expected]);

    let outcome = check(&wrong);
    assert_eq!(outcome.status, Some(10));
    let object = &outcome.objects()[0];
    assert_eq!(object["complete"], true);
    let violations = object["violations"].as_array().unwrap();
    assert!(violations.len() >= 2, "{object}");
    for violation in violations {
        assert_eq!(keys(violation), ["rule", "places", "message"]);
        assert!(violation["places"].as_array().unwrap().iter().all(Value::is_string));
    }

    assert_eq!(check(&other).objects()[0]["error"]["place"], "the board, puzzle");
    assert_eq!(check("missing.json").status, Some(1));
    assert_eq!(run(&["check", "aztec/seed-3a"]).status, Some(0));
    let outcome = run_with(&["check", "-"], TRID_5);
    assert_eq!(outcome.status, Some(1));
    assert!(outcome.stderr.contains("gives no solution"), "{}", outcome.stderr);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let outcome = run(&["completions", shell]);
        assert_eq!(outcome.status, Some(0));
        assert!(outcome.stdout.contains("time-limit"), "{shell}");
    }
}

#[test]
fn explanations_are_pages_whatever_comes_of_them() {
    let folder = crate::common::folder("pages");
    let several = run_with(&["explain", "--format", "html", "-"], TRID_5);
    assert_eq!(several.status, Some(11), "{}", several.stderr);
    assert!(several.stdout.starts_with("<!DOCTYPE html>") && several.stdout.ends_with("</html>\n"));
    assert!(several.stdout.contains("There are several solutions.") && several.stdout.matches("<svg ").count() == 2);
    let late = run_with(&["explain", "--format", "html", "--time-limit", "0ms", "-"], TRID_9);
    assert_eq!(late.status, Some(12), "{}", late.stderr);
    assert!(late.stdout.starts_with("<!DOCTYPE html>"));

    let two = ["aztec/seed-3a", "aztec/seed-3b"];
    let refused = run(&[&["explain", "--format", "html"], &two[..]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{}", refused.stderr);
    let written = run(&[&["explain", "--format", "html", "--out", &folder], &two[..]].concat());
    assert_eq!((written.status, written.stdout.as_str()), (Some(0), ""), "{}", written.stderr);
    for name in ["aztec-seed-3a.html", "aztec-seed-3b.html"] {
        let page = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    }
}

/// A puzzle with one solution, whose explanation takes far longer than allowed: it says so, and is not graded.
#[test]
fn what_is_not_explained_to_the_end_is_called_unfinished() {
    let made = run(&["generate", "trid", "--size", "10", "--seed", "1", "--json"]).stdout;
    for format in ["text", "json", "html"] {
        let told = run_with(&["explain", "--format", format, "--time-limit", "3s", "-"], &made);
        assert_eq!(told.status, Some(12), "{}", told.stderr);
        let says =
            if format == "json" { r#""stopped":"the time limit was reached""# } else { "the time limit was reached" };
        assert!(told.stdout.contains(says) && !told.stdout.contains("grade"), "{}", told.stdout);
    }
    for json in [&[][..], &["--json"]] {
        let graded = run_with(&[&["grade", "--time-limit", "3s", "-"], json].concat(), &made);
        assert_eq!(graded.status, Some(12), "{}", graded.stderr);
        assert!(
            graded.stdout.contains("the time limit was reached") && !graded.stdout.contains("guesswork"),
            "{}",
            graded.stdout
        );
    }
}

#[test]
fn a_board_is_printed_filled_in_and_read_again() {
    for name in builtin() {
        let printed = run(&["board", &name]);
        assert_eq!(printed.status, Some(0), "{name}: {}", printed.stderr);
        assert!(printed.stdout.starts_with(&format!("% {name}\n")), "{}", printed.stdout);
        let checked = run_with(&["check", &name, "--board", "-"], &printed.stdout);
        assert_eq!(checked.status, Some(0), "{name}: {}{}", checked.stdout, checked.stderr);
    }
    let board = run(&["board", "aztec/seed-3a"]).stdout;
    let wrong = board.replacen('.', "9", 1);
    assert_ne!(wrong, board, "the top is blank");
    assert_eq!(run_with(&["check", "aztec/seed-3a", "--board", "-"], &wrong).status, Some(10));
    let odd = run_with(&["check", "aztec/seed-3a", "--board", "-"], "x");
    assert_eq!(odd.status, Some(3));
    assert!(odd.stderr.contains("the board, line 2, column 1"), "{}", odd.stderr);
}
