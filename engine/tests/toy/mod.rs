//! A game of two seats with a hidden number each, to hold what [`Game`] promises of games that are no campaign: both act at once, a die is
//! hidden with what it drew, a guess names one number or several and is heard or not as a die decides.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::dice::DiceSpec;
use engine::dice::{self, Dice, RollPurpose};
use engine::game::Game;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Red,
    Blue,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    HiddenNumber,
    Hearing,
}

impl RollPurpose for Purpose {
    fn label(&self) -> &'static str {
        match self {
            Self::HiddenNumber => "the hidden number",
            Self::Hearing => "whether the guess is heard",
        }
    }
}

pub type Roll = dice::Roll<Purpose, ()>;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Draws the number that the other has to guess.
    Draw(Side),
    /// Guesses that the other's number is one of these, one or two.
    Guess(Side, Vec<u8>),
}

impl Order {
    pub const fn side(&self) -> Side {
        match self {
            Self::Draw(side) | Self::Guess(side, _) => *side,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The number with the die that drew it; to the other side, only that it was drawn.
    Drawn { side: Side, roll: Option<Roll> },
    /// A guess: whether it was heard, and whether it was right.
    Guessed { side: Side, numbers: Vec<u8>, roll: Roll, right: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Drawn,
    NotDrawn,
    NotYours,
    TooMany,
    Over,
}

/// What a seat sees: its own number, and how often each has guessed wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub own: Option<u8>,
    pub drawn: [bool; 2],
    pub wrong: [u8; 2],
    pub winner: Option<Side>,
}

/// What it is played with: the sides of the die that draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    pub highest: u8,
    pub sources: BTreeMap<String, String>,
}

impl Numbers {
    /// The usual six.
    pub fn six() -> Arc<Self> {
        Self::load(&BTreeMap::from([("numbers.toml".to_owned(), "highest = 6".to_owned())])).unwrap()
    }

    pub fn load(sources: &BTreeMap<String, String>) -> Result<Arc<Self>, String> {
        let text = sources.get("numbers.toml").ok_or("there is no numbers.toml in it")?;
        let highest =
            text.strip_prefix("highest = ").and_then(|number| number.trim().parse().ok()).filter(|number| (2..=20).contains(number));
        Ok(Arc::new(Self { highest: highest.ok_or("numbers.toml: highest is a number from 2 to 20")?, sources: sources.clone() }))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub pack: Arc<Numbers>,
    pub hidden: [Option<u8>; 2],
    pub wrong: [u8; 2],
    pub winner: Option<Side>,
}

impl Game for Position {
    type Pack = Arc<Numbers>;
    type Seat = Side;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn opening(pack: &Arc<Numbers>) -> Self {
        Self { pack: Arc::clone(pack), hidden: [None; 2], wrong: [0; 2], winner: None }
    }

    fn pack(&self) -> &Arc<Numbers> {
        &self.pack
    }

    fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    fn permit(&self, seat: Side, order: &Order) -> Result<(), Refusal> {
        match order {
            _ if self.winner.is_some() => Err(Refusal::Over),
            _ if order.side() != seat => Err(Refusal::NotYours),
            Order::Draw(side) if self.hidden[*side as usize].is_some() => Err(Refusal::Drawn),
            // Whether the other has drawn is seen; what, is not.
            Order::Guess(side, _) if self.hidden[side.other() as usize].is_none() => Err(Refusal::NotDrawn),
            Order::Guess(_, numbers)
                if !(1..=2).contains(&numbers.len())
                    || !numbers.is_sorted_by(|one, next| one < next)
                    || numbers.iter().any(|number| !(1..=self.pack.highest).contains(number)) =>
            {
                Err(Refusal::TooMany)
            }
            Order::Draw(_) | Order::Guess(..) => Ok(()),
        }
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        let event = match order {
            Order::Draw(side) => {
                let roll = Roll::new(Purpose::HiddenNumber, DiceSpec { count: 1, sides: self.pack.highest });
                Event::Drawn { side: *side, roll: Some(dice.throw(roll, 1)) }
            }
            Order::Guess(side, numbers) => {
                let roll = dice.throw(Roll::new(Purpose::Hearing, DiceSpec { count: 1, sides: 6 }).needing(2), 1);
                let is_in = self.hidden[side.other() as usize].is_some_and(|hidden| numbers.contains(&hidden));
                Event::Guessed { side: *side, numbers: numbers.clone(), right: is_in && roll.succeeds(), roll }
            }
        };
        self.apply(&event);
        events.push(event);
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Drawn { side, roll } => {
                self.hidden[*side as usize] = Some(roll.as_ref().and_then(|roll| roll.faces.first().copied()).unwrap_or(0));
            }
            Event::Guessed { side, right: true, .. } => self.winner = Some(*side),
            Event::Guessed { side, right: false, .. } => self.wrong[*side as usize] = self.wrong[*side as usize].saturating_add(1),
        }
    }

    fn legal_orders(&self, seat: Side, orders: &mut Vec<Order>) {
        let highest = self.pack.highest;
        let one = (1..=highest).map(|number| vec![number]);
        let two = (1..=highest).flat_map(|one| (one + 1..=highest).map(move |two| vec![one, two]));
        let all = [Order::Draw(seat)].into_iter().chain(one.chain(two).map(|numbers| Order::Guess(seat, numbers)));
        orders.extend(all.filter(|order| self.permit(seat, order).is_ok()));
    }

    fn view(&self, seat: Side) -> View {
        View { own: self.hidden[seat as usize], drawn: self.hidden.map(|number| number.is_some()), wrong: self.wrong, winner: self.winner }
    }

    fn acting(&self) -> Vec<Side> {
        if self.winner.is_some() { Vec::new() } else { Side::BOTH.to_vec() }
    }

    fn giver(&self, order: &Order) -> Side {
        order.side()
    }

    fn shown(&self, event: &Event, seat: Option<Side>) -> Option<Event> {
        Some(match event {
            Event::Drawn { side, .. } if seat != Some(*side) => Event::Drawn { side: *side, roll: None },
            other => other.clone(),
        })
    }
}
