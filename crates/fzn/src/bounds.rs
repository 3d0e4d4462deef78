//! What constraints say of single variables, before there is any: a variable that the file leaves without
//! bounds often stands where only few numbers may.

use crate::error::Problem;
use crate::names::{Atom, Names, Value};
use crate::syntax::{Call, Program, Set};

/// Takes from the domains what single constraints rule out at sight.
pub(crate) fn tighten<'t>(names: &mut Names<'t>, program: &Program<'t>) {
    for call in &program.constraints {
        // What does not fit is told when the constraint is posed.
        let _ = tighten_by(names, call);
    }
}

fn tighten_by<'t>(names: &mut Names<'t>, call: &Call<'t>) -> Result<(), Problem> {
    let argument = |i: usize| call.arguments.get(i).ok_or_else(|| Problem::wrong(call.at, ""));
    let length = |names: &Names<'t>, i: usize| names.array(argument(i)?, call.at).map(|array| array.len() as i64);
    let number = |names: &Names<'t>, i: usize| match names.atom(argument(i)?, call.at)? {
        Atom::Number(number) => Ok(number),
        Atom::Variable(_) => Err(Problem::wrong(call.at, "")),
    };
    let from = |first: i64, length: i64| Set::range(first, first.saturating_add(length) - 1);
    match call.name {
        "array_int_element" | "array_bool_element" | "array_var_int_element" | "array_var_bool_element" => {
            let index = names.atom(argument(0)?, call.at)?;
            let range = from(1, length(names, 1)?);
            names.confine(index, &range);
        }
        "set_in" => {
            let x = names.atom(argument(0)?, call.at)?;
            if let Value::Set(set) = names.value(argument(1)?, call.at)? {
                names.confine(x, &set);
            }
        }
        "equipoise_circuit" => confine_all(names, call, 0, from(number(names, 1)?, length(names, 0)?))?,
        "equipoise_inverse" => {
            let (f, g) = (from(number(names, 1)?, length(names, 0)?), from(number(names, 3)?, length(names, 2)?));
            confine_all(names, call, 0, g)?;
            confine_all(names, call, 2, f)?;
        }
        "equipoise_regular" => confine_all(names, call, 0, from(1, number(names, 2)?))?,
        "equipoise_bin_packing_load" => confine_all(names, call, 1, from(number(names, 3)?, length(names, 0)?))?,
        "equipoise_table" => {
            let vars = names.array(argument(0)?, call.at)?;
            let numbers = names.array(argument(1)?, call.at)?;
            for (i, &x) in vars.iter().enumerate() {
                let column = numbers.iter().skip(i).step_by(vars.len());
                let values = column.filter_map(|atom| if let Atom::Number(n) = atom { Some(*n) } else { None });
                names.confine(x, &Set::of(values.collect()));
            }
        }
        _ => {}
    }
    Ok(())
}

fn confine_all<'t>(names: &mut Names<'t>, call: &Call<'t>, i: usize, values: Set) -> Result<(), Problem> {
    for &atom in &*names.array(&call.arguments[i], call.at)? {
        names.confine(atom, &values);
    }
    Ok(())
}
