//! The global constraints of MiniZinc that the kernel has, by the names that MiniZinc gives them.

use crate::error::Problem;
use crate::pose::Arguments;
use crate::relations::Related;
use fd::constraints::{
    AllDifferent, Automaton, BinPacking, Circuit, Count, Cumulative, Diffn, Disjunctive, HowOften, Inverse, Lex,
    Regular, Strength, Table, Tuples, ValuePrecede,
};
use fd::{Constraint, Var};
use std::sync::Arc;

/// The global constraint of this name, if there is one.
pub(crate) fn constraint(name: &str, arguments: &mut Arguments<'_, '_>) -> Option<Related> {
    Some(match name {
        "all_different_int" | "all_different" => all_different(arguments),
        "table" | "table_int" | "table_bool" => table(arguments),
        "count_eq" => count(arguments),
        "global_cardinality" => global_cardinality(arguments),
        "global_cardinality_low_up" => global_cardinality_low_up(arguments),
        "inverse" => inverse(arguments),
        "circuit" => circuit(arguments),
        "regular" => regular(arguments),
        "cumulative" => cumulative(arguments),
        "disjunctive" => disjunctive(arguments).map(shared),
        "disjunctive_strict" => disjunctive(arguments).map(Disjunctive::strict).map(shared),
        "diffn" => diffn(arguments).map(shared),
        "diffn_strict" => diffn(arguments).map(Diffn::strict).map(shared),
        "bin_packing_load" => bin_packing(arguments),
        "lex_less_int" | "lex_less_bool" => lex(arguments, Lex::less),
        "lex_lesseq_int" | "lex_lesseq_bool" => lex(arguments, Lex::at_most),
        "value_precede_int" => value_precede(arguments),
        "value_precede_chain_int" => value_precede_chain(arguments),
        _ => return None,
    })
}

fn shared(constraint: impl Constraint + 'static) -> Arc<dyn Constraint> {
    Arc::new(constraint)
}

/// Arrays that belong together, of one length.
fn arrays<const N: usize>(arguments: &mut Arguments<'_, '_>, positions: [usize; N]) -> Result<[Vec<Var>; N], Problem> {
    let mut arrays = [const { Vec::new() }; N];
    for (array, i) in arrays.iter_mut().zip(positions) {
        *array = arguments.vars(i)?;
    }
    match arrays.iter().zip(positions).find(|(array, _)| array.len() != arrays[0].len()) {
        Some((array, i)) => {
            Err(arguments.wrong(i, &format!("{} members, but {} in an array before it", array.len(), arrays[0].len())))
        }
        None => Ok(arrays),
    }
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

fn how_often(arguments: &mut Arguments<'_, '_>, i: usize) -> Result<HowOften, Problem> {
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

/// Two arrays, each with its first index.
fn inverse(arguments: &mut Arguments<'_, '_>) -> Related {
    let (f, g) = (arguments.vars(0)?, arguments.vars(2)?);
    let (first_f, first_g) = (arguments.int32(1)?, arguments.int32(3)?);
    Ok(Arc::new(Inverse::new(&f, &g).counting_from(first_f, first_g)))
}

fn circuit(arguments: &mut Arguments<'_, '_>) -> Related {
    Ok(Arc::new(Circuit::new(&arguments.vars(0)?).counting_from(arguments.int32(1)?)))
}

/// Word, number of states and of letters, next states in rows, start, accepting states.
fn regular(arguments: &mut Arguments<'_, '_>) -> Related {
    let vars = arguments.vars(0)?;
    let [states, letters, start] = [arguments.int32(1)?, arguments.int32(2)?, arguments.int32(4)?];
    let (table, accepting) = (arguments.values(3)?, arguments.set(5)?);
    if i64::from(states) * i64::from(letters) != table.len() as i64 || states < 0 {
        return Err(arguments.wrong(3, &format!("{} numbers for {states} states and {letters} letters", table.len())));
    }
    let rows = table.chunks(letters.max(1) as usize).zip(1..);
    // State 0 is where nothing leads on from.
    let steps = rows.flat_map(|(row, from)| row.iter().zip(1..).map(move |(&to, letter)| [from, letter, to]));
    let accepting = (1..=states).filter(|&state| accepting.contains(state.into()));
    let automaton = Automaton::new(steps.filter(|step| step[2] != 0), start, accepting);
    Ok(Arc::new(Regular::new(&vars, &Arc::new(automaton))))
}

fn cumulative(arguments: &mut Arguments<'_, '_>) -> Related {
    let [starts, durations, demands] = arrays(arguments, [0, 1, 2])?;
    Ok(Arc::new(Cumulative::new(&starts, &durations, &demands, arguments.var(3)?)))
}

fn disjunctive(arguments: &mut Arguments<'_, '_>) -> Result<Disjunctive, Problem> {
    let [starts, durations] = arrays(arguments, [0, 1])?;
    Ok(Disjunctive::new(&starts, &durations))
}

/// Positions and sizes, those of one box after those of another, and the number of dimensions.
fn diffn(arguments: &mut Arguments<'_, '_>) -> Result<Diffn, Problem> {
    let [positions, sizes] = arrays(arguments, [0, 1])?;
    let dimensions = usize::try_from(arguments.int(2)?).ok().filter(|&k| k > 0 && positions.len() % k == 0);
    let Some(dimensions) = dimensions else { return Err(arguments.wrong(2, "no number of dimensions of these boxes")) };
    let boxes = |vars: &[Var]| vars.chunks(dimensions).map(<[Var]>::to_vec).collect::<Vec<_>>();
    Ok(Diffn::new(&boxes(&positions), &boxes(&sizes)))
}

fn bin_packing(arguments: &mut Arguments<'_, '_>) -> Related {
    let (loads, bins, weights) = (arguments.vars(0)?, arguments.vars(1)?, arguments.values(2)?);
    Ok(Arc::new(BinPacking::new(&loads, &bins, &weights).counting_from(arguments.int32(3)?)))
}

fn lex(arguments: &mut Arguments<'_, '_>, make: fn(&[Var], &[Var]) -> Lex) -> Related {
    Ok(Arc::new(make(&arguments.vars(0)?, &arguments.vars(1)?)))
}

fn value_precede(arguments: &mut Arguments<'_, '_>) -> Related {
    Ok(Arc::new(ValuePrecede::new(&arguments.vars(2)?, arguments.int32(0)?, arguments.int32(1)?)))
}

fn value_precede_chain(arguments: &mut Arguments<'_, '_>) -> Related {
    Ok(Arc::new(ValuePrecede::chain(&arguments.vars(1)?, &arguments.values(0)?)))
}
