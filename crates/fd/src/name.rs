//! What variables are called.

use std::borrow::Cow;

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
    /// The name of the variable with this number, unless it is given another.
    pub(crate) fn of_number(index: usize) -> Name {
        Name::Made([index, 0], |[index, _]| format!("x{index}"))
    }

    pub(crate) fn text(&self) -> Cow<'_, str> {
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
