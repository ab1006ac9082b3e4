//! How a card game is to begin, asked step by step for the one who begins it: which side, against whom.

use engine::card_game::options::Options;
use engine::card_game::order::Order;
use engine::card_game::pack::{CardPack, RegionRow};
use engine::card_game::region::Region;
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::side::Side;

use crate::despatches::opening::AS_USUAL;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::duel_choices::{DuelChoices, DuelOpponent};
use crate::words;

/// The orders that a game is begun with, once everything is chosen.
#[must_use]
pub fn orders(choices: DuelChoices, options: Options) -> Option<Vec<Order>> {
    let (side, opponent) = (choices.side?, choices.opponent?);
    let mut orders = vec![Order::Seat { side, player: Some(Player::Member(0)) }];
    let other = match opponent {
        DuelOpponent::Plain => Some(Player::Staff(Strength::Plain)),
        DuelOpponent::Searching => Some(Player::Staff(Strength::Searching)),
        DuelOpponent::Member => None,
    };
    orders.extend(other.map(|player| Order::Seat { side: side.other(), player: Some(player) }));
    orders.push(Order::SetUp(options));
    Some(orders)
}

/// What is asked next; nothing once everything is chosen.
#[must_use]
pub fn step(pack: &CardPack, choices: DuelChoices, direct: bool) -> Option<Despatch> {
    let offer = |label: String, choices: DuelChoices| Button { label, style: ButtonStyle::Primary, id: CustomId::CardGame { choices } };
    match choices {
        DuelChoices { side: None, .. } => {
            let regions = |wanted: &dyn Fn(&RegionRow) -> bool| {
                let all: Vec<&str> = Region::ALL
                    .into_iter()
                    .map(|region| pack.region(region))
                    .filter(|row| wanted(row))
                    .map(|row| row.name.as_str())
                    .collect();
                words::list(&all)
            };
            let told = |side: Side| {
                let units: u32 = pack.deck(side).iter().filter(|card| card.arm.is_unit()).map(|card| u32::from(card.count)).sum();
                let own = regions(&|row| row.holder == Some(side));
                let own = if own.is_empty() { "hold nothing at first".to_owned() } else { format!("hold {own} from the start") };
                format!(
                    "**{}**: {} cards, {units} of them units; {own}, and lay their units in {}.",
                    words::sentence_case(pack.tables.sides.of(side)),
                    pack.all(side).len(),
                    regions(&|row| row.deploys.contains(&side))
                )
            };
            let mut facts = vec![format!(
                "{} regions, {} turns, a hand of {} cards each that the other side never sees. Whoever holds more regions at the end has won, and \
                 whoever holds all of them at any time.",
                words::sentence_case(&words::number(Region::ALL.len())),
                words::number(pack.tables.turns.into()),
                words::number(pack.tables.hand.into())
            )];
            facts.extend(Side::BOTH.map(told));
            facts.push(format!("**{AS_USUAL}**: {}, against the plain staff; it begins at once.", pack.tables.sides.ours));
            let mut buttons: Vec<Button> = Side::BOTH
                .into_iter()
                .map(|side| {
                    let named = pack.tables.sides.of(side);
                    let named = named.strip_prefix("the ").unwrap_or(named);
                    offer(words::sentence_case(named), DuelChoices { side: Some(side), opponent: None })
                })
                .collect();
            buttons.push(offer(AS_USUAL.to_owned(), DuelChoices { side: Some(Side::Ours), opponent: Some(DuelOpponent::Plain) }));
            Some(Despatch { facts, buttons, ..Despatch::saying("**1 of 2: which side do you play?**") })
        }
        DuelChoices { opponent: None, .. } => {
            let mut facts = vec![
                "**The staff** plays at once: the *plain* one as a sensible player would, the *searching* one after playing on in its head. \
                 Neither sees your cards."
                    .to_owned(),
            ];
            if !direct {
                facts.push("**Whoever joins**: the first who presses *Join* takes the other side.".to_owned());
            }
            let named = |opponent: DuelOpponent| match opponent {
                DuelOpponent::Plain => "The plain staff",
                DuelOpponent::Searching => "The searching staff",
                DuelOpponent::Member => "Whoever joins",
            };
            let offered = DuelOpponent::ALL.into_iter().filter(|opponent| !(direct && *opponent == DuelOpponent::Member));
            let mut buttons: Vec<Button> =
                offered.map(|opponent| offer(named(opponent).to_owned(), DuelChoices { opponent: Some(opponent), ..choices })).collect();
            buttons.push(Button {
                label: "Back".to_owned(),
                style: ButtonStyle::Secondary,
                id: CustomId::CardGame { choices: DuelChoices::default() },
            });
            Some(Despatch { facts, buttons, ..Despatch::saying("**2 of 2: against whom?**") })
        }
        DuelChoices { .. } => None,
    }
}
