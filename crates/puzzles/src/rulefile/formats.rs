//! Puzzles of rule files in JSON and as text.
//!
//! JSON has a field for every number, for `blocked`, `regions`, `cages` and
//! `lines`, and for every clue line. Text has the same as sections: a line
//! `n 5`, or a line `given:` with rows below it. Where cells are all that can be
//! given, the rows alone will do.

use super::board::Pieces;
use super::sections::{ListShape, Part, in_rows, parts};
use super::setting::{Setting, TooMuch};
use super::syntax::{ClueLine, Expr, Shape};
use super::{FileKind, FilePuzzle, Given};
use crate::json::{Fields, Node};
use crate::rows::{self, Written};
use crate::{Board, Fault, Formats, Lines, Puzzle, ReadError};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The greatest number that a board may hold beyond its values, so that a
/// checker can say what is wrong with it.
const MOST_ENTRY: i32 = 99_999;
/// The most parts of one sort, or lines, of a board.
const MOST_PARTS: i32 = 10_000;

type Read<T> = Result<T, ReadError>;

/// Reading JSON.
pub(super) fn read_json(kind: &'static FileKind, fields: &mut Fields<'_>) -> Read<FilePuzzle> {
    let file = &kind.file;
    let size = fields.require(&file.numbers[0].name)?;
    let whole = |error: TooMuch| size.error(Fault::Limit, error.0);
    let mut given = vec![Some(i64::from(size.integer("the size", 0..=100_000)?))];
    for parameter in &file.numbers[1..] {
        let node = fields.take_some(&parameter.name);
        given.push(node.map(|node| node.integer(&parameter.name, 0..=100_000)).transpose()?.map(i64::from));
    }
    let layout = file.numbers(&given).and_then(|numbers| file.open_board(numbers)).map_err(whole)?;
    let lengths = layout.lengths();
    let mut grid = |name: &'static str, wanted: bool, most: i32| -> Read<Option<Vec<Option<i32>>>> {
        let node = match name {
            // Where nothing is blocked, nothing need be said.
            "blocked" if wanted => fields.take_some(name),
            _ if wanted => Some(fields.require(name)?),
            _ => None,
        };
        node.map(|node| read_grid(node, &lengths, most)).transpose()
    };
    let mut pieces = Pieces {
        blocked: grid("blocked", file.board.has_blocked, 1)?
            .map(|cells| cells.into_iter().map(|cell| cell == Some(1)).collect()),
        regions: grid("regions", file.board.regions.is_some(), MOST_PARTS)?,
        cages: grid("cages", file.board.has_cages, MOST_PARTS)?,
        lines: Vec::new(),
    };
    if file.board.has_lines {
        let lines = fields.require("lines")?;
        for line in lines.items("a list of lines")?.take(MOST_PARTS as usize) {
            let cell = |node: Node<'_>| {
                let text = node.text("the name of a cell, such as r1c2")?;
                let cell = crate::sketch::row_and_column(text);
                let cell = cell.and_then(|(row, column)| layout.position(row as i64, column as i64));
                cell.ok_or_else(|| node.error(Fault::Shape, "expected the name of a cell, such as r1c2"))
            };
            pieces.lines.push(line.items("a list of cells")?.map(cell).collect::<Read<_>>()?);
        }
    }
    let setting = Arc::new(file.setting(layout, pieces).map_err(whole)?);
    let mut puzzle = FilePuzzle::bare(kind, setting.clone());
    for (number, line) in file.clues.iter().enumerate() {
        let Some(node) = fields.take_some(&line.name) else { continue };
        let parts = parts(&setting, number, line);
        if let [part] = &parts[..] {
            puzzle.read_part(number, part, node)?;
            continue;
        }
        let mut inner = node.fields("an object with a field for each direction")?;
        for part in &parts {
            if let Some(node) = inner.take_some(part.name) {
                puzzle.read_part(number, part, node)?;
            }
        }
        inner.finish()?;
    }
    Ok(puzzle)
}

/// Rows of numbers, `null` or 0 for none.
fn read_grid(node: Node<'_>, lengths: &[usize], most: i32) -> Read<Vec<Option<i32>>> {
    let mut found = Vec::new();
    for (row, &length) in node.items_of("a list of rows", lengths.len(), "rows")?.zip(lengths) {
        for cell in row.items_of("a row, a list of numbers", length, "numbers")? {
            let number = if cell.is_null() { 0 } else { cell.integer("a number", 0..=most)? };
            found.push((number != 0).then_some(number));
        }
    }
    Ok(found)
}

impl FilePuzzle {
    fn read_part(&mut self, number: usize, part: &Part, node: Node<'_>) -> Read<()> {
        let mut row = |row: &[Option<usize>], node: Node<'_>| {
            for (&slot, node) in row.iter().zip(node.items_of("a list of clues", row.len(), "clues")?) {
                self.read_clue(number, slot, node)?;
            }
            Ok(())
        };
        match part.shape {
            ListShape::One => self.read_clue(number, Some(0), node),
            ListShape::List => row(&part.rows[0], node),
            ListShape::Rows => {
                let nodes = node.items_of("a list of rows", part.rows.len(), "rows")?;
                part.rows.iter().zip(nodes).try_for_each(|(own, node)| row(own, node))
            }
        }
    }

    fn read_clue(&mut self, number: usize, slot: Option<usize>, node: Node<'_>) -> Read<()> {
        if node.is_null() {
            return Ok(());
        }
        let text = match node.value() {
            Value::Number(number) => number.to_string(),
            _ => node.text("a number, or a text such as \"12+\"")?.to_owned(),
        };
        let Some(slot) = slot else {
            return Err(node.error(Fault::Shape, "no such clue can stand here; expected null"));
        };
        let given = self.clue(number, slot, &text).map_err(|message| node.error(Fault::Shape, message))?;
        self.clues[number][slot] = Some(given);
        Ok(())
    }

    /// Reads a clue such as `3`, `<` or `12+`.
    fn clue(&self, number: usize, slot: usize, text: &str) -> Result<Given, String> {
        let line = &self.file().clues[number];
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        let (digits, mark) = text.split_at(digits);
        let range = self.clue_range(number, slot);
        let sign = || self.file().values.named.iter().find(|named| line.is_given() && named.sign == text);
        if let Some(named) = sign() {
            return Ok(Given { mark: 0, number: named.value });
        }
        let meaning =
            line.meanings.iter().position(|meaning| meaning.mark == mark && meaning.number != digits.is_empty());
        let value = if digits.is_empty() { Some(0) } else { digits.parse().ok().filter(|value| range.contains(value)) };
        match (meaning, value) {
            (Some(mark), Some(number)) => Ok(Given { mark, number }),
            _ => Err(format!("expected {}, found `{}`", self.expected(line, &range), shortened(text))),
        }
    }

    fn expected(&self, line: &ClueLine, range: &std::ops::RangeInclusive<i32>) -> String {
        let number = format!("a number from {} to {}", range.start(), range.end());
        let marks: Vec<String> = line
            .meanings
            .iter()
            .filter(|meaning| !meaning.mark.is_empty())
            .map(|meaning| format!("`{}`", meaning.mark))
            .collect();
        match (line.meanings.iter().any(|meaning| meaning.number), marks.is_empty()) {
            (true, true) => number,
            (true, false) => format!("{number} with one of {}", marks.join(", ")),
            (false, _) => marks.join(" or "),
        }
    }

    /// The numbers that a clue can be.
    pub(super) fn clue_range(&self, number: usize, slot: usize) -> std::ops::RangeInclusive<i32> {
        let setting = &self.setting;
        let instance = &setting.slots[number][slot];
        let Some((least, most)) = &self.file().clues[number].range else {
            let cell = instance.last().first().and_then(|bound| bound.cells().first().copied());
            let place = cell.and_then(|cell| setting.layout.place_of[cell]);
            let (least, most) = place.map_or((0, MOST_ENTRY), |place| setting.values[place]);
            return least..=most;
        };
        let mut scope = super::scope::Scope::new(&setting.layout, self.file().slots);
        instance.bind(&mut scope);
        let bound = |expr: &Expr| scope.number(expr).map_or(0, |number| number.clamp(0, 1_000_000) as i32);
        bound(least)..=bound(most)
    }

    /// A clue as it is written.
    pub(super) fn clue_text(&self, number: usize, given: Given) -> String {
        let line = &self.file().clues[number];
        let meaning = &line.meanings[given.mark];
        match meaning.number {
            true if line.is_given() => self.value_text(given.number),
            true => format!("{}{}", given.number, meaning.mark),
            false => meaning.mark.clone(),
        }
    }

    /// A clue as sentences say it: `6` for `6x`.
    pub(super) fn clue_said(&self, number: usize, given: Given) -> String {
        let line = &self.file().clues[number];
        let has_number = line.meanings[given.mark].number && !line.is_given();
        if has_number { given.number.to_string() } else { self.clue_text(number, given) }
    }

    fn clue_json(&self, number: usize, slot: Option<usize>) -> Value {
        let Some(given) = slot.and_then(|slot| self.clues[number][slot]) else { return Value::Null };
        let meaning = &self.file().clues[number].meanings[given.mark];
        if meaning.mark.is_empty() { given.number.into() } else { self.clue_text(number, given).into() }
    }

    fn part_json(&self, number: usize, part: &Part) -> Value {
        let row = |row: &Vec<Option<usize>>| row.iter().map(|&slot| self.clue_json(number, slot)).collect::<Value>();
        match part.shape {
            ListShape::One => self.clue_json(number, Some(0)),
            ListShape::List => row(&part.rows[0]),
            ListShape::Rows => part.rows.iter().map(row).collect(),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

impl Formats for FilePuzzle {
    fn write_json(&self) -> Map<String, Value> {
        let (file, layout) = (self.file(), &self.setting.layout);
        let mut object = Map::new();
        for (parameter, &number) in file.numbers.iter().zip(&layout.numbers) {
            object.insert(parameter.name.clone(), number.into());
        }
        let parts_json = |parts: &[Option<usize>]| -> Value {
            let numbers: Vec<usize> = parts.iter().map(|part| part.map_or(0, |part| part + 1)).collect();
            in_rows(layout, &numbers).into()
        };
        if file.board.has_blocked && layout.positions() > layout.cells.len() {
            let blocked: Vec<i32> = layout.place_of.iter().map(|place| i32::from(place.is_none())).collect();
            object.insert("blocked".to_owned(), in_rows(layout, &blocked).into());
        }
        if file.board.regions.is_some() {
            object.insert("regions".to_owned(), parts_json(&layout.regions));
        }
        if file.board.has_cages {
            object.insert("cages".to_owned(), parts_json(&layout.cages));
        }
        if file.board.has_lines {
            let line = |line: &Vec<usize>| line.iter().map(|&cell| layout.name(cell)).collect::<Value>();
            object.insert("lines".to_owned(), layout.lines.iter().map(line).collect());
        }
        for (number, line) in file.clues.iter().enumerate() {
            let parts = parts(&self.setting, number, line);
            let value = match &parts[..] {
                [part] => self.part_json(number, part),
                parts => Value::Object(
                    parts.iter().map(|part| (part.name.to_owned(), self.part_json(number, part))).collect(),
                ),
            };
            object.insert(line.name.clone(), value);
        }
        object
    }

    fn read_board(&self, node: Node<'_>) -> Read<Board> {
        let layout = &self.setting.layout;
        let lengths = layout.lengths();
        let mut board = Board::blank(self.places());
        let mut cell = 0;
        for (row, &length) in node.items_of("a list of rows", lengths.len(), "rows")?.zip(&lengths) {
            for value in row.items_of("a row, a list of numbers", length, "numbers")? {
                let place = layout.place_of[cell];
                cell += 1;
                if value.is_null() {
                    continue;
                }
                let Some(place) = place else {
                    return Err(value.error(Fault::Shape, "this cell is blocked; expected null"));
                };
                board.set(place, Some(value.integer("a number (null for a blank)", -MOST_ENTRY..=MOST_ENTRY)?));
            }
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board) -> Value {
        let layout = &self.setting.layout;
        let values: Vec<Option<i32>> =
            layout.place_of.iter().map(|place| place.and_then(|place| board.get(place))).collect();
        in_rows(layout, &values).into()
    }

    fn write_text(&self) -> String {
        let (file, layout) = (self.file(), &self.setting.layout);
        let lengths = layout.lengths();
        if let Some(line) = self.kind.short() {
            let texts: Vec<String> = (0..self.places()).map(|place| self.slot_text(line, Some(place))).collect();
            return rows::write(&texts, &lengths, layout.is_triangle);
        }
        let mut text = String::new();
        for (parameter, number) in file.numbers.iter().zip(&layout.numbers) {
            text += &format!("{} {number}\n", parameter.name);
        }
        let grid = |name: &str, show: &dyn Fn(usize) -> String| {
            let texts: Vec<String> = (0..layout.positions()).map(show).collect();
            format!("{name}:\n{}", rows::write(&texts, &lengths, false))
        };
        let number = |part: Option<usize>| part.map_or_else(|| ".".to_owned(), |part| (part + 1).to_string());
        let open = |cell: usize, text: String| if layout.is_open(cell) { text } else { "#".to_owned() };
        if file.board.has_blocked && layout.positions() > layout.cells.len() {
            text += &grid("blocked", &|cell| open(cell, ".".to_owned()));
        }
        if file.board.regions.is_some() {
            text += &grid("regions", &|cell| open(cell, number(layout.regions[cell])));
        }
        if file.board.has_cages {
            text += &grid("cages", &|cell| open(cell, number(layout.cages[cell])));
        }
        if file.board.has_lines {
            text += "lines:\n";
            for line in &layout.lines {
                text += &line.iter().map(|&cell| layout.name(cell)).collect::<Vec<_>>().join(" ");
                text.push('\n');
            }
        }
        for (number, line) in file.clues.iter().enumerate() {
            for part in parts(&self.setting, number, line) {
                let space = if part.name.is_empty() { "" } else { " " };
                text += &format!("{}{space}{}:\n", line.name, part.name);
                let rows: Vec<&Vec<Option<usize>>> = part.rows.iter().filter(|row| !row.is_empty()).collect();
                let lengths: Vec<usize> = rows.iter().map(|row| row.len()).collect();
                let texts: Vec<String> = rows.into_iter().flatten().map(|&slot| self.slot_text(number, slot)).collect();
                text += &rows::write(&texts, &lengths, false);
            }
        }
        text
    }

    fn read_board_text(&self, lines: Lines<'_>) -> Read<Board> {
        let layout = &self.setting.layout;
        let cells = rows::cells(lines, &layout.lengths())?;
        let mut board = Board::blank(self.places());
        for (cell, place) in cells.iter().zip(&layout.place_of) {
            let named = self.file().values.named.iter().find(|named| named.sign == cell.text);
            let value = match named {
                Some(named) => Some(named.value),
                None if cell.text == "#" && place.is_none() => None,
                None => cell.value(&(0..=MOST_ENTRY))?,
            };
            match (place, value) {
                (Some(place), value) => board.set(*place, value),
                (None, None) => {}
                (None, Some(_)) => return Err(cell.error("this cell is blocked; expected `#`")),
            }
        }
        Ok(board)
    }

    fn write_board_text(&self, board: &Board) -> String {
        let layout = &self.setting.layout;
        let text = |place: &Option<usize>| match place {
            Some(place) => board.get(*place).map_or_else(|| ".".to_owned(), |value| self.value_text(value)),
            None => "#".to_owned(),
        };
        let texts: Vec<String> = layout.place_of.iter().map(text).collect();
        rows::write(&texts, &layout.lengths(), layout.is_triangle)
    }
}

/// A line of a text that begins a section: its name, and the part that it names.
struct Section<'a> {
    name: &'a str,
    part: &'a str,
    line: usize,
    rows: Vec<(usize, &'a str)>,
}

/// The numbers of a text, and its sections.
type Sections<'a> = (Vec<(Written<'a>, i64)>, Vec<Section<'a>>, Vec<(usize, &'a str)>);

fn sections<'a>(lines: Lines<'a>) -> Read<Sections<'a>> {
    let (mut numbers, mut sections, mut loose): Sections<'a> = (Vec::new(), Vec::new(), Vec::new());
    for (line, text) in (lines.first..).zip(lines.text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let words = rows::words(line, text, char::is_whitespace);
        if let Some(header) = text.trim().strip_suffix(':') {
            let (name, part) = header.trim().split_once(' ').unwrap_or((header.trim(), ""));
            sections.push(Section { name, part: part.trim(), line, rows: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.rows.push((line, text));
        } else if let ([name, number], true) = (&words[..], loose.is_empty())
            && name.text.starts_with(|char: char| char.is_alphabetic())
            && let Ok(value) = number.text.parse()
        {
            numbers.push((*name, value));
        } else {
            loose.push((line, text));
        }
    }
    Ok((numbers, sections, loose))
}

/// Reading text.
pub(super) fn read_text(kind: &'static FileKind, lines: Lines<'_>) -> Read<FilePuzzle> {
    let file = &kind.file;
    let (numbers, sections, loose) = sections(lines)?;
    let at = |line: usize, message: String| ReadError::at(Fault::Shape, line, 1, message);
    let mut given = vec![None; file.numbers.len()];
    for (name, value) in numbers {
        let own = file.numbers.iter().position(|parameter| parameter.name == name.text);
        let own = own.ok_or_else(|| name.error(format!("there is no number {} in this kind", name.found())))?;
        given[own] = Some(value);
    }
    if let (Some((line, _)), true) = (loose.first(), kind.short().is_none() || !sections.is_empty()) {
        let names: Vec<&str> = file.clues.iter().map(|clue| clue.name.as_str()).collect();
        return Err(at(
            *line,
            format!("expected a line such as `{}:` before the rows", names.first().unwrap_or(&"given")),
        ));
    }
    if given[0].is_none() && !loose.is_empty() {
        given[0] = Some(loose.len() as i64);
    }
    let whole = |error: TooMuch| ReadError::at(Fault::Limit, lines.first, 1, error.0);
    if given[0].is_none() {
        return Err(at(lines.first, format!("expected the size, such as `{} 5`", file.numbers[0].name)));
    }
    let layout = file.numbers(&given).and_then(|numbers| file.open_board(numbers)).map_err(whole)?;
    let lengths = layout.lengths();
    let find = |name: &str| sections.iter().find(|section| section.name == name);
    let grid = |name: &str, wanted: bool| -> Read<Option<Vec<Option<i32>>>> {
        if !wanted {
            return Ok(None);
        }
        let section = find(name).ok_or_else(|| at(lines.first, format!("expected a section `{name}:`")))?;
        let read = |cell: &Written<'_>| if cell.text == "#" { Ok(None) } else { cell.value(&(0..=MOST_PARTS)) };
        let cells = grid_of(section, &lengths)?;
        Ok(Some(cells.iter().map(|cell| Ok(read(cell)?.filter(|&number| number != 0))).collect::<Read<_>>()?))
    };
    let mut pieces = Pieces {
        blocked: None,
        regions: grid("regions", file.board.regions.is_some())?,
        cages: grid("cages", file.board.has_cages)?,
        lines: Vec::new(),
    };
    if file.board.has_blocked {
        let blocked = find("blocked").map(|section| grid_of(section, &lengths)).transpose()?;
        pieces.blocked = blocked.map(|cells| cells.iter().map(|cell| cell.text == "#").collect());
    }
    if let Some(section) = find("lines").filter(|_| file.board.has_lines) {
        for &(line, text) in &section.rows {
            let cell = |word: Written<'_>| {
                let cell = crate::sketch::row_and_column(word.text);
                let cell = cell.and_then(|(row, column)| layout.position(row as i64, column as i64));
                cell.ok_or_else(|| {
                    word.error(format!("expected the name of a cell, such as r1c2, found {}", word.found()))
                })
            };
            pieces.lines.push(rows::words(line, text, char::is_whitespace).into_iter().map(cell).collect::<Read<_>>()?);
        }
    }
    let setting: Arc<Setting> = Arc::new(file.setting(layout, pieces).map_err(whole)?);
    let mut puzzle = FilePuzzle::bare(kind, setting);
    if let Some(line) = kind.short().filter(|_| !loose.is_empty()) {
        let section = Section { name: "", part: "", line: lines.first, rows: loose };
        puzzle.read_section(line, &section)?;
    }
    for section in &sections {
        match file.clues.iter().position(|clue| clue.name == section.name) {
            Some(line) => puzzle.read_section(line, section)?,
            None if matches!(section.name, "blocked" | "regions" | "cages" | "lines") => {}
            None => {
                return Err(at(
                    section.line,
                    format!("there is no section `{}` in this kind", shortened(section.name)),
                ));
            }
        }
    }
    Ok(puzzle)
}

fn grid_of<'a>(section: &Section<'a>, lengths: &[usize]) -> Read<Vec<Written<'a>>> {
    let mut found = Vec::new();
    let after = section.rows.last().map_or(section.line, |row| row.0) + 1;
    if section.rows.len() != lengths.len() {
        let message = format!("expected {} rows, found {}", lengths.len(), section.rows.len());
        return Err(ReadError::at(Fault::Shape, after.min(section.line + 1), 1, message));
    }
    for (&(line, text), &length) in section.rows.iter().zip(lengths) {
        found.extend(rows::cells(Lines { text, first: line }, &[length])?);
    }
    Ok(found)
}

impl FilePuzzle {
    fn read_section(&mut self, number: usize, section: &Section<'_>) -> Read<()> {
        let parts = parts(&self.setting, number, &self.file().clues[number]);
        let Some(part) = parts.iter().find(|part| part.name == section.part) else {
            let names: Vec<String> = parts.iter().map(|part| format!("`{} {}:`", section.name, part.name)).collect();
            return Err(ReadError::at(Fault::Shape, section.line, 1, format!("expected {}", names.join(", "))));
        };
        let slots: Vec<&Vec<Option<usize>>> = part.rows.iter().filter(|row| !row.is_empty()).collect();
        let lengths: Vec<usize> = slots.iter().map(|row| row.len()).collect();
        let cells = grid_of(section, &lengths)?;
        for (&slot, cell) in slots.into_iter().flatten().zip(&cells) {
            match slot {
                _ if cell.is_blank() || (slot.is_none() && cell.text == "#") => {}
                Some(slot) => {
                    let given = self.clue(number, slot, cell.text).map_err(|message| cell.error(message))?;
                    self.clues[number][slot] = Some(given);
                }
                None => return Err(cell.error("no such clue can stand here; expected `.`")),
            }
        }
        Ok(())
    }
}

impl FileKind {
    /// The clue line of a kind where cells are all that can be given, and the number of
    /// rows is the size: its text is the rows alone.
    fn short(&self) -> Option<usize> {
        let board = &self.file.board;
        let bare = !board.has_blocked && board.regions.is_none() && !board.has_cages && !board.has_lines;
        let side = match &board.shape {
            Shape::Grid(rows, _) => rows,
            Shape::Triangle(rows) => rows,
        };
        let fits = bare && self.file.numbers.len() == 1 && self.file.clues.len() == 1 && matches!(side, Expr::Slot(0));
        if fits { self.given_line() } else { None }
    }
}

impl FilePuzzle {
    fn slot_text(&self, number: usize, slot: Option<usize>) -> String {
        let given = slot.and_then(|slot| self.clues[number][slot]);
        given.map_or_else(|| ".".to_owned(), |given| self.clue_text(number, given))
    }
}
