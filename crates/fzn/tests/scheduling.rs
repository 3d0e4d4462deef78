//! Tasks on machines: the orders are decided, however a file says that tasks must not overlap.

use crate::{all, answer_within};
use fd::Limits;
use fzn::Options;
use std::fmt::Write;

/// For each job, its tasks: machine and duration.
///
/// Fisher, Thompson: Probabilistic learning combinations of local job-shop scheduling rules (1963).
const SIX_JOBS: [[(usize, u32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// How a machine is stated over its tasks, given by starts and durations.
type Stated = fn(&[(String, u32)], &mut String, &mut String);

fn disjunctive(tasks: &[(String, u32)], _: &mut String, constraints: &mut String) {
    let (starts, durations): (Vec<&str>, Vec<u32>) = tasks.iter().map(|(s, d)| (s.as_str(), *d)).unzip();
    writeln!(constraints, "constraint fzn_disjunctive([{}], {durations:?});", starts.join(",")).unwrap();
}

fn cumulative(tasks: &[(String, u32)], _: &mut String, constraints: &mut String) {
    let (starts, durations): (Vec<&str>, Vec<u32>) = tasks.iter().map(|(s, d)| (s.as_str(), *d)).unzip();
    let demands = vec![2; tasks.len()];
    writeln!(constraints, "constraint fzn_cumulative([{}], {durations:?}, {demands:?}, 3);", starts.join(",")).unwrap();
}

fn pairs(tasks: &[(String, u32)], vars: &mut String, constraints: &mut String) {
    for (i, (s, d)) in tasks.iter().enumerate() {
        for (t, e) in &tasks[i + 1..] {
            writeln!(vars, "var bool: {s}{t} :: is_defined_var;\nvar bool: {t}{s} :: is_defined_var;").unwrap();
            writeln!(constraints, "constraint int_lin_le_reif([1,-1], [{s},{t}], -{d}, {s}{t});").unwrap();
            writeln!(constraints, "constraint int_lin_le_imp([-1,1], [{s},{t}], -{e}, {t}{s});").unwrap();
            writeln!(constraints, "constraint bool_clause([{s}{t},{t}{s}], []);").unwrap();
        }
    }
}

fn shop(jobs: &[&[(usize, u32)]], machine: Stated, latest: u32, solve: &str) -> String {
    let (mut vars, mut constraints) = (format!("var 0..{latest}: end :: output_var;\n"), String::new());
    let mut machines = vec![Vec::new(); 6];
    for (i, job) in jobs.iter().enumerate() {
        for (k, &(m, d)) in job.iter().enumerate() {
            writeln!(vars, "var 0..{latest}: s{i}_{k} :: output_var;").unwrap();
            let next = if k + 1 < job.len() { format!("s{i}_{}", k + 1) } else { "end".to_owned() };
            writeln!(constraints, "constraint int_lin_le([1,-1], [s{i}_{k},{next}], -{d});").unwrap();
            machines[m].push((format!("s{i}_{k}"), d));
        }
    }
    machines.iter().filter(|tasks| tasks.len() > 1).for_each(|tasks| machine(tasks, &mut vars, &mut constraints));
    format!("{vars}{constraints}solve {solve};\n")
}

#[test]
fn a_job_shop_is_proved_in_few_nodes() {
    let jobs: Vec<&[(usize, u32)]> = SIX_JOBS.iter().map(<[(usize, u32); 6]>::as_slice).collect();
    for machine in [disjunctive as Stated, cumulative, pairs] {
        let text = shop(&jobs, machine, 200, "minimize end");
        let answer = answer_within(&text, &Options::default(), Limits::none().nodes(3000));
        assert!(answer.contains("end = 55;") && answer.ends_with("==========\n"), "{answer}");
    }
}

/// The variables for orders make no solution twice, and lose none.
#[test]
fn all_plans_of_a_small_shop() {
    let jobs: [&[(usize, u32)]; 3] = [&[(0, 2), (1, 1)], &[(1, 2), (0, 1)], &[(0, 1)]];
    let plans = [disjunctive as Stated, cumulative, pairs].map(|machine| all(&shop(&jobs, machine, 6, "satisfy")));
    let labelled = "::int_search([s0_0,s0_1,s1_0,s1_1,s2_0,end],input_order,indomain_min) satisfy";
    let expected = all(&shop(&jobs, disjunctive, 6, labelled));
    assert!(expected.len() > 100, "{}", expected.len());
    for plans in plans {
        assert_eq!(plans, expected);
    }
}
