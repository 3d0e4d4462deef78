//! Small files whose answers are known.

use crate::{all, answer, answer_within};
use fd::Limits;
use fzn::{Options, Problem};

fn refused(text: &str) -> (bool, String) {
    let error = Problem::read(text).expect_err("it cannot be read");
    (error.unsupported, error.to_string())
}

/// A model of these constraints over `x`, `y`, `z` from 0 to 4 and the booleans `a`, `b`, `c`.
fn small(constraints: &str) -> String {
    let ints = ["x", "y", "z"].map(|name| format!("var 0..4: {name} :: output_var;\n")).concat();
    let bools = ["a", "b", "c"].map(|name| format!("var bool: {name} :: output_var;\n")).concat();
    format!("{ints}{bools}{constraints}\nsolve satisfy;\n")
}

const PUZZLE: &str = "\
% A comment.
predicate fzn_all_different_int(array [int] of var int: x);
array [1..2] of int: ones = [1,1];
var 1..3: x :: output_var;
var 1..3: y;
var {1,3}: z :: var_is_introduced;
array [1..3] of var int: xs :: output_array([1..3]) = [x, y, z];
array [1..4] of var int: square :: output_array([0..1,1..2]) = [x, 7, xs[2], z];
var bool: b :: output_var;
array [1..2] of set of int: sets :: output_array([1..2]) = [{1,3}, 2..4];
constraint fzn_all_different_int(xs);
constraint int_lin_eq(ones, [x, y], 3) :: defines_var(x);
constraint int_lt_reif(x, y, b);
solve :: int_search(xs, input_order, indomain_max, complete) satisfy;
";

#[test]
fn a_file_with_all_sorts_of_things() {
    let first = "\
x = 2;
xs = array1d(1..3, [2, 1, 3]);
square = array2d(0..1, 1..2, [2, 7, 1, 3]);
b = false;
sets = array1d(1..2, [{1,3}, 2..4]);
----------
";
    let second = "\
x = 1;
xs = array1d(1..3, [1, 2, 3]);
square = array2d(0..1, 1..2, [1, 7, 2, 3]);
b = true;
sets = array1d(1..2, [{1,3}, 2..4]);
----------
";
    assert_eq!(answer(PUZZLE, &Options::default()), first);
    let options = Options { solutions: Some(5), ..Options::default() };
    assert_eq!(answer(PUZZLE, &options), format!("{first}{second}==========\n"));
    assert_eq!(answer(PUZZLE, &Options { all: true, ..options }), format!("{first}{second}==========\n"));
}

#[test]
fn objectives() {
    let model = |goal: &str| {
        format!(
            "var 0..9: x :: output_var;\nvar 0..9: y;\nvar 0..99: cost :: output_var :: is_defined_var;\n\
             constraint int_lin_eq([3,5,-1],[x,y,cost],0) :: defines_var(cost);\n\
             constraint int_lin_le([-1,-1],[x,y],-7);\nsolve :: int_search([x,y],input_order,indomain_min,complete) {goal};\n"
        )
    };
    let best = answer(&model("minimize cost"), &Options::default());
    assert_eq!(best, "x = 7;\ncost = 21;\n----------\n==========\n");
    let each = answer(&model("minimize cost"), &Options { intermediate: true, ..Options::default() });
    assert_eq!(each.matches("----------").count(), 8, "{each}");
    assert!(each.ends_with(&best), "{each}");
    for free in [false, true] {
        let most = answer(&model("maximize cost"), &Options { free, ..Options::default() });
        assert_eq!(most, "x = 9;\ncost = 72;\n----------\n==========\n");
    }
    assert_eq!(
        answer("var 1..2: x;\nconstraint int_le(3, x);\nsolve minimize x;", &Options::default()),
        "=====UNSATISFIABLE=====\n"
    );
}

#[test]
fn a_limit_is_no_answer() {
    let queens = |n: usize| {
        let mut text: String = (1..=n).map(|i| format!("var 1..{n}: q{i} :: output_var;\n")).collect();
        for i in 1..=n {
            for j in i + 1..=n {
                let (up, down) = (j - i, i as i64 - j as i64);
                text += &format!("constraint int_ne(q{i},q{j});\nconstraint int_lin_ne([1,-1],[q{i},q{j}],{up});\n");
                text += &format!("constraint int_lin_ne([1,-1],[q{i},q{j}],{down});\n");
            }
        }
        text + "solve satisfy;\n"
    };
    let all = Options { all: true, ..Options::default() };
    assert_eq!(answer_within(&queens(12), &all, Limits::none().nodes(3)), "=====UNKNOWN=====\n");
    let some = answer_within(&queens(12), &all, Limits::none().nodes(1000));
    assert!(some.ends_with("----------\n"), "{some}");
    assert_eq!(answer(&queens(3), &all), "=====UNSATISFIABLE=====\n");
    assert_eq!(crate::all(&queens(6)).len(), 4);
}

#[test]
fn variables_that_are_the_same() {
    let both = "var 1..5: x :: output_var;\nvar 3..9: y :: output_var = x;\nvar bool: b :: output_var;\n\
                var 0..1: i :: output_var;\nconstraint bool2int(b, i);\nconstraint int_eq(y, 4);\nsolve satisfy;\n";
    assert_eq!(all(both), ["x = 4;\ny = 4;\nb = false;\ni = 0;\n", "x = 4;\ny = 4;\nb = true;\ni = 1;\n"]);
    assert!(all("var 1..2: x;\nvar 3..4: y = x;\nsolve satisfy;\n").is_empty());
    assert!(all("var 1..2: x;\nconstraint int_eq(1, 2);\nsolve satisfy;\n").is_empty());
}

#[test]
fn exclusive_or_and_its_truth() {
    let solutions = |constraint: &str| {
        all(&small(&format!(
            "constraint {constraint};constraint int_eq(x,0);constraint int_eq(y,0);constraint int_eq(z,0);"
        )))
    };
    let truths = |found: &[String]| -> Vec<String> {
        let row = |solution: &String| {
            ["a", "b", "c"].map(|x| i32::from(solution.contains(&format!("{x} = true"))).to_string()).concat()
        };
        let mut rows: Vec<String> = found.iter().map(row).collect();
        rows.sort();
        rows
    };
    for xor in ["bool_xor(a,b,c)", "bool_xor_reif(a,b,c)", "pumpkin_bool_xor_reif(a,b,c)", "bool_ne_reif(a,b,c)"] {
        assert_eq!(truths(&solutions(xor)), ["000", "011", "101", "110"], "{xor}");
    }
    assert_eq!(truths(&solutions("bool_xor_imp(a,b,c)")), ["000", "010", "011", "100", "101", "110"]);
    assert_eq!(truths(&solutions("bool_eq_reif(a,b,c)")), ["001", "010", "100", "111"]);
    assert_eq!(truths(&solutions("bool_xor_reif(a,b,true,c)")), ["000", "011", "101", "110"]);
}

#[test]
fn constants_where_variables_may_stand() {
    let count = |constraints: &str| all(&small(constraints)).len();
    let bools = 8;
    assert_eq!(count("constraint int_times(x, 2, y);"), 3 * 5 * bools);
    assert_eq!(count("constraint int_times(3, x, 3);"), 25 * bools);
    assert_eq!(count("constraint int_max(x, 2, 2);"), 3 * 25 * bools);
    assert_eq!(count("constraint array_int_element(x, [7, 2, 2], 2);"), 2 * 25 * bools);
    assert_eq!(count("constraint array_bool_element(x, [true, false], true);"), 25 * bools);
    assert_eq!(count("constraint bool_clause([a, true], [b]);"), 125 * bools);
    assert_eq!(count("constraint bool_clause([a, false], [b]);"), 125 * 6);
    assert_eq!(count("constraint int_le_reif(x, 1, true);"), 50 * bools);
    assert_eq!(count("constraint int_le_reif(x, 1, false);"), 75 * bools);
    assert_eq!(count("constraint int_le_reif(1, 2, a);"), 125 * 4);
    assert_eq!(count("constraint int_le_imp(x, 1, a);"), (125 + 50) * 4);
    assert_eq!(count("constraint set_in(x, {0, 2, 99});"), 50 * bools);
    assert_eq!(count("constraint set_in_reif(x, 1..2, a);"), 125 * 4);
    assert_eq!(count("constraint int_lin_le([1, 1], [x, 1000000000000], 1000000000002);"), 75 * bools);
}

#[test]
fn what_is_missing_is_refused_by_its_name() {
    let refusal = |text: &str| {
        let (unsupported, message) = refused(text);
        assert!(unsupported, "{message}");
        message
    };
    let message = refusal("var 1..2: x;\nconstraint fzn_geost(x);\nsolve satisfy;\n");
    assert_eq!(message, "line 2: this solver has no constraint `fzn_geost`");
    assert_eq!(refusal("var float: x;\nsolve satisfy;\n"), "line 1: `x` is a float: there are only integers here");
    assert_eq!(refusal("var 0.5..1.5: x;\nsolve satisfy;\n"), "line 1: `x` is a float: there are only integers here");
    let message = refusal("var 1..2: y;\nvar set of 1..3: x;\nsolve satisfy;\n");
    assert_eq!(message, "line 2: `x` is a set variable, which this solver lacks");
    let message = refusal("var 1..2: x;\nsolve :: int_search([x], input_order, indomain_best, complete) satisfy;\n");
    assert_eq!(message, "line 2: `int_search`: there is no `indomain_best` here");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let told = |text: &str| {
        let (unsupported, message) = refused(text);
        assert!(!unsupported, "{message}");
        message
    };
    assert_eq!(told(""), "line 1: expected `solve`, found the end of the file");
    assert_eq!(told("var 1..2: x\nsolve satisfy;"), "line 2: expected `;`, found `solve`");
    assert_eq!(told("var 1..2: x;\nvar 1..2: x;\nsolve satisfy;"), "line 2: `x` is declared twice");
    assert_eq!(told("constraint int_eq(x, 1);\nsolve satisfy;"), "line 1: `x` is not declared");
    assert_eq!(
        told("var bool: x;\nconstraint bool_or(x, x);\nsolve satisfy;"),
        "line 2: `bool_or` has 2 arguments; at least 3 were expected"
    );
    let message = told("var 1..2: x;\nconstraint int_lin_le([1,2],[x],3);\nsolve satisfy;");
    assert_eq!(message, "line 2: `int_lin_le`, argument 2: 1 terms for 2 coefficients");
    let message = told("var 1..2: x;\nconstraint int_lin_le([x],[x],3);\nsolve satisfy;");
    assert_eq!(message, "line 2: `int_lin_le`, argument 1: expected numbers, found variables");
    let message = told("array [1..1] of int: a = [5];\nvar 1..2: x = a[2];\nsolve satisfy;");
    assert_eq!(message, "line 2: `a` has 1 members, and none is number 2");
    assert_eq!(told("solve satisfy; solve satisfy;"), "line 1: a second `solve`");
    assert_eq!(
        told("var 1..99999999999999999999: x; solve satisfy;"),
        "line 1: `99999999999999999999` is no whole number of 64 bits"
    );
    assert_eq!(told("var 1..2: x :: \"ohne Ende\nsolve satisfy;"), "line 1: this string has no end on its line");
    assert_eq!(told("var 1..2: é; solve satisfy;"), "line 1: `\\u{e9}` has no meaning here");
    let deep = format!("solve :: {}x{} satisfy;", "f(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(told(&deep), "line 1: more than 64 brackets within each other");
}

#[test]
fn searches() {
    let model = |search: &str| {
        format!(
            "var 1..9: x :: output_var;\nvar 2..8: y :: output_var;\narray [1..2] of var int: xs = [x, y];\n\
             var bool: b;\nsolve :: {search} satisfy;\n"
        )
    };
    let first = |search: &str| answer(&model(search), &Options::default());
    let is = |x: i32, y: i32| format!("x = {x};\ny = {y};\n----------\n");
    for selection in [
        "input_order",
        "first_fail",
        "anti_first_fail",
        "smallest",
        "largest",
        "occurrence",
        "most_constrained",
        "max_regret",
        "dom_w_deg",
        "impact",
    ] {
        assert_eq!(first(&format!("int_search(xs, {selection}, indomain_max, complete)")), is(9, 8), "{selection}");
    }
    for (choice, found) in [
        ("indomain", is(1, 2)),
        ("indomain_min", is(1, 2)),
        ("indomain_max", is(9, 8)),
        ("indomain_median", is(5, 5)),
        ("indomain_middle", is(5, 5)),
        ("indomain_split", is(1, 2)),
        ("indomain_reverse_split", is(9, 8)),
        ("indomain_interval", is(1, 2)),
        ("outdomain_min", is(9, 8)),
        ("outdomain_max", is(1, 2)),
    ] {
        assert_eq!(first(&format!("int_search(xs, input_order, {choice}, complete)")), found, "{choice}");
    }
    let two = "seq_search([bool_search([b], input_order, indomain_max), int_search([y], first_fail, indomain_max, complete)])";
    assert_eq!(first(two), is(1, 8));
    assert_eq!(first("warm_start([x, y], [4, 99]) :: int_search(xs, input_order, indomain_min, complete)"), is(4, 2));
    let random = |seed: u64| {
        let options = Options { seed, ..Options::default() };
        answer(&model("int_search(xs, input_order, indomain_random, complete)"), &options)
    };
    assert_eq!(random(1), random(1));
    assert!((2..20).any(|seed| random(seed) != random(1)));
}

#[test]
fn statistics_as_minizinc_reads_them() {
    let options = Options { statistics: true, ..Options::default() };
    let told = answer("var 1..2: x :: output_var;\nsolve maximize x;\n", &options);
    for expected in
        ["%%%mzn-stat: objective=2\n", "%%%mzn-stat: nodes=", "%%%mzn-stat: solveTime=", "%%%mzn-stat-end\n"]
    {
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn minizinc_is_told_this_version() {
    let told = include_str!("../share/minizinc/solvers/equipoise.msc");
    assert!(told.contains(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))), "{told}");
}

/// Sets of values for all of these would take gigabytes.
#[test]
fn many_wide_domains() {
    let vars: String = (0..3000).map(|i| format!("var 0..1000000: x{i} :: output_var;\n")).collect();
    let steps: String = (1..3000).map(|i| format!("constraint int_lin_le([1,-1],[x{},x{i}],-300);\n", i - 1)).collect();
    let text = format!(
        "{vars}var {{1,7,1000000}}: y :: output_var;\n{steps}constraint int_ne(x0,0);\nsolve minimize x2999;\n"
    );
    let answer = answer(&text, &Options::default());
    assert!(answer.contains("x0 = 1;\n") && answer.contains("x2999 = 899701;\n"), "{}", &answer[..200]);
    assert!(answer.contains("y = 1;\n") && answer.ends_with("==========\n"));
}

/// Variables that lie a fixed distance apart share a domain, however that is said and whatever else is.
#[test]
fn fixed_distances() {
    let apart = |x: &str, y: &str, by: i64| format!("constraint int_lin_eq([1,-1], [{x},{y}], {by});\n");
    let also = |y: &str, x: &str, by: i64| format!("constraint int_lin_eq([-1,1], [{x},{y}], {by});\n");
    let three = |x: i32, y: i32, z: i32| format!("x = {x};\ny = {y};\nz = {z};\n");
    for (constraints, expected) in [
        (apart("y", "x", 1) + &apart("z", "y", 2), vec![three(0, 1, 3), three(1, 2, 4)]),
        (also("y", "x", 1) + &also("z", "x", 3), vec![three(0, 1, 3), three(1, 2, 4)]),
        (apart("x", "z", 4) + &apart("y", "z", 0), vec![three(4, 0, 0)]),
        (
            apart("x", "y", 1) + &apart("y", "z", 1) + &apart("z", "x", -2),
            (0..3).map(|z| three(z + 2, z + 1, z)).collect(),
        ),
        (apart("x", "y", 1) + &apart("y", "z", 1) + &apart("z", "x", 1), vec![]),
        (apart("x", "y", 5), vec![]),
        (apart("x", "y", 4_294_967_295) + &apart("z", "y", 4_294_967_295), vec![]),
        (
            apart("x", "y", 2) + "constraint fzn_all_different_int([x,y,z]);\nconstraint int_eq(z,0);\n",
            vec![three(3, 1, 0), three(4, 2, 0)],
        ),
        (
            apart("x", "y", 1) + &apart("x", "x", 0) + "constraint int_times(x,y,z);\n",
            vec![three(1, 0, 0), three(2, 1, 2)],
        ),
    ] {
        let text = format!(
            "var 0..4: x :: output_var;\nvar 0..4: y :: output_var;\nvar {{0,1,2,3,4}}: z :: output_var;\n{constraints}solve satisfy;\n"
        );
        assert_eq!(all(&text), expected, "{constraints}");
    }
    let beyond =
        "var 0..4: x;\nvar 0..4: y;\nconstraint int_lin_eq([-9223372036854775808,1],[x,y],0);\nsolve satisfy;\n";
    assert!(refused(beyond).0);
    let far = "var -1073741824..1073741824: x :: output_var;\nvar 5..1073741824: y :: output_var;\nconstraint int_lin_eq([1,-1],[x,y],-1073741829);\nsolve minimize y;\n";
    assert_eq!(answer(far, &Options::default()), "x = -1073741824;\ny = 5;\n----------\n==========\n");
}

/// Integers without bounds go from -2^30 to 2^30, which is more than an `i32` can count.
#[test]
fn integers_without_bounds() {
    let text = "var int: x :: output_var;\nvar int: y :: output_var;\nconstraint int_times(x,y,12345678);\n\
                constraint int_lt(y,x);\nconstraint int_lt(2,y);\nsolve :: int_search([x,y],input_order,indomain_split,complete) minimize x;\n";
    let told = answer(text, &Options::default());
    assert!(told.ends_with("x = 14593;\ny = 846;\n----------\n==========\n"), "{told}");
}

/// What MiniZinc has introduced takes any values, and makes no solution twice.
#[test]
fn solutions_differ_in_what_was_stated() {
    let text = "var 1..3: x :: output_var;\nvar 1..2: hidden;\n\
                var 0..9: help :: var_is_introduced;\nvar 0..9: other :: var_is_introduced :: is_defined_var;\n\
                constraint int_le(x, help);\nconstraint int_lin_eq([1,1,-1], [x,help,other], 0);\n";
    for solve in ["solve satisfy;", "solve :: int_search([x],input_order,indomain_max,complete) satisfy;"] {
        let text = format!("{text}{solve}\n");
        for options in
            [Options { all: true, ..Options::default() }, Options { free: true, all: true, ..Options::default() }]
        {
            let told = answer(&text, &options);
            assert_eq!(told.matches("x = ").count(), 6, "{solve}: {told}");
            assert!(told.ends_with("==========\n"));
        }
        let five = answer(&text, &Options { solutions: Some(5), ..Options::default() });
        assert_eq!(five.matches("x = ").count(), 5);
    }
}
