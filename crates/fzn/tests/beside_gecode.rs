//! Random files, each constraint by its name, beside Gecode.

use crate::all;
use fd::Random;
use std::process::{Command, Stdio};

/// Each constraint with the sorts of its arguments: `i` and `b` are variables or numbers, `n` is a number, `I`
/// and `B` are arrays of variables and numbers, `N` and `T` arrays of numbers and of truths, `S` a set.
/// An array is as long as those before it.
const CONSTRAINTS: &[(&str, &str)] = &[
    ("int_eq", "ii"),
    ("int_ne", "ii"),
    ("int_le", "ii"),
    ("int_lt", "ii"),
    ("int_eq_reif", "iib"),
    ("int_ne_reif", "iib"),
    ("int_le_reif", "iib"),
    ("int_lt_reif", "iib"),
    ("int_lin_eq", "NIn"),
    ("int_lin_ne", "NIn"),
    ("int_lin_le", "NIn"),
    ("int_lin_eq_reif", "NInb"),
    ("int_lin_ne_reif", "NInb"),
    ("int_lin_le_reif", "NInb"),
    ("int_plus", "iii"),
    ("int_times", "iii"),
    ("int_div", "iii"),
    ("int_mod", "iii"),
    ("int_abs", "ii"),
    ("int_max", "iii"),
    ("int_min", "iii"),
    ("set_in", "iS"),
    ("set_in_reif", "iSb"),
    ("bool_eq", "bb"),
    ("bool_le", "bb"),
    ("bool_lt", "bb"),
    ("bool_not", "bb"),
    ("bool_and", "bbb"),
    ("bool_or", "bbb"),
    ("bool_xor", "bbb"),
    ("bool_eq_reif", "bbb"),
    ("bool_le_reif", "bbb"),
    ("bool_lt_reif", "bbb"),
    ("bool_clause", "BB"),
    ("array_bool_and", "Bb"),
    ("array_bool_or", "Bb"),
    ("array_bool_xor", "B"),
    ("bool_lin_eq", "NBn"),
    ("bool_lin_le", "NBn"),
    ("bool_clause_reif", "BBb"),
    ("array_int_element", "iNi"),
    ("array_bool_element", "iTb"),
    ("array_var_int_element", "iIi"),
    ("array_var_bool_element", "iBb"),
    ("array_int_maximum", "iI"),
    ("array_int_minimum", "iI"),
];

const INTS: usize = 4;
const BOOLS: usize = 3;

fn argument(sort: char, length: usize, random: &mut Random) -> String {
    let array = |random: &mut Random, of: char| {
        let members: Vec<String> = (0..length).map(|_| argument(of, 0, random)).collect();
        format!("[{}]", members.join(","))
    };
    match sort {
        'i' if random.chance(1, 4) => random.within(-2, 4).to_string(),
        'i' => format!("x{}", random.below(INTS as u32)),
        'b' if random.chance(1, 6) => random.chance(1, 2).to_string(),
        'b' => format!("b{}", random.below(BOOLS as u32)),
        'n' => random.within(-3, 6).to_string(),
        't' => random.chance(1, 2).to_string(),
        'I' => array(random, 'i'),
        'B' => array(random, 'b'),
        'N' => array(random, 'n'),
        'T' => array(random, 't'),
        _ if random.chance(1, 2) => "-1..2".to_owned(),
        _ => "{-2,0,3}".to_owned(),
    }
}

/// A file with a constraint of this name, and perhaps another.
fn file(first: usize, random: &mut Random) -> String {
    let mut text = String::new();
    // In the order in which Gecode writes them.
    for i in 0..BOOLS {
        text += &format!("var bool: b{i} :: output_var;\n");
    }
    for i in 0..INTS {
        let min = random.within(-3, 1);
        text += &format!("var {min}..{}: x{i} :: output_var;\n", min + random.within(0, 4));
    }
    for i in 0..=random.below(2) as usize {
        let which = if i == 0 { first } else { random.below(CONSTRAINTS.len() as u32) as usize };
        let (name, sorts) = CONSTRAINTS[which];
        let length = 1 + random.below(4) as usize;
        let arguments: Vec<String> = sorts.chars().map(|sort| argument(sort, length, random)).collect();
        text += &format!("constraint {name}({});\n", arguments.join(","));
    }
    text + "solve satisfy;\n"
}

fn by_gecode(text: &str) -> Vec<String> {
    let name = format!("equipoise-{}-{:?}.fzn", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name.replace(['(', ')'], "-"));
    std::fs::write(&path, text).expect("the temporary directory can be written to");
    let output = Command::new("fzn-gecode").arg("-a").arg(&path).stdin(Stdio::null()).output();
    let output = output.expect("Gecode is needed here: `cargo xtask setup` installs it");
    let _ = std::fs::remove_file(&path);
    let told = String::from_utf8(output.stdout).expect("Gecode writes text");
    let complete = told.strip_suffix("==========\n").or_else(|| told.strip_suffix("=====UNSATISFIABLE=====\n"));
    let complete = complete.unwrap_or_else(|| panic!("Gecode did not finish:\n{text}\n{told}"));
    let mut solutions: Vec<String> = complete.split_terminator("----------\n").map(str::to_owned).collect();
    solutions.sort();
    solutions
}

#[test]
#[ignore = "needs minizinc and Gecode"]
fn the_same_solutions_as_gecode() {
    let rounds = std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    for which in 0..CONSTRAINTS.len() {
        for seed in 0..rounds {
            let text = file(which, &mut Random::new(seed * 1000 + which as u64));
            let (ours, theirs) = (all(&text), by_gecode(&text));
            // Both are in order.
            let difference = ours.iter().zip(&theirs).find(|(own, other)| own != other);
            assert_eq!(difference, None, "{text}");
            assert_eq!(ours.len(), theirs.len(), "{text}");
        }
    }
}
