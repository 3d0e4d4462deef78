//! A finite-domain constraint kernel.
