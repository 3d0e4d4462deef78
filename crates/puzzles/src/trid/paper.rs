//! What the paper about Trid has: Prolog data, a model, and printed answers, and ways of making.
//!
//! Prolog: the paper's list of rows `V` and list of triangles `T`, in
//! `trid(V, T)`, `name :- V = [...], T = [...], trid(V, T).`, or the rows alone.
//!
//! A triangle is three variables of `V` and their sum, `[V2, V4, V5, 12]`; the
//! variables tell whether it points up or down. A given vertex is a number in
//! `V`, or, so that triangles can name it, a goal of its own: `V3 = 4`.
//!
//! The puzzle and its answer as the paper prints them.
//!
//! Making as the paper does: random sums, solved afterwards.

use super::make::{GIVENS, check};
use super::model::{post_lines, post_vertices};
use super::{Given, MOST_SIZE, MOST_SUM, Sum, Triangle, Trid};
use crate::paper::Trials;
use crate::prolog::{Clause, Term, TermShape};
use crate::{
    Board, Clues, Fault, Impossible, InPaper, Loose, LooseError, Paper, Posed, Puzzle, ReadError, Request, Strategy,
    Way, triangle,
};
use fd::constraints::{self, Strength};
use fd::{Labelling, Limits, Model, ModelError, Random, Selection};
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
            term.error(format!("{name} is not a vertex; expected a variable of the list of rows"))
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
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)), ways: WAYS };

impl InPaper for Trid {
    /// The paper matches numbers with the vertices of each line (`all_distinct`).
    /// Measured, that saves few nodes and costs much.
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = post_vertices(self, &mut model)?;
        post_lines(self, &places, |_| Strength::Domain, &mut model)?;
        for &Sum { triangle, sum } in &self.sums {
            let corners = triangle.vertices().map(|vertex| places[vertex]);
            model.post(corners.iter().sum::<constraints::Sum>().equals(sum))?;
        }
        let strategy = Strategy::Labelling(Labelling::default().select(Selection::Ffc), places.clone());
        Ok(Posed { model, places, strategy, restarts: None })
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

    /// The clues in words, a line each: `Vertex 4-2 + vertex 5-2 + vertex 5-3 = 25`.
    ///
    /// As the paper has it, rows count from 0 and positions in them from 1.
    fn describe(&self) -> Option<String> {
        let mut text = String::new();
        for sum in &self.sums {
            let [a, b, c] = sum.triangle.vertices().map(counted_from_0);
            let _ = writeln!(text, "Vertex {a} + vertex {b} + vertex {c} = {}", sum.sum);
        }
        for &Given { vertex, value } in &self.givens {
            let _ = writeln!(text, "Vertex {} = {value}", counted_from_0(vertex));
        }
        Some(text)
    }

    /// The triangle with numbers of two digits, joined by strokes.
    fn print_answer(&self, board: &Board) -> Option<String> {
        let width = self.size.to_string().len().max(2);
        // Between two neighbours there are two digits' worth of strokes, so that a
        // vertex stands above the middle of the two below it.
        let half = width + width / 2;
        let mut text = String::new();
        for row in 0..self.size {
            let indent = (self.size - 1 - row) * half;
            let vertices = (0..=row).map(|pos| match board.get(triangle::place(row, pos)) {
                Some(value) => format!("{value:0width$}"),
                None => ".".repeat(width),
            });
            let strokes = "-".repeat(2 * half - width);
            let _ = writeln!(text, "{:indent$}{}", "", vertices.collect::<Vec<_>>().join(&strokes));
            if row + 1 < self.size {
                let small = format!("/{:width$}\\", "");
                let apart = " ".repeat(2 * half - width - 2);
                let _ = writeln!(text, "{:before$}{}", "", vec![small; row + 1].join(&apart), before = indent - 1);
            }
        }
        Some(text)
    }
}

/// The variable of a vertex, as the paper names them: V1, V2, ...
fn name(vertex: usize) -> String {
    format!("V{}", vertex + 1)
}

/// A vertex as the paper counts: rows from 0, positions from 1.
fn counted_from_0(vertex: usize) -> String {
    let (row, pos) = triangle::row_and_pos(vertex);
    format!("{row}-{}", pos + 1)
}

pub(super) const WAYS: &[Way] = &[Way {
    name: "random",
    says: "random sums, for half as many triangles as the side is long, drawn until they have a solution",
    takes_clues: true,
    make,
}];

/// The sets of sums that are tried before giving up.
const MOST_TRIES: u64 = 1_000;

/// The search nodes to spend on a set of sums.
const PATIENCE: u64 = 20_000;

/// This many different triangles get a sum from 6 to 3N - 3 each, until there
/// is a solution.
///
/// The paper's maker stops after its first set, whether or not it has one. Its
/// text is followed here; its listing never draws some triangles along the
/// edges, and draws sums up to 3N - 1.
fn make(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    let triangles = check(wanted)?;
    if wanted.option(GIVENS).is_some_and(|givens| givens > 0) {
        return Err(Impossible("the paper's way gives no vertices".to_owned()).into());
    }
    let size = wanted.size;
    let (least, most) = match wanted.clues {
        Some(Clues::Between(least, most)) => (least, most.min(triangles.len())),
        // The paper's example: 5 sums in a triangle of side 10.
        _ => (size / 2, size / 2),
    };
    let mut trials = Trials::new(limits, PATIENCE);
    for tries in 1..=MOST_TRIES {
        limits.check()?;
        let count = least + random.below((most.saturating_sub(least) + 1) as u32) as usize;
        let puzzle = draw(size, &triangles, count, random);
        let posed = puzzle.pose_for_paper()?;
        if let Some(solution) = trials.first(&posed.model, posed.branching(0), posed.restarts)? {
            let solution = posed.board(&solution);
            return Ok(Loose { puzzle: Box::new(puzzle), solution, tries, statistics: trials.statistics });
        }
    }
    let reason =
        format!("{MOST_TRIES} times, {least} or more random sums in a triangle of side {size} had no solution");
    Err(Impossible(format!("{reason}; fewer are more likely to have one")).into())
}

fn draw(size: usize, triangles: &[Triangle], count: usize, random: &mut Random) -> Trid {
    let mut triangles = triangles.to_vec();
    random.shuffle(&mut triangles);
    let sums = triangles.into_iter().take(count);
    let sums = sums.map(|triangle| Sum { triangle, sum: 6 + random.below(3 * size as u32 - 8) as i32 }).collect();
    Trid::new(size, sums, Vec::new())
}
