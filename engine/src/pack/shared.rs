//! Packs of games under way, of which each is held once however many games are played with it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::error::PackErrors;
use super::{Pack, fingerprint};

/// The packs in use, by their fingerprints.
static IN_USE: Mutex<Option<HashMap<String, Weak<Pack>>>> = Mutex::new(None);

impl Pack {
    /// The pack of a campaign that is under way, or was, as [`Self::load_under_way`] loads it: the one in the program if the files are its
    /// own, and one that is in use already if its files are the same.
    ///
    /// # Errors
    ///
    /// As [`Self::load_under_way`].
    pub fn under_way(files: &BTreeMap<String, String>) -> Result<Arc<Self>, PackErrors> {
        if let Ok(embedded) = Self::embedded()
            && embedded.sources() == files
        {
            return Ok(embedded);
        }
        let key = fingerprint(files);
        if let Some(pack) = in_use(|packs| packs.get(&key).and_then(Weak::upgrade)) {
            return Ok(pack);
        }
        // Read with the lock given back: whoever else reads the same meanwhile has a copy of their own, and the first stays.
        let pack = Arc::new(Self::load_under_way(files.clone())?);
        Ok(in_use(|packs| {
            packs.retain(|_, pack| pack.strong_count() > 0);
            if let Some(first) = packs.get(&key).and_then(Weak::upgrade) {
                return first;
            }
            packs.insert(key, Arc::downgrade(&pack));
            pack
        }))
    }
}

fn in_use<T>(with: impl FnOnce(&mut HashMap<String, Weak<Pack>>) -> T) -> T {
    with(IN_USE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_held_once_for_all_games_that_are_played_with_it_and_given_up_after_the_last() {
        let mut files = Pack::embedded().unwrap().sources().clone();
        files.get_mut("setup.toml").unwrap().push_str("\n# Another pack, since it says so.\n");
        let (one, another) = (Pack::under_way(&files).unwrap(), Pack::under_way(&files).unwrap());
        assert!(Arc::ptr_eq(&one, &another), "the same in both");
        assert!(!Arc::ptr_eq(&one, &Pack::embedded().unwrap()), "but not the program's");
        let kept = Arc::downgrade(&one);
        drop((one, another));
        assert!(kept.upgrade().is_none(), "nobody plays with it any more");
        assert_eq!(Pack::under_way(&files).unwrap().sources(), &files, "and it is read again for the next");
    }

    #[test]
    fn the_programs_own_files_are_the_pack_in_the_program() {
        let embedded = Pack::embedded().unwrap();
        assert!(Arc::ptr_eq(&Pack::under_way(embedded.sources()).unwrap(), &embedded));
    }
}
