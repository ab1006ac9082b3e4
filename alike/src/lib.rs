//! Nothing: this crate is there for the features it asks for.
