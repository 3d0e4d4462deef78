//! Every kind against the contract.

mod conformance;
mod formula;
mod sheets;
mod sketches;
mod trying;
