//! A table of the rulebook: dice on one side, results on the other.
//!
//! A table covers every result of its dice exactly once. A total that modifiers carry past an end uses the end row (R18).

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use super::entry::Entry;
use crate::dice::DiceSpec;

/// One row: the totals it answers, and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<R> {
    /// The least total that hits the row.
    pub from: i16,
    /// The greatest.
    pub to: i16,
    /// What happens.
    pub result: R,
}

impl<R> Row<R> {
    /// The totals as printed: "7" or "4-5".
    #[must_use]
    pub fn on(&self) -> String {
        if self.from == self.to { self.from.to_string() } else { format!("{}–{}", self.from, self.to) }
    }
}

impl<'de, R: DeserializeOwned> Deserialize<'de> for Row<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = toml::Table::deserialize(deserializer)?;
        let on = fields.remove("on").ok_or_else(|| D::Error::custom("a row needs `on`, as \"2\" or \"4-5\""))?;
        let on = on.as_str().ok_or_else(|| D::Error::custom("`on` is text, as \"2\" or \"4-5\""))?;
        let (from, to) = on.split_once('-').unwrap_or((on, on));
        let number =
            |text: &str| text.trim().parse::<i16>().map_err(|_| D::Error::custom(format!("`on` is \"2\" or \"4-5\", not \"{on}\"")));
        let result = R::deserialize(Entry(toml::Value::Table(fields))).map_err(D::Error::custom)?;
        Ok(Self { from: number(from)?, to: number(to)?, result })
    }
}

/// A table: its dice and its rows in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<R> {
    /// The dice it is rolled with.
    pub dice: DiceSpec,
    rows: Vec<Row<R>>,
}

impl<R> Table<R> {
    /// A table of `rows`, which must cover every total of `dice` once, in ascending order.
    ///
    /// # Errors
    ///
    /// A sentence naming the total that no row, or more than one, answers.
    pub fn new(dice: DiceSpec, rows: Vec<Row<R>>) -> Result<Self, String> {
        let mut next = dice.least();
        for row in &rows {
            if row.from > row.to {
                return Err(format!("a row goes from {} to {}", row.from, row.to));
            }
            if row.from > next {
                return Err(format!("no row answers {next} on {dice}"));
            }
            if row.from < next {
                return Err(format!("two rows answer {} on {dice}, or the rows are not in ascending order", row.from));
            }
            next = row.to.checked_add(1).ok_or_else(|| format!("{dice} cannot show {}", row.to))?;
        }
        if next <= dice.most() {
            return Err(format!("no row answers {next} on {dice}"));
        }
        if next > dice.most() + 1 {
            return Err(format!("{dice} cannot show {}", next - 1));
        }
        Ok(Self { dice, rows })
    }

    /// The rows in ascending order; never empty.
    #[must_use]
    pub fn rows(&self) -> &[Row<R>] {
        &self.rows
    }

    /// The same dice with other results for the same totals.
    pub(super) fn with_rows<B>(&self, rows: Vec<Row<B>>) -> Table<B> {
        Table { dice: self.dice, rows }
    }

    /// Which row `total` hits; past the ends, the end rows (R18).
    #[must_use]
    pub fn row_index(&self, total: i16) -> usize {
        self.rows.iter().position(|row| total <= row.to).unwrap_or(self.rows.len() - 1)
    }

    /// The row `total` hits; past the ends, the end rows (R18).
    #[must_use]
    pub fn row(&self, total: i16) -> &Row<R> {
        &self.rows[self.row_index(total)]
    }
}

impl<'de, R: DeserializeOwned> Deserialize<'de> for Table<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, bound = "R: DeserializeOwned")]
        struct Printed<R> {
            dice: DiceSpec,
            rows: Vec<Row<R>>,
        }
        let Printed { dice, rows } = Printed::deserialize(deserializer)?;
        Self::new(dice, rows).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(i16, i16)]) -> Result<Table<()>, String> {
        Table::new(DiceSpec { count: 1, sides: 6 }, rows.iter().map(|(from, to)| Row { from: *from, to: *to, result: () }).collect())
    }

    #[test]
    fn a_table_with_a_gap_or_an_overlap_is_refused() {
        assert!(table(&[(1, 2), (3, 6)]).is_ok());
        assert_eq!(table(&[(1, 2), (4, 6)]).unwrap_err(), "no row answers 3 on 1D6");
        assert_eq!(table(&[(1, 3), (3, 6)]).unwrap_err(), "two rows answer 3 on 1D6, or the rows are not in ascending order");
        assert_eq!(table(&[(1, 5)]).unwrap_err(), "no row answers 6 on 1D6");
        assert_eq!(table(&[(1, 7)]).unwrap_err(), "1D6 cannot show 7");
        assert_eq!(table(&[(1, i16::MAX)]).unwrap_err(), "1D6 cannot show 32767");
        assert_eq!(table(&[]).unwrap_err(), "no row answers 1 on 1D6");
    }

    #[test]
    fn totals_past_the_ends_of_a_table_use_the_end_rows_r18() {
        let table = table(&[(1, 2), (3, 6)]).unwrap();
        assert_eq!(table.row_index(-3), 0);
        assert_eq!(table.row_index(2), 0);
        assert_eq!(table.row_index(3), 1);
        assert_eq!(table.row_index(11), 1);
    }

    #[test]
    fn dice_are_read_as_people_write_them() {
        assert_eq!(DiceSpec::parse(" 2d6 "), Ok(DiceSpec { count: 2, sides: 6 }));
        assert_eq!(DiceSpec::parse("D30"), Ok(DiceSpec { count: 1, sides: 30 }));
        for nonsense in ["", "six", "2x6", "0D6", "2D1", "101D6", "2D101", "-1D6", "2D6+1", "999999999999D6"] {
            assert!(DiceSpec::parse(nonsense).is_err(), "{nonsense}");
        }
    }
}
