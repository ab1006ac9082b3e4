//! The questions of a sheet: each has a menu of its own, so that one thing is asked at a time, and some take several answers at once.

use engine::campaign::{Decision, State};

use crate::model::orders::topic::Topic;

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// What has to be decided before anything else, with one answer.
    Decision,
    /// Who arrives where.
    Arrivals,
    /// Where something is built.
    Redoubts,
    /// Who is left where a raid went.
    Raiders,
    /// Who bears losses.
    Losses,
    /// What a duel did to ships.
    Duel,
    /// Which place is rolled for.
    Places,
    /// Which card, and what for.
    Card,
    /// Where a force goes.
    March,
    /// Who of a force stays behind.
    Leave,
    /// Which force moves: a place that is activated, or one of those that have been.
    From,
    /// Who boards the train.
    Entrain,
    /// Where the train goes.
    Train,
    /// Where track is laid.
    Track,
    /// Who is carried by hired transport.
    Ferry,
    /// Where ships go.
    Sail,
    /// Who goes aboard.
    Embark,
    /// Who goes aboard a ship of one's choice.
    Aboard,
    /// Who goes ashore.
    Ashore,
    /// Which ships stay behind.
    LeaveShips,
    /// Which ships are repaired.
    Repair,
    /// Which ships move.
    Ships,
    /// What a battle cost.
    Cost,
    /// Who goes out from a garrison.
    Garrison,
    /// Who gets a point.
    Points,
}

impl Question {
    /// All of them: of those of a topic, the first that has a line is asked on its sheet, and the others by buttons.
    pub const ALL: [Self; 25] = [
        Self::Decision,
        Self::Arrivals,
        Self::Redoubts,
        Self::Raiders,
        Self::Losses,
        Self::Duel,
        Self::Places,
        Self::Card,
        Self::March,
        Self::Leave,
        Self::From,
        Self::Entrain,
        Self::Train,
        Self::Track,
        Self::Ferry,
        Self::Sail,
        Self::Embark,
        Self::Aboard,
        Self::Ashore,
        Self::LeaveShips,
        Self::Repair,
        Self::Ships,
        Self::Cost,
        Self::Garrison,
        Self::Points,
    ];

    /// The topic it belongs to, the word that stands for it in ids, and what the button says that opens it.
    const fn row(self) -> (Topic, &'static str, &'static str) {
        match self {
            Self::Decision => (Topic::Decision, "decision", "Decide"),
            Self::Arrivals => (Topic::Decision, "arrivals", "Place them"),
            Self::Redoubts => (Topic::Decision, "redoubts", "Build"),
            Self::Raiders => (Topic::Decision, "raiders", "Leave some there"),
            Self::Losses => (Topic::Decision, "losses", "Choose who is lost"),
            Self::Duel => (Topic::Decision, "duel", "Report ships"),
            Self::Places => (Topic::Rebellion, "places", "Roll place by place"),
            Self::Card => (Topic::Cards, "card", "Play a card"),
            Self::March => (Topic::Move, "march", "March on"),
            Self::Leave => (Topic::Move, "behind", "Leave some behind"),
            Self::From => (Topic::Move, "from", "Another place"),
            Self::Entrain => (Topic::Move, "entrain", "Entrain"),
            Self::Train => (Topic::Move, "train", "Run the train"),
            Self::Track => (Topic::Move, "track", "Lay track"),
            Self::Ferry => (Topic::Move, "ferry", "Hired transport"),
            Self::Sail => (Topic::Sail, "course", "Sail on"),
            Self::Embark => (Topic::Sail, "embark", "Embark some"),
            Self::Aboard => (Topic::Sail, "aboard", "Choose the ship"),
            Self::Ashore => (Topic::Sail, "ashore", "Put some ashore"),
            Self::LeaveShips => (Topic::Sail, "ships-behind", "Leave ships behind"),
            Self::Repair => (Topic::Sail, "repair", "Repair"),
            Self::Ships => (Topic::Sail, "ships", "Other ships"),
            Self::Cost => (Topic::Battle, "cost", "What it cost"),
            Self::Garrison => (Topic::Siege, "garrison", "Tell units off"),
            Self::Points => (Topic::Replacements, "replace", "Spend points"),
        }
    }

    /// The topic it belongs to.
    #[must_use]
    pub const fn topic(self) -> Topic {
        self.row().0
    }

    /// The word that stands for it in ids.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row().1
    }

    /// The question of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.word() == word)
    }

    /// What the button says that opens it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.row().2
    }

    /// What its menu asks.
    #[must_use]
    pub fn asked(self, state: &State) -> &'static str {
        match self {
            Self::Decision if matches!(state.decision(), Some(Decision::Retreat { .. })) => "Where does the garrison go?",
            Self::Decision => "Decide",
            Self::Arrivals => "Who arrives where?",
            Self::Redoubts => "Where are they built?",
            Self::Raiders => "Who is left there?",
            Self::Losses => "Who is lost?",
            Self::Duel => "What did it do to the ships?",
            Self::Places => "Or roll for one place",
            Self::Card => "Which card, and what for?",
            Self::March | Self::Sail => "Where to?",
            Self::Leave => "Who stays behind?",
            Self::From => "Where from?",
            Self::Entrain => "Who boards the train?",
            Self::Train => "Where does the train go?",
            Self::Track => "Where is track laid?",
            Self::Ferry => "Who is carried?",
            Self::Embark | Self::Aboard => "Who goes aboard?",
            Self::Ashore => "Who goes ashore?",
            Self::LeaveShips => "Which ships stay behind?",
            Self::Repair => "Which ships are repaired?",
            Self::Ships => "Which ships?",
            Self::Cost => "What did it cost?",
            Self::Garrison => "Or choose who goes out",
            Self::Points => "Who gets a point?",
        }
    }

    /// How many of its lines may be chosen at once as things stand.
    #[must_use]
    pub fn most(self, state: &State) -> u8 {
        let most = match (self, state.decision()) {
            (Self::Arrivals, Some(Decision::Reinforce { count, together, .. })) => {
                if *together {
                    1
                } else {
                    usize::from(*count)
                }
            }
            (Self::Redoubts, Some(Decision::Redoubts { count, .. })) => usize::from(*count),
            (Self::Raiders, Some(Decision::RaidGarrison { units, .. })) => usize::from(*units),
            (Self::Losses, Some(Decision::Casualties { owed, .. })) => usize::from(*owed),
            (Self::Duel, Some(Decision::Duel { ships, reported })) => ships.without(*reported).len(),
            // Somebody has to go on.
            (Self::Leave, None) => {
                state.round().force().map_or(1, |force| force.units.len().saturating_sub(usize::from(force.supply == 0)))
            }
            (Self::LeaveShips, None) => state.round().fleet().len().saturating_sub(1),
            (Self::Embark, None) => state.round().fleet().iter().map(|ship| state.room(ship)).sum(),
            (Self::Entrain | Self::Ashore | Self::Repair | Self::Points, None) | (Self::Garrison, _) => LINES,
            _ => 1,
        };
        most.clamp(1, LINES) as u8
    }
}

/// Lines of a menu.
pub const LINES: usize = 25;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_question_has_a_word_of_its_own_which_is_no_topics() {
        let mut words: BTreeSet<&str> = Topic::ALL.into_iter().map(Topic::word).collect();
        for question in Question::ALL {
            assert!(words.insert(question.word()), "{question:?}");
            assert_eq!(Question::of_word(question.word()), Some(question));
        }
    }
}
