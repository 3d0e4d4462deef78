//! The statements of a rule file: its header, its board, its rules and its clues.

use super::mistake::Mistake;
use super::parser::{Has, Name, Parser};
use super::syntax::{
    BoardShape, ClueLine, Demand, Each, Expr, Meaning, Named, Numbers, Parameter, Piece, Regions, RuleFile, RuleLine,
    Shape, Spot, Template, Type, Values,
};
use super::tokens::Sort;

/// How many rules and clues a file may have.
const MOST_LINES: usize = 60;
/// The words that no kind may be named by: commands have them for themselves.
const RESERVED: &[&str] = &["new", "check"];

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Result<RuleFile, Mistake> {
        let (title, name) = self.header()?;
        self.need_start("rules", " and tells them in a text")?;
        let (rules_text, rules_spot) = self.text("the rules for people")?;
        self.need_start("size", ", such as `size n: 4..9, usually 5`")?;
        let mut made = Vec::new();
        let mut numbers = vec![self.parameter(Some(&mut made))?];
        while self.take_start("parameter") {
            let parameter = self.parameter(None)?;
            numbers.push(parameter);
        }
        let rules_text = self.template(&rules_text, rules_spot)?;
        self.need_start("board", ", such as `board grid n x n`")?;
        let board = self.board()?;
        self.need_start("values", ", such as `values 1..n`")?;
        let values = self.values()?;
        let (mut rules, mut clues): (Vec<RuleLine>, Vec<ClueLine>) = (Vec::new(), Vec::new());
        loop {
            let spot = self.spot();
            let implied = self.begins("implied");
            if self.take_start("rule") || self.take_start("implied") {
                let rule = self.rule(implied)?;
                rules.push(rule);
            } else if self.take_start("clue") {
                let clue = self.clue()?;
                clues.push(clue);
            } else if self.token().sort == Sort::End {
                break;
            } else {
                return Err(
                    self.here(format!("expected a line that begins with `rule`, `clue` or `example`{}", self.found()))
                );
            }
            if rules.len() + clues.len() > MOST_LINES {
                return Err(self.mistake(spot, format!("at most {MOST_LINES} rules and clues are read")));
            }
            let names = || rules.iter().map(|rule| &rule.name).chain(clues.iter().map(|clue| &clue.name));
            if names().enumerate().any(|(at, name)| name == "value" || names().skip(at + 1).any(|other| other == name))
            {
                return Err(self.mistake(spot, "there is a rule or clue of this name already; expected another name"));
            }
        }
        if rules.is_empty() && clues.is_empty() {
            return Err(self.here("there is no rule; expected a line that begins with `rule`"));
        }
        Ok(RuleFile {
            title,
            name,
            rules_text,
            numbers,
            made,
            board,
            values,
            rules,
            clues,
            example: None,
            hash: String::new(),
            slots: 0,
        })
    }

    fn header(&mut self) -> Result<(String, String), Mistake> {
        self.need_start("puzzle", " and names it, such as `puzzle Star Battle`")?;
        let (header, spot) = self.text("the name of the puzzle")?;
        let (title, name) = match header.rsplit_once(" as ") {
            Some((title, name)) => (title.trim().to_owned(), name.trim().to_owned()),
            None => (header.clone(), header.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect()),
        };
        if title.is_empty() || title.chars().count() > 40 {
            return Err(self.mistake(spot, "expected the name of the puzzle, of at most 40 characters"));
        }
        if name.is_empty() || name.len() > 24 || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            let message = "expected a name of the letters a to z for commands, such as `puzzle Str8ts as straights`";
            return Err(self.mistake(spot, message));
        }
        if RESERVED.contains(&name.as_str()) {
            return Err(self.mistake(spot, format!("`{name}` is a word of the command; expected another name")));
        }
        Ok((title, name))
    }

    /// `n: 4..9, usually 5, made 4..7, says "..."`
    fn parameter(&mut self, mut made: Option<&mut Vec<i64>>) -> Result<Parameter, Mistake> {
        let spot = self.spot();
        let name = self.new_name()?;
        self.check_field(&name, spot)?;
        self.need_sign(":")?;
        let choices = self.numbers()?;
        let mut says = String::new();
        let mut usually = match &choices {
            Numbers::List(list) => Expr::Number(list[0]),
            Numbers::Range(least, _) => (**least).clone(),
        };
        while self.take_sign(",") {
            if self.take_word("usually") {
                usually = self.bound()?;
            } else if self.take_word("says") {
                says = self.text("what the number means")?.0;
            } else if let Some(made) = made.as_mut().filter(|_| self.is_word("made")) {
                let spot = self.spot();
                self.next();
                **made = match self.numbers()? {
                    Numbers::List(list) => list,
                    Numbers::Range(least, most) => match (*least, *most) {
                        (Expr::Number(least), Expr::Number(most)) if most - least < 100 => (least..=most).collect(),
                        _ => return Err(self.mistake(spot, "expected at most 100 sizes, as numbers")),
                    },
                };
            } else {
                return Err(self.here(format!("expected `usually`, `made` or `says`{}", self.found())));
            }
        }
        self.enter(&name, Type::Number);
        Ok(Parameter { name, says, choices, usually })
    }

    /// `4..9`, or `4, 6, 9`
    fn numbers(&mut self) -> Result<Numbers, Mistake> {
        let first = self.bound()?;
        if self.take_sign("..") {
            return Ok(Numbers::Range(Box::new(first), Box::new(self.bound()?)));
        }
        let Expr::Number(first) = first else {
            return Err(self.here("expected `..` and the greatest number"));
        };
        let mut list = vec![first];
        while self.sign() == Some(",") && matches!(self.sort_after(), Some(Sort::Number(_))) {
            self.next();
            list.push(self.number()?);
        }
        if !list.is_sorted_by(|a, b| a < b) {
            return Err(self.here("expected numbers that get larger"));
        }
        Ok(Numbers::List(list))
    }

    fn board(&mut self) -> Result<BoardShape, Mistake> {
        let spot = self.spot();
        let shape = match self.word("`grid` or `triangle`")?.as_str() {
            "grid" => {
                let rows = self.bound()?;
                self.need_word("x")?;
                Shape::Grid(rows, self.bound()?)
            }
            "triangle" => Shape::Triangle(self.bound()?),
            other => return Err(self.mistake(spot, format!("expected `grid` or `triangle`, found `{other}`"))),
        };
        let grid = matches!(shape, Shape::Grid(..));
        let mut board = BoardShape { shape, has_blocked: false, regions: None, has_cages: false, has_lines: false };
        if self.take_word("with") {
            loop {
                self.part(&mut board)?;
                if !self.take_sign(",") {
                    break;
                }
            }
        }
        let BoardShape { has_blocked: blocked, has_cages: cages, has_lines: lines, .. } = board;
        if !grid && (blocked || cages || lines || board.regions.is_some()) {
            return Err(self.mistake(spot, "a triangle has no blocked cells, regions, cages or lines"));
        }
        self.board = Some(Has { grid, blocked, regions: board.regions.is_some(), cages, lines });
        Ok(board)
    }

    fn part(&mut self, board: &mut BoardShape) -> Result<(), Mistake> {
        let spot = self.spot();
        match self.word("`blocked`, `regions`, `cages` or `lines`")?.as_str() {
            "blocked" => board.has_blocked = true,
            "cages" => board.has_cages = true,
            "lines" => board.has_lines = true,
            "regions" => {
                let is_end = matches!(self.token().sort, Sort::Start(_) | Sort::End | Sort::Sign(","));
                board.regions = Some(if is_end { Regions::Any } else { Regions::Count(self.bound()?) });
            }
            other => {
                let message = format!("expected `blocked`, `regions`, `cages` or `lines`, found `{other}`");
                return Err(self.mistake(spot, message));
            }
        }
        Ok(())
    }

    fn values(&mut self) -> Result<Values, Mistake> {
        let scope = self.scope();
        let cell = self.enter("cell", Type::Cell);
        let is_named = matches!(self.token().sort, Sort::Word(_)) && self.sign_after() == Some("=");
        if !is_named {
            let spot = self.spot();
            let least = self.bound()?;
            self.need_sign("..")?;
            let most = self.bound()?;
            self.leave(scope);
            self.need_fixed([&least, &most], spot)?;
            return Ok(Values { cell, least, most, named: Vec::new() });
        }
        let mut named: Vec<Named> = Vec::new();
        loop {
            let spot = self.spot();
            let name = self.new_name()?;
            self.need_sign("=")?;
            let value = self.number()?;
            let mut sign = value.to_string();
            if self.take_word("as") {
                sign = self.text("a letter or sign")?.0;
            }
            let fits = sign.chars().count() <= 2 && !sign.is_empty() && !sign.contains(|c: char| c.is_whitespace());
            if !fits || matches!(sign.as_str(), "." | "_" | "%") {
                return Err(self.mistake(spot, "expected one or two letters or signs, but no blank, dot or percent"));
            }
            if named.last().is_some_and(|last| i64::from(last.value) + 1 != value) || value.abs() > 1000 {
                return Err(self.mistake(spot, "expected values that follow on one another, such as 0, 1, 2"));
            }
            let says = if self.take_word("says") { self.text("what follows `is`")?.0 } else { name.clone() };
            named.push(Named { name, value: value as i32, sign, says });
            if !self.take_sign(",") {
                break;
            }
        }
        self.leave(scope);
        named.iter().for_each(|named| self.name_value(&named.name, i64::from(named.value)));
        let bound = |named: Option<&Named>| Expr::Number(named.map_or(0, |named| i64::from(named.value)));
        Ok(Values { cell, least: bound(named.first()), most: bound(named.last()), named })
    }

    fn each_of_line(&mut self) -> Result<Vec<Each>, Mistake> {
        let mut each = Vec::new();
        if self.take_word("at") {
            loop {
                let spot = self.spot();
                let next = self.each()?;
                self.need_fixed(&next.only, spot)?;
                each.push(next);
                if !self.take_sign(",") {
                    break;
                }
            }
        }
        Ok(each)
    }

    fn rule(&mut self, implied: bool) -> Result<RuleLine, Mistake> {
        let name = self.word("the name of the rule")?;
        let scope = self.scope();
        let each = self.each_of_line()?;
        self.need_sign(":")?;
        let demand = self.demand()?;
        self.leave(scope);
        Ok(RuleLine { name, implied, each, demand })
    }

    fn demand(&mut self) -> Result<Demand, Mistake> {
        let holds = self.expect(Type::Truth)?;
        let mut demand = Demand { holds, says: None, fails: None };
        loop {
            let (is_says, is_fails) = (self.take_word("says"), self.is_word("fails"));
            if !is_says && !is_fails {
                return Ok(demand);
            }
            if is_fails {
                self.next();
            }
            let (text, spot) = self.text("a sentence")?;
            let template = Some(self.template(&text, spot)?);
            if is_says { demand.says = template } else { demand.fails = template }
        }
    }

    fn clue(&mut self) -> Result<ClueLine, Mistake> {
        let spot = self.spot();
        let name = self.word("the name of the clue")?;
        self.check_field(&name, spot)?;
        let scope = self.scope();
        let each = self.each_of_line()?;
        let mut clue = ClueLine { name, each, range: None, always: false, meanings: Vec::new(), none: None };
        if self.take_word("of") {
            let spot = self.spot();
            let least = self.bound()?;
            self.need_sign("..")?;
            let most = self.bound()?;
            self.need_fixed([&least, &most], spot)?;
            clue.range = Some((least, most));
        }
        clue.always = self.take_word("always");
        self.need_sign(":")?;
        self.has_clue = true;
        self.uses_clue = false;
        let spot = self.spot();
        if !matches!(self.token().sort, Sort::Text(_)) {
            let demand = self.demand()?;
            if !self.uses_clue {
                return Err(self.mistake(spot, "this says nothing about the clue; expected `clue` in it"));
            }
            clue.meanings.push(Meaning { mark: String::new(), number: true, demand });
        }
        while let Sort::Text(mark) = self.token().sort.clone() {
            let spot = self.spot();
            self.next();
            let fits = mark.chars().count() <= 2 && !mark.contains(|c: char| c.is_whitespace() || c.is_ascii_digit());
            if !fits || matches!(mark.as_str(), "." | "_" | "%") || clue.meanings.iter().any(|own| own.mark == mark) {
                return Err(self.mistake(spot, "expected a mark of one or two signs that no other has"));
            }
            self.need_word("means")?;
            self.uses_clue = false;
            let demand = self.demand()?;
            clue.meanings.push(Meaning { mark, number: self.uses_clue, demand });
        }
        if self.take_word("none") {
            self.need_word("means")?;
            self.has_clue = false;
            clue.none = Some(self.demand()?);
        }
        self.has_clue = false;
        self.leave(scope);
        Ok(clue)
    }

    /// Texts with `{row}` and `{clue:star|stars}` in them.
    fn template(&self, text: &str, spot: Spot) -> Result<Template, Mistake> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            pieces.push(Piece::Text(before.to_owned()));
            let Some((inside, after)) = after.split_once('}') else {
                return Err(self.mistake(spot, "a `{` without `}` in this text"));
            };
            rest = after;
            let (name, words) = inside.split_once(':').map_or((inside, None), |(name, words)| (name, Some(words)));
            let slot = match self.named(name) {
                Some(Name::Slot(slot, kind)) if words.is_none() || kind == Type::Number => Some(slot),
                _ if name == "clue" && self.has_clue => None,
                _ => return Err(self.mistake(spot, format!("there is no `{name}` that could be filled in here"))),
            };
            pieces.push(match (words.map(|words| words.split_once('|')), slot) {
                (None, None) => Piece::Clue,
                (None, Some(slot)) => Piece::Slot(slot),
                (Some(Some((one, many))), slot) => Piece::Plural(slot, one.to_owned(), many.to_owned()),
                (Some(None), _) => {
                    return Err(self.mistake(spot, "expected two words, as in `{clue:star|stars}`"));
                }
            });
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Template(pieces))
    }

    /// Refuses what depends on what the cells hold.
    pub(super) fn need_fixed<'e>(&self, parts: impl IntoIterator<Item = &'e Expr>, spot: Spot) -> Result<(), Mistake> {
        if parts.into_iter().all(Expr::is_fixed) {
            return Ok(());
        }
        Err(self.mistake(spot, "this depends on what cells hold; expected what is known from the beginning"))
    }
}
