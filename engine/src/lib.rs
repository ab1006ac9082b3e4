//! The rules of Victorian colonial wargame campaigns.
#![forbid(unsafe_code)]

pub mod pack;
