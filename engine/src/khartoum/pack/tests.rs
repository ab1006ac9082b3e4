//! The shipped data and their faults.
