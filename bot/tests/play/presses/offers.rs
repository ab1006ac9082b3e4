//! What is pressed: what was offered, now or some time ago, with something in it altered, or made up.

use umpire::model::despatch::Despatch;
use umpire::model::ids::{CampaignId, UserId};
use umpire::table::room::Room;

use crate::killed::Chance;

/// A button's text, with the lines that are chosen where it is a menu's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) id: String,
    pub(super) values: Vec<String>,
}

impl Offer {
    fn button(id: String) -> Self {
        Self { id, values: Vec::new() }
    }

    /// The key of the orders it gives, if it gives any.
    pub(super) fn key(&self) -> Option<String> {
        if self.id.starts_with("menu:") {
            return Some(self.values.join("+"));
        }
        let gives = ["order:", "sure:"].iter().any(|begins| self.id.starts_with(begins));
        self.id.splitn(4, ':').nth(3).filter(|_| gives).map(str::to_owned)
    }
}

fn any<'a, T>(of: &'a [T], chance: &mut Chance) -> Option<&'a T> {
    if of.is_empty() { None } else { of.get(chance.at(of.len())) }
}

/// What a message offers: its buttons, and of its menu some lines, as many at once as it takes.
fn of_a_message(despatch: &Despatch, chance: &mut Chance) -> Vec<Offer> {
    let mut offers: Vec<Offer> = despatch.buttons.iter().map(|button| Offer::button(button.id.to_string())).collect();
    if let Some(menu) = &despatch.menu {
        for _ in 0..4 {
            let count = 1 + chance.below(u64::from(menu.most.min(3)));
            let values = (0..count).filter_map(|_| any(&menu.choices, chance)).map(|choice| choice.value.clone()).collect();
            offers.push(Offer { id: menu.id.to_string(), values });
        }
    }
    offers
}

/// What is offered in a game now: on its board, on a member's own sheet, and by the names of what they may order.
pub(super) async fn offered(
    room: &dyn Room,
    id: CampaignId,
    revision: u32,
    (user, legal): (UserId, &[(String, String)]),
    members: &[UserId],
    chance: &mut Chance,
) -> Vec<Offer> {
    let mut offers = Vec::new();
    if chance.below(3) == 0 {
        offers.extend(of_a_message(&room.board(id).await.unwrap().despatch, chance));
        offers.extend(of_a_message(&room.seen(id, user).await.unwrap(), chance));
    }
    for topic in ["hand", "mine", "standing"] {
        if chance.below(4) == 0
            && let Some(sheet) = room.sheet(id, user, topic, 0).await.unwrap()
        {
            offers.extend(of_a_message(&sheet, chance));
        }
    }
    for _ in 0..6 {
        if let Some((_, key)) = any(legal, chance) {
            offers.push(Offer::button(format!("order:{}:{revision}:{key}", id.0)));
        }
    }
    if chance.below(3) == 0
        && let Some(deed) = room.last_deed(id).await.unwrap()
        && let Some(asked_by) = any(members, chance)
    {
        let asked_by = if chance.below(2) == 0 { asked_by.0 } else { 0 };
        offers.push(Offer::button(format!("undo:{}:{}:{asked_by}", id.0, deed.first())));
    }
    offers
}

/// What nobody has offered, of every sort.
pub(super) fn made_up(id: CampaignId, revision: u32, members: &[UserId], chance: &mut Chance) -> Offer {
    let id = id.0;
    let small = chance.below(12);
    let row = u64::from(revision).saturating_sub(small);
    let user = any(members, chance).map_or(0, |user| user.0);
    // What ends a game is pressed rarely, or nothing else would be.
    if chance.below(25) == 0 {
        let ends = [format!("close:{id}"), format!("delete:{id}"), format!("forget:{id}:1"), format!("sure:{id}:{revision}:concede.ours")];
        return Offer::button(ends[chance.at(4)].clone());
    }
    let text = match chance.below(24) {
        0 => format!("settle:{}:{}", 1 + chance.below(40), small % 2),
        1 => format!("propose:{id}"),
        2 => format!("start-over:{id}"),
        3 => format!("vote:{id}:{}", small % 2),
        4 => format!("option-vote:{id}:{}", small % 2),
        5 => format!("side:{id}:{row}:{}", small % 2),
        6 => format!("join:{id}"),
        7 => format!("undo:{id}:{row}:{user}"),
        8 => format!("undo-to:{id}:{}:{row}:{user}", row / 2),
        9 => format!("undo-no:{id}:{user}"),
        10 => format!("guide:{id}:{revision}"),
        11 => format!("log:{id}:{small}::::"),
        12 => format!("rolls:{id}:{row}"),
        13 => format!("sheet:{id}:from.{small}:0"),
        14 => format!("sheet:{id}:setup.{small}:{small}"),
        15 => format!("sheet:{id}:instruct.unit.{small}:0"),
        16 => format!("board:{id}"),
        17 => format!("order:{id}:{revision}:as-advised"),
        18 => format!("order:{id}:{revision}:go-on"),
        19 => format!("order:{id}:{revision}:pass"),
        20 => format!("correct:{id}::points"),
        21 => format!("order:{id}:{revision}:correct.points.{small}"),
        22 => "made:up".to_owned(),
        _ => {
            let values = vec![row.to_string()];
            let menus = [format!("undo-menu:{id}"), format!("log-row:{id}"), format!("sheets:{id}")];
            return Offer { id: menus[chance.at(3)].clone(), values };
        }
    };
    Offer::button(text)
}

/// What stands where something else belongs.
const ODD: [&str; 12] =
    ["0", "1", "-1", "+1", "255", "256", "65536", "4294967296", "9223372036854775807", "18446744073709551616", "", "\u{202e}"];

/// An offer with something in it altered: another game's number, a part of another offer, a number that is none, parts gone or twice.
pub(super) fn altered(offer: Offer, other: CampaignId, others: &[(UserId, Offer)], chance: &mut Chance) -> Offer {
    let Offer { mut id, mut values } = offer;
    let part_of = |text: &str, chance: &mut Chance| {
        let parts: Vec<&str> = text.split([':', '.', '+']).collect();
        any(&parts, chance).map(|part| (*part).to_owned()).unwrap_or_default()
    };
    let target = match any(&values, chance).cloned() {
        Some(value) if chance.below(2) == 0 => value,
        _ => id.clone(),
    };
    let part = part_of(&target, chance);
    let graft = any(others, chance).map(|(_, offer)| offer.values.first().unwrap_or(&offer.id).clone()).unwrap_or_default();
    let instead = match chance.below(6) {
        0 => other.0.to_string(),
        1 => part_of(&graft, chance),
        2 => graft,
        3 => part
            .parse::<i64>()
            .map_or_else(|_| String::new(), |number| number.wrapping_add(if chance.below(2) == 0 { 1 } else { -1 }).to_string()),
        4 => format!("{part}.{part}"),
        _ => ODD[chance.at(ODD.len())].to_owned(),
    };
    let altered = if part.is_empty() { format!("{target}{instead}") } else { target.replacen(&part, &instead, 1) };
    match values.iter_mut().find(|value| **value == target) {
        Some(value) => *value = altered,
        None => id = altered,
    }
    Offer { id, values }
}
