//! A file as a model and a way to search it: for [`Problem::solve`], and for whoever watches a search, records its
//! tree or compares labellings.

use crate::solve::{Options, Problem};
use fd::{
    Branching, FirstFail, Labelling, Limits, Luby, Model, Recorder, Search, Selection, Sequencing, Space, TreeNode, Var,
};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// The conflicts of the shortest run of a free search.
const CONFLICTS: u64 = 100;

/// What is to be made as small, or as great, as can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objective {
    /// The variable.
    pub var: Var,
    /// Whether small is better.
    pub minimised: bool,
}

/// The model of a file, and how it is searched.
///
/// Its variables have the names of the file: that of a declaration, or, for what MiniZinc has introduced, that of a
/// member of an array, such as `queens[3]`.
///
/// ```
/// use fd::{Limits, Space};
/// use fzn::{Options, Problem};
/// let problem = Problem::read(
///     "var 1..3: a :: output_var; var 1..3: b :: output_var;
///      constraint int_lt(a, b);
///      solve :: int_search([a, b], input_order, indomain_max, complete) satisfy;",
/// )?;
/// let posed = problem.posed(&Options::default());
/// assert_eq!(posed.shown.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
/// let model = posed.model.clone();
/// let mut space = Space::new(&model);
/// let mut lines = Vec::new();
/// let mut search = posed.recorded(&mut space, Limits::none(), |_: &Space, node| {
///     let decision = node.decision.map(|it| format!("{} {} {}", model.name_of(it.var), it.relation, it.value));
///     lines.push((decision.unwrap_or_default(), node.fate));
/// });
/// while search.step() {}
/// drop(search);
/// assert_eq!(lines[1], ("a = 2".to_owned(), fd::Fate::Solved));
/// # Ok::<(), fzn::Error>(())
/// ```
pub struct Posed<'p> {
    /// The variables and constraints.
    pub model: Cow<'p, Model>,
    /// How it decides.
    pub branching: Box<dyn Branching>,
    /// When it begins again, if it does.
    pub restarts: Option<Luby>,
    /// What is to be made as small, or as great, as can be.
    pub objective: Option<Objective>,
    /// Where several solutions are wanted: the variables in which they differ.
    pub distinct: Option<Vec<Var>>,
    /// What a solution shows, in the order of the file: each variable with its name. If the file says nothing of
    /// output, all that MiniZinc has not introduced.
    pub shown: Vec<(String, Var)>,
}

impl fmt::Debug for Posed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posed").field("objective", &self.objective).finish_non_exhaustive()
    }
}

impl Posed<'_> {
    /// The search, in a new space of the model.
    pub fn search<'s>(self, space: &'s mut Space, limits: Limits<'s>) -> Search<'s, Box<dyn Branching>> {
        let Posed { branching, restarts, objective, distinct, .. } = self;
        begin(Search::new(space, branching, limits), restarts, objective, distinct)
    }

    /// The same search, each node of which is told when its fate is known. It can also be gone through node by
    /// node, with [`Search::step`].
    pub fn recorded<'s, F: FnMut(&Space, TreeNode)>(
        self,
        space: &'s mut Space,
        limits: Limits<'s>,
        tell: F,
    ) -> Search<'s, Recorder<Box<dyn Branching>, F>> {
        let Posed { branching, restarts, objective, distinct, shown, .. } = self;
        let shown: Vec<Var> = shown.into_iter().map(|(_, x)| x).collect();
        begin(Search::new(space, Recorder::new(branching, &shown, tell), limits), restarts, objective, distinct)
    }
}

fn begin<B: Branching>(
    search: Search<'_, B>,
    restarts: Option<Luby>,
    objective: Option<Objective>,
    distinct: Option<Vec<Var>>,
) -> Search<'_, B> {
    let search = search.restarting(restarts);
    match objective {
        Some(Objective { var, minimised: true }) => search.minimising(var),
        Some(Objective { var, minimised: false }) => search.maximising(var),
        None => match distinct {
            Some(vars) => search.distinct_in(&vars),
            None => search,
        },
    }
}

impl Problem {
    /// The model of the file, and how these options have it searched.
    pub fn posed(&self, options: &Options) -> Posed<'_> {
        let (model, branching) = match options.labelling {
            Some(labelling) => (Cow::Borrowed(&self.model), self.labelled(labelling, options)),
            None => self.branching(options),
        };
        // Many solutions one after the other need no restarts, which would forget where it was.
        let several = self.wants_several(options);
        let restarts = (self.is_free(options) && !several).then(|| Luby::of(CONFLICTS));
        let distinct = several.then(|| self.stated.clone());
        Posed { model, branching, restarts, objective: self.objective, distinct, shown: self.shown.clone() }
    }

    /// Whether more than one solution is wanted, all as good as each other.
    fn wants_several(&self, options: &Options) -> bool {
        self.objective.is_none() && (options.all || options.solutions.is_some_and(|most| most > 1))
    }

    /// Whether it searches as it thinks best: if it is told to, or not told how.
    fn is_free(&self, options: &Options) -> bool {
        options.labelling.is_none() && (options.free || self.annotated.vars().is_empty())
    }

    /// All variables, those first in which solutions differ.
    fn in_order(&self) -> Vec<Var> {
        let mut seen = HashSet::new();
        self.stated.iter().chain(&self.vars).copied().filter(|x| seen.insert(*x)).collect()
    }

    /// What a search decides about: what the annotations name, or else all that does not follow from other
    /// variables. Names of one variable are one.
    ///
    /// Where several solutions are wanted, only of those in which they differ.
    fn decided(&self, options: &Options) -> Vec<Var> {
        let named = Some(self.annotated.vars()).filter(|vars| !vars.is_empty());
        let mut vars = named.unwrap_or_else(|| self.decisions.clone());
        let mut seen = HashSet::new();
        vars.retain(|x| seen.insert(*x));
        if self.wants_several(options) {
            let stated: HashSet<Var> = self.stated.iter().copied().collect();
            vars.retain(|x| stated.contains(x));
        }
        vars
    }

    /// By this labelling instead of what the annotations say.
    fn labelled(&self, labelling: Labelling, options: &Options) -> Box<dyn Branching> {
        Box::new(
            labelling.over(&self.decided(options)).seed(options.seed).then(Labelling::default().over(&self.in_order())),
        )
    }

    /// How it is searched, and the model with what that search needs.
    ///
    /// A free search decides the order of tasks first, where there are any; then it labels the rest by the conflicts
    /// it meets.
    fn branching(&self, options: &Options) -> (Cow<'_, Model>, Box<dyn Branching>) {
        if !self.is_free(options) {
            let asked = self.annotated.fixed(&self.in_order(), self.objective, options.seed);
            return (Cow::Borrowed(&self.model), Box::new(asked));
        }
        let first = FirstFail::over(&self.decided(options)).weighted().preferring(self.annotated.warm.iter().copied());
        let rest = crate::search::Annotated::default().fixed(&self.in_order(), self.objective, options.seed);
        let labelling = first.near_solutions().then(rest);
        let starts = self.disjunctions.starts();
        if starts.is_empty() {
            return (Cow::Borrowed(&self.model), Box::new(labelling));
        }
        let mut model = self.model.clone();
        let orders = Sequencing::over(self.disjunctions.post(&mut model)).near_solutions();
        // With the orders known, each task mostly begins as early as it can.
        let earliest = Labelling::default().select(Selection::Min).over(&starts);
        (Cow::Owned(model), Box::new(orders.then(earliest).then(labelling)))
    }
}
