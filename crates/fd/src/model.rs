//! Variables and constraints as data.

use crate::views::View;
use crate::{Constraint, Domain, Var};
use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A problem: variables with their domains, and the constraints between them.
///
/// A model is plain data; [`Space`](crate::Space) is a model being searched.
#[derive(Debug, Clone)]
pub struct Model {
    id: u32,
    domains: Vec<Domain>,
    names: Vec<Name>,
    pub(crate) constraints: Vec<Arc<dyn Constraint>>,
    pub(crate) views: Vec<View>,
}

static NEXT_ID: AtomicU32 = AtomicU32::new(0);

impl Default for Model {
    fn default() -> Model {
        // The number only tells models apart; nothing else depends on it.
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Model { id, domains: Vec::new(), names: Vec::new(), constraints: Vec::new(), views: Vec::new() }
    }
}

impl Model {
    /// A model with nothing in it.
    pub fn new() -> Model {
        Model::default()
    }

    /// A model with the same variables (they may be used in both) and no constraint.
    #[must_use]
    pub fn like(other: &Model) -> Model {
        Model { constraints: Vec::new(), ..other.clone() }
    }

    /// A new variable: `model.var(1..=9)?`, `model.var([2, 3, 5])?`.
    ///
    /// # Errors
    /// When the domain is empty, or its values are out of range or too many.
    pub fn var<D>(&mut self, domain: D) -> Result<Var, ModelError>
    where
        D: TryInto<Domain>,
        ModelError: From<D::Error>,
    {
        self.add(domain.try_into()?)
    }

    pub(crate) fn add(&mut self, domain: Domain) -> Result<Var, ModelError> {
        let index = u32::try_from(self.domains.len()).map_err(|_| ModelError::TooManyVariables)?;
        self.names.push(Name::Made([self.domains.len(), 0], |[index, _]| format!("x{index}")));
        self.domains.push(domain);
        Ok(Var { index, model: self.id })
    }

    /// As many new variables as wanted, all with the same domain.
    ///
    /// # Errors
    /// As [`Model::var`].
    pub fn vars<D>(&mut self, count: usize, domain: D) -> Result<Vec<Var>, ModelError>
    where
        D: TryInto<Domain>,
        ModelError: From<D::Error>,
    {
        let domain = domain.try_into()?;
        self.names.reserve(count);
        self.domains.reserve(count);
        let mut vars = Vec::with_capacity(count);
        for _ in 0..count {
            vars.push(self.add(domain.clone())?);
        }
        Ok(vars)
    }

    /// A new variable that is 0 or 1.
    ///
    /// # Errors
    /// When there are too many variables.
    pub fn boolean(&mut self) -> Result<Var, ModelError> {
        self.var(0..=1)
    }

    /// Names a variable of this model, for exports and traces; without this it is
    /// `x` and its number.
    pub fn name(&mut self, x: Var, name: impl Into<Name>) {
        if self.owns(x) {
            self.names[x.index()] = name.into();
        }
    }

    /// Adds a constraint.
    ///
    /// # Errors
    /// When it names a variable of another model, or its parts do not fit together.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> Result<(), ModelError> {
        self.post_shared(Arc::new(constraint))
    }

    /// Adds a constraint that other models may have, too.
    ///
    /// # Errors
    /// As [`Model::post`].
    pub fn post_shared(&mut self, constraint: Arc<dyn Constraint>) -> Result<(), ModelError> {
        if !constraint.scope().iter().all(|&x| self.owns(x)) {
            return Err(ModelError::ForeignVariable { constraint: constraint.name() });
        }
        if !constraint.takes_intervals()
            && let Some(x) = constraint.scope().into_iter().find(|&x| self.domain(x).is_interval())
        {
            let problem = format!("it needs sets of values, but {} is kept as an interval", self.name_of(x));
            return Err(ModelError::Malformed { constraint: constraint.name(), problem });
        }
        constraint.check(self)?;
        self.constraints.push(constraint);
        Ok(())
    }

    /// Whether `x` is a variable of this model.
    pub fn owns(&self, x: Var) -> bool {
        x.model == self.id && x.index() < self.domains.len()
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.domains.len()
    }

    /// All variables in order of creation.
    pub fn all_vars(&self) -> impl Iterator<Item = Var> + use<> {
        let model = self.id;
        (0..self.domains.len() as u32).map(move |index| Var { index, model })
    }

    /// What `x` may be before any constraint is looked at.
    ///
    /// # Panics
    /// When `x` is a variable of another model.
    pub fn domain(&self, x: Var) -> &Domain {
        assert!(self.owns(x), "{x:?} is a variable of another model");
        &self.domains[x.index()]
    }

    /// The name of `x`.
    ///
    /// # Panics
    /// When `x` is a variable of another model.
    pub fn name_of(&self, x: Var) -> Cow<'_, str> {
        assert!(self.owns(x), "{x:?} is a variable of another model");
        self.names[x.index()].text()
    }

    /// The constraints in order of posting.
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.constraints
    }

    /// Whether `value` satisfies every domain and constraint.
    pub fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.all_vars().all(|x| self.domain(x).contains(value(x)))
            && self.constraints.iter().all(|constraint| constraint.holds(value))
    }

    /// Gains the variables that `other`, which began with the same, has beyond them.
    pub(crate) fn take_variables(&mut self, other: &Model) {
        let own = self.domains.len();
        self.domains.extend_from_slice(&other.domains[own..]);
        self.names.extend_from_slice(&other.names[own..]);
        self.views.clone_from(&other.views);
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }
}

/// The name of a variable.
///
/// Most names are never read. One can be left as the numbers that it is made
/// of: writing out the names of a small board takes as long as solving it.
#[derive(Debug, Clone)]
pub enum Name {
    /// Written out.
    Text(Box<str>),
    /// To be written out by the function, when it is asked for.
    Made([usize; 2], fn([usize; 2]) -> String),
}

impl Name {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Name::Text(text) => Cow::Borrowed(text),
            Name::Made(numbers, write) => Cow::Owned(write(*numbers)),
        }
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name::Text(text.into())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::Text(text.into())
    }
}

impl From<Infallible> for ModelError {
    fn from(never: Infallible) -> ModelError {
        match never {}
    }
}

/// A model that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable needs at least one value.
    #[error("a variable with no value: the domain is empty")]
    EmptyDomain,
    /// The least and the greatest value are too far apart for a bitset.
    #[error("a domain from {min} to {max} spans {} values; at most {} are supported, but for an interval", i64::from(*max) - i64::from(*min) + 1, crate::Domain::MAX_SPAN)]
    DomainTooWide {
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// Values beyond ±2^30 are refused, so that differences of values fit 32 bits.
    #[error("value {value} is out of range: values go from -{limit} to {limit}", limit = crate::Domain::MAX_VALUE)]
    ValueOutOfRange {
        /// The offending value.
        value: i64,
    },
    /// Products or sums of the constraint could leave 64 bits.
    #[error("{constraint}: coefficients are so large that sums could overflow 64 bits")]
    Overflow {
        /// The name of the constraint.
        constraint: &'static str,
    },
    /// A variable that belongs to another model.
    #[error("{constraint}: a variable belongs to another model")]
    ForeignVariable {
        /// The name of the constraint.
        constraint: &'static str,
    },
    /// The parts of a constraint do not fit together.
    #[error("{constraint}: {problem}")]
    Malformed {
        /// The name of the constraint.
        constraint: &'static str,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// More variables than can be numbered.
    #[error("more than {} variables", u32::MAX)]
    TooManyVariables,
}
