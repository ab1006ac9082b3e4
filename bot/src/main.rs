//! The umpire's door.
fn main() {}
