//! A move between two journals that was broken off in the midst, by a kill or a power cut.
//!
//! SQLite changes both files or neither: before it writes into either it makes a third file beside the one that is moved from, which the rollback
//! journals of both name, and by deleting that one it commits. Whichever file is opened first after a kill looks whether the third is there, and
//! takes its own changes back, or keeps them. That is right as long as it looks where the third would be. Of a file that was carried elsewhere
//! meanwhile, or is opened in a container that has only this one of both, it would wrongly take the third for deleted; so before a move a note is
//! put beside each of the files, and a file whose rollback journal names what cannot be looked for is refused in a sentence, unchanged.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::journal::error::JournalError;
use crate::journal::files::{cannot_open, settle, settle_folder};
use crate::journal::lock::{beside, real};

/// What ends the name of the note beside the journal that is moved from.
const FROM: &str = ".moving-from";
/// And of that beside the journal that is moved to.
const TO: &str = ".moving-to";
/// What a rollback journal ends with that names another file: SQLite's own mark.
const MARK: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// As many bytes at a rollback journal's end have the name of another file in them.
const ENOUGH: u64 = 16 << 10;
/// What the third file's name has after that of the journal that is moved from.
const THIRD: &str = "-mj";

/// Puts a note beside each of two journals before something is moved between them; `name` is of this move alone.
pub(super) fn note(from: &Path, to: &Path, name: &str) -> Result<(), JournalError> {
    let note = format!("{name}\n{}\n", from.display());
    // The first tells of the file that the second leads to.
    for file in [beside(from, FROM), beside(to, TO)] {
        std::fs::write(&file, &note).map_err(|error| cannot_open(&file, &error))?;
        settle(&file)?;
        settle_folder(&file)?;
    }
    Ok(())
}

/// Takes away the notes beside a journal in which nothing is half done.
pub(super) fn forget(journal: &Path) {
    for suffix in [TO, FROM] {
        let file = beside(journal, suffix);
        if let Err(error) = std::fs::remove_file(&file)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, file = %file.display(), "a note beside a journal could not be deleted");
        }
    }
}

/// Refuses a journal in which a move was broken off, if SQLite would look in the wrong place for what came of it.
pub(super) fn can_be_opened(journal: &Path) -> Result<(), JournalError> {
    let journal = real(journal);
    let Some(third) = third_file_of(&beside(&journal, "-journal")) else { return Ok(()) };
    if third.exists() {
        return Ok(());
    }
    let main = moved_from(&third);
    let refused = Err(JournalError::MoveBrokenOff { path: journal.clone(), from: main.clone() });
    match std::fs::read(beside(&journal, TO)) {
        // It was moved to: that which it was moved from is where it was, if the same note lies beside it.
        Ok(note) => {
            let is_there = std::fs::read(beside(&main, FROM)).is_ok_and(|beside_it| beside_it == note);
            if is_there { Ok(()) } else { refused }
        }
        // It was moved from, and the third lay beside it.
        Err(_) if main == journal => Ok(()),
        Err(_) => refused,
    }
}

/// The journal that a third file belongs to: its name without what SQLite puts after it.
fn moved_from(third: &Path) -> PathBuf {
    let name = third.display().to_string();
    name.rfind(THIRD).map_or_else(|| third.to_owned(), |end| PathBuf::from(&name[..end]))
}

/// The last bytes of a file, more than a path can have.
fn end_of(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(ENOUGH)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The third file that a rollback journal names; nothing if it names none, or is not there.
fn third_file_of(rollback: &Path) -> Option<PathBuf> {
    let bytes = end_of(rollback).ok()?;
    let (rest, mark) = bytes.split_last_chunk::<8>()?;
    let (rest, sum) = rest.split_last_chunk::<4>()?;
    let (rest, length) = rest.split_last_chunk::<4>()?;
    let length = u32::from_be_bytes(*length) as usize;
    let name = rest.get(rest.len().checked_sub(length)?..)?;
    // SQLite adds the bytes up as C's `char`, which has a sign on most machines, and takes a name whose sum is wrong for none.
    let added = |each: fn(u8) -> u32| name.iter().fold(0_u32, |sum, byte| sum.wrapping_add(each(*byte)));
    let sums = [added(u32::from), added(|byte| byte.cast_signed() as u32)];
    let is_named = *mark == MARK && length > 0 && sums.contains(&u32::from_be_bytes(*sum));
    is_named.then(|| std::str::from_utf8(name).ok().map(PathBuf::from)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves a rollback journal beside a journal as SQLite does that names a third file.
    fn names(journal: &Path, third: &Path) {
        let name = third.to_str().unwrap().as_bytes();
        let sum = name.iter().fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte)));
        let mut bytes = vec![0; 512];
        bytes.extend(name);
        bytes.extend(u32::try_from(name.len()).unwrap().to_be_bytes());
        bytes.extend(sum.to_be_bytes());
        bytes.extend(MARK);
        std::fs::write(beside(journal, "-journal"), bytes).unwrap();
    }

    /// Two journals of which one was being moved from to the other, and the third file of the move.
    fn broken_off(folder: &Path) -> [PathBuf; 3] {
        let (from, to) = (folder.join("from.db"), folder.join("to.db"));
        let third = beside(&from, "-mj0123456789");
        for file in [&from, &to, &third] {
            std::fs::write(file, "").unwrap();
        }
        // The names of temporary folders may lead over links.
        let [from, to, third] = [from, to, third].map(|file| real(&file));
        note(&from, &to, "a name").unwrap();
        names(&from, &third);
        names(&to, &third);
        [from, to, third]
    }

    #[test]
    fn a_journal_is_opened_where_the_third_file_of_a_move_would_be_seen_whether_it_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to, third] = broken_off(folder.path());
        assert_eq!(third_file_of(&beside(&to, "-journal")), Some(third.clone()));
        assert!(can_be_opened(&from).is_ok() && can_be_opened(&to).is_ok());
        std::fs::remove_file(third).unwrap();
        assert!(can_be_opened(&from).is_ok() && can_be_opened(&to).is_ok());
        // A rollback journal that names none, or nothing but noise, is SQLite's own affair.
        for rest in [Vec::new(), vec![7; 15], [vec![0xff; 600], MARK.to_vec()].concat()] {
            std::fs::write(beside(&to, "-journal"), rest).unwrap();
            assert!(third_file_of(&beside(&to, "-journal")).is_none() && can_be_opened(&to).is_ok());
        }
        forget(&from);
        forget(&to);
        forget(&to);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "both journals, each with its rollback journal");
    }

    #[test]
    fn a_journal_from_where_the_third_file_of_a_move_cannot_be_seen_is_refused_also_under_the_name_that_the_other_had() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let [from, to, third] = broken_off(folder.path());
        let carried = |journal: &Path, to: &Path| {
            for suffix in ["", "-journal", TO, FROM] {
                let _not_beside_this_one = std::fs::copy(beside(journal, suffix), beside(to, suffix));
            }
        };
        let refused = |journal: &Path| can_be_opened(journal).unwrap_err().to_string();
        std::fs::remove_file(third).unwrap();
        let [from_elsewhere, to_elsewhere] = ["from.db", "to.db"].map(|name| elsewhere.path().join(name));
        carried(&from, &from_elsewhere);
        carried(&to, &to_elsewhere);
        assert!(refused(&from_elsewhere).contains("run the same `umpire move` again there, with both files where they were"));
        // The one that is moved to may go elsewhere as long as the other stays.
        assert!(can_be_opened(&to_elsewhere).is_ok());
        for file in [from.clone(), beside(&from, "-journal"), beside(&from, FROM)] {
            std::fs::remove_file(file).unwrap();
        }
        assert!(refused(&to_elsewhere).contains(&from.display().to_string()));
        // A container that has only the one may have it where the other was.
        carried(&to, &from);
        assert!(refused(&from).contains("was broken off"));
        // A later move has other notes.
        std::fs::write(beside(&from, FROM), "another name\n").unwrap();
        assert!(refused(&to_elsewhere).contains("was broken off"));
    }
}
