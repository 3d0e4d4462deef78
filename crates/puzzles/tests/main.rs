//! Every kind against the contract.

mod conformance;
mod formula;
mod outside;
mod published;
mod sheets;
mod sketches;
mod trying;
