//! Playing, from outside: sessions, games, codes, saves of older versions.

mod codes;
mod editor;
mod game;
mod kinds;
mod lessons;
mod offers;
mod recorded;
mod replay;
mod rule_pages;
mod session;
