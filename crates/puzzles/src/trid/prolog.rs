//! Prolog: the paper's list of rows `V` and list of triangles `T`, in
//! `trid(V, T)`, `name :- V = [...], T = [...], trid(V, T).`, or the rows alone.
//!
//! A triangle is three variables of `V` and their sum, `[V2, V4, V5, 12]`; the
//! variables tell whether it points up or down. A given vertex is a number in
//! `V`, or, so that triangles can name it, a goal of its own: `V3 = 4`.

use super::make::loose;
use super::{Given, MOST_SIZE, MOST_SUM, Sum, Triangle, Trid, model, words};
use crate::prolog::{Clause, Term, TermShape};
use crate::{Board, Fault, InPaper, Paper, Posed, Puzzle, ReadError, triangle};
use fd::ModelError;
use std::collections::HashMap;
use std::fmt::Write as _;

pub(super) fn read(clause: &Clause) -> Option<Result<Trid, ReadError>> {
    let called = clause.goals.iter().find_map(|goal| goal.arguments::<2>("trid"));
    if let Some([vertices, triangles]) = called {
        // A call such as trid(10, 5), which makes a puzzle, is not one itself.
        let (vertices, triangles) = (clause.resolve(vertices)?, clause.resolve(triangles)?);
        let lists = [vertices, triangles].map(|term| matches!(term.shape, TermShape::List(_)));
        return (lists != [false, false]).then(|| read_lists(clause, vertices, Some(triangles)));
    }
    let [goal] = clause.goals.as_slice() else { return None };
    let rows = goal.arguments::<2>("=").map_or(goal, |[_, right]| right);
    let TermShape::List(items) = &rows.shape else { return None };
    let is_row = |row: &Term| matches!(&row.shape, TermShape::List(_));
    (!items.is_empty() && items.iter().all(is_row)).then(|| read_lists(clause, rows, None))
}

/// The variables of the vertices, by name.
type Names<'a> = HashMap<&'a str, usize>;

fn read_lists(clause: &Clause, vertices: &Term, triangles: Option<&Term>) -> Result<Trid, ReadError> {
    let mut names = Names::new();
    let mut givens = Vec::new();
    let size = read_vertices(vertices, &mut names, &mut givens)?;
    for goal in &clause.goals {
        if let Some([Term { shape: TermShape::Variable(name), .. }, value]) = goal.arguments::<2>("=")
            && let Some(&vertex) = names.get(name.as_str())
        {
            givens.push(Given { vertex, value: value.integer("a number", 1..=size as i32)? });
        }
    }
    let mut sums = Vec::new();
    if let Some(triangles) = triangles {
        for item in triangles.items("a list of triangles")? {
            sums.push(read_triangle(item, &names)?);
        }
    }
    Ok(Trid::new(size, sums, givens))
}

fn read_vertices<'a>(list: &'a Term, names: &mut Names<'a>, givens: &mut Vec<Given>) -> Result<usize, ReadError> {
    let rows = list.items("a list of rows")?;
    let size = rows.len();
    if size == 0 {
        return Err(list.error("expected at least one row, found none"));
    }
    if size > MOST_SIZE {
        let message = format!("a side of {size} is too long: at most {MOST_SIZE} is supported");
        return Err(ReadError { fault: Fault::Limit, ..list.error(message) });
    }
    for (row, term) in rows.iter().enumerate() {
        let vertices = term.items("a row, a list of vertices")?;
        if vertices.len() != row + 1 {
            let message = format!("row {} must have {} vertices, found {}", row + 1, row + 1, vertices.len());
            return Err(term.error(message));
        }
        for (pos, term) in vertices.iter().enumerate() {
            let vertex = triangle::place(row, pos);
            match &term.shape {
                TermShape::Variable(name) if name != "_" => {
                    if names.insert(name, vertex).is_some() {
                        return Err(term.error(format!("the variable {name} stands for two vertices")));
                    }
                }
                _ if term.is_blank() => {}
                _ => {
                    let value = term.integer("a variable, or a given number", 1..=size as i32)?;
                    givens.push(Given { vertex, value });
                }
            }
        }
    }
    Ok(size)
}

fn read_triangle(term: &Term, names: &Names<'_>) -> Result<Sum, ReadError> {
    let [a, b, c, sum] = term.items("a triangle, a list of three vertices and their sum")? else {
        return Err(term.error(format!("expected three vertices and their sum, found {term}")));
    };
    let vertex = |term: &Term| {
        match &term.shape {
        TermShape::Variable(name) => names.get(name.as_str()).copied().ok_or_else(|| {
            term.error(format!("{name} is no vertex; expected a variable of the list of rows"))
        }),
        _ => Err(term.error(format!(
            "expected the variable of a vertex, found {term} (a given vertex keeps its variable here: say V1 = 2 as a goal)"
        ))),
    }
    };
    let triangle = Triangle::of([vertex(a)?, vertex(b)?, vertex(c)?])
        .ok_or_else(|| term.error("these three vertices are not those of a small triangle"))?;
    Ok(Sum { triangle, sum: sum.integer("a sum", 0..=MOST_SUM)? })
}

/// What the paper adds.
pub(super) const PAPER: Paper = Paper {
    read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)),
    ways: loose::WAYS,
};

impl InPaper for Trid {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        model::pose_paper(self)
    }

    fn write_prolog(&self) -> String {
        let rows = (0..self.size).map(|row| {
            let vertices = (0..=row).map(|pos| name(triangle::place(row, pos)));
            format!("[{}]", vertices.collect::<Vec<_>>().join(","))
        });
        let triangles = self.sums.iter().map(|sum| {
            let [a, b, c] = sum.triangle.vertices().map(name);
            format!("[{a},{b},{c},{}]", sum.sum)
        });
        let (rows, triangles) = (rows.collect::<Vec<_>>().join(","), triangles.collect::<Vec<_>>().join(","));
        let mut text = String::new();
        if !self.givens.is_empty() {
            text.push_str("puzzle :- ");
            for Given { vertex, value } in &self.givens {
                let _ = write!(text, "{} = {value}, ", name(*vertex));
            }
        }
        let _ = writeln!(text, "trid([{rows}],[{triangles}]).");
        text
    }

    fn describe(&self) -> Option<String> {
        Some(words::describe(self))
    }

    fn print_answer(&self, board: &Board) -> Option<String> {
        Some(words::print_answer(self, board))
    }
}

/// The variable of a vertex, as the paper names them: V1, V2, ...
fn name(vertex: usize) -> String {
    format!("V{}", vertex + 1)
}
