//! Dice: where numbers come from, and the roll that says why they were wanted.
//!
//! Three sources: a seeded stream that anyone can check afterwards, the players' own dice typed in, and a script for
//! tests. Rules ask for dice and never know which source answers.
//!
//! The seeded stream is ChaCha with 20 rounds keyed by 32 bytes. A die of `s` sides takes the next 32-bit word `w` of the
//! keystream; a word at or above the greatest multiple of `s` below 2³² is passed over, so that no face is favoured; the
//! face is `w mod s + 1`. A position in the stream is the count of words taken, so an exported campaign can be checked
//! with any implementation of ChaCha20.

use std::fmt;

use rand::Rng;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

/// Dice of one kind thrown together: `4D6` is four dice of six sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DiceSpec {
    /// How many dice, at least 1.
    pub count: u8,
    /// Sides of each, at least 2.
    pub sides: u8,
}

impl DiceSpec {
    /// The least total.
    #[must_use]
    pub const fn least(self) -> i16 {
        self.count as i16
    }

    /// The greatest total.
    #[must_use]
    pub const fn most(self) -> i16 {
        self.count as i16 * self.sides as i16
    }

    /// Reads `2D6`, `d30` or `1d10`.
    ///
    /// # Errors
    ///
    /// A sentence saying what is wrong: not dice, or more than 100 dice, or sides outside 2 to 100.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_ascii_lowercase();
        let (count, sides) = lower.split_once('d').ok_or_else(|| format!("\"{text}\" is not dice; write them as 2D6"))?;
        let count: u8 = if count.trim().is_empty() {
            1
        } else {
            count.trim().parse().map_err(|_| format!("\"{text}\" is not dice; write them as 2D6"))?
        };
        let sides: u8 = sides.trim().parse().map_err(|_| format!("\"{text}\" is not dice; write them as 2D6"))?;
        if !(1..=100).contains(&count) || !(2..=100).contains(&sides) {
            return Err(format!("\"{text}\": 1 to 100 dice of 2 to 100 sides"));
        }
        Ok(Self { count, sides })
    }
}

impl fmt::Display for DiceSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}D{}", self.count, self.sides)
    }
}

impl<'de> Deserialize<'de> for DiceSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// What a roll is for, in a few words that need no context: "enemy foot".
pub trait RollPurpose {
    /// The words.
    fn label(&self) -> &'static str;
}

/// A number added to a roll, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Modifier<R> {
    /// Why.
    #[serde(rename = "why")]
    pub reason: R,
    /// What is added; negative to subtract.
    pub add: i8,
}

/// Dice thrown for a purpose, with every modifier and its reason.
///
/// A roll without faces was not thrown: what it needed was certain or impossible (R55).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roll<P, R> {
    /// What it is for.
    #[serde(rename = "for")]
    pub purpose: P,
    /// Sides of each die.
    pub sides: u8,
    /// What the dice show, in the order thrown, each from 1 to `sides`.
    pub faces: SmallVec<[u8; 8]>,
    /// What is added, in the order applied.
    #[serde(default = "SmallVec::new", skip_serializing_if = "SmallVec::is_empty")]
    pub modifiers: SmallVec<[Modifier<R>; 2]>,
    /// The total needed, where the roll succeeds or fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<i16>,
    /// Whether the players threw their own dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
}

impl<P, R> Roll<P, R> {
    /// A roll not thrown yet.
    #[must_use]
    pub fn new(purpose: P, dice: DiceSpec) -> Self {
        Self { purpose, sides: dice.sides, faces: SmallVec::new(), modifiers: SmallVec::new(), needs: None, table: false }
    }

    /// With what it needs.
    #[must_use]
    pub fn needing(mut self, needs: i16) -> Self {
        self.needs = Some(needs);
        self
    }

    /// With a modifier, unless it adds nothing.
    #[must_use]
    pub fn with(mut self, reason: R, add: i8) -> Self {
        if add != 0 {
            self.modifiers.push(Modifier { reason, add });
        }
        self
    }

    /// What the modifiers come to.
    #[must_use]
    pub fn modifier(&self) -> i16 {
        self.modifiers.iter().map(|modifier| i16::from(modifier.add)).sum()
    }

    /// What the dice show together.
    #[must_use]
    pub fn sum(&self) -> i16 {
        self.faces.iter().map(|face| i16::from(*face)).sum()
    }

    /// Dice and modifiers together.
    #[must_use]
    pub fn total(&self) -> i16 {
        self.sum() + self.modifier()
    }

    /// What the dice alone must show.
    #[must_use]
    pub fn face_needed(&self) -> Option<i16> {
        self.needs.map(|needs| needs - self.modifier())
    }

    /// For one die: how many of its faces succeed.
    #[must_use]
    pub fn chances(&self) -> u8 {
        let sides = i16::from(self.sides);
        self.face_needed().map_or(0, |face| (sides + 1 - face).clamp(0, sides)) as u8
    }

    /// Whether the total reaches what is needed; a roll not thrown succeeds when it was certain.
    #[must_use]
    pub fn succeeds(&self) -> bool {
        match self.needs {
            Some(_) if self.faces.is_empty() => self.chances() == self.sides,
            Some(needs) => self.total() >= needs,
            None => false,
        }
    }
}

/// Why the dice given were not the dice wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiceProblem {
    /// More dice are needed.
    TooFew {
        /// How many were given.
        given: usize,
        /// The roll for which they ran out.
        next: DiceSpec,
        /// How many of that roll were given.
        have: u8,
        /// What that roll is for.
        purpose: &'static str,
    },
    /// Some dice were not wanted.
    TooMany {
        /// How many were given.
        given: usize,
        /// How many were used.
        used: usize,
    },
    /// A die cannot show that.
    Impossible {
        /// Which of the dice given, from 1.
        position: usize,
        /// What it was said to show.
        face: u16,
        /// The sides it has.
        sides: u8,
        /// What the roll is for.
        purpose: &'static str,
    },
}

impl fmt::Display for DiceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { given: 0, next, purpose, .. } => write!(f, "Dice are needed: {next} for {purpose}."),
            Self::TooFew { given, next, have: 0, purpose } => {
                let (noun, verb) = if *given == 1 { ("die", "is") } else { ("dice", "are") };
                write!(f, "{given} {noun} {verb} not enough: next comes {next} for {purpose}.")
            }
            Self::TooFew { given, next, have, purpose } => {
                let (noun, verb) = if *given == 1 { ("die", "is") } else { ("dice", "are") };
                write!(f, "{given} {noun} {verb} not enough: {purpose} takes {next}, and {have} of them came.")
            }
            Self::TooMany { given, used } => {
                let (noun, verb) = if *used == 1 { ("die", "was") } else { ("dice", "were") };
                write!(f, "Only {used} {noun} {verb} needed, and {given} came: check what was thrown for what.")
            }
            Self::Impossible { position, face, sides, purpose } => {
                write!(f, "Die {position} cannot show {face}: {purpose} is thrown with D{sides}, so 1 to {sides}.")
            }
        }
    }
}

impl std::error::Error for DiceProblem {}

/// Reads players' dice: whole numbers apart by spaces or commas, `4 2 6`.
///
/// # Errors
///
/// One sentence saying what is wrong and what to type.
pub fn parse_faces(text: &str) -> Result<Vec<u16>, String> {
    const MOST: usize = 500;
    let words: Vec<&str> = text.split([' ', ',', ';', '\t', '\n']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err("No dice came: type what they show in the order thrown, as 4 2 6.".to_owned());
    }
    if words.len() > MOST {
        return Err(format!("{} dice came, and no roll takes more than {MOST}.", words.len()));
    }
    words
        .iter()
        .enumerate()
        .map(|(index, word)| {
            let shown: String = word.chars().filter(|letter| !letter.is_control()).take(12).collect();
            match word.parse::<u16>() {
                Ok(face) if (1..=999).contains(&face) => Ok(face),
                _ => Err(format!("Die {} reads \"{shown}\", which no die shows: type whole numbers apart by spaces, as 4 2 6.", index + 1)),
            }
        })
        .collect()
}

enum Source {
    Seeded(Box<ChaCha20Rng>),
    Listed { faces: Vec<u16>, next: usize, table: bool },
}

/// Dice to throw.
pub struct Dice {
    source: Source,
    problem: Option<DiceProblem>,
}

impl Dice {
    /// The stream of `seed`, from `position` words on.
    #[must_use]
    pub fn seeded(seed: [u8; 32], position: u64) -> Self {
        let mut stream = ChaCha20Rng::from_seed(seed);
        stream.set_word_pos(u128::from(position));
        Self { source: Source::Seeded(Box::new(stream)), problem: None }
    }

    /// The players' own dice, in the order thrown. Every roll is marked as theirs. See [`parse_faces`].
    #[must_use]
    pub fn table(faces: Vec<u16>) -> Self {
        Self { source: Source::Listed { faces, next: 0, table: true }, problem: None }
    }

    /// Dice that show what a test wants.
    #[must_use]
    pub fn scripted(faces: &[u16]) -> Self {
        Self { source: Source::Listed { faces: faces.to_vec(), next: 0, table: false }, problem: None }
    }

    /// How many words of the stream have been taken; `None` for dice that are no stream.
    #[must_use]
    pub fn position(&self) -> Option<u64> {
        match &self.source {
            Source::Seeded(stream) => u64::try_from(stream.get_word_pos()).ok(),
            Source::Listed { .. } => None,
        }
    }

    /// Throws `count` dice for `roll`.
    ///
    /// Listed dice that run out, or cannot show what they are said to, show 1; [`Self::finish`] tells.
    #[must_use]
    pub fn throw<P: RollPurpose, R>(&mut self, mut roll: Roll<P, R>, count: u8) -> Roll<P, R> {
        let purpose = roll.purpose.label();
        for thrown in 0..count {
            let face = self.face(DiceSpec { count, sides: roll.sides }, thrown, purpose);
            roll.faces.push(face);
        }
        roll.table = matches!(self.source, Source::Listed { table: true, .. });
        roll
    }

    /// Throws one die for `roll`, unless what it needs is certain or impossible (R55).
    #[must_use]
    pub fn throw_unless_settled<P: RollPurpose, R>(&mut self, roll: Roll<P, R>) -> Roll<P, R> {
        let chances = roll.chances();
        if roll.needs.is_some() && (chances == 0 || chances == roll.sides) { roll } else { self.throw(roll, 1) }
    }

    fn face(&mut self, dice: DiceSpec, thrown: u8, purpose: &'static str) -> u8 {
        match &mut self.source {
            Source::Seeded(stream) => {
                let sides = u32::from(dice.sides);
                let fair = u32::MAX - (u32::MAX % sides + 1) % sides;
                loop {
                    let word = stream.next_u32();
                    if word <= fair {
                        return (word % sides) as u8 + 1;
                    }
                }
            }
            Source::Listed { faces, next, .. } => {
                let position = *next;
                let Some(face) = faces.get(position).copied() else {
                    self.problem.get_or_insert(DiceProblem::TooFew { given: faces.len(), next: dice, have: thrown, purpose });
                    return 1;
                };
                *next += 1;
                match u8::try_from(face) {
                    Ok(shown) if (1..=dice.sides).contains(&shown) => shown,
                    _ => {
                        self.problem.get_or_insert(DiceProblem::Impossible { position: position + 1, face, sides: dice.sides, purpose });
                        1
                    }
                }
            }
        }
    }

    /// Whether the dice given were the dice wanted. Rules roll on regardless, so what they made of wrong dice is to be
    /// thrown away.
    ///
    /// # Errors
    ///
    /// The first thing wrong with the dice.
    pub fn finish(&self) -> Result<(), DiceProblem> {
        if let Some(problem) = &self.problem {
            return Err(problem.clone());
        }
        match &self.source {
            Source::Listed { faces, next, .. } if *next < faces.len() => Err(DiceProblem::TooMany { given: faces.len(), used: *next }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Test;

    impl RollPurpose for Test {
        fn label(&self) -> &'static str {
            "the test"
        }
    }

    const TWO_DICE: DiceSpec = DiceSpec { count: 2, sides: 6 };

    fn throw(dice: &mut Dice, count: u8, sides: u8) -> Vec<u8> {
        let roll: Roll<Test, ()> = Roll::new(Test, DiceSpec { count, sides });
        dice.throw(roll, count).faces.to_vec()
    }

    #[test]
    fn a_seed_gives_the_same_dice_always_and_can_be_taken_up_in_the_middle() {
        let mut first = Dice::seeded([7; 32], 0);
        let opening = throw(&mut first, 20, 6);
        let position = first.position().unwrap();
        let rest = throw(&mut first, 20, 6);
        assert_eq!(throw(&mut Dice::seeded([7; 32], 0), 20, 6), opening);
        assert_eq!(throw(&mut Dice::seeded([7; 32], position), 20, 6), rest);
        assert_ne!(opening, rest);
    }

    #[test]
    fn the_stream_is_the_published_one() {
        // ChaCha20 with a key and nonce of zeros begins with the bytes 76 b8 e0 ad a0 f1 3d 90 (RFC 8439, A.1, vector 1).
        let words = [0xade0_b876_u32, 0x903d_f1a0];
        let wanted: Vec<u8> = words.iter().map(|word| (word % 6) as u8 + 1).collect();
        assert_eq!(throw(&mut Dice::seeded([0; 32], 0), 2, 6), wanted);
    }

    #[test]
    fn every_face_of_a_die_comes_up_about_equally_often() {
        let mut dice = Dice::seeded([1; 32], 0);
        for sides in [2_u8, 3, 4, 6, 8, 10, 20, 30, 52] {
            let throws = 2_000 * usize::from(sides);
            let mut counts = vec![0_f64; usize::from(sides)];
            for _ in 0..throws {
                counts[usize::from(throw(&mut dice, 1, sides)[0]) - 1] += 1.0;
            }
            let expected = 2_000.0;
            let chi_square: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
            let freedom = f64::from(sides) - 1.0;
            // Four standard deviations above the mean of the chi-square distribution.
            assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0, "D{sides}: {chi_square}");
        }
    }

    #[test]
    fn too_few_dice_are_answered_with_what_is_needed() {
        let mut dice = Dice::table(vec![4]);
        let _ = throw(&mut dice, 1, 6);
        let _ = throw(&mut dice, 4, 6);
        assert_eq!(dice.finish().unwrap_err().to_string(), "1 die is not enough: next comes 4D6 for the test.");
        let mut dice = Dice::table(vec![4, 2, 3]);
        let _ = throw(&mut dice, 4, 6);
        assert_eq!(dice.finish().unwrap_err().to_string(), "3 dice are not enough: the test takes 4D6, and 3 of them came.");
        let mut dice = Dice::table(vec![]);
        let _ = throw(&mut dice, 2, 6);
        assert_eq!(dice.finish().unwrap_err().to_string(), "Dice are needed: 2D6 for the test.");
    }

    #[test]
    fn too_many_dice_and_impossible_faces_are_told() {
        let mut dice = Dice::table(vec![4, 2, 3]);
        let _ = throw(&mut dice, 2, 6);
        assert_eq!(dice.finish().unwrap_err().to_string(), "Only 2 dice were needed, and 3 came: check what was thrown for what.");
        let mut dice = Dice::table(vec![4, 7]);
        let _ = throw(&mut dice, 2, 6);
        assert_eq!(dice.finish().unwrap_err().to_string(), "Die 2 cannot show 7: the test is thrown with D6, so 1 to 6.");
    }

    #[test]
    fn the_first_thing_wrong_is_the_one_told() {
        let mut dice = Dice::table(vec![9]);
        let _ = throw(&mut dice, 2, 6);
        assert!(matches!(dice.finish(), Err(DiceProblem::Impossible { position: 1, face: 9, .. })));
    }

    #[test]
    fn dice_are_read_as_people_type_them() {
        assert_eq!(parse_faces("4 2 6"), Ok(vec![4, 2, 6]));
        assert_eq!(parse_faces(" 4,2 , 6;10 "), Ok(vec![4, 2, 6, 10]));
        assert!(parse_faces("  ").unwrap_err().contains("No dice came"));
        for nonsense in ["four", "4 -2", "4 0", "3.5", "4 6️⃣", "99999999999999999999", "4 NaN", "１"] {
            let sentence = parse_faces(nonsense).unwrap_err();
            assert!(sentence.ends_with('.') && sentence.len() < 140, "{nonsense}: {sentence}");
        }
        assert!(parse_faces(&"6 ".repeat(501)).unwrap_err().contains("500"));
        assert!(parse_faces(&"x".repeat(10_000)).unwrap_err().len() < 140);
    }

    #[test]
    fn a_roll_adds_its_modifiers_and_knows_what_the_dice_must_show() {
        let roll: Roll<Test, &str> =
            Roll::new(Test, DiceSpec { count: 1, sides: 6 }).needing(6).with("one", 1).with("two", 2).with("nothing", 0);
        assert_eq!(roll.modifiers.len(), 2);
        assert_eq!(roll.face_needed(), Some(3));
        assert_eq!(roll.chances(), 4);
        let thrown = Dice::scripted(&[3]).throw(roll, 1);
        assert_eq!(thrown.total(), 6);
        assert!(thrown.succeeds());
    }

    #[test]
    fn what_is_certain_or_impossible_takes_no_die_r55() {
        let mut none = Dice::table(vec![]);
        let impossible: Roll<Test, ()> = none.throw_unless_settled(Roll::new(Test, TWO_DICE).needing(7));
        assert!(impossible.faces.is_empty() && !impossible.succeeds());
        let certain: Roll<Test, ()> = none.throw_unless_settled(Roll::new(Test, TWO_DICE).needing(1));
        assert!(certain.faces.is_empty() && certain.succeeds());
        assert_eq!(none.finish(), Ok(()));
    }
}
