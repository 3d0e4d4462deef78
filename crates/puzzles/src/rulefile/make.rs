//! Making puzzles: a random solution of the rules, and every clue that it allows.

use super::condition::Condition;
use super::evaluate::Evaluator;
use super::model::posed;
use super::scope::Scope;
use super::sketch::bare;
use super::syntax::{Expr, Numbers, RuleFile};
use super::{FileKind, FilePuzzle, Given};
use crate::strategy::{First, ValueFirst};
use crate::{Board, Clued, Draft, Formats, Impossible, Maker, Modelled, Posed, Puzzle, Request, Stencil};
use fd::constraints::Clause;
use fd::{FirstFail, Limits, ModelError, Random, Search, Space, Stopped, Var};

/// The nodes that a random solution may take.
const MOST_NODES: u64 = 2_000;
/// The most numbers that a clue is tried with.
const MOST_CODES: i32 = 2_000;

/// Every size that a puzzle of a file can have, up to a limit.
pub(super) fn possible_sizes(file: &RuleFile) -> Vec<usize> {
    let sizes: Vec<i64> = match &file.numbers[0].choices {
        Numbers::List(list) => list.clone(),
        Numbers::Range(least, most) => match (&**least, &**most) {
            (Expr::Number(least), Expr::Number(most)) => (*least..=*most).take(100).collect(),
            _ => Vec::new(),
        },
    };
    let can_be = |size: &i64| file.numbers(&[Some(*size)]).and_then(|numbers| file.open_board(numbers)).is_ok();
    sizes.into_iter().filter(can_be).filter_map(|size| usize::try_from(size).ok()).collect()
}

/// The sizes that people are offered.
pub(super) fn offered(file: &RuleFile) -> Vec<usize> {
    let possible = possible_sizes(file);
    let made: Vec<usize> = file.made.iter().filter_map(|&size| usize::try_from(size).ok()).collect();
    let made: Vec<usize> = made.into_iter().filter(|size| possible.contains(size)).collect();
    if made.is_empty() { possible.into_iter().take(3).collect() } else { made }
}

#[derive(Debug)]
struct FileMaker {
    bare: FilePuzzle,
}

pub(super) fn maker(kind: &'static FileKind, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    let own = kind.file.numbers[1..].iter().map(|parameter| wanted.option(&parameter.name).map(i64::from));
    let numbers: Vec<Option<i64>> = [Some(wanted.size as i64)].into_iter().chain(own).collect();
    let bare = bare(kind, &numbers)?;
    if let Some(crate::Clues::Between(least, _)) = wanted.clues {
        let most = bare.loose().count();
        if least > most {
            return Err(Impossible(format!("there is room for only {most} clues at this size, not for {least}")));
        }
    }
    Ok(Box::new(FileMaker { bare }))
}

impl Maker for FileMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let Some(solution) = random_solution(&self.bare, random, limits)? else { return Ok(None) };
        let puzzle = self.bare.with_all_clues(&solution);
        let Ok((stencil, clues)) = puzzle.own_stencil() else { return Ok(None) };
        Ok(Some(Draft { puzzle: Box::new(puzzle), solution, clues, stencil: Some(stencil) }))
    }
}

/// A random solution, if one is found soon.
fn random_solution(puzzle: &FilePuzzle, random: &mut Random, limits: Limits<'_>) -> Result<Option<Board>, Stopped> {
    let Ok(Posed { model, places, .. }) = puzzle.rules_posed().map(posed) else { return Ok(None) };
    let mut space = Space::new(&model);
    let any = First::Any(Box::new(Random::new(random.bits())));
    let branching = ValueFirst::new(FirstFail::over(&places).weighted(), any);
    match Search::new(&mut space, branching, limits.nodes(MOST_NODES)).next_solution() {
        Ok(solution) => Ok(solution.map(|solution| Board::full(places.iter().map(|&x| solution[x])))),
        Err(Stopped::Nodes) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

impl FilePuzzle {
    /// The same with every clue that a solution allows.
    fn with_all_clues(&self, solution: &Board) -> FilePuzzle {
        let mut puzzle = self.clone();
        let file = self.file();
        let scope = Scope::new(&self.setting.layout, file.slots);
        let mut evaluator = Evaluator::new(scope, solution, &self.setting.values);
        for (line, clue) in file.clues.iter().enumerate() {
            for at in 0..self.clues[line].len() {
                if Some(line) == self.kind.given_line() {
                    puzzle.clues[line][at] = solution.get(at).map(|number| Given { mark: 0, number });
                    continue;
                }
                self.setting.slots[line][at].bind(&mut evaluator.scope);
                let mut holds = |code: &i32| {
                    let given = self.decoded(line, *code);
                    evaluator.scope.clue = i64::from(given.number);
                    evaluator.can_hold(&clue.meanings[given.mark].demand.holds)
                };
                let code = self.codes(line, at).take(MOST_CODES as usize).find(&mut holds);
                puzzle.clues[line][at] = code.map(|code| self.decoded(line, code));
            }
        }
        puzzle
    }

    /// The rules and the clues that are always given, posed, with a variable for each of
    /// the others that is given, and the value that it has.
    fn own_stencil(&self) -> Result<(Stencil, Vec<i32>), ModelError> {
        let file = self.file();
        let mut lowering = self.rules_posed()?;
        for (_, condition) in self.demanded(|line| file.clues[line].always)? {
            lowering.post(&condition)?;
        }
        let (mut clues, mut values) = (Vec::new(), Vec::new());
        let given = self.kind.given_line();
        for ((line, at), condition) in self.demanded(|line| !file.clues[line].always)? {
            let Some(clue) = self.clues[line][at] else { continue };
            if Some(line) == given {
                clues.push(lowering.places[at]);
                values.push(clue.number);
            } else {
                let literal = lowering.literal(&condition)?;
                clues.push(lowering.boolean(literal)?);
                values.push(1);
            }
        }
        Ok((Stencil { posed: posed(lowering), clues, ties: Vec::new() }, values))
    }

    /// A variable for what a clue would be: one of its codes, or none of them.
    fn clue_variable(&self, lowering: &mut super::lower::Lowering, line: usize, at: usize) -> Result<Var, ModelError> {
        let file = self.file();
        if Some(line) == self.kind.given_line() {
            return Ok(lowering.places[at]);
        }
        let codes = self.codes(line, at);
        let none = *codes.start() - 1;
        let count = codes.end() - codes.start() + 1;
        if count > MOST_CODES {
            let problem = format!("a clue could be any of {count} numbers; expected at most {MOST_CODES}");
            return Err(ModelError::Malformed { constraint: "clue", problem });
        }
        let x = lowering.model.var(none..=*codes.end())?;
        let mut grounder = self.setting.grounder(file);
        for code in codes {
            let given = self.decoded(line, code);
            let demand = &file.clues[line].meanings[given.mark].demand;
            let instance = &self.setting.slots[line][at];
            let condition = self.setting.demanded(&mut grounder, instance, demand, i64::from(given.number))?;
            if condition == Condition::Known(false) {
                lowering.model.post(Clause::new([x.is_not(code)]))?;
                continue;
            }
            let literal = lowering.literal(&condition)?;
            lowering.model.post(Clause::new([x.is_not(code), literal]))?;
            lowering.model.post(Clause::new([x.is(code), literal.negated()]))?;
        }
        Ok(x)
    }
}

impl Clued for FilePuzzle {
    fn clues(&self) -> usize {
        self.loose().filter(|&(line, at)| self.clues[line][at].is_some()).count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut puzzle = self.clone();
        let given: Vec<(usize, usize)> = self.loose().filter(|&(line, at)| self.clues[line][at].is_some()).collect();
        for ((line, at), _) in given.into_iter().zip(kept).filter(|(_, kept)| !**kept) {
            puzzle.clues[line][at] = None;
        }
        Box::new(puzzle)
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        let file = self.file();
        let mut lowering = self.rules_posed()?;
        for (_, condition) in self.demanded(|line| file.clues[line].always)? {
            lowering.post(&condition)?;
        }
        let slots: Vec<(usize, usize)> = self.loose().collect();
        let clues = slots.into_iter().map(|(line, at)| self.clue_variable(&mut lowering, line, at));
        let clues = clues.collect::<Result<_, _>>()?;
        Ok(Stencil { posed: posed(lowering), clues, ties: Vec::new() })
    }
}

/// The most that all values of a sample's cells together may be, as a power of 2.
const MOST_BITS: f64 = 32.1;

/// A puzzle that is small enough to try every board.
pub(super) fn sample(kind: &'static FileKind, random: &mut Random) -> Box<dyn Puzzle> {
    let sizes = possible_sizes(&kind.file);
    let small: Vec<FilePuzzle> =
        sizes.iter().take(4).filter_map(|&size| bare(kind, &[Some(size as i64)]).ok()).collect();
    let bits = |puzzle: &FilePuzzle| {
        puzzle.setting.values.iter().map(|&(least, most)| f64::from(most - least + 1).log2()).sum::<f64>()
    };
    let most = if kind.file.values.named.is_empty() { MOST_BITS } else { 12.0 };
    let fits: Vec<&FilePuzzle> = small.iter().filter(|puzzle| bits(puzzle) <= most).collect();
    let Some(bare) = random.pick(&fits).copied().or(small.first()) else { return Box::new(FilePuzzle::single(kind)) };
    let full = random_solution(bare, random, Limits::none()).ok().flatten();
    let Some(solution) = full else { return Box::new(bare.clone()) };
    let mut puzzle = bare.with_all_clues(&solution);
    let few = 1 + random.below(3);
    for (line, at) in bare.loose().collect::<Vec<_>>() {
        if !random.chance(few, 5) {
            puzzle.clues[line][at] = None;
        } else if random.chance(1, 20) {
            let range = puzzle.clue_range(line, at);
            if let Some(given) = &mut puzzle.clues[line][at] {
                let wide = (range.end() - range.start()).clamp(0, 20) as u32;
                given.number = if given.number == 0 { 0 } else { range.start() + random.below(wide + 1) as i32 };
            }
        }
    }
    Box::new(puzzle)
}

/// The example of a file as JSON, with its solution if it has only one.
pub(super) fn example(puzzle: &FilePuzzle) -> String {
    let mut object = serde_json::Map::from_iter([("puzzle".to_owned(), puzzle.file().name.clone().into())]);
    object.extend(puzzle.write_json());
    if let Some(solution) = only_solution(puzzle) {
        object.insert("solution".to_owned(), puzzle.write_board(&solution));
    }
    serde_json::Value::Object(object).to_string()
}

fn only_solution(puzzle: &FilePuzzle) -> Option<Board> {
    let posed = puzzle.pose().ok()?;
    let mut space = Space::new(&posed.model);
    let mut search = Search::new(&mut space, posed.branching(1), Limits::none().nodes(MOST_NODES));
    let solution = search.next_solution().ok()??;
    match search.next_solution() {
        Ok(None) => Some(posed.board(&solution)),
        _ => None,
    }
}
