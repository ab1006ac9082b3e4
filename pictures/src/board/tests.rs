//! The promises of the board picture.
