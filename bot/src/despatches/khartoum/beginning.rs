//! How the mini-game of the siege is to begin, asked step by step for the one who begins it: which side, against whom.

use engine::khartoum::options::Options;
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::side::Side;

use crate::despatches::khartoum::told::OURS;
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
pub fn step(pack: &Pack, choices: DuelChoices, direct: bool) -> Option<Despatch> {
    let offer = |label: &str, choices: DuelChoices| Button {
        label: label.to_owned(),
        style: ButtonStyle::Primary,
        id: CustomId::Khartoum { choices },
    };
    let sides = &pack.tables.sides;
    match choices {
        DuelChoices { side: None, .. } => {
            let sudden: Vec<&str> = pack.map.sudden_death.iter().map(|space| pack.space_name(space)).collect();
            let count = |side: Side| words::count(pack.counters.of[side as usize].len(), "counter", "counters");
            let facts = vec![
                format!(
                    "{} turns of a card each, on a map of {} spaces. An hour or two against the staff; by post about twenty turns to and fro.",
                    words::sentence_case(&words::number(pack.tables.turns().into())),
                    pack.map.spaces.len()
                ),
                format!(
                    "**{}**: {}. They hold towns, and win at the end with {} victory points. Nothing of theirs is hidden.",
                    words::sentence_case(&sides.ours),
                    count(Side::Ours),
                    pack.tables.victory_points
                ),
                format!(
                    "**{}**: {}, of each stack the top one alone is seen. They win with {}, or if the other side has too few points at the end.",
                    words::sentence_case(&sides.enemy),
                    count(Side::Enemy),
                    words::list(&sudden)
                ),
                format!("**{AS_USUAL}**: {}, against the plain staff; it begins at once.", sides.ours),
                OURS.to_owned(),
            ];
            let named = |side: Side| {
                let named = sides.of(side);
                words::sentence_case(named.strip_prefix("the ").unwrap_or(named))
            };
            let mut buttons: Vec<Button> =
                Side::BOTH.into_iter().map(|side| offer(&named(side), DuelChoices { side: Some(side), opponent: None })).collect();
            buttons.push(offer(AS_USUAL, DuelChoices { side: Some(Side::Ours), opponent: Some(DuelOpponent::Plain) }));
            Some(Despatch { facts, buttons, ..Despatch::saying("**1 of 2: which side do you play?**") })
        }
        DuelChoices { opponent: None, .. } => {
            let mut facts = vec![
                "**The staff** plays at once: the *plain* one as a sensible player would, the *searching* one after playing on in its head. \
                 Neither sees what is hidden."
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
                offered.map(|opponent| offer(named(opponent), DuelChoices { opponent: Some(opponent), ..choices })).collect();
            let back = CustomId::Khartoum { choices: DuelChoices::default() };
            buttons.push(Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: back });
            Some(Despatch { facts, buttons, ..Despatch::saying("**2 of 2: against whom?**") })
        }
        DuelChoices { .. } => None,
    }
}
