//! Nothing is done; but without a script of its own, a crate has no build dependencies.

fn main() {}
