//! The global constraints of MiniZinc that the kernel has, by the names that our library gives them.

use crate::pose::Arguments;
use crate::relations::Related;
use fd::constraints::{AllDifferent, Count, HowOften, Strength, Table, Tuples};
use std::sync::Arc;

/// The global constraint of this name, if there is one.
pub(crate) fn constraint(name: &str, arguments: &mut Arguments<'_, '_>) -> Option<Related> {
    Some(match name {
        "fzn_all_different_int" => all_different(arguments),
        "equipoise_table" | "equipoise_table_bool" => table(arguments),
        "equipoise_count_eq" => count(arguments),
        "equipoise_global_cardinality" => global_cardinality(arguments),
        "equipoise_global_cardinality_low_up" => global_cardinality_low_up(arguments),
        _ => return None,
    })
}

fn all_different(arguments: &mut Arguments<'_, '_>) -> Related {
    let strength = if arguments.annotated("domain") {
        Strength::Domain
    } else if arguments.annotated("bounds") {
        Strength::Bounds
    } else {
        Strength::Value
    };
    Ok(Arc::new(AllDifferent::new(&arguments.vars(0)?).strength(strength)))
}

/// Rows of the table stand one after the other in one array.
fn table(arguments: &mut Arguments<'_, '_>) -> Related {
    let (vars, flat) = (arguments.vars(0)?, arguments.values(1)?);
    if vars.is_empty() || flat.len() % vars.len() != 0 {
        return Err(arguments.wrong(1, &format!("{} numbers are no rows of {}", flat.len(), vars.len())));
    }
    let tuples = Arc::new(Tuples::new(flat.chunks(vars.len())));
    Ok(Arc::new(Table::new(&vars, &tuples)))
}

fn count(arguments: &mut Arguments<'_, '_>) -> Related {
    let (vars, value, times) = (arguments.vars(0)?, arguments.int32(1)?, how_often(arguments, 2)?);
    Ok(Arc::new(Count::new(&vars, value, times)))
}

fn how_often(arguments: &mut Arguments<'_, '_>, i: usize) -> Result<HowOften, crate::error::Problem> {
    Ok(match arguments.known(arguments.atom(i)?) {
        Some(_) => arguments.int32(i)?.into(),
        None => arguments.var(i)?.into(),
    })
}

fn global_cardinality(arguments: &mut Arguments<'_, '_>) -> Related {
    let (vars, values, times) = (arguments.vars(0)?, arguments.values(1)?, arguments.vars(2)?);
    if values.len() != times.len() {
        return Err(arguments.wrong(2, &format!("{} counts for {} values", times.len(), values.len())));
    }
    Ok(Arc::new(Count::of_each(&vars, values.into_iter().zip(times))))
}

fn global_cardinality_low_up(arguments: &mut Arguments<'_, '_>) -> Related {
    let (vars, values) = (arguments.vars(0)?, arguments.values(1)?);
    let (least, most) = (arguments.values(2)?, arguments.values(3)?);
    if values.len() != least.len() || values.len() != most.len() {
        return Err(arguments.wrong(2, "expected as many bounds as values"));
    }
    let ranges = least.into_iter().zip(most).map(|(least, most)| least..=most);
    Ok(Arc::new(Count::of_each(&vars, values.into_iter().zip(ranges))))
}
