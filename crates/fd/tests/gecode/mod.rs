//! A second opinion: the MiniZinc export of a model, solved by Gecode.

use fd::{Model, Var};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// All solutions that Gecode finds, as the values of `vars`.
pub(crate) fn solutions(model: &Model, vars: &[Var]) -> BTreeSet<Vec<i32>> {
    let text = model.to_minizinc().expect("every constraint can be said in MiniZinc");
    let output = run(&text);
    let mut found = BTreeSet::new();
    let mut values = vec![None; vars.len()];
    for line in output.lines() {
        if let Some((name, value)) = line.split_once(" = ") {
            let value = value.trim_end_matches(';').parse::<i32>();
            let place = vars.iter().position(|x| format!("x{}", x.index()) == name);
            if let (Some(place), Ok(value)) = (place, value) {
                values[place] = Some(value);
            }
        } else if line.starts_with("-----") {
            found.insert(values.iter().map(|value| value.expect("a value for each variable")).collect());
        }
    }
    let complete = output.contains("==========") || output.contains("=====UNSATISFIABLE=====");
    assert!(complete, "Gecode did not finish:\n{text}\n{output}");
    found
}

fn run(text: &str) -> String {
    let directory = std::env::temp_dir();
    let name = format!("equipoise-{}-{:?}.mzn", std::process::id(), std::thread::current().id());
    let file = directory.join(name.replace(['(', ')'], "-"));
    std::fs::write(&file, text).expect("the temporary directory can be written to");
    let output = Command::new("minizinc")
        .args(["--solver", "gecode", "--all-solutions"])
        .arg(&file)
        .stdin(Stdio::null())
        .output()
        .expect("MiniZinc with Gecode is needed here: `cargo xtask setup` installs it");
    let _ = std::fs::remove_file(&file);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "MiniZinc refused this:\n{text}\n{errors}");
    String::from_utf8(output.stdout).expect("MiniZinc writes text")
}
