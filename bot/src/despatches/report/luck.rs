//! Luck: what the dice of a campaign showed, against what was to be expected of them.
//!
//! A die of `s` sides shows (s + 1) / 2 on the average, with a variance of (s² − 1) / 12; both add up over dice thrown apart. How far a
//! sum lies from what was expected is told in points, and in standard deviations: two in three sums lie within one, nineteen in twenty
//! within two.

use std::collections::BTreeMap;

use engine::campaign::Favours;
use serde_json::Value;

use crate::model::played::{Played, RollKind};
use crate::words;

/// Dice added up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Throws {
    /// How many.
    pub dice: u32,
    /// In how many rolls.
    pub rolls: u32,
    /// What they showed together.
    pub shown: f64,
    /// What was to be expected of them.
    pub expected: f64,
    /// Their variance.
    pub variance: f64,
}

impl Throws {
    fn add(&mut self, sides: u8, sum: f64, dice: usize, sign: f64) {
        let sides = f64::from(sides);
        let count = dice as f64;
        self.dice += dice as u32;
        self.rolls += 1;
        self.shown += sign * sum;
        self.expected += sign * count * (sides + 1.0) / 2.0;
        self.variance += count * (sides * sides - 1.0) / 12.0;
    }

    /// Points above what was to be expected; below, if negative.
    #[must_use]
    pub fn above(&self) -> f64 {
        self.shown - self.expected
    }

    /// The same in standard deviations.
    #[must_use]
    pub fn deviations(&self) -> f64 {
        if self.variance > 0.0 { self.above() / self.variance.sqrt() } else { 0.0 }
    }

    /// The mean of a die.
    fn mean(&self, of: f64) -> f64 {
        if self.dice == 0 { 0.0 } else { of / f64::from(self.dice) }
    }
}

/// A roll of whatever game: what it was for, and why it was modified, are as they were written.
pub type WrittenRoll = engine::dice::Roll<Value, Value>;

/// Hears of every roll in what was written down, wherever in it they stand and whatever game threw them, with the roll as it was written.
pub fn rolls_in(written: &Value, hears: &mut impl FnMut(&WrittenRoll, &Value)) {
    match written {
        Value::Array(values) => values.iter().for_each(|value| rolls_in(value, hears)),
        Value::Object(fields) => {
            if fields.contains_key("faces")
                && fields.contains_key("for")
                && let Ok(roll) = serde_json::from_value::<WrittenRoll>(written.clone())
            {
                hears(&roll, written);
            } else {
                fields.values().for_each(|value| rolls_in(value, hears));
            }
        }
        _ => {}
    }
}

/// Dice thrown for one kind of roll.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kind {
    /// What they were for.
    pub label: &'static str,
    /// Whom high dice serve.
    pub favours: Option<Favours>,
    /// Whether the players threw them.
    pub table: bool,
    /// The dice.
    pub throws: Throws,
}

impl Kind {
    /// What they were for, and whose they are where they are not of the stream.
    #[must_use]
    pub fn name(&self) -> String {
        if self.table { format!("{} (table dice)", self.label) } else { self.label.to_owned() }
    }

    /// Whom these dice served, as far as they left what was to be expected.
    #[must_use]
    pub fn served(&self) -> Option<Favours> {
        let favours = self.favours?;
        let other = match favours {
            Favours::Ours => Favours::Enemies,
            Favours::Enemies => Favours::Ours,
        };
        match self.throws.above() {
            above if above > 0.0 => Some(favours),
            above if above < 0.0 => Some(other),
            _ => None,
        }
    }
}

/// Every die of a campaign.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Luck {
    kinds: BTreeMap<(&'static str, bool), Kind>,
    /// Those from the campaign's stream.
    pub streamed: Throws,
    /// Those the players threw.
    pub table: Throws,
    /// Those of the stream that can favour a side, counted for ours: what is above serves us.
    pub ours: Throws,
    /// The same of those the players threw, who answer for them themselves.
    pub ours_table: Throws,
}

impl Luck {
    /// Adds every roll in a row of the journal, wherever in it they stand.
    pub fn add<G: Played>(&mut self, written: &Value) {
        // What the game does not know any more was thrown all the same.
        let unknown = RollKind { label: "something else", favours: None };
        rolls_in(written, &mut |roll, _| self.throw(roll, G::roll_kind(&roll.purpose).unwrap_or(unknown)));
    }

    fn throw(&mut self, roll: &WrittenRoll, RollKind { label, favours }: RollKind) {
        if roll.faces.is_empty() || roll.sides == 0 {
            return;
        }
        let (sum, dice) = (f64::from(roll.sum()), roll.faces.len());
        let kind = self.kinds.entry((label, roll.table)).or_insert(Kind { label, favours, table: roll.table, throws: Throws::default() });
        kind.throws.add(roll.sides, sum, dice, 1.0);
        let source = if roll.table { &mut self.table } else { &mut self.streamed };
        source.add(roll.sides, sum, dice, 1.0);
        // What the players threw says nothing of the sealed dice.
        let ours = if roll.table { &mut self.ours_table } else { &mut self.ours };
        match favours {
            Some(Favours::Ours) => ours.add(roll.sides, sum, dice, 1.0),
            Some(Favours::Enemies) => ours.add(roll.sides, sum, dice, -1.0),
            None => {}
        }
    }

    /// The kinds of rolls, those of the stream before the players' own, those with most dice first.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.kinds.values().copied().collect();
        kinds.sort_by_key(|kind| (kind.table, std::cmp::Reverse(kind.throws.dice)));
        kinds
    }

    /// All of it in a sentence or two.
    #[must_use]
    pub fn verdict(&self, enemies: &str) -> Option<String> {
        if self.streamed.dice + self.table.dice == 0 {
            return None;
        }
        let source =
            |throws: &Throws, whose: &str| (throws.dice > 0).then(|| format!("{} {whose}, {}", dice(throws.dice), against(throws)));
        let sources: Vec<String> =
            [source(&self.streamed, "of the sealed stream"), source(&self.table, "thrown by the players")].into_iter().flatten().collect();
        let both = self.ours.dice > 0 && self.ours_table.dice > 0;
        let side = |throws: &Throws, whose: &str| {
            if throws.dice == 0 {
                return String::new();
            }
            let (above, count) = (throws.above(), words::sentence_case(&dice(throws.dice)));
            let which = if both { format!("{count} {whose}") } else { count };
            let whom = if above < 0.0 { format!("the {enemies}") } else { "us".to_owned() };
            if above == 0.0 {
                format!(" {which} could favour a side, and favoured neither.")
            } else {
                format!(" {which} could favour a side, and favoured {whom} by {:.1} points: {}.", above.abs(), usual(throws.deviations()))
            }
        };
        let sides = side(&self.ours, "of the stream") + &side(&self.ours_table, "of the players'");
        Some(format!("{}.{sides}", words::sentence_case(&sources.join("; "))))
    }

    /// A line for each kind of roll.
    #[must_use]
    pub fn lines(&self, enemies: &str) -> Vec<String> {
        self.kinds()
            .iter()
            .map(|kind| {
                let throws = &kind.throws;
                let served = match kind.served() {
                    Some(Favours::Ours) => ", for us".to_owned(),
                    Some(Favours::Enemies) => format!(", for the {enemies}"),
                    None => String::new(),
                };
                format!(
                    "{}: {}, mean {:.2} for {:.2}; {}{served} ({})",
                    kind.name(),
                    dice(throws.dice),
                    throws.mean(throws.shown),
                    throws.mean(throws.expected),
                    against(throws),
                    usual(throws.deviations())
                )
            })
            .collect()
    }
}

fn dice(count: u32) -> String {
    words::count(count as usize, "die", "dice")
}

fn against(throws: &Throws) -> String {
    let above = throws.above();
    if above.abs() < 0.05 {
        return "just what was to be expected".to_owned();
    }
    format!("{:.1} points {} what was to be expected", above.abs(), if above > 0.0 { "above" } else { "below" })
}

/// How unusual so many standard deviations are.
fn usual(deviations: f64) -> String {
    let size = deviations.abs();
    let verdict = match size {
        _ if size < 1.0 => "nothing unusual",
        _ if size < 2.0 => "within what is usual",
        _ if size < 3.0 => "unusual",
        _ => "hardly ever seen",
    };
    format!("{size:.1} standard deviations, {verdict}")
}

#[cfg(test)]
mod tests {
    use engine::campaign::{Purpose, Reason, Roll, State};
    use engine::dice::DiceSpec;
    use engine::pack::LocationId;
    use serde_json::json;

    use super::*;

    fn roll(purpose: Purpose, sides: u8, faces: &[u8], table: bool) -> Roll {
        let mut roll = Roll::new(purpose, DiceSpec { count: 1, sides }).with(Reason::Given, 3);
        roll.faces = faces.iter().copied().collect();
        roll.table = table;
        roll
    }

    fn luck(rolls: &[Roll]) -> Luck {
        let mut luck = Luck::default();
        luck.add::<State>(&json!([{ "somewhere": { "deep": rolls } }, "and nothing else", 3]));
        luck
    }

    #[test]
    fn what_dice_show_is_held_against_their_mean_and_their_spread_and_modifiers_are_no_luck() {
        let luck = luck(&[roll(Purpose::Encounter, 6, &[6, 6, 6, 6], false), roll(Purpose::Encounter, 6, &[1], true)]);
        let kind = luck.kinds()[0];
        assert_eq!((kind.throws.dice, kind.throws.shown, kind.throws.expected), (4, 24.0, 14.0));
        assert!((kind.throws.variance - 4.0 * 35.0 / 12.0).abs() < 1e-9);
        assert!((kind.throws.deviations() - 10.0 / (4.0_f64 * 35.0 / 12.0).sqrt()).abs() < 1e-9);
        assert_eq!((luck.streamed.dice, luck.table.dice), (4, 1));
        assert_eq!(
            luck.lines("Mahdists"),
            [
                "meeting the enemy: four dice, mean 6.00 for 3.50; 10.0 points above what was to be expected, for the Mahdists (2.9 standard \
                 deviations, unusual)",
                "meeting the enemy (table dice): one die, mean 1.00 for 3.50; 2.5 points below what was to be expected, for us (1.5 standard \
                 deviations, within what is usual)",
            ]
        );
    }

    #[test]
    fn what_the_players_threw_says_nothing_of_whom_the_sealed_dice_served() {
        let luck = luck(&[roll(Purpose::Encounter, 6, &[6, 6], true), roll(Purpose::Encounter, 6, &[3], false)]);
        assert_eq!((luck.ours.dice, luck.ours_table.dice, luck.table.dice), (1, 2, 2));
        let verdict = luck.verdict("Mahdists").unwrap();
        assert!(verdict.contains("One die of the stream could favour a side, and favoured us by 0.5 points"), "{verdict}");
        assert!(verdict.contains("Two dice of the players' could favour a side, and favoured the Mahdists by 5.0 points"), "{verdict}");
    }

    #[test]
    fn high_dice_that_serve_the_mahdists_count_against_us_and_those_that_serve_neither_not_at_all() {
        let at = LocationId::at(0);
        let luck = luck(&[
            roll(Purpose::Revolt(at), 6, &[6, 6], false),
            roll(Purpose::Recovery, 6, &[1], false),
            roll(Purpose::RandomPlace, 30, &[30], false),
        ]);
        assert_eq!(luck.ours.dice, 3);
        assert!((luck.ours.above() + 7.5).abs() < 1e-9, "{}", luck.ours.above());
        let verdict = luck.verdict("Mahdists").unwrap();
        assert!(
            verdict.ends_with("Three dice could favour a side, and favoured the Mahdists by 7.5 points: 2.5 standard deviations, unusual."),
            "{verdict}"
        );
    }

    #[test]
    fn a_roll_that_was_not_thrown_is_no_luck() {
        assert_eq!(luck(&[roll(Purpose::Encounter, 6, &[], false)]), Luck::default());
        assert_eq!(Luck::default().verdict("Mahdists"), None);
    }
}
