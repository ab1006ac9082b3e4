//! The packs that came with earlier umpires. A file of an earlier day brings the pack it was played with, and a pack out of a file is
//! taken only if it is known; so that a word of a pack can be put better, what came with an umpire once stays known by its fingerprint.

/// The fingerprints of packs that came with an umpire once and have been changed since. Whoever changes a pack adds the one it had.
const EARLIER: [&str; 2] = [
    // The campaign in the program until 30 November 2026, whose re-conquest opened with Graham landed; and its directory, with the chart.
    "fceb92f70b3b13904d417b301d46cdfb51530a34c73d3432c48d289a1b8747c1",
    "fc0478b587678d581e9ad596e10e867b6ef39a3d5ff19f009b3b7d34d0ca54cd",
];

/// Whether the pack of this fingerprint came with an earlier umpire: it may be played with as one that comes with this umpire may.
#[must_use]
pub fn came_with_an_earlier_umpire(fingerprint: &str) -> bool {
    EARLIER.contains(&fingerprint)
}
