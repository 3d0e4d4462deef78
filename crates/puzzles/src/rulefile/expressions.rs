//! Reading expressions and families.

use super::mistake::Mistake;
use super::parser::{Name, Parser};
use super::syntax::{Each, Expr, Family, Fold, Groups, Operator, Relation, Spot, Type};
use super::tokens::Sort;
use std::sync::Arc;

/// How deep expressions may be nested.
const MOST_NESTED: usize = 40;

/// An expression, what it stands for, and where it is.
pub(super) struct Read {
    pub(super) expr: Expr,
    pub(super) kind: Type,
    pub(super) spot: Spot,
}

const RELATIONS: &[(&str, Relation)] = &[
    ("=", Relation::Equal),
    ("<>", Relation::Differs),
    ("!=", Relation::Differs),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

const FOLDS: &[(&str, Fold)] = &[
    ("sum", Fold::Sum),
    ("product", Fold::Product),
    ("count", Fold::Count),
    ("min", Fold::Least),
    ("max", Fold::Most),
    ("all", Fold::All),
    ("any", Fold::Any),
    ("different", Fold::Different),
];

pub(super) const GROUPS: &[(&str, Groups)] = &[
    ("rows", Groups::Rows),
    ("columns", Groups::Columns),
    ("boxes", Groups::Boxes),
    ("regions", Groups::Regions),
    ("cages", Groups::Cages),
    ("lines", Groups::Lines),
    ("diagonals", Groups::Diagonals),
    ("views", Groups::Views),
    ("runs", Groups::Runs),
    ("falling", Groups::Falling),
    ("rising", Groups::Rising),
];

/// The functions that take a cell to the group of it.
const GROUPS_OF: &[(&str, Groups)] = &[
    ("row", Groups::Rows),
    ("column", Groups::Columns),
    ("box", Groups::Boxes),
    ("region", Groups::Regions),
    ("cage", Groups::Cages),
];

const FUNCTIONS: &[&str] = &[
    "sum",
    "product",
    "count",
    "min",
    "max",
    "all",
    "any",
    "different",
    "abs",
    "size",
    "position",
    "distance",
    "around",
    "beside",
    "before",
    "after",
    "row",
    "column",
    "box",
    "region",
    "cage",
    "if",
    "cells",
];

fn of<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|&(_, found)| found)
}

impl Parser<'_> {
    /// An expression of this type.
    pub(super) fn expect(&mut self, kind: Type) -> Result<Expr, Mistake> {
        let read = self.implication()?;
        self.convert(read, kind)
    }

    fn convert(&self, read: Read, kind: Type) -> Result<Expr, Mistake> {
        match (read.kind, kind) {
            (own, wanted) if own == wanted => Ok(read.expr),
            (Type::Cell, Type::Number) => Ok(Expr::Held(Box::new(read.expr))),
            (own, wanted) => {
                let message = format!("this is {}; expected {}", own.in_words(), wanted.in_words());
                Err(self.mistake(read.spot, message))
            }
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return Err(self.here(format!("nested too deeply; at most {MOST_NESTED} levels are read")));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn implication(&mut self) -> Result<Read, Mistake> {
        self.deeper(|parser| {
            let left = parser.either()?;
            if !parser.take_sign("=>") {
                return Ok(left);
            }
            let spot = left.spot;
            let left = parser.convert(left, Type::Truth)?;
            let right = parser.expect(Type::Truth)?;
            Ok(Read { expr: Expr::Or(vec![Expr::Not(Box::new(left)), right]), kind: Type::Truth, spot })
        })
    }

    fn either(&mut self) -> Result<Read, Mistake> {
        self.joined("or", Self::both, Expr::Or)
    }

    fn both(&mut self) -> Result<Read, Mistake> {
        self.joined("and", Self::negation, Expr::And)
    }

    fn joined(
        &mut self,
        word: &str,
        part: impl Fn(&mut Self) -> Result<Read, Mistake>,
        join: fn(Vec<Expr>) -> Expr,
    ) -> Result<Read, Mistake> {
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let spot = first.spot;
        let mut parts = vec![self.convert(first, Type::Truth)?];
        while self.take_word(word) {
            let next = part(self)?;
            parts.push(self.convert(next, Type::Truth)?);
        }
        Ok(Read { expr: join(parts), kind: Type::Truth, spot })
    }

    fn negation(&mut self) -> Result<Read, Mistake> {
        let spot = self.spot();
        if !self.take_word("not") {
            return self.comparison();
        }
        self.deeper(|parser| {
            let inner = parser.negation()?;
            let inner = parser.convert(inner, Type::Truth)?;
            Ok(Read { expr: Expr::Not(Box::new(inner)), kind: Type::Truth, spot })
        })
    }

    fn comparison(&mut self) -> Result<Read, Mistake> {
        let first = self.total()?;
        let mut rest = Vec::new();
        let spot = first.spot;
        while let Some(relation) = self.sign().and_then(|sign| of(RELATIONS, sign)) {
            self.next();
            let next = self.total()?;
            rest.push((relation, self.convert(next, Type::Number)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let first = self.convert(first, Type::Number)?;
        Ok(Read { expr: Expr::Compare(Box::new(first), rest), kind: Type::Truth, spot })
    }

    fn total(&mut self) -> Result<Read, Mistake> {
        self.chain(Self::term, &[("+", Operator::Plus), ("-", Operator::Minus)])
    }

    fn term(&mut self) -> Result<Read, Mistake> {
        let table = [("*", Operator::Times), ("/", Operator::Divide), ("mod", Operator::Modulo)];
        self.chain(Self::signed, &table)
    }

    fn chain(
        &mut self,
        part: impl Fn(&mut Self) -> Result<Read, Mistake>,
        operators: &[(&str, Operator)],
    ) -> Result<Read, Mistake> {
        let mut left = part(self)?;
        let mut length = 0;
        loop {
            let operator = match &self.token().sort {
                Sort::Sign(sign) => of(operators, sign),
                Sort::Word(word) => of(operators, word),
                _ => None,
            };
            let Some(operator) = operator else { return Ok(left) };
            length += 1;
            if length > 4 * MOST_NESTED {
                return Err(self.here("a sum of too many parts; expected `sum`"));
            }
            self.next();
            let right = part(self)?;
            let spot = left.spot;
            let left_number = self.convert(left, Type::Number)?;
            let right = self.convert(right, Type::Number)?;
            let expr = Expr::Arithmetic(operator, Box::new(left_number), Box::new(right));
            left = Read { expr, kind: Type::Number, spot };
        }
    }

    fn signed(&mut self) -> Result<Read, Mistake> {
        let spot = self.spot();
        if !self.take_sign("-") {
            return self.indexed();
        }
        self.deeper(|parser| {
            let inner = parser.signed()?;
            let inner = parser.convert(inner, Type::Number)?;
            let expr = Expr::Arithmetic(Operator::Minus, Box::new(Expr::Number(0)), Box::new(inner));
            Ok(Read { expr, kind: Type::Number, spot })
        })
    }

    fn indexed(&mut self) -> Result<Read, Mistake> {
        let read = self.atom()?;
        if !self.take_sign("[") {
            return Ok(read);
        }
        let spot = read.spot;
        let group = self.convert(read, Type::Group)?;
        let index = self.expect(Type::Number)?;
        self.need_sign("]")?;
        Ok(Read { expr: Expr::Item(Box::new(group), Box::new(index)), kind: Type::Number, spot })
    }

    fn atom(&mut self) -> Result<Read, Mistake> {
        let token = self.token().clone();
        let spot = token.spot;
        let read = |expr, kind| Ok(Read { expr, kind, spot });
        match token.sort {
            Sort::Number(number) => {
                self.next();
                read(Expr::Number(number), Type::Number)
            }
            Sort::Sign("(") => {
                self.next();
                let inner = self.implication()?;
                self.need_sign(")")?;
                Ok(inner)
            }
            Sort::Word(word) => {
                self.next();
                if self.sign() == Some("(") && FUNCTIONS.contains(&word.as_str()) {
                    return self.deeper(|parser| parser.call(&word, spot));
                }
                match self.named(&word) {
                    Some(Name::Slot(slot, kind)) => read(Expr::Slot(slot), kind),
                    Some(Name::Value(value)) => read(Expr::Number(value), Type::Number),
                    None if word == "clue" && self.has_clue => {
                        self.uses_clue = true;
                        read(Expr::Clue, Type::Number)
                    }
                    None if word == "cells" => read(Expr::Cells, Type::Group),
                    None if word == "if" => self.choice(spot),
                    None => Err(self.unknown(&word, spot)),
                }
            }
            _ => Err(self.mistake(spot, "expected a number, a name or `(`")),
        }
    }

    fn choice(&mut self, spot: Spot) -> Result<Read, Mistake> {
        self.deeper(|parser| {
            let condition = parser.expect(Type::Truth)?;
            parser.need_word("then")?;
            let yes = parser.expect(Type::Number)?;
            parser.need_word("else")?;
            let no = parser.expect(Type::Number)?;
            Ok(Read { expr: Expr::Choose(Box::new([condition, yes, no])), kind: Type::Number, spot })
        })
    }

    fn call(&mut self, word: &str, spot: Spot) -> Result<Read, Mistake> {
        if word == "if" {
            return self.choice(spot);
        }
        self.need_sign("(")?;
        let read = |expr, kind| Ok(Read { expr, kind, spot });
        if let Some(fold) = of(FOLDS, word) {
            let (expr, kind) = self.fold(fold)?;
            self.need_sign(")")?;
            return read(expr, kind);
        }
        let first = self.implication()?;
        let (wanted, second) = match word {
            "size" => (Type::Group, None),
            "abs" => (Type::Number, None),
            "position" | "before" | "after" => (Type::Cell, Some(Type::Group)),
            "distance" => (Type::Cell, Some(Type::Cell)),
            _ => (Type::Cell, None),
        };
        let first = Box::new(self.convert(first, wanted)?);
        let second = match second {
            Some(kind) => {
                self.need_sign(",")?;
                Some(Box::new(self.expect(kind)?))
            }
            None => None,
        };
        self.need_sign(")")?;
        match (word, second) {
            ("size", _) => read(Expr::Size(first), Type::Number),
            ("abs", _) => read(Expr::Abs(first), Type::Number),
            ("position", Some(group)) => read(Expr::Position(first, group), Type::Number),
            ("distance", Some(other)) => read(Expr::Distance(first, other), Type::Number),
            ("before", Some(group)) => read(Expr::Before(first, group), Type::Group),
            ("after", Some(group)) => read(Expr::After(first, group), Type::Group),
            ("around", _) => read(Expr::Around(first), Type::Group),
            ("beside", _) => read(Expr::Beside(first), Type::Group),
            _ => match of(GROUPS_OF, word) {
                Some(groups) => {
                    self.check_groups(groups, spot)?;
                    read(Expr::GroupOf(groups, first), Type::Group)
                }
                None => Err(self.unknown(word, spot)),
            },
        }
    }

    /// What stands in the brackets of `sum(...)` and the like.
    fn fold(&mut self, fold: Fold) -> Result<(Expr, Type), Mistake> {
        let kind = match fold {
            Fold::All | Fold::Any | Fold::Different => Type::Truth,
            _ => Type::Number,
        };
        if self.begins_each() {
            let scope = self.scope();
            let each = self.each()?;
            let body = if self.take_sign(":") {
                self.expect(if matches!(fold, Fold::Count | Fold::All | Fold::Any) {
                    Type::Truth
                } else {
                    Type::Number
                })?
            } else if each.names.len() == 1
                && matches!(fold, Fold::Different | Fold::Sum | Fold::Product | Fold::Least | Fold::Most)
            {
                self.held(each.slot).ok_or_else(|| self.here("expected `:` and what to look at"))?
            } else {
                return Err(self.here("expected `:` and what must hold"));
            };
            self.leave(scope);
            return Ok((Expr::Fold(fold, Arc::new(each), Box::new(body)), kind));
        }
        if matches!(fold, Fold::Count | Fold::All | Fold::Any) {
            return Err(self.here("expected a name and what it goes through, as in `c in row: c = 1`"));
        }
        let first = self.implication()?;
        if first.kind == Type::Group {
            let slot = self.fresh();
            let each =
                Each { slot, names: vec![String::new()], family: Family::Members(Box::new(first.expr)), only: None };
            return Ok((Expr::Fold(fold, Arc::new(each), Box::new(Expr::Held(Box::new(Expr::Slot(slot))))), kind));
        }
        let mut parts = vec![self.convert(first, Type::Number)?];
        while self.take_sign(",") {
            parts.push(self.expect(Type::Number)?);
        }
        match fold {
            Fold::Least => Ok((Expr::Least(parts), kind)),
            Fold::Most => Ok((Expr::Most(parts), kind)),
            _ => Err(self.here("expected several cells, such as a row")),
        }
    }

    fn held(&self, slot: usize) -> Option<Expr> {
        match self.kind_of(slot)? {
            Type::Number => Some(Expr::Slot(slot)),
            Type::Cell => Some(Expr::Held(Box::new(Expr::Slot(slot)))),
            _ => None,
        }
    }

    /// `c in row where c > 0`, `(a, b) in neighbours`
    pub(super) fn each(&mut self) -> Result<Each, Mistake> {
        let spot = self.spot();
        let mut names = Vec::new();
        if self.take_sign("(") {
            names.push(self.new_name()?);
            while self.take_sign(",") {
                names.push(self.new_name()?);
            }
            self.need_sign(")")?;
        } else {
            names.push(self.new_name()?);
        }
        self.need_word("in")?;
        let (family, kinds) = self.deeper(Self::family)?;
        if kinds.len() != names.len() {
            let message = match kinds.len() {
                1 => "this goes through one thing at a time; expected one name".to_owned(),
                many => format!("this goes through {many} things at a time; expected {many} names in brackets"),
            };
            return Err(self.mistake(spot, message));
        }
        let mut slot = None;
        for (name, kind) in names.iter().zip(kinds) {
            let own = self.enter(name, kind);
            slot = slot.or(Some(own));
        }
        let only = if self.take_word("where") { Some(self.expect(Type::Truth)?) } else { None };
        Ok(Each { slot: slot.unwrap_or(0), names, family, only })
    }

    fn family(&mut self) -> Result<(Family, Vec<Type>), Mistake> {
        let token = self.token().clone();
        let Sort::Word(word) = &token.sort else { return self.range_or_group() };
        let is_call = self.sign_after() == Some("(");
        if !is_call && let Some(groups) = of(GROUPS, word) {
            self.next();
            self.check_groups(groups, token.spot)?;
            return Ok((Family::Groups(groups), vec![Type::Group]));
        }
        let cells = |count| vec![Type::Cell; count];
        let simple = match word.as_str() {
            "cells" => (Family::Cells, cells(1)),
            "blocked" => (Family::Blocked, cells(1)),
            "neighbours" => (Family::Neighbours, cells(2)),
            "touching" => (Family::Touching, cells(2)),
            "upright" => (Family::Upright, cells(3)),
            "inverted" => (Family::Inverted, cells(3)),
            "stretches" | "blocks" | "pairs" | "steps" if is_call => return self.family_call(word),
            _ => return self.range_or_group(),
        };
        if matches!(simple.0, Family::Blocked) {
            self.check_blocked(token.spot)?;
        }
        self.next();
        Ok(simple)
    }

    fn family_call(&mut self, word: &str) -> Result<(Family, Vec<Type>), Mistake> {
        self.next();
        let spot = self.spot();
        self.need_sign("(")?;
        let found = match word {
            "stretches" => (Family::Stretches(Box::new(self.expect(Type::Number)?)), vec![Type::Group]),
            "blocks" => {
                let rows = self.expect(Type::Number)?;
                self.need_sign(",")?;
                let columns = self.expect(Type::Number)?;
                (Family::Blocks(Box::new(rows), Box::new(columns)), vec![Type::Group])
            }
            "steps" => (Family::Steps(Box::new(self.expect(Type::Group)?)), vec![Type::Cell; 2]),
            _ => {
                let spot = self.spot();
                let (family, kinds) = self.deeper(Self::family)?;
                let [kind] = kinds[..] else {
                    return Err(self.mistake(spot, "these are pairs already; expected single cells or groups"));
                };
                (Family::Pairs(Box::new(family)), vec![kind; 2])
            }
        };
        if let Family::Stretches(length) = &found.0 {
            self.need_fixed([&**length], spot)?;
        }
        if let Family::Blocks(rows, columns) = &found.0 {
            self.need_fixed([&**rows, &**columns], spot)?;
        }
        self.need_sign(")")?;
        Ok(found)
    }

    /// `1..n`, or the members of a group.
    fn range_or_group(&mut self) -> Result<(Family, Vec<Type>), Mistake> {
        let first = self.total()?;
        if first.kind == Type::Group {
            return Ok((Family::Members(Box::new(first.expr)), vec![Type::Cell]));
        }
        let spot = first.spot;
        let least = self.convert(first, Type::Number)?;
        if !self.take_sign("..") {
            return Err(self.mistake(spot, "expected a family such as `rows`, some cells, or a range such as `1..n`"));
        }
        let last = self.total()?;
        let most = self.convert(last, Type::Number)?;
        self.need_fixed([&least, &most], spot)?;
        Ok((Family::Range(Box::new(least), Box::new(most)), vec![Type::Number]))
    }

    /// A number, without comparisons.
    pub(super) fn bound(&mut self) -> Result<Expr, Mistake> {
        let read = self.total()?;
        self.convert(read, Type::Number)
    }

    fn unknown(&self, word: &str, spot: Spot) -> Mistake {
        let own = self.names();
        let known = own.iter().map(String::as_str).chain(FUNCTIONS.iter().copied());
        let known = known.chain(GROUPS.iter().map(|(name, _)| *name)).chain(["neighbours", "touching"]);
        let near = known.map(|known| (strsim::osa_distance(word, known), known)).min();
        let near = near.filter(|&(distance, known)| distance <= 2 && distance * 2 <= known.len());
        match near {
            Some((0, _)) if word == "if" => self.mistake(spot, "expected a number, a name or `(`"),
            Some((0, known)) => self.mistake(spot, format!("`{known}` cannot stand here")),
            Some((_, known)) => self.mistake(spot, format!("there is no `{word}` here; did you mean `{known}`?")),
            None if own.is_empty() => self.mistake(spot, format!("there is no `{word}` here")),
            None => {
                self.mistake(spot, format!("there is no `{word}` here; the names known here are {}", own.join(", ")))
            }
        }
    }
}
