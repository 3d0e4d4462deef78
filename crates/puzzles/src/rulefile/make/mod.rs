//! Making puzzles: a random board, a random solution of the rules, and every clue that it
//! allows.

mod parts;
mod pieces;
mod repair;
mod sample;

use super::board::Pieces;
use super::condition::Condition;
use super::evaluate::Evaluator;
use super::layout::Layout;
use super::model::posed;
use super::scope::{Bound, Scope};
use super::setting::TooMuch;
use super::sketch::bare;
use super::syntax::{Expr, Meaning, Numbers, Relation, RuleFile};
use super::{FileKind, FilePuzzle, Given};
use crate::strategy::{First, ValueFirst};
use crate::{Board, Checked, Clued, Draft, Formats, Impossible, Maker, Modelled, Posed, Puzzle, Request, Stencil};
use fd::constraints::Clause;
use fd::{FirstFail, Limits, ModelError, Random, Search, Space, Stopped, Var};
use pieces::first_pieces;
pub(super) use sample::sample;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The nodes that a random solution may take.
const MOST_NODES: u64 = 2_000;
/// How many boards are tried for a draft: on most of them there may be no solution.
const MOST_BOARDS: usize = 20;
/// How often a change of a solution is tried.
const MOST_TRIES: usize = 5;
/// How often a draft is repaired.
const MOST_REPAIRS: usize = 150;
/// The most numbers that a clue is tried with where it cannot be worked out.
const MOST_NUMBERS: usize = 2_000;
/// The most numbers that a clue of a sketch may be.
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

/// Makes puzzles. What a board brings of its own is random: blocked cells, lines and, where
/// clues can be left out, regions come first, and then a solution; cages, and regions that
/// are all that a puzzle tells, are laid around a solution.
#[derive(Debug)]
struct FileMaker {
    kind: &'static FileKind,
    /// An open board of the size.
    layout: Layout,
    /// Whether numbers in cells are given only where all other clues do not suffice.
    gives_few: bool,
    /// The board without clues, where all drafts share it.
    shared: Option<FilePuzzle>,
    /// The last draft, or what it was repaired to.
    current: Option<(FilePuzzle, Board)>,
    /// The best so far of a draft whose solution is changed.
    best: Option<Best>,
    repairs: usize,
}

/// A puzzle, one of its solutions, and where another differs from it.
#[derive(Debug)]
struct Best {
    puzzle: FilePuzzle,
    solution: Board,
    open: Vec<usize>,
}

impl FileMaker {
    fn new(kind: &'static FileKind, numbers: &[Option<i64>]) -> Result<FileMaker, Impossible> {
        let file = &kind.file;
        let layout = file.numbers(numbers).and_then(|numbers| file.open_board(numbers));
        let layout = layout.map_err(|error: TooMuch| Impossible(error.0))?;
        let shared = if file.board.has_parts() { None } else { Some(bare(kind, numbers)?) };
        let given = kind.given_line();
        let has_others = (0..file.clues.len()).any(|line| Some(line) != given && file.clues[line].is_loose());
        let gives_few = given.is_some() && has_others;
        Ok(FileMaker { kind, layout, gives_few, shared, current: None, best: None, repairs: 0 })
    }
}

pub(super) fn maker(kind: &'static FileKind, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    let own = kind.file.numbers[1..].iter().map(|parameter| wanted.option(&parameter.name).map(i64::from));
    let numbers: Vec<Option<i64>> = [Some(wanted.size as i64)].into_iter().chain(own).collect();
    let maker = FileMaker::new(kind, &numbers)?;
    if let (Some(bare), Some(crate::Clues::Between(least, _))) = (&maker.shared, wanted.clues) {
        let most = bare.loose().count();
        if least > most {
            return Err(Impossible(format!("there is room for only {most} clues at this size, not for {least}")));
        }
    }
    Ok(Box::new(maker))
}

/// A board with parts, without clues: the same every time.
pub(super) fn any_board(kind: &'static FileKind, numbers: &[Option<i64>]) -> Result<FilePuzzle, Impossible> {
    let maker = FileMaker::new(kind, numbers)?;
    let mut random = Random::new(1);
    let found = (0..MOST_BOARDS).find_map(|_| maker.board(&mut random, Limits::none()).ok().flatten());
    let missing = || Impossible(format!("no {} board of this size was found", kind.file.title));
    found.map(|(bare, _)| bare).ok_or_else(missing)
}

impl Maker for FileMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        (self.current, self.best, self.repairs) = (None, None, 0);
        for _ in 0..MOST_BOARDS {
            if let Some((bare, solution)) = self.board(random, limits)? {
                return Ok(self.draft_of(&bare, solution, random));
            }
        }
        Ok(None)
    }

    fn repair(&mut self, other: &Board, random: &mut Random) -> Option<Draft> {
        self.repairs += 1;
        let (puzzle, solution) = self.current.take().filter(|_| self.repairs <= MOST_REPAIRS)?;
        if self.gives_few {
            let differs = |&place: &usize| solution.get(place) != other.get(place);
            let places: Vec<usize> = (0..solution.len()).filter(differs).collect();
            let (line, &place) = (self.kind.given_line()?, random.pick(&places)?);
            let mut puzzle = puzzle;
            puzzle.clues[line][place] = solution.get(place).map(|number| Given { mark: 0, number });
            return self.draft_with(puzzle, solution);
        }
        if let Some(bare) = puzzle.repaired(&solution, other, random) {
            return self.draft_of(&bare, solution, random);
        }
        self.redrawn(puzzle, solution, other, random)
    }
}

impl FileMaker {
    /// A board with all its parts, and a solution.
    fn board(&self, random: &mut Random, limits: Limits<'_>) -> Result<Option<(FilePuzzle, Board)>, Stopped> {
        if let Some(bare) = &self.shared {
            return Ok(random_solution(bare, random, limits)?.map(|solution| (bare.clone(), solution)));
        }
        let Some(pieces) = first_pieces(&self.kind.file, &self.layout, random) else { return Ok(None) };
        let Some(bare) = FilePuzzle::on_board(self.kind, self.layout.clone(), pieces.clone()) else { return Ok(None) };
        let Some(solution) = random_solution(&bare, random, limits)? else { return Ok(None) };
        let Some(pieces) = bare.last_pieces(pieces, &solution, random) else { return Ok(None) };
        let Some(bare) = FilePuzzle::on_board(self.kind, self.layout.clone(), pieces) else { return Ok(None) };
        // What was laid around the solution must obey its own rules.
        Ok(bare.violations(&solution).is_empty().then_some((bare, solution)))
    }

    /// Where no part of the board can be changed, another solution near the one that leaves the
    /// fewest cells open so far.
    fn redrawn(&mut self, puzzle: FilePuzzle, solution: Board, other: &Board, random: &mut Random) -> Option<Draft> {
        if self.kind.file.has_loose() {
            return None;
        }
        let open: Vec<usize> = (0..solution.len()).filter(|&place| solution.get(place) != other.get(place)).collect();
        let best = match self.best.take() {
            Some(best) if best.open.len() < open.len() => best,
            _ => Best { puzzle, solution, open },
        };
        let solution = (0..MOST_TRIES).find_map(|_| best.puzzle.solution_near(&best.solution, &best.open, random));
        let bare = FilePuzzle::bare(self.kind, best.puzzle.setting.clone());
        self.best = Some(best);
        self.draft_of(&bare, solution?, random)
    }

    fn draft_of(&mut self, bare: &FilePuzzle, solution: Board, random: &mut Random) -> Option<Draft> {
        let mut puzzle = bare.with_all_clues(&solution, random)?;
        if let Some(line) = self.kind.given_line().filter(|_| self.gives_few) {
            puzzle.clues[line].fill(None);
        }
        self.draft_with(puzzle, solution)
    }

    /// A draft with these clues.
    fn draft_with(&mut self, puzzle: FilePuzzle, solution: Board) -> Option<Draft> {
        let file = puzzle.file();
        let only_given = (0..file.clues.len()).all(|line| Some(line) == self.kind.given_line());
        // With nothing but numbers in cells, all drafts are about the same rules.
        let (stencil, clues) = if self.shared.is_some() && only_given {
            (None, solution.iter().flatten().collect())
        } else {
            let (stencil, clues) = puzzle.own_stencil().ok()?;
            (Some(stencil), clues)
        };
        self.current = Some((puzzle.clone(), solution.clone()));
        Some(Draft { puzzle: Box::new(puzzle), solution, clues, stencil })
    }
}

/// A random solution, if one is found soon.
fn random_solution(puzzle: &FilePuzzle, random: &mut Random, limits: Limits<'_>) -> Result<Option<Board>, Stopped> {
    let Ok(posed) = puzzle.rules_posed().map(posed) else { return Ok(None) };
    puzzle.any_solution(&posed, random, limits)
}

impl FilePuzzle {
    fn any_solution(&self, posed: &Posed, random: &mut Random, limits: Limits<'_>) -> Result<Option<Board>, Stopped> {
        let Posed { model, places, .. } = posed;
        let named = &self.file().values.named;
        let first = match &named[..] {
            // A mark or none: there are fewer marks.
            [none, mark] if none.sign == "-" => {
                let values = places.iter().map(|&x| {
                    let value = if random.chance(1, 3) { mark.value } else { none.value };
                    (x, Some(value))
                });
                First::known(values)
            }
            _ => First::Any(Box::new(Random::new(random.bits()))),
        };
        let mut space = Space::new(model);
        let branching = ValueFirst::new(FirstFail::over(places).weighted(), first);
        match Search::new(&mut space, branching, limits.nodes(MOST_NODES)).next_solution() {
            Ok(solution) => Ok(solution.map(|solution| posed.board(&solution))),
            Err(Stopped::Nodes) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    /// Another solution that differs at one of the open places, and perhaps at those that share a
    /// rule with it.
    fn solution_near(&self, solution: &Board, open: &[usize], random: &mut Random) -> Option<Board> {
        let &changed = random.pick(open)?;
        let mut free = vec![false; solution.len()];
        for rule in self.setting.rules(self.file()).ok()? {
            let places = rule.condition.places();
            if places.contains(&changed) {
                places.into_iter().for_each(|place| free[place] = true);
            }
        }
        let mut posed = posed(self.rules_posed().ok()?);
        for (place, &x) in posed.places.iter().enumerate() {
            let value = solution.get(place)?;
            if place == changed {
                posed.model.post(Clause::new([x.is_not(value)])).ok()?;
            } else if !free[place] {
                posed.model.post(Clause::new([x.is(value)])).ok()?;
            }
        }
        self.any_solution(&posed, random, Limits::none()).ok().flatten()
    }
}

impl FilePuzzle {
    /// A puzzle without clues, if an open board can have such parts.
    fn on_board(kind: &'static FileKind, layout: Layout, pieces: Pieces) -> Option<FilePuzzle> {
        let setting = kind.file.setting(layout, pieces).ok()?;
        Some(FilePuzzle::bare(kind, Arc::new(setting)))
    }

    /// The same with every clue that a solution allows: of marks that would do, any.
    /// `None` where one that is always given has no number.
    fn with_all_clues(&self, solution: &Board, random: &mut Random) -> Option<FilePuzzle> {
        let mut puzzle = self.clone();
        let file = self.file();
        let scope = Scope::new(&self.setting.layout, file.slots);
        let mut evaluator = Evaluator::new(scope, solution, &self.setting.values);
        for (line, clue) in file.clues.iter().enumerate() {
            if Some(line) == self.kind.given_line() {
                puzzle.clues[line] = solution.iter().map(|value| Some(Given { mark: 0, number: value? })).collect();
                continue;
            }
            for at in 0..self.clues[line].len() {
                if !clue.always && !clue.is_loose() && !random.chance(1, 3) {
                    continue;
                }
                let instance = &self.setting.slots[line][at];
                instance.bind(&mut evaluator.scope);
                // Marks in any order, but numbers without a mark rather for single cells.
                let is_single = matches!(instance.last(), [Bound::Group(group)] if group.cells.len() == 1);
                let mut marks: Vec<usize> = (0..clue.meanings.len()).collect();
                if marks.len() > 1 {
                    random.shuffle(&mut marks);
                    marks.sort_by_key(|&mark| clue.meanings[mark].mark.is_empty() != is_single);
                }
                let range = self.clue_range(line, at);
                let given = marks.into_iter().find_map(|mark| {
                    let number = meant(&clue.meanings[mark], &range, &mut evaluator)?;
                    Some(Given { mark, number })
                });
                if given.is_none() && clue.always && clue.none.is_none() {
                    return None;
                }
                puzzle.clues[line][at] = given;
            }
        }
        Some(puzzle)
    }

    /// The rules and the clues that are always given, posed, with a variable for each of
    /// the others that is given, and the value that it has.
    fn own_stencil(&self) -> Result<(Stencil, Vec<i32>), ModelError> {
        let file = self.file();
        let mut lowering = self.rules_posed()?;
        for (_, condition) in self.demanded(|line| !file.clues[line].is_loose())? {
            lowering.post(&condition)?;
        }
        let (mut clues, mut values) = (Vec::new(), Vec::new());
        let given = self.kind.given_line();
        for ((line, at), condition) in self.demanded(|line| file.clues[line].is_loose())? {
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
        for (_, condition) in self.demanded(|line| !file.clues[line].is_loose())? {
            lowering.post(&condition)?;
        }
        let slots: Vec<(usize, usize)> = self.loose().collect();
        let clues = slots.into_iter().map(|(line, at)| self.clue_variable(&mut lowering, line, at));
        let clues = clues.collect::<Result<_, _>>()?;
        Ok(Stencil { posed: posed(lowering), clues, ties: Vec::new() })
    }
}

/// The number with which a clue holds on a full board: 0 for a mark without a number.
fn meant(meaning: &Meaning, range: &RangeInclusive<i32>, evaluator: &mut Evaluator<'_>) -> Option<i32> {
    let mut holds = |number: i32| {
        evaluator.scope.clue = i64::from(number);
        evaluator.can_hold(&meaning.demand.holds)
    };
    if !meaning.number {
        return holds(0).then_some(0);
    }
    if let Expr::Compare(first, rest) = &meaning.demand.holds
        && let [(Relation::Equal, Expr::Clue)] = &rest[..]
    {
        let number = i32::try_from(evaluator.fixed(first)?).ok()?;
        return Some(number).filter(|number| range.contains(number));
    }
    range.clone().take(MOST_NUMBERS).find(|&number| holds(number))
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
