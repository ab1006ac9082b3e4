//! A turn of phrase that every description of a picture uses.

/// "A", "A and B", "A, B and C".
pub(crate) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
