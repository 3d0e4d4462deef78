//! The web app: play, learn, set and watch, in the browser.
//!
//! One WebAssembly module serves the page and its worker. The page holds a session of [`play`], so that a
//! move is seen at once; the worker ([`back`]) proves, explains and makes, in slices, so that the page never
//! freezes. What needs no browser is built and tested everywhere; `front` is for browsers only.

pub mod back;
#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "what leptos writes for a component is `pub`, however the component is seen")]
mod front;
pub mod geometry;
pub mod redraw;
pub mod tips;
pub mod tree;
