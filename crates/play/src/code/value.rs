//! JSON values of any kind in few bytes.
//!
//! A value is a walk of questions: which type, how long, which field comes
//! next, which number. The answers are bits whose odds are learnt on the way,
//! separately for each field: the second clue of a puzzle costs less than the
//! first. What the walk asks, and in which order, is version 1 of the codes: it
//! must never change.

use super::range::{Bits, Odds};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The most values, letters and names of one code.
const MOST_PARTS: usize = 40_000;
/// The deepest nesting; our JSON reader allows the same.
const MOST_DEPTH: usize = 127;

/// A value that has no code, or a code that stands for no value: it has too many
/// parts, is nested too deeply, is not text, or has a number that is not whole.
#[derive(Debug)]
pub(crate) struct Unfit;

/// A walk over values, in one direction or the other.
pub(crate) struct Walk<'b, B: Bits> {
    bits: &'b mut B,
    odds: BTreeMap<Question, Odds>,
    /// The names of fields met so far.
    names: Vec<String>,
    parts: usize,
}

/// What a bit answers: the sort of question, where in the value, and the bits
/// before it.
type Question = (Sort, Place, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Type,
    Sign,
    Number,
    Length,
    Letter,
    Field,
    NameLength,
    NameLetter,
}

/// Where a value stands: four times the number of its field, and how many lists
/// deep, at most 3.
type Place = usize;

/// The answers to "which type".
const NULL: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;
const WHOLE: u32 = 3;
const TEXT: u32 = 4;
const LIST: u32 = 5;
const OBJECT: u32 = 6;

/// The answers to "which field comes next", besides those met before.
const END: u64 = 0;
const NEW: u64 = 1;
const KNOWN: u64 = 2;

impl<'b, B: Bits> Walk<'b, B> {
    pub(crate) fn new(bits: &'b mut B) -> Walk<'b, B> {
        Walk { bits, odds: BTreeMap::new(), names: Vec::new(), parts: 0 }
    }

    /// Writes the given value, or reads one and ignores the given one.
    pub(crate) fn value(&mut self, given: &Value) -> Result<Value, Unfit> {
        self.walk(given, 0, 0)
    }

    fn walk(&mut self, given: &Value, place: Place, depth: usize) -> Result<Value, Unfit> {
        self.count_part()?;
        if depth > MOST_DEPTH {
            return Err(Unfit);
        }
        let kind = match given {
            Value::Null => NULL,
            Value::Bool(false) => FALSE,
            Value::Bool(true) => TRUE,
            Value::Number(_) => WHOLE,
            Value::String(_) => TEXT,
            Value::Array(_) => LIST,
            Value::Object(_) => OBJECT,
        };
        match self.symbol(Sort::Type, place, 3, kind) {
            NULL => Ok(Value::Null),
            FALSE => Ok(false.into()),
            TRUE => Ok(true.into()),
            WHOLE => {
                let number = if given.is_number() { given.as_i64().ok_or(Unfit)? } else { 0 };
                Ok(self.whole(number, place)?.into())
            }
            TEXT => Ok(self.text(given.as_str().unwrap_or(""), place)?.into()),
            LIST => self.list(given, place, depth),
            OBJECT => self.object(given, place, depth),
            _ => Err(Unfit),
        }
    }

    fn list(&mut self, given: &Value, place: Place, depth: usize) -> Result<Value, Unfit> {
        let items: &[Value] = given.as_array().map_or(&[], Vec::as_slice);
        let length = self.number(Sort::Length, place, items.len() as u64)?;
        let mut list = Vec::new();
        for i in 0..length {
            let item = usize::try_from(i).ok().and_then(|i| items.get(i)).unwrap_or(&Value::Null);
            list.push(self.walk(item, if place % 4 < 3 { place + 1 } else { place }, depth + 1)?);
        }
        Ok(list.into())
    }

    fn object(&mut self, given: &Value, place: Place, depth: usize) -> Result<Value, Unfit> {
        let mut fields = given.as_object().into_iter().flatten();
        let mut object = Map::new();
        let mut before = place - place % 4;
        loop {
            let next = fields.next();
            let known = next.and_then(|(name, _)| self.names.iter().position(|known| known == name));
            let answer = match (next, known) {
                (None, _) => END,
                (Some(_), None) => NEW,
                (Some(_), Some(known)) => KNOWN + known as u64,
            };
            let field = match self.number(Sort::Field, before, answer)? {
                END => return Ok(object.into()),
                NEW => {
                    let name = self.name(next.map_or("", |(name, _)| name))?;
                    self.names.push(name);
                    self.names.len() - 1
                }
                known => usize::try_from(known - KNOWN).map_err(|_| Unfit)?,
            };
            let name = self.names.get(field).ok_or(Unfit)?.clone();
            let own = 4 * (field + 1);
            let value = self.walk(next.map_or(&Value::Null, |(_, value)| value), own, depth + 1)?;
            if object.insert(name, value).is_some() {
                return Err(Unfit);
            }
            before = own + 1;
        }
    }

    /// A whole number with its sign.
    fn whole(&mut self, given: i64, place: Place) -> Result<i64, Unfit> {
        let size = self.number(Sort::Number, place, given.unsigned_abs())?;
        if size == 0 {
            return Ok(0);
        }
        let negative = self.ask((Sort::Sign, place, 0), given < 0);
        let size = i128::from(size);
        i64::try_from(if negative { -size } else { size }).map_err(|_| Unfit)
    }

    /// How many bits a number has, one by one, and then those after the first.
    fn number(&mut self, sort: Sort, place: Place, given: u64) -> Result<u64, Unfit> {
        let length = u64::BITS - given.leading_zeros();
        let mut bits = 0;
        while self.ask((sort, place, bits), bits < length) {
            bits += 1;
            if bits > u64::BITS {
                return Err(Unfit);
            }
        }
        if bits == 0 {
            return Ok(0);
        }
        let mut number: u64 = 1;
        for below in (0..bits - 1).rev() {
            // Few numbers are long: the odds of their last bits are learnt together.
            let prefix = if number < 64 { number as u32 } else { 0 };
            let question = (sort, place, 1 << 16 | bits << 8 | prefix);
            number = number << 1 | u64::from(self.ask(question, given >> below & 1 == 1));
        }
        Ok(number)
    }

    /// A text of the puzzle; each letter is predicted from the one before it.
    fn text(&mut self, given: &str, place: Place) -> Result<String, Unfit> {
        self.letters(given, (Sort::Length, place), |before| {
            (Sort::Letter, 257 * place + before.map_or(0, |b| 1 + usize::from(b)))
        })
    }

    /// The name of a field or of a kind.
    pub(crate) fn name(&mut self, given: &str) -> Result<String, Unfit> {
        self.letters(given, (Sort::NameLength, 0), |_| (Sort::NameLetter, 0))
    }

    fn letters(
        &mut self,
        given: &str,
        length: (Sort, usize),
        letter: impl Fn(Option<u8>) -> (Sort, usize),
    ) -> Result<String, Unfit> {
        let given = given.as_bytes();
        let length = self.number(length.0, length.1, given.len() as u64)?;
        let mut bytes: Vec<u8> = Vec::new();
        for i in 0..length {
            self.count_part()?;
            let byte = usize::try_from(i).ok().and_then(|i| given.get(i)).copied().unwrap_or(0);
            let (sort, place) = letter(bytes.last().copied());
            bytes.push(self.symbol(sort, place, 8, byte.into()) as u8);
        }
        String::from_utf8(bytes).map_err(|_| Unfit)
    }

    /// A number with this many bits.
    fn symbol(&mut self, sort: Sort, place: Place, bits: u32, given: u32) -> u32 {
        let mut seen = 1;
        for below in (0..bits).rev() {
            seen = seen << 1 | u32::from(self.ask((sort, place, seen), given >> below & 1 == 1));
        }
        seen - (1 << bits)
    }

    fn ask(&mut self, question: Question, given: bool) -> bool {
        self.bits.bit(self.odds.entry(question).or_default(), given)
    }

    fn count_part(&mut self) -> Result<(), Unfit> {
        self.parts += 1;
        if self.parts > MOST_PARTS { Err(Unfit) } else { Ok(()) }
    }
}
