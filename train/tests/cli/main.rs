//! The real program, called as people and programs call it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod commands;
mod inspect;
mod piece_values;
mod play;
mod slips;
mod support;
mod tablebase;
mod tournament;
mod uci;
