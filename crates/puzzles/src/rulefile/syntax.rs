//! What a rule file says, as data.

/// Where something stands in a rule file: a line and a column, from 1, and how
/// many characters it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) width: usize,
}

/// A whole file.
#[derive(Debug)]
pub(super) struct RuleFile {
    pub(super) title: String,
    pub(super) name: String,
    /// The rules for people. The names of numbers in it are filled in.
    pub(super) rules_text: Template,
    /// The size, then the parameters: the first slots of every environment.
    pub(super) numbers: Vec<Parameter>,
    /// The sizes that people are offered.
    pub(super) made: Vec<i64>,
    pub(super) board: BoardShape,
    pub(super) values: Values,
    pub(super) rules: Vec<RuleLine>,
    pub(super) clues: Vec<ClueLine>,
    /// The text of a puzzle, and its first line.
    pub(super) example: Option<(String, usize)>,
    /// A short name for what the file says ([`crate::RulePage::hash`]).
    pub(super) hash: String,
    /// How many slots an environment needs.
    pub(super) slots: usize,
}

/// The size, or another number that a puzzle brings.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) says: String,
    pub(super) choices: Numbers,
    pub(super) usually: Expr,
}

/// The numbers to choose from.
#[derive(Debug)]
pub(super) enum Numbers {
    Range(Box<Expr>, Box<Expr>),
    List(Vec<i64>),
}

#[derive(Debug)]
pub(super) struct BoardShape {
    pub(super) shape: Shape,
    pub(super) has_blocked: bool,
    pub(super) regions: Option<Regions>,
    pub(super) has_cages: bool,
    pub(super) has_lines: bool,
}

impl BoardShape {
    /// Whether a puzzle brings parts of its board.
    pub(super) fn has_parts(&self) -> bool {
        self.has_blocked || self.regions.is_some() || self.has_cages || self.has_lines
    }
}

#[derive(Debug)]
pub(super) enum Shape {
    Grid(Expr, Expr),
    Triangle(Expr),
}

/// What regions a puzzle brings.
#[derive(Debug)]
pub(super) enum Regions {
    /// Any.
    Any,
    /// So many.
    Count(Expr),
}

/// What a cell can hold.
#[derive(Debug)]
pub(super) struct Values {
    /// The slot that holds the cell while the bounds are worked out.
    pub(super) cell: usize,
    pub(super) least: Expr,
    pub(super) most: Expr,
    /// Values with names.
    pub(super) named: Vec<Named>,
}

/// A value with a name, and how it is written.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: i32,
    pub(super) sign: String,
    /// What follows "is": `a star`.
    pub(super) says: String,
}

/// A rule that always holds.
#[derive(Debug)]
pub(super) struct RuleLine {
    pub(super) name: String,
    /// Whether it follows from the others.
    pub(super) implied: bool,
    pub(super) each: Vec<Each>,
    pub(super) demand: Demand,
}

/// What a puzzle may give.
#[derive(Debug)]
pub(super) struct ClueLine {
    pub(super) name: String,
    pub(super) each: Vec<Each>,
    /// The numbers that it may be; those of the cells if there is no range.
    pub(super) range: Option<(Expr, Expr)>,
    /// Whether its clues are given as a whole, and never left out one by one.
    pub(super) always: bool,
    /// What it demands, for each of its marks; a single one without a mark if
    /// it is a number only.
    pub(super) meanings: Vec<Meaning>,
    /// What it demands where nothing is given.
    pub(super) none: Option<Demand>,
}

/// What a clue with this mark demands.
#[derive(Debug)]
pub(super) struct Meaning {
    pub(super) mark: String,
    /// Whether a number belongs to it.
    pub(super) number: bool,
    pub(super) demand: Demand,
}

/// What must hold, and how it is said.
#[derive(Debug)]
pub(super) struct Demand {
    pub(super) holds: Expr,
    pub(super) says: Option<Template>,
    pub(super) fails: Option<Template>,
}

/// A sentence with names to be filled in.
#[derive(Debug, Clone)]
pub(super) struct Template(pub(super) Vec<Piece>);

#[derive(Debug, Clone)]
pub(super) enum Piece {
    Text(String),
    /// What a slot holds, by its name.
    Slot(usize),
    Clue,
    /// One word after 1, another after other numbers. `None` is the clue.
    Plural(Option<usize>, String, String),
}

/// One or several names for the members of a family, one after the other.
#[derive(Debug)]
pub(super) struct Each {
    /// The first slot; the others follow.
    pub(super) slot: usize,
    pub(super) names: Vec<String>,
    pub(super) family: Family,
    pub(super) only: Option<Expr>,
}

/// A family of places or numbers.
#[derive(Debug)]
pub(super) enum Family {
    Cells,
    Blocked,
    Neighbours,
    Touching,
    Upright,
    Inverted,
    /// Groups that the board alone determines.
    Groups(Groups),
    Stretches(Box<Expr>),
    Blocks(Box<Expr>, Box<Expr>),
    Pairs(Box<Family>),
    Steps(Box<Expr>),
    Range(Box<Expr>, Box<Expr>),
    Members(Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Groups {
    Rows,
    Columns,
    Boxes,
    Regions,
    Cages,
    Lines,
    Diagonals,
    Views,
    Runs,
    Falling,
    Rising,
}

/// What an expression stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Truth,
    Cell,
    Group,
}

impl Type {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Truth => "something that is true or false",
            Type::Cell => "a cell",
            Type::Group => "several cells",
        }
    }
}

#[derive(Debug, Clone)]
pub(super) enum Expr {
    Number(i64),
    /// A name: what it stands for is in the environment.
    Slot(usize),
    Clue,
    /// The number that a cell holds.
    Held(Box<Expr>),
    /// The number that the member of a group at a position from 1 holds.
    Item(Box<Expr>, Box<Expr>),
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    Abs(Box<Expr>),
    Least(Vec<Expr>),
    Most(Vec<Expr>),
    Choose(Box<[Expr; 3]>),
    Fold(Fold, std::sync::Arc<Each>, Box<Expr>),
    Size(Box<Expr>),
    Position(Box<Expr>, Box<Expr>),
    Distance(Box<Expr>, Box<Expr>),
    /// Two numbers or more, each related to the next.
    Compare(Box<Expr>, Vec<(Relation, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    /// All cells.
    Cells,
    Around(Box<Expr>),
    Beside(Box<Expr>),
    Before(Box<Expr>, Box<Expr>),
    After(Box<Expr>, Box<Expr>),
    /// The group of a family that a cell belongs to.
    GroupOf(Groups, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    Differs,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Sum,
    Product,
    Count,
    Least,
    Most,
    All,
    Any,
    Different,
}
