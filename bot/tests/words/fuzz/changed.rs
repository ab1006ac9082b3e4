//! Text changed at random, for as long as there is time; what was found is kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestError, TestRunner};
use sha2::{Digest, Sha256};

/// How long one text may take.
const SLOW: Duration = Duration::from_secs(30);

/// What is put in where it does not belong.
const ODD: [&str; 26] = [
    "0",
    "1",
    "-1",
    "+1",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e999",
    "NaN",
    "",
    " ",
    "\n",
    "\u{0}",
    ".",
    ":",
    "..",
    "\"",
    "{}",
    "[]",
    "ß\u{301}",
    "\u{202e}😀",
];

/// One change of a text.
#[derive(Clone, Debug)]
enum Change {
    /// A byte becomes another.
    Byte(Index, u8),
    /// Some bytes are taken out.
    Cut(Index, usize),
    /// Some bytes of a sample are put in.
    Graft(Index, Index, Index, usize),
    /// Something odd is put in.
    Put(Index, Index),
    /// A word or a number becomes something odd.
    Odd(Index, Index),
    /// A word or a number becomes another of a sample.
    Word(Index, Index, Index),
    /// A line is put in again elsewhere.
    Line(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        1 => (at(), any::<u8>()).prop_map(|(place, byte)| Change::Byte(place, byte)),
        1 => (at(), 1..40_usize).prop_map(|(place, length)| Change::Cut(place, length)),
        1 => (at(), at(), at(), 1..60_usize).prop_map(|(place, sample, from, length)| Change::Graft(place, sample, from, length)),
        1 => (at(), at()).prop_map(|(place, odd)| Change::Put(place, odd)),
        3 => (at(), at()).prop_map(|(place, odd)| Change::Odd(place, odd)),
        3 => (at(), at(), at()).prop_map(|(place, sample, from)| Change::Word(place, sample, from)),
        1 => (at(), at()).prop_map(|(place, from)| Change::Line(place, from)),
    ]
}

/// The word or the number around a place.
fn word(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let within = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = text[..at].iter().rposition(|byte| !within(byte)).map_or(0, |before| before + 1);
    let end = text[at..].iter().position(|byte| !within(byte)).map_or(text.len(), |after| at + after);
    start..end
}

impl Change {
    fn make(&self, text: &mut Vec<u8>, samples: &[Vec<u8>]) {
        let place = |index: &Index, text: &[u8]| index.index(text.len() + 1);
        let part = |from: &Index, length: usize, sample: &Vec<u8>| {
            let from = place(from, sample);
            sample[from..(from + length).min(sample.len())].to_vec()
        };
        match self {
            Self::Byte(at, byte) => {
                let at = place(at, text);
                text.splice(at..(at + 1).min(text.len()), [*byte]);
            }
            Self::Cut(at, length) => {
                let at = place(at, text);
                text.drain(at..(at + length).min(text.len()));
            }
            Self::Graft(at, sample, from, length) => {
                let at = place(at, text);
                text.splice(at..at, part(from, *length, sample.get(samples)));
            }
            Self::Put(at, odd) => {
                let at = place(at, text);
                text.splice(at..at, odd.get(&ODD).bytes());
            }
            Self::Odd(at, odd) => {
                let range = word(text, place(at, text));
                text.splice(range, odd.get(&ODD).bytes());
            }
            Self::Word(at, sample, from) => {
                let (range, sample) = (word(text, place(at, text)), sample.get(samples));
                text.splice(range, sample[word(sample, place(from, sample))].to_vec());
            }
            Self::Line(at, from) => {
                let lines: Vec<Vec<u8>> = text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                if !lines.is_empty() {
                    let at = at.index(lines.len());
                    let before: usize = lines[..at].iter().map(Vec::len).sum();
                    text.splice(before..before, from.get(&lines).clone());
                }
            }
        }
    }
}

/// Where texts are kept that once went wrong, or are good to begin with.
fn kept(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target)
}

/// Keeps a text that went wrong.
fn keep(target: &str, text: &[u8]) -> PathBuf {
    let path = kept(target).join(&engine::pack::hexadecimal(&Sha256::digest(text))[..16]);
    std::fs::create_dir_all(kept(target)).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// Tries all texts that are kept for a target, and its samples; then, for `FUZZ_SECONDS`, changes of them. `check` panics if something is
/// wrong with a text.
pub(super) fn tried(target: &'static str, mut samples: Vec<Vec<u8>>, check: impl Fn(&[u8]) + Send + 'static) {
    if let Ok(files) = std::fs::read_dir(kept(target)) {
        samples.extend(files.map(|file| std::fs::read(file.unwrap().path()).unwrap()));
    }
    let time = std::env::var("FUZZ_SECONDS").map_or(Duration::ZERO, |seconds| Duration::from_secs(seconds.parse().expect("FUZZ_SECONDS")));
    let under_way = Arc::new(Mutex::new((Vec::new(), Instant::now())));
    let begins = {
        let under_way = Arc::clone(&under_way);
        move |text: &[u8]| *under_way.lock().unwrap_or_else(PoisonError::into_inner) = (text.to_vec(), Instant::now())
    };
    let (tell, told) = mpsc::channel();
    let tries = std::thread::spawn(move || {
        let _done = tell;
        for sample in &samples {
            begins(sample);
            check(sample);
        }
        let (begun, mut tried) = (Instant::now(), 0_u64);
        let strategy = (any::<Index>(), prop::collection::vec(change(), 1..8));
        while begun.elapsed() < time {
            let config = ProptestConfig { cases: 64, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() };
            let made = |(sample, changes): &(Index, Vec<Change>)| {
                let mut text = sample.get(&samples).clone();
                changes.iter().for_each(|change| change.make(&mut text, &samples));
                text
            };
            let outcome = TestRunner::new(config).run(&strategy, |choice| {
                let text = made(&choice);
                begins(&text);
                check(&text);
                Ok(())
            });
            match outcome {
                Ok(()) => tried += 64,
                Err(TestError::Fail(why, choice)) => panic!("{why}\nkept as {}", keep(target, &made(&choice)).display()),
                Err(TestError::Abort(why)) => panic!("{why}"),
            }
        }
        println!("{target}: {} samples, {tried} changes of them", samples.len());
    });
    // Nothing is told but the end, by the other side's going.
    while told.recv_timeout(Duration::from_secs(1)) == Err::<(), _>(mpsc::RecvTimeoutError::Timeout) {
        let (text, begun) = under_way.lock().unwrap_or_else(PoisonError::into_inner).clone();
        assert!(begun.elapsed() < SLOW, "one text takes longer than {SLOW:?}; kept as {}", keep(target, &text).display());
    }
    if let Err(panic) = tries.join() {
        std::panic::resume_unwind(panic);
    }
}
