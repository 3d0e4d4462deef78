//! Solutions as the text that MiniZinc reads.

use crate::error::Problem;
use crate::names::{Atom, Value};
use crate::pose::Posing;
use crate::syntax::{Expr, Program, Type};
use fd::{Solution, Var};
use std::fmt::Write as _;

/// What is told of each solution.
#[derive(Debug)]
pub(crate) struct Output(Vec<Item>);

#[derive(Debug)]
struct Item {
    name: String,
    /// For an array, the least and the greatest index of each dimension.
    dimensions: Option<Vec<(i64, i64)>>,
    is_bool: bool,
    members: Vec<Member>,
}

#[derive(Debug)]
enum Member {
    /// What is the same in all solutions.
    Known(String),
    Variable(Var),
}

impl Output {
    /// What the annotations `output_var` and `output_array` ask for.
    pub(crate) fn new<'t>(program: &Program<'t>, posing: &Posing<'t>) -> Result<Output, Problem> {
        let mut items = Vec::new();
        for declaration in &program.declarations {
            let asked = declaration.annotations.iter().find_map(|annotation| match annotation {
                Expr::Name("output_var") => Some(None),
                Expr::Call(call) if call.name == "output_array" => Some(Some(call)),
                _ => None,
            });
            let (Some(asked), Some(value)) = (asked, posing.names.get(declaration.name)) else { continue };
            let is_bool = declaration.of == Type::Bool;
            let member = |atom: &Atom| match *atom {
                Atom::Number(number) => Member::Known(written(number, is_bool)),
                Atom::Variable(slot) => Member::Variable(posing.var_of(slot)),
            };
            let members = match value {
                Value::Atom(atom) => vec![member(atom)],
                Value::Array(array) => array.iter().map(member).collect(),
                Value::Set(set) => vec![Member::Known(set.to_string())],
                Value::Sets(sets) => sets.iter().map(|set| Member::Known(set.to_string())).collect(),
                Value::Foreign(what) => {
                    let message = format!("`{}` is to be printed, but it is {what}", declaration.name);
                    return Err(Problem::unsupported(declaration.at, message));
                }
            };
            let dimensions = asked.map(|call| dimensions(&call.arguments));
            items.push(Item { name: declaration.name.to_owned(), dimensions, is_bool, members });
        }
        Ok(Output(items))
    }

    /// The variables that are told of, each by its name, or by that of its array and its place there.
    pub(crate) fn shown(&self) -> Vec<(String, Var)> {
        let mut shown = Vec::new();
        for item in &self.0 {
            for (i, member) in item.members.iter().enumerate() {
                if let Member::Variable(x) = member {
                    let place = item.dimensions.as_ref().map_or_else(String::new, |ranges| place(i, ranges));
                    shown.push((format!("{}{place}", item.name), *x));
                }
            }
        }
        shown
    }

    /// A solution in words, with the line that ends it.
    pub(crate) fn write(&self, solution: &Solution) -> String {
        let mut text = String::new();
        for item in &self.0 {
            let members = item.members.iter().map(|member| match member {
                Member::Known(text) => text.clone(),
                Member::Variable(var) => written(solution[*var].into(), item.is_bool),
            });
            let members: Vec<String> = members.collect();
            let _ = match &item.dimensions {
                None => writeln!(text, "{} = {};", item.name, members.concat()),
                Some(dimensions) => {
                    let ranges: String = dimensions.iter().map(|(min, max)| format!("{min}..{max}, ")).collect();
                    let count = dimensions.len();
                    writeln!(text, "{} = array{count}d({ranges}[{}]);", item.name, members.join(", "))
                }
            };
        }
        text.push_str("----------\n");
        text
    }
}

fn written(number: i64, is_bool: bool) -> String {
    if is_bool { (number == 1).to_string() } else { number.to_string() }
}

/// Where the member at a position stands in an array of these ranges: `[2,3]`.
fn place(mut position: usize, ranges: &[(i64, i64)]) -> String {
    let mut place = Vec::new();
    for &(min, max) in ranges.iter().rev() {
        let length = usize::try_from(max.saturating_sub(min).saturating_add(1)).unwrap_or(0).max(1);
        place.push(min.saturating_add((position % length) as i64).to_string());
        position /= length;
    }
    place.reverse();
    format!("[{}]", place.join(","))
}

fn dimensions(arguments: &[Expr<'_>]) -> Vec<(i64, i64)> {
    let Some(Expr::Array(ranges)) = arguments.first() else { return Vec::new() };
    let range = |expression: &Expr<'_>| match expression {
        // An empty range may be written in any way.
        Expr::Set(set) => (set.min().unwrap_or(1), set.max().unwrap_or(0)),
        _ => (1, 0),
    };
    ranges.iter().map(range).collect()
}
