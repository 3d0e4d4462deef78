//! Where a source file can be changed, and how.

use proc_macro2::LineColumn;
use quote::ToTokens;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprRepeat, ExprUnary, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMod,
    ItemStatic, Meta, ReturnType, Signature, TraitItemFn, Type, UnOp,
};

/// One change of a source file.
#[derive(Debug, Clone)]
pub(super) struct Mutant {
    /// The line, from 1. Changes never move lines.
    pub(super) line: usize,
    /// What is changed, for people.
    pub(super) says: String,
    /// The texts to put in: before which byte, and what. `SWITCH` stands for the
    /// question whether this mutant is on.
    pub(super) inserts: Vec<(usize, String)>,
    /// The bytes it is about: two mutants of one build must not overlap.
    pub(super) bytes: Range<usize>,
}

/// The place of the question whether a mutant is on.
pub(super) const SWITCH: &str = "\u{1}";

/// All changes of a file that are known here.
pub(super) fn mutants(text: &str) -> Result<Vec<Mutant>, syn::Error> {
    let file = syn::parse_file(text)?;
    let starts = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start)
    });
    let mut finder = Finder { text, starts: starts.collect(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
    found: Vec<Mutant>,
}

/// Whether code with this attribute is only compiled for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        meta => meta.path().is_ident("test"),
    })
}

/// What an operator becomes.
fn other(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) | BinOp::BitXor(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        _ => return None,
    })
}

/// What a function may return at once instead, by its type.
fn early(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else { return &["()"] };
    let Type::Path(path) = &**output else { return &[] };
    let text = path.to_token_stream().to_string().replace(' ', "");
    match text.as_str() {
        "bool" => &["true", "false"],
        "usize" | "i32" | "u32" | "u64" | "i64" | "u128" => &["0", "1"],
        "String" => &["String::new()"],
        _ if text.starts_with("Option<") => &["None"],
        _ if text.starts_with("Vec<") => &["Vec::new()"],
        _ if text.starts_with("Result<(),") => &["Ok(())"],
        _ => &[],
    }
}

impl Finder<'_> {
    fn byte(&self, at: LineColumn) -> usize {
        let start = self.starts[at.line - 1];
        let line = &self.text[start..];
        start + line.char_indices().nth(at.column).map_or(line.len(), |(byte, _)| byte)
    }

    fn bytes(&self, thing: &impl Spanned) -> Range<usize> {
        let span = thing.span();
        self.byte(span.start())..self.byte(span.end())
    }

    /// Whether lets are among the operands of `&&`, which then has no opposite.
    fn has_let(expression: &Expr) -> bool {
        match expression {
            Expr::Let(_) => true,
            Expr::Binary(ExprBinary { left, right, .. }) => Finder::has_let(left) || Finder::has_let(right),
            _ => false,
        }
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() || block.stmts.is_empty() {
            return;
        }
        let at = self.byte(block.brace_token.span.open().end());
        for value in early(&signature.output) {
            let text = format!(" if {SWITCH} {{ return {value}; }}");
            self.found.push(Mutant {
                line: signature.ident.span().start().line,
                says: format!("{} returns {value}", signature.ident),
                inserts: vec![(at, text)],
                bytes: at..at,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let shows = |path: &syn::Path| path.segments.last().is_some_and(|segment| segment.ident == "Debug");
        if !is_test(&item.attrs) && !item.trait_.as_ref().is_some_and(|(_, path, _)| shows(path)) {
            visit::visit_item_impl(self, item);
        }
    }

    // What is computed while compiling cannot be switched.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let ExprBinary { left, op, right, .. } = binary;
        let is_mutable = !Finder::has_let(left) && !Finder::has_let(right);
        if let Some(to) = other(op).filter(|_| is_mutable) {
            let (whole, left, right) = (self.bytes(binary), self.bytes(left), self.bytes(right));
            let (left, right) = (&self.text[left], &self.text[right]);
            // Both ways on the line where the operator stands, so that no line moves.
            let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !left.contains("//") && !right.contains("//") {
                let changed = format!("{} {to} {}", flat(left), flat(right));
                self.found.push(Mutant {
                    line: op.span().start().line,
                    says: format!("`{}` becomes `{to}` in `{}`", op.to_token_stream(), flat(&self.text[whole.clone()])),
                    inserts: vec![
                        (whole.start, format!("(if {SWITCH} {{ {changed} }} else {{ ")),
                        (whole.end, " })".to_owned()),
                    ],
                    bytes: whole,
                });
            }
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        if let UnOp::Not(_) = unary.op {
            let (whole, inner) = (self.bytes(unary), self.bytes(&*unary.expr));
            let text = &self.text[inner];
            if !text.contains('\n') {
                self.found.push(Mutant {
                    line: unary.span().start().line,
                    says: format!("`!` is left out of `{}`", &self.text[whole.clone()]),
                    inserts: vec![
                        (whole.start, format!("(if {SWITCH} {{ {text} }} else {{ ")),
                        (whole.end, " })".to_owned()),
                    ],
                    bytes: whole,
                });
            }
        }
        visit::visit_expr_unary(self, unary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file with one mutant switched by `on`.
    fn woven(text: &str) -> Vec<String> {
        let mutants = mutants(text).expect("it is Rust");
        mutants.iter().map(|mutant| super::super::weave::woven(text, &[(7, mutant.clone())])).collect()
    }

    #[test]
    fn operators_and_functions_change() {
        let switch = "crate::mutant_switch::is(7)";
        assert_eq!(
            woven("fn f(a: i32) -> bool {\n a <\n 2 }"),
            [
                format!("fn f(a: i32) -> bool {{ if {switch} {{ return true; }}\n a <\n 2 }}"),
                format!("fn f(a: i32) -> bool {{ if {switch} {{ return false; }}\n a <\n 2 }}"),
                format!("fn f(a: i32) -> bool {{\n (if {switch} {{ a <= 2 }} else {{ a <\n 2 }}) }}"),
            ]
        );
        assert_eq!(woven("fn f(a: bool) -> u8 { g(!a) }").len(), 1);
    }

    #[test]
    fn tests_and_constants_stay() {
        for text in [
            "#[cfg(test)] mod t { fn f() -> bool { 1 < 2 } }",
            "#[test] fn f() { assert!(1 < 2); }",
            "const A: i32 = 1 + 2;",
            "const fn f() -> bool { 1 < 2 }",
            "static A: [i32; 1 + 1] = [0; 2];",
            "fn f(x: [u8; 1 + 1]) -> u8 { x[0] }",
            "impl Debug for A { fn fmt(&self) -> bool { 1 < 2 } }",
        ] {
            assert!(mutants(text).expect("it is Rust").is_empty(), "{text}");
        }
    }
}
