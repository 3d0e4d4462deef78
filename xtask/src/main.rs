//! Developer chores: `cargo xtask ci`.
fn main() {}
