//! Books, read by other programs.

use crate::common::{Outcome, TRID_4, TRID_5, file, folder, run, run_with};
use equipoise::puzzles::{KINDS, builtin, builtin_names, example};
use std::fs;
use std::process::Command;

fn print(puzzles: &[&str], out: &str, more: &[&str]) -> Outcome {
    run(&[&["print"], puzzles, &["--out", out], more].concat())
}

fn assert_status(outcome: &Outcome, status: i32) {
    assert_eq!(outcome.status, Some(status), "{}{}", outcome.stdout, outcome.stderr);
}

/// What another program says about a file.
fn ask(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}; `cargo xtask setup` installs it"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn text(pdf: &str) -> String {
    ask("pdftotext", &["-layout", pdf, "-"])
}

/// The smallest puzzle of each kind.
fn one_of_each() -> Vec<String> {
    KINDS.iter().filter_map(|kind| example(kind)).map(|(name, _)| name).collect()
}

#[test]
#[ignore = "needs qpdf and Poppler"]
fn every_kind_is_printed_whole() {
    let pdf = &format!("{}/book.pdf", folder("print_kinds"));
    let names = one_of_each();
    let puzzles: Vec<&str> = names.iter().map(String::as_str).collect();
    let title = "Fünf Rätsel";
    assert_status(&print(&puzzles, pdf, &["--title", title, "--hints", "--links", "https://example.org/"]), 0);
    ask("qpdf", &["--check", pdf]);
    let text = text(pdf);
    for part in [title, "Puzzles", "First hints", "Solutions", "How this book was made", "equipoise print"] {
        assert!(text.contains(part), "{part} is missing");
    }
    for (name, number) in names.iter().zip(1..) {
        let puzzle = builtin(name).unwrap().puzzle;
        let heading = format!("{number}. {}, {}", puzzle.kind().title, puzzle.size_in_words());
        assert!(text.contains(&heading), "{heading} is missing");
        assert!(text.contains(&format!("The rules of {}", puzzle.kind().title)));
        assert!(text.contains(name), "{name} is missing from the last page");
    }
    let about = ask("pdfinfo", &[pdf]);
    let says = |line: &str| about.lines().any(|own| own.split_whitespace().collect::<Vec<_>>().join(" ") == line);
    assert!(says(&format!("Title: {title}")) && says("Tagged: yes"), "{about}");
    assert!(!about.contains("Date"), "{about}");
    // The tags: every drawing says what it shows.
    let tags = ask("pdfinfo", &["-struct-text", pdf]);
    let drawings = tags.matches("Figure").count();
    assert!(drawings >= 3 * names.len(), "{drawings} drawings: {tags}");
    assert!(ask("pdffonts", &[pdf]).lines().skip(2).all(|font| font.contains(" yes yes yes ")), "fonts are embedded");
}

/// The clues of the built-in puzzles are on their pages, as text.
#[test]
#[ignore = "needs Poppler"]
fn clues_are_text() {
    let folder = folder("print_clues");
    for name in builtin_names() {
        let puzzle = builtin(&name).unwrap().puzzle;
        let pdf = &format!("{folder}/{}.pdf", name.replace('/', "-"));
        if print(&[&name], pdf, &["--no-solutions"]).status != Some(0) {
            continue;
        }
        let found = ask("pdftotext", &[pdf, "-"]);
        let words: Vec<&str> = found.split_whitespace().collect();
        let scene = puzzle.draw(&equipoise::puzzles::View::of(&puzzle.givens()));
        let clues = scene.marks().iter().filter(|mark| mark.role == equipoise::scene::Role::Clue);
        for clue in clues.filter_map(|mark| mark.text()).flat_map(str::split_whitespace) {
            assert!(words.contains(&clue), "{name}: {clue} is missing");
        }
    }
}

#[test]
#[ignore = "needs Poppler and ZBar"]
fn codes_lead_to_the_puzzles() {
    let folder = folder("print_codes");
    let names = one_of_each();
    let puzzles: Vec<&str> = names.iter().map(String::as_str).collect();
    let base = "https://example.org/play/?lang=en";
    let options = ["--links", base, "--no-solutions"];
    let pdf = format!("{folder}/book.pdf");
    assert_status(&print(&puzzles, &pdf, &options), 0);
    ask("pdftoppm", &["-r", "150", "-png", &pdf, &format!("{folder}/poppler")]);
    // Ours are painted by another program.
    let png = format!("{folder}/ours.png");
    assert_status(&print(&puzzles, &png, &options), 0);
    for painter in ["poppler", "ours"] {
        let pages = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut pages: Vec<_> = pages.filter(|path| path.to_str().unwrap().contains(&format!("{painter}-"))).collect();
        pages.sort();
        let mut arguments = vec!["--quiet", "--raw"];
        arguments.extend(pages.iter().map(|path| path.to_str().unwrap()));
        // It fails if a page has no code, as that of the rules.
        let output = Command::new("zbarimg").args(&arguments).output().expect("`cargo xtask setup` installs it");
        let found = String::from_utf8(output.stdout).unwrap();
        let mut found: Vec<String> = found.lines().map(opened).collect();
        let mut expected: Vec<String> = names.iter().map(|name| builtin(name).unwrap().to_text()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{painter}");
    }
    // The address is also there to be read, and to be followed.
    let code = play::encode(&*builtin(&names[0]).unwrap().puzzle, None).unwrap();
    let link = play::link(base, &code);
    assert!(ask("pdfinfo", &["-url", &pdf]).contains(&link));
    assert!(text(&pdf).split_whitespace().collect::<String>().contains(&code[..20]));
}

/// The puzzle of a link, as text.
fn opened(link: &str) -> String {
    let puzzle = play::open_link(link).unwrap().puzzle;
    let document = equipoise::puzzles::Document::from_json(&equipoise::studio::puzzle_to_json(&*puzzle), None);
    document.unwrap().to_text()
}

#[test]
fn a_stream_is_printed_the_same_way_twice() {
    let folder = folder("print_stream");
    let made = run(&["generate", "gap", "--count", "3", "--seed", "5", "--json"]).stdout;
    let write = |name: &str| {
        let out = format!("{folder}/{name}.pdf");
        let outcome = run_with(&["print", "-", "--out", &out, "--hints", "--title", "Three"], &made);
        assert_status(&outcome, 0);
        fs::read(out).unwrap()
    };
    assert_eq!(write("one"), write("two"));
}

#[test]
#[ignore = "needs Poppler"]
fn a_book_says_how_its_puzzles_were_made() {
    let out = format!("{}/book.pdf", folder("print_made"));
    let made = run(&["generate", "gap", "--count", "3", "--seed", "5", "--json"]).stdout;
    assert_status(&run_with(&["print", "-", "--out", &out], &made), 0);
    let text = text(&out);
    assert!(text.contains("equipoise generate gap --size 9 --seed 5 --count 3; indices 0 to 2; version"), "{text}");
}

#[test]
#[ignore = "needs qpdf and Poppler"]
fn solutions_can_have_a_file_of_their_own() {
    let folder = folder("print_solutions");
    let (book, solutions) = (format!("{folder}/book.pdf"), format!("{folder}/solutions.pdf"));
    assert_status(&print(&["gap/seed-1", "trid/seed-5"], &book, &["--solutions", &solutions]), 0);
    assert!(!text(&book).contains("Solutions"));
    let text = text(&solutions);
    assert!(text.contains("1. Gap") && text.contains("2. Trid") && !text.contains("Puzzles"), "{text}");
    ask("qpdf", &["--check", &solutions]);
}

#[test]
fn pages_are_files_of_their_own_in_svg_and_png() {
    let folder = folder("print_pages");
    assert_status(&print(&["aztec/seed-3a"], &format!("{folder}/a.svg"), &["--no-solutions"]), 0);
    assert_status(&print(&["aztec/seed-3a"], &format!("{folder}/a.png"), &["--no-solutions", "--dpi", "72"]), 0);
    let pages = ["1", "2", "3"];
    for page in pages {
        let svg = fs::read_to_string(format!("{folder}/a-{page}.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let png = fs::read(format!("{folder}/a-{page}.png")).unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert!(side(16).abs_diff(595) <= 1 && side(20).abs_diff(842) <= 1, "{} by {}", side(16), side(20));
    }
    assert!(!fs::exists(format!("{folder}/a-4.svg")).unwrap());
    let again = print(&["aztec/seed-3a"], &format!("{folder}/a.svg"), &["--no-solutions"]);
    assert_status(&again, 2);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
}

#[test]
#[ignore = "needs qpdf and Poppler"]
fn nothing_is_overwritten_and_nothing_is_left_of_what_failed() {
    let folder = folder("print_failures");
    let out = format!("{folder}/book.pdf");
    fs::write(&out, "mine").unwrap();
    let refused = print(&["gap/seed-1"], &out, &[]);
    assert_status(&refused, 2);
    let invalid = file("print_failures_puzzles", "invalid.json", r#"{"puzzle":"trid","size":-1}"#);
    let none = file("print_failures_puzzles", "none.json", TRID_4);
    let several = file("print_failures_puzzles", "several.json", TRID_5);
    assert_status(&print(&["gap/seed-1", &invalid], &out, &["--force"]), 3);
    assert_status(&print(&[&none], &out, &["--force"]), 10);
    assert_status(&print(&["gap/seed-1"], &out, &["--force", "--time-limit", "0s"]), 12);
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "only what was there is there");
    // One of several solutions is printed, and the status says so.
    assert_status(&print(&[&several], &out, &["--force"]), 11);
    ask("qpdf", &["--check", &out]);
    for (puzzle, options) in [
        ("gap/seed-1", &["--title", &*"x".repeat(201)][..]),
        ("gap/seed-1", &["--per-page", "7"]),
        ("gap/seed-1", &["--links", "example.org"]),
        ("gap/seed-1", &["--no-solutions", "--solutions", "x.pdf"]),
    ] {
        assert_status(&print(&[puzzle], &out, &[&["--force"], options].concat()), 2);
    }
    assert_status(&print(&["gap/seed-1"], &format!("{folder}/book.doc"), &[]), 2);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told() {
    let folder = folder("print_full");
    for name in ["book.pdf", "book-1.svg"] {
        std::os::unix::fs::symlink("/dev/full", format!("{folder}/{name}")).unwrap();
    }
    let outcome = print(&["gap/seed-1"], &format!("{folder}/book.pdf"), &["--no-solutions"]);
    assert_status(&outcome, 1);
    assert!(outcome.stderr.contains("/dev/full: the disk is full"), "{}", outcome.stderr);
    // The names of pages are ours: only files have them.
    let outcome = print(&["gap/seed-1"], &format!("{folder}/book.svg"), &["--force"]);
    assert_status(&outcome, 2);
    assert!(outcome.stderr.contains("book-1.svg: it is not a regular file"), "{}", outcome.stderr);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no half file is left");
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_told() {
    let folder = folder("print_memory");
    let script = format!("ulimit -v 500000; exec \"$0\" print gap/seed-1 --dpi 1000 --out {folder}/book.png");
    let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_equipoise")]).output().unwrap();
    let says = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{says}");
    assert!(says.contains("cannot be painted: there is not enough memory for it"), "{says}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left");
}

#[test]
fn what_is_too_large_is_told_with_what_would_fit() {
    let out = format!("{}/book.pdf", folder("print_large"));
    let large = file("print_large_puzzles", "large.json", r#"{"puzzle":"trid","size":60}"#);
    let outcome = print(&["gap/seed-1", &large], &out, &[]);
    assert_status(&outcome, 2);
    assert!(outcome.stderr.contains("large.json: too large for a page of A4"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("it would fit on"), "{}", outcome.stderr);
    let outcome =
        print(&["gap/seed-1", "gap/seed-2", "gap/seed-1", "gap/seed-2"], &out, &["--per-page", "3", "--large"]);
    assert_status(&outcome, 2);
    assert!(outcome.stderr.contains("1 puzzle fits here"), "{}", outcome.stderr);
    assert!(!fs::exists(out).unwrap());
}

#[test]
fn large_print_is_as_large_as_a_page_allows() {
    let out = format!("{}/book.pdf", folder("print_larger"));
    let outcome = print(&["trid/seed-10", "gap/seed-1"], &out, &["--large"]);
    assert_status(&outcome, 11); // trid/seed-10 has several solutions
    assert!(outcome.stderr.contains("trid/seed-10: printed in type of"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("gap/seed-1:"), "{}", outcome.stderr);
}

#[test]
fn what_cannot_be_printed_as_it_is_is_told() {
    let out = format!("{}/book.pdf", folder("print_titles"));
    for title in ["", " \t"] {
        let outcome = print(&["gap/seed-1"], &out, &["--title", title]);
        assert_status(&outcome, 2);
        assert!(outcome.stderr.contains("a title has at least 1"), "{}", outcome.stderr);
    }
    let outcome = print(&["gap/seed-1"], &out, &["--solutions", &out]);
    assert_status(&outcome, 2);
    assert!(outcome.stderr.contains("two outputs cannot be one file"), "{}", outcome.stderr);
    let outcome = print(&["gap/seed-1"], &out, &["--title", "数独 für alle", "--force"]);
    assert_status(&outcome, 0);
    assert!(outcome.stderr.contains("lack these characters, printed as \u{fffd}: 数 独"), "{}", outcome.stderr);
}

#[test]
fn a_book_that_takes_too_long_leaves_no_page() {
    let folder = folder("print_slowly");
    let names: Vec<String> = builtin_names().filter(|name| name.starts_with("gap/")).collect();
    let puzzles: Vec<&str> = names.iter().map(String::as_str).collect();
    let more = ["--dpi", "1000", "--per-page", "1", "--time-limit", "400ms"];
    let outcome = print(&puzzles, &format!("{folder}/book.png"), &more);
    assert_status(&outcome, 12);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{}", outcome.stderr);
}
