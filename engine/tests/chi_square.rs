//! Pearson's chi-square: whether results come as often as they should.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// Chi-square at p = 0.001 for 1 to 30 degrees of freedom.
const CRITICAL: [f64; 30] = [
    10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877, 29.588, 31.264, 32.909, 34.528, 36.123, 37.697, 39.252, 40.790,
    42.312, 43.820, 45.315, 46.797, 48.268, 49.728, 51.179, 52.620, 54.052, 55.476, 56.892, 58.301, 59.703,
];

/// Chi-square at p = 0.001 for so many degrees of freedom; past 30 by Wilson and Hilferty's approximation.
pub(crate) fn critical(freedom: usize) -> f64 {
    CRITICAL.get(freedom - 1).copied().unwrap_or_else(|| {
        let part = 2.0 / (9.0 * freedom as f64);
        freedom as f64 * (1.0 - part + 3.0902 * part.sqrt()).powi(3)
    })
}

/// How often each result came.
pub(crate) fn counted<K: Ord>(results: impl IntoIterator<Item = K>) -> BTreeMap<K, u32> {
    results.into_iter().fold(BTreeMap::new(), |mut counts, result| {
        *counts.entry(result).or_insert(0) += 1;
        counts
    })
}

/// Each of these as likely as any other.
pub(crate) fn even<K: Ord>(of: impl IntoIterator<Item = K>) -> BTreeMap<K, f64> {
    let of: Vec<K> = of.into_iter().collect();
    let chance = 1.0 / of.len() as f64;
    of.into_iter().map(|result| (result, chance)).collect()
}

/// How often each result came, against how likely it is.
#[track_caller]
pub(crate) fn compare<K: Ord + Clone + Debug>(what: &str, drawn: &BTreeMap<K, u32>, chances: &BTreeMap<K, f64>) {
    let total: f64 = chances.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "{what}: the chances come to {total}");
    let draws: u32 = drawn.values().sum();
    for result in drawn.keys() {
        assert!(chances.get(result).is_some_and(|chance| *chance > 0.0), "{what}: {result:?} cannot come up");
    }
    let chances: BTreeMap<&K, f64> =
        chances.iter().filter(|(_, chance)| **chance > 0.0).map(|(result, chance)| (result, *chance)).collect();
    if chances.len() == 1 {
        return;
    }
    let mut chi_square = 0.0;
    for (result, chance) in &chances {
        let expected = chance * f64::from(draws);
        assert!(expected >= 5.0, "{what}: {result:?} is too rare for {draws} draws");
        let came = f64::from(drawn.get(*result).copied().unwrap_or(0));
        chi_square += (came - expected).powi(2) / expected;
    }
    let critical = critical(chances.len() - 1);
    assert!(chi_square < critical, "{what}: {chi_square:.1} is past {critical}: {drawn:?}");
}
