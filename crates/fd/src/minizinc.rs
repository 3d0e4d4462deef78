//! The same model in MiniZinc, for other solvers.

use crate::{Constraint, Model, ModelError, Var};
use std::fmt::Write as _;
use std::sync::Arc;

impl Model {
    /// The model as a self-contained MiniZinc file.
    ///
    /// Variable number `i` is called `xi` there; its name stands in a comment.
    /// A constraint that MiniZinc has no words for is decomposed first, which
    /// may add variables after those of this model.
    ///
    /// # Errors
    /// When a constraint can neither be said in MiniZinc nor decomposed.
    pub fn to_minizinc(&self) -> Result<String, ModelError> {
        let model = self.in_simple_terms()?;
        let mut out = String::from("include \"alldifferent.mzn\";\ninclude \"table.mzn\";\n\n");
        for x in model.all_vars() {
            let domain = model.domain(x);
            let values = if i64::from(domain.size()) == i64::from(domain.max()) - i64::from(domain.min()) + 1 {
                format!("{}..{}", domain.min(), domain.max())
            } else {
                let values: Vec<String> = domain.iter().map(|value| value.to_string()).collect();
                format!("{{{}}}", values.join(", "))
            };
            let name = model.name_of(x);
            let comment = if name == minizinc_name(x) { String::new() } else { format!(" % {}", one_line(&name)) };
            let _ = writeln!(out, "var {values}: {};{comment}", minizinc_name(x));
        }
        out.push('\n');
        for constraint in model.constraints() {
            let text = constraint.minizinc(&minizinc_name).ok_or_else(|| unsayable(constraint.name()))?;
            let _ = writeln!(out, "constraint {text};");
        }
        out.push_str("\nsolve satisfy;\n");
        Ok(out)
    }

    /// The same model without constraints that only the kernel knows.
    fn in_simple_terms(&self) -> Result<Model, ModelError> {
        let mut simple = Model::like(self);
        let mut waiting: Vec<Arc<dyn Constraint>> = self.constraints().iter().rev().cloned().collect();
        while let Some(constraint) = waiting.pop() {
            if constraint.minizinc(&minizinc_name).is_some() {
                simple.post_shared(constraint)?;
                continue;
            }
            let mut parts = Model::like(&simple);
            if !constraint.decompose(&mut parts)? {
                return Err(unsayable(constraint.name()));
            }
            waiting.extend(parts.constraints().iter().rev().cloned());
            simple.take_variables(&parts);
        }
        Ok(simple)
    }
}

fn minizinc_name(x: Var) -> String {
    format!("x{}", x.index())
}

fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn unsayable(constraint: &'static str) -> ModelError {
    let problem = "it has no form in MiniZinc and cannot be decomposed".to_owned();
    ModelError::Malformed { constraint, problem }
}
