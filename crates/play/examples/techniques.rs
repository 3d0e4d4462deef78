//! Writes `docs/techniques.md`: every technique, with the first position of its lesson.
//!
//!     cargo run -p equipoise-play --example techniques > docs/techniques.md

fn main() {
    print!("{}", play::lessons::page());
}
