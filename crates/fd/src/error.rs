//! What can be wrong with a model.

/// A model that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable needs at least one value.
    #[error("a variable with no value: the domain is empty")]
    EmptyDomain,
    /// The least and the greatest value are too far apart for a bitset.
    #[error("a domain from {min} to {max} spans {} values; at most {} are supported", i64::from(*max) - i64::from(*min) + 1, crate::Domain::MAX_SPAN)]
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
