//! What a battle of the campaign is called, and how both sides are set up for it, by what it is fought for.

use engine::campaign::{BattleKind, FieldBattle};
use engine::pack::{LocationKind, Pack};

use crate::words;

/// What stands where a battle is fought, by the campaign map.
fn settlement(pack: &Pack, battle: &FieldBattle) -> Option<LocationKind> {
    pack.map.location_at(battle.at).map(|location| pack.map.location(location).kind)
}

/// What a battle is called: by its type, an assault on walls of theirs, or a storm of ours.
#[must_use]
pub fn title(pack: &Pack, battle: &FieldBattle) -> String {
    match (battle.kind, settlement(pack, battle)) {
        (BattleKind::Storm, Some(LocationKind::FortifiedTown)) => "Storm of our walls".to_owned(),
        (BattleKind::Storm, _) => "Storm of our works".to_owned(),
        _ => battle.battle.title(&pack.words),
    }
}

/// How both sides of a battle are set up, after what it is called. In a storm they are the other way about than in an assault of ours: the
/// rulebook gives the besieged what defences the place has, a fortified town its walls, any other a ditch.
#[must_use]
pub fn set_up(pack: &Pack, battle: &FieldBattle) -> String {
    const FROM_OUTSIDE: &str = "The [enemies] come on from any side but the water.";
    let how = match (battle.kind, settlement(pack, battle)) {
        (BattleKind::Storm, Some(LocationKind::FortifiedTown)) => {
            words::told(pack, &format!("The fortified town's walls, gates and guns are on the table, and ours hold them. {FROM_OUTSIDE}"))
        }
        (BattleKind::Storm, kind) => {
            let place = kind.map_or("place", LocationKind::word);
            words::told(pack, &format!("The {place} is on the table with a ditch around it, and ours hold it. {FROM_OUTSIDE}"))
        }
        _ => battle.battle.deployment(&pack.tables),
    };
    format!("{}: {how}", title(pack, battle))
}
