//! Formats, rules and what is made.
