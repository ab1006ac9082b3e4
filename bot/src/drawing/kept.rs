//! A few things that take long to make, kept by what they are made of. Of too many the one goes that was not asked for longest.

/// So many at most, the one asked for last at the end.
pub(super) struct Kept<K, V> {
    most: usize,
    kept: Vec<(K, V)>,
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// Nothing yet, and never more than so many.
    pub(super) const fn at_most(most: usize) -> Self {
        Self { most, kept: Vec::new() }
    }

    /// What is kept for a key.
    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        let place = self.kept.iter().position(|(other, _)| other == key)?;
        self.kept[place..].rotate_left(1);
        self.kept.last().map(|(_, value)| value.clone())
    }

    /// Keeps something for a key.
    pub(super) fn keep(&mut self, key: K, value: V) {
        self.kept.retain(|(other, _)| *other != key);
        if self.kept.len() >= self.most {
            self.kept.remove(0);
        }
        self.kept.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_the_one_goes_that_was_not_asked_for_longest() {
        let mut kept = Kept::at_most(3);
        for key in 0..3 {
            kept.keep(key, key * 10);
        }
        assert_eq!(kept.get(&0), Some(0));
        kept.keep(3, 30);
        assert_eq!([0, 1, 2, 3].map(|key| kept.get(&key)), [Some(0), None, Some(20), Some(30)]);
        kept.keep(0, 1);
        assert_eq!([0, 1, 2, 3].map(|key| kept.get(&key)), [Some(1), None, Some(20), Some(30)], "what is kept anew takes no second place");
    }
}
