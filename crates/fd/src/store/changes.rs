//! Which domains have changed since the last decision.
//!
//! First-fail among many thousand variables is then a tournament instead of a
//! scan. A branching that does not ask pays one predictable branch per change.

/// A list of variables, each once, kept only while a branching follows it.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    followed: bool,
    list: Vec<u32>,
    /// For each variable, whether it is in the list.
    listed: Vec<bool>,
}

impl Changes {
    /// Begins to keep the list, with all variables in it, or stops keeping it.
    pub(crate) fn follow(&mut self, followed: bool, variables: usize) {
        self.followed = followed;
        self.list.clear();
        self.listed.clear();
        if followed {
            self.list.extend(0..variables as u32);
            self.listed.resize(variables, true);
        }
    }

    pub(crate) fn are_followed(&self) -> bool {
        self.followed
    }

    /// The domain of a variable has changed.
    #[inline]
    pub(crate) fn note(&mut self, variable: usize) {
        if self.followed
            && let Some(listed) = self.listed.get_mut(variable)
            && !*listed
        {
            *listed = true;
            self.list.push(variable as u32);
        }
    }

    pub(crate) fn list(&self) -> &[u32] {
        &self.list
    }

    /// Empties the list: a decision was made.
    pub(crate) fn forget(&mut self) {
        for variable in self.list.drain(..) {
            self.listed[variable as usize] = false;
        }
    }
}
