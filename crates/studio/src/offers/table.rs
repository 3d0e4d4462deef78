//! Computed by `examples/offers.rs`.

use super::Offer;

pub(super) static OFFERS: &[Offer] = &[];
