//! A campaign read from a file, every order of which came to the same again.

use crate::model::campaign_name::CampaignName;
use crate::model::export::ExportedOrder;
use crate::model::played::Played;
use crate::model::proof::EarlierReading;
use engine::campaign::State;

/// A campaign read from a file, every order of which came to the same again.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported<G: Played = State> {
    /// Its pack.
    pub pack: G::Pack,
    /// What its group called it.
    pub name: Option<CampaignName>,
    /// Its orders.
    pub rows: Vec<ExportedOrder<G>>,
    /// The position they lead to.
    pub state: G,
    /// The number of its last row.
    pub last: u32,
    /// How many orders were proved with the seed that the file reveals; nothing where it reveals none.
    pub proved: Option<usize>,
    /// Orders that stand and are corrections.
    pub corrections: Vec<u32>,
    /// Orders that an earlier edition of the rules resolved otherwise than they are resolved now.
    pub earlier: Vec<EarlierReading>,
}
