//! Exact fractions: chances, and means of what is counted.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

/// A number of zero or more as a fraction in lowest terms.
///
/// Sums and products are exact while their terms fit 128 bits, which is far beyond the dice of any campaign; past that the
/// terms are rounded to what fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    top: u128,
    bottom: u128,
}

impl Fraction {
    /// Nothing; impossible.
    pub const ZERO: Self = Self { top: 0, bottom: 1 };
    /// One; certain.
    pub const ONE: Self = Self { top: 1, bottom: 1 };

    /// `top` of `bottom`; a `bottom` of zero counts as one.
    #[must_use]
    pub fn new(top: u128, bottom: u128) -> Self {
        let bottom = bottom.max(1);
        let common = common_divisor(top, bottom);
        Self { top: top / common, bottom: bottom / common }
    }

    /// A whole number.
    #[must_use]
    pub const fn whole(number: u128) -> Self {
        Self { top: number, bottom: 1 }
    }

    /// The term above the line: of a chance in lowest terms, the ways it comes about.
    #[must_use]
    pub const fn top(self) -> u128 {
        self.top
    }

    /// The term below the line: of a chance in lowest terms, all ways.
    #[must_use]
    pub const fn bottom(self) -> u128 {
        self.bottom
    }

    /// Whether it is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.top == 0
    }

    /// Whether it is one.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.top == self.bottom
    }

    /// Of a chance: that it does not come about.
    #[must_use]
    pub fn rest(self) -> Self {
        Self::new(self.bottom.saturating_sub(self.top), self.bottom)
    }

    /// The nearest number of the machine, to show and to draw.
    #[must_use]
    pub fn value(self) -> f64 {
        self.top as f64 / self.bottom as f64
    }
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(common_divisor_of_small(small_a, small_b));
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

const fn common_divisor_of_small(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

/// Both terms halved, that of a large denominator: the nearest fraction with smaller terms.
const fn coarser(fraction: Fraction) -> Fraction {
    let bottom = fraction.bottom / 2;
    Fraction { top: fraction.top / 2, bottom: if bottom == 0 { 1 } else { bottom } }
}

/// Works on two fractions, made coarser, the finer of them first, until the result fits.
fn until_it_fits(mut a: Fraction, mut b: Fraction, work: impl Fn(Fraction, Fraction) -> Option<(u128, u128)>) -> Fraction {
    loop {
        if let Some((top, bottom)) = work(a, b) {
            return Fraction::new(top, bottom);
        }
        if a.bottom >= b.bottom { a = coarser(a) } else { b = coarser(b) }
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // Crosswise first, so that the products stay small.
        let (a, b) = (Self::new(self.top, other.bottom), Self::new(other.top, self.bottom));
        until_it_fits(a, b, |a, b| Some((a.top.checked_mul(b.top)?, a.bottom.checked_mul(b.bottom)?)))
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        until_it_fits(self, other, |a, b| {
            let common = common_divisor(a.bottom, b.bottom);
            let (left, right) = (b.bottom / common, a.bottom / common);
            let top = a.top.checked_mul(left)?.checked_add(b.top.checked_mul(right)?)?;
            Some((top, a.bottom.checked_mul(left)?))
        })
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(fractions: I) -> Self {
        fractions.fold(Self::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        // By whole parts, then by what is left of each turned over: no product that could overflow.
        let (mut a, mut b, mut turned) = (*self, *other, false);
        loop {
            let whole = (a.top / a.bottom).cmp(&(b.top / b.bottom));
            let (left_a, left_b) = (a.top % a.bottom, b.top % b.bottom);
            let order = match (whole, left_a, left_b) {
                (Ordering::Equal, 0, 0) => Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, _, _) => {
                    a = Self { top: a.bottom, bottom: left_a };
                    b = Self { top: b.bottom, bottom: left_b };
                    turned = !turned;
                    continue;
                }
                (order, _, _) => order,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bottom == 1 { write!(f, "{}", self.top) } else { write!(f, "{}/{}", self.top, self.bottom) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_kept_in_lowest_terms_and_add_and_multiply_exactly() {
        let (third, quarter) = (Fraction::new(2, 6), Fraction::new(9, 36));
        assert_eq!((third.to_string(), quarter.to_string()), ("1/3".to_owned(), "1/4".to_owned()));
        assert_eq!((third + quarter).to_string(), "7/12");
        assert_eq!((third * quarter).to_string(), "1/12");
        assert_eq!(third.rest().to_string(), "2/3");
        assert!((third + third.rest()).is_one() && Fraction::new(0, 5).is_zero());
        assert_eq!(Fraction::new(3, 0), Fraction::whole(3));
    }

    #[test]
    fn fractions_are_ordered_by_what_they_are_worth() {
        let mut fractions =
            [Fraction::new(7, 3), Fraction::new(1, 2), Fraction::ONE, Fraction::new(2, 3), Fraction::ZERO, Fraction::new(3, 5)];
        fractions.sort();
        assert_eq!(fractions.map(|fraction| fraction.to_string()), ["0", "1/2", "3/5", "2/3", "1", "7/3"]);
        assert!(Fraction::new(u128::MAX - 1, u128::MAX) < Fraction::ONE);
        assert!(Fraction::new(1, u128::MAX) < Fraction::new(1, u128::MAX - 1));
    }

    #[test]
    fn terms_that_no_longer_fit_are_rounded_and_stay_chances() {
        let mut chance = Fraction::new(5, 6);
        for _ in 0..200 {
            chance = chance * Fraction::new(5, 6);
        }
        assert!((chance.value() - (5.0_f64 / 6.0).powi(201)).abs() < 1e-12, "{}", chance.value());
        let many: Fraction = (1..200_u128).map(|bottom| Fraction::new(1, bottom)).sum();
        assert!((many.value() - 5.873).abs() < 1e-3, "{}", many.value());
    }
}
