//! Where puzzles come from.

use crate::common::{TRID_4, TRID_5, file, run, run_with};
use std::path::Path;

/// Name and verdict of each answer, or the kind of error.
fn answers(arguments: &[&str], input: &str) -> Vec<(String, String)> {
    let arguments = [&["solve", "--json"], arguments].concat();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
    let objects = run_with(&arguments, input).objects();
    objects
        .iter()
        .map(|object| {
            let verdict = if object["error"].is_null() { &object["verdict"] } else { &object["error"]["kind"] };
            (text(&object["file"]), text(verdict))
        })
        .collect()
}

fn pair(name: &str, verdict: &str) -> (String, String) {
    (name.to_owned(), verdict.to_owned())
}

#[test]
fn standard_input_in_every_format() {
    assert_eq!(answers(&["-"], TRID_5), [pair("-", "several")]);
    let spread = TRID_5.replace(',', ",\n");
    assert_eq!(answers(&["-"], &spread), [pair("-", "several")]);
    let lines = format!("{TRID_5}\n\n{TRID_4}\r\n");
    assert_eq!(answers(&["-"], &lines), [pair("-#1", "several"), pair("-#2", "none")]);
    assert_eq!(answers(&["--", "-#2"], &lines), [pair("-#2", "none")]);
    assert_eq!(answers(&["--", "-#3"], &lines), [pair("-#3", "missing")]);
    assert_eq!(answers(&["-"], ""), [pair("-", "syntax")]);
    for format in ["json", "text", "prolog"] {
        let text = run(&["convert", "aztec/seed-3a", "--to", format]).stdout;
        assert_eq!(answers(&["-", "--kind", "aztec"], &text), [pair("-", "unique")], "{text}");
    }
}

#[test]
fn one_of_several_is_picked_by_its_number() {
    let clauses = run(&["convert", "aztec/seed-3a", "aztec/seed-3b", "--to", "prolog"]).stdout;
    let path = file("one_of_several", "two.pl", clauses);
    let (first, second, third) = (format!("{path}#1"), format!("{path}#2"), format!("{path}#3"));
    let kind = ["--kind", "aztec"];
    let all = answers(&[&[path.as_str()][..], &kind].concat(), "");
    assert_eq!(all, [pair(&first, "unique"), pair(&second, "unique")]);
    assert_eq!(answers(&[&[second.as_str()][..], &kind].concat(), ""), [pair(&second, "unique")]);
    assert_eq!(answers(&[&[third.as_str()][..], &kind].concat(), ""), [pair(&third, "missing")]);

    let solution = |name: &str| run(&["solve", "--json", name, "--kind", "aztec"]).objects()[0]["solutions"].clone();
    assert_eq!(solution(&second), solution("aztec/seed-3b"));
}

#[test]
fn texts_put_together_are_read_one_by_one() {
    let text = run(&["convert", "weight/seed-5", "aztec/seed-3a", "gap/seed-2", "--to", "text"]).stdout;
    assert_eq!(answers(&["-"], &text), [pair("-#1", "unique"), pair("-#2", "unique"), pair("-#3", "unique")]);
    assert_eq!(answers(&["--", "-#3"], &text), [pair("-#3", "unique")]);

    let path = file("texts", "two.txt", "% remarks\naztec\n 9\n. . .\n\naztec\n 8\n. x\n");
    let errors = run(&["solve", &path]).stderr;
    for place in ["two.txt#1: line 4, column 5", "two.txt#2: line 8, column 3"] {
        assert!(errors.contains(place), "{errors}");
    }
}

#[test]
fn lines_are_read_one_by_one() {
    let path = file("lines", "many.jsonl", format!("{TRID_5}\n{{\n{TRID_4}\n"));
    let names: Vec<String> = (1..=3).map(|number| format!("{path}#{number}")).collect();
    let expected = [pair(&names[0], "several"), pair(&names[1], "syntax"), pair(&names[2], "none")];
    assert_eq!(answers(&[&path], ""), expected);
    assert_eq!(answers(&[&names[2]], ""), [pair(&names[2], "none")]);
    let outcome = run(&["solve", &names[1]]);
    assert!(outcome.stderr.contains("many.jsonl#2: line 2, column 1"), "{}", outcome.stderr);
}

#[test]
fn a_directory_means_the_puzzle_files_below() {
    let test = "a_directory";
    let last = file(test, "puzzles/z.json", TRID_4);
    let directory = Path::new(&last).parent().and_then(Path::to_str).expect("it has one").to_owned();
    let first = file(test, "puzzles/a/b.json", TRID_5);
    file(test, "puzzles/notes.md", "not a puzzle");
    file(test, "puzzles/.hidden.json", "not a puzzle");
    assert_eq!(answers(&[&directory], ""), [pair(&first, "several"), pair(&last, "none")]);

    file(test, "empty/notes.md", "not a puzzle");
    let empty = format!("{directory}/../empty");
    assert_eq!(answers(&[&empty], "")[0].1, "missing");
}

#[test]
fn errors_say_what_and_where() {
    let test = "errors_say";
    let not_text = file(test, "bytes.json", b"{\"puzzle\":\xff}");
    let cases = [
        (
            file(test, "path.json", r#"{"puzzle":"aztec","rows":[[9],[0,10]]}"#),
            "path.json: rows[1][1], line 1, column 34: expected",
        ),
        (
            file(test, "field.json", r#"{"puzzle":"trid","size":5,"sise":5}"#),
            "field.json: sise, line 1, column 34: unknown field",
        ),
        (
            file(test, "kind.json", r#"{"puzzle":"chess"}"#),
            "kind.json: puzzle, line 1, column 11: there is no kind of puzzle",
        ),
        (file(test, "empty.txt", ""), "empty.txt: the file is empty"),
        (file(test, "deep.json", "[".repeat(10_000)), "deep.json: line 1, column 128: nested too deeply"),
        (file(test, "line.txt", "aztec\n  9\n x 2\n"), "3 |  x 2\n  |  ^\n"),
        (not_text, "bytes.json: line 1, column 11: not UTF-8"),
    ];
    for (path, expected) in cases {
        let outcome = run(&["solve", &path]);
        assert_eq!(outcome.status, Some(3), "{path}");
        assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
    }
}

/// Many errors take no longer than the text is long, and the rest are counted.
#[test]
fn many_errors_are_counted() {
    for (name, line) in [("many.txt", "aztec\nx\n"), ("many.jsonl", "{\n")] {
        let path = file("many_errors", name, line.repeat(50_000));
        let book = path.replace(name, "book.pdf");
        for arguments in [
            &["solve", "--quiet", "--time-limit", "1s", &path][..],
            &["merge", &path],
            &["print", &path, "--out", &book],
        ] {
            let before = std::time::Instant::now();
            let outcome = run(arguments);
            assert_eq!(outcome.status, Some(3), "{arguments:?}: {}", outcome.stderr);
            assert!(before.elapsed().as_secs() < 10, "{arguments:?} takes {:?}", before.elapsed());
            assert_eq!(outcome.stderr.matches("error: ").count(), 21, "{arguments:?}");
            assert!(outcome.stderr.contains("error: and 49980 more in the same file\n"), "{arguments:?}");
        }
    }
    let two = [file("many_errors", "a.txt", "aztec\nx\n".repeat(30)), file("many_errors", "b.txt", "x")];
    let outcome = run(&["check", "--json", &two[0], &two[1]]);
    assert_eq!(outcome.objects().len(), 31, "programs get them all");
    let outcome = run(&["check", &two[0], &two[1]]);
    assert!(outcome.stderr.contains("error: and 10 more in the same file\nerror: "), "{}", outcome.stderr);
}

#[test]
#[cfg(unix)]
fn a_directory_that_cannot_be_read_fails_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = crate::common::folder("cannot_be_read");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything, and finds it empty.
    let outcome = run(&["solve", "--json", &folder]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!((outcome.status, outcome.objects().len()), (Some(1), 1), "{}", outcome.stdout);
}
