//! Random presses by random members of the right and the wrong servers, at tables without Discord: the text of a button or a line of a menu is
//! read and done as the doors do it, and after each press the laws hold. Nothing panics; what is refused or only shown changes nothing; what is
//! done stands in the journal in rows of its own, once; nobody does anything from another server, or another channel; and who reads the journal
//! anew finds the same position, and proves it.
//!
//! `PRESSES` says how many, `PRESSES_SEED` from which seed on: `PRESSES=1000000 cargo test -p umpire --test play -- presses::`.

mod offers;
mod pressed;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use engine::campaign::{self, Options};
use engine::{card_game, khartoum, tabletop};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use tabletop::player::{Player, Strength};
use tabletop::side::Side;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::custom_id::CustomId;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::played::Played as _;
use umpire::table::lifecycle::OnServer;
use umpire::table::room::Room;
use umpire::table::rooms::Rooms;
use umpire::table::tables::{Founding, Hosted, Tables};

use crate::killed::{Chance, setting};
use crate::presses::offers::{Offer, altered, made_up, offered};
use crate::presses::pressed::{Came, campaign_of, pressed};

/// The presses on one journal; then everybody begins anew on another.
const SITTING: u64 = 20_000;
/// A game of so many rows is brought to its end, and another begun.
const MOST_ROWS: u32 = 260;
/// Of each game, as many offers are remembered: the older of them are out of date.
const REMEMBERED: usize = 240;
/// A member who is in no game.
const STRANGER: UserId = UserId(900);

/// A game of the house.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Campaign,
    Alone,
    Battle,
    Cards,
    CardsAgainstTheStaff,
    Siege,
}

const KINDS: [Kind; 6] = [Kind::Campaign, Kind::Alone, Kind::Battle, Kind::Cards, Kind::CardsAgainstTheStaff, Kind::Siege];

/// All games of the house on one journal.
struct House {
    rooms: Rooms,
    campaigns: Arc<Tables<campaign::State>>,
    battles: Arc<Tables<tabletop::state::State>>,
    card_games: Arc<Tables<card_game::state::State>>,
    sieges: Arc<Tables<khartoum::state::State>>,
}

impl House {
    fn on(journal: &Journal) -> Self {
        let (campaigns, battles) = (Arc::new(Tables::new(journal.clone())), Arc::new(Tables::new(journal.clone())));
        let (card_games, sieges) = (Arc::new(Tables::new(journal.clone())), Arc::new(Tables::new(journal.clone())));
        let rooms: Vec<Arc<dyn Room>> =
            vec![Arc::clone(&campaigns) as _, Arc::clone(&battles) as _, Arc::clone(&card_games) as _, Arc::clone(&sieges) as _];
        Self { rooms: Rooms::new(journal.clone(), rooms), campaigns, battles, card_games, sieges }
    }
}

/// Does something with the tables of a kind of game.
macro_rules! at_its_tables {
    ($house:expr, $kind:expr, $tables:ident => $does:expr) => {
        match $kind {
            Kind::Campaign | Kind::Alone => {
                let $tables = &$house.campaigns;
                $does
            }
            Kind::Battle => {
                let $tables = &$house.battles;
                $does
            }
            Kind::Cards | Kind::CardsAgainstTheStaff => {
                let $tables = &$house.card_games;
                $does
            }
            Kind::Siege => {
                let $tables = &$house.sieges;
                $does
            }
        }
    };
}

/// A game under way, and what was offered in it.
struct Playing {
    kind: Kind,
    id: CampaignId,
    guild: GuildId,
    channel: ChannelId,
    /// Who is in it, the last of whom looks on.
    members: Vec<UserId>,
    /// Each with whom it was offered to.
    offers: Vec<(UserId, Offer)>,
    /// The latest row of its journal.
    revision: u32,
    /// Whether it takes no more orders: it is over, closed or deleted.
    is_done: bool,
}

/// How a game stands: its latest row, and whether it takes no more orders.
async fn stands<G: Hosted>(tables: &Tables<G>, id: CampaignId) -> (u32, bool) {
    let snapshot = tables.snapshot(id).await.unwrap();
    let campaign = &snapshot.campaign;
    (campaign.revision, snapshot.state.is_over() || campaign.closed_at.is_some() || !campaign.lifecycle.in_use())
}

/// Whoever reads the journal anew finds the game as it stands.
async fn is_read_back<G: Hosted>(tables: &Tables<G>, id: CampaignId) {
    let now = tables.snapshot(id).await.unwrap();
    let anew = Tables::<G>::new(tables.journal().clone()).snapshot(id).await.unwrap();
    assert_eq!(anew.campaign.revision, now.campaign.revision, "{id:?}");
    assert!(anew.state == now.state, "{id:?}: the journal comes to another position at row {}", now.campaign.revision);
    assert_eq!((anew.last_deed, anew.last_order), (now.last_deed, now.last_order), "{id:?}");
    assert_eq!(anew.roster.members, now.roster.members, "{id:?}");
}

/// Its orders, given once more, come to what is written, with the dice of its seed.
async fn is_proved<G: Hosted>(tables: &Tables<G>, id: CampaignId) {
    is_read_back(tables, id).await;
    let finding = tables.prove(id).await.unwrap();
    assert!(finding.gap.is_none(), "{id:?}: {:?}", finding.gap);
    finding.proof.unwrap_or_else(|error| panic!("{id:?} is not proved: {error}"));
}

/// What has been pressed, and what came of it.
#[derive(Default)]
struct Tally {
    presses: u64,
    done: u64,
    rows: u64,
    shown: u64,
    refused: u64,
    from_elsewhere: u64,
    again: u64,
    games: u64,
    replayed: u64,
    /// The sentences that were said, by their beginnings.
    why: BTreeMap<String, u64>,
}

/// Tables on a journal of their own, with whatever changes on them told apart by its interaction.
struct Sitting {
    _folder: tempfile::TempDir,
    house: House,
    journal: Journal,
    reader: SqlitePool,
    playing: Vec<Playing>,
    interactions: u64,
    begun: u64,
    /// The last press that was carried out, to be delivered once more.
    last: Option<(Offer, OnServer, UserId, InteractionId)>,
}

impl Sitting {
    async fn begun(chance: &mut Chance) -> Self {
        // In memory, where the system has a folder there.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let path = folder.path().join("umpire.db");
        let journal = Journal::open(&path).await.unwrap();
        let reader = SqlitePool::connect_with(SqliteConnectOptions::new().filename(&path).read_only(true)).await.unwrap();
        let house = House::on(&journal);
        let mut sitting = Self { _folder: folder, house, journal, reader, playing: Vec::new(), interactions: 0, begun: 0, last: None };
        for kind in KINDS {
            let playing = sitting.begin(kind, chance).await;
            sitting.playing.push(playing);
        }
        sitting
    }

    fn interaction(&mut self) -> InteractionId {
        self.interactions += 1;
        InteractionId(self.interactions)
    }

    /// A game of a kind on a server of its own.
    async fn begin(&mut self, kind: Kind, chance: &mut Chance) -> Playing {
        self.begun += 1;
        let (guild, channel) = (GuildId(10_000 + self.begun), ChannelId(20_000 + self.begun));
        let begun = self.begun;
        let user = |number: u64| UserId(30_000 + begun * 10 + number);
        let seed = Seed([u8::try_from(chance.below(256)).unwrap_or_default(); 32]);
        let (ours, staff) = (Some(Player::Member(0)), Some(Player::Staff(Strength::Plain)));
        let interaction = self.interaction();
        let founded = match kind {
            Kind::Campaign | Kind::Alone => {
                let set_up = campaign::Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
                let orders = vec![(set_up, None), (campaign::Order::DrawCards, None), (campaign::Order::CheckRevolts, None)];
                let founding = Founding { guild, channel, pack: engine::pack::Pack::embedded().unwrap(), orders };
                self.house.campaigns.found(founding, seed, interaction, user(0)).await
            }
            Kind::Battle => {
                use tabletop::order::{Battle, Order, SetUp};
                let battle = ["marching", "night march", "form square"][chance.at(3)].to_owned();
                let options = tabletop::options::Options { turns: tabletop::options::Turns(5), ..tabletop::options::Options::default() };
                let set_up = SetUp { battle: Battle::Scenario(battle), options };
                let orders = vec![(Order::Seat { side: Side::Ours, player: ours }, None), (Order::SetUp(Arc::new(set_up)), None)];
                let founding = Founding { guild, channel, pack: tabletop::pack::BattlePack::embedded().unwrap(), orders };
                self.house.battles.found(founding, seed, interaction, user(0)).await
            }
            Kind::Cards | Kind::CardsAgainstTheStaff => {
                use card_game::order::Order;
                let mut orders = vec![(Order::Seat { side: Side::Ours, player: ours }, None)];
                if kind == Kind::CardsAgainstTheStaff {
                    orders.push((Order::Seat { side: Side::Enemy, player: staff }, None));
                }
                orders.push((Order::SetUp(card_game::options::Options::default()), None));
                let founding = Founding { guild, channel, pack: card_game::pack::CardPack::embedded().unwrap(), orders };
                self.house.card_games.found(founding, seed, interaction, user(0)).await
            }
            Kind::Siege => {
                use khartoum::order::Order;
                let orders = vec![
                    (Order::Seat { side: Side::Ours, player: ours }, None),
                    (Order::SetUp(khartoum::options::Options::default()), None),
                ];
                let founding = Founding { guild, channel, pack: khartoum::pack::Pack::embedded().unwrap(), orders };
                self.house.sieges.found(founding, seed, interaction, user(0)).await
            }
        };
        let id = founded.unwrap().campaign;
        let mut members = vec![user(0)];
        let players = match kind {
            Kind::Campaign => 4,
            Kind::Alone | Kind::CardsAgainstTheStaff => 1,
            Kind::Battle | Kind::Cards | Kind::Siege => 2,
        };
        members.extend((1..players).map(user));
        for member in members.clone().into_iter().skip(1) {
            let interaction = self.interaction();
            at_its_tables!(self.house, kind, tables => tables.join(id, interaction, member, false).await.unwrap());
        }
        let onlooker = user(9);
        let interaction = self.interaction();
        at_its_tables!(self.house, kind, tables => tables.join(id, interaction, onlooker, true).await.unwrap());
        members.push(onlooker);
        let (revision, is_done) = at_its_tables!(self.house, kind, tables => stands(tables, id).await);
        Playing { kind, id, guild, channel, members, offers: Vec::new(), revision, is_done }
    }

    /// Remembers what is offered in a game now.
    async fn look(&mut self, place: usize, chance: &mut Chance) {
        let playing = &self.playing[place];
        let room = self.house.rooms.of(playing.id).await.unwrap();
        let (mut user, mut legal) = (STRANGER, Vec::new());
        // Whoever is asked something most often.
        for _ in 0..3 {
            user = playing.members[chance.at(playing.members.len())];
            legal = room.legal(playing.id, user).await.unwrap();
            if !legal.is_empty() {
                break;
            }
        }
        let now = offered(room.as_ref(), playing.id, playing.revision, (user, &legal), &playing.members, chance).await;
        let playing = &mut self.playing[place];
        playing.offers.extend(now.into_iter().map(|offer| (user, offer)));
        let old = playing.offers.len().saturating_sub(REMEMBERED);
        playing.offers.drain(..old);
    }

    /// Who presses what where: of this game, most often by somebody of it in its channel.
    fn choice(&self, place: usize, chance: &mut Chance) -> (Offer, OnServer, UserId) {
        let playing = &self.playing[place];
        let offers = &playing.offers;
        let somebody = playing.members[chance.at(playing.members.len())];
        let (to, mut offer) = match chance.at(10) {
            // What was offered just now, what was offered some time ago, and what nobody has ever offered.
            0..7 if !offers.is_empty() => offers[offers.len() - 1 - chance.at(offers.len().min(12))].clone(),
            7..9 if !offers.is_empty() => offers[chance.at(offers.len())].clone(),
            _ => (somebody, made_up(playing.id, playing.revision, &playing.members, chance)),
        };
        let other = &self.playing[chance.at(self.playing.len())];
        if chance.below(6) == 0 {
            offer = altered(offer, other.id, &other.offers, chance);
        }
        let user = match chance.below(10) {
            0 => STRANGER,
            1 if chance.at(2) == 0 => other.members[chance.at(other.members.len())],
            1 => somebody,
            _ => to,
        };
        let (guild, channel) = match chance.below(10) {
            0 => (other.guild, other.channel),
            1 if chance.at(2) == 0 => (GuildId(7), ChannelId(8)),
            1 => (playing.guild, ChannelId(9)),
            _ => (playing.guild, playing.channel),
        };
        (offer, OnServer { guild, channel, manages: chance.below(40) == 0 }, user)
    }

    /// One press, and the laws.
    async fn press(&mut self, place: usize, chance: &mut Chance, tally: &mut Tally) {
        tally.presses += 1;
        let is_again = self.last.is_some() && chance.below(30) == 0;
        let (offer, at, user, interaction) = match self.last.take_if(|_| is_again) {
            Some(last) => last,
            None => {
                let (offer, at, user) = self.choice(place, chance);
                (offer, at, user, self.interaction())
            }
        };
        let aimed_at = match offer.id.parse::<CustomId>() {
            // Whose proposal it is, the journal knows.
            Ok(CustomId::Settle { proposal, .. }) => self.journal.proposed_in(proposal).await.unwrap(),
            Ok(id) => campaign_of(&id),
            Err(_) => None,
        };
        let aimed_at = aimed_at.and_then(|id| self.playing.iter().position(|playing| playing.id == id));
        let came = pressed(&self.house, &offer, at, user, interaction).await;
        let told = format!("{offer:?} by {user} at {at:?}, interaction {}, press {}", interaction.0, tally.presses);
        if is_again {
            tally.again += 1;
            assert!(!matches!(came, Ok(Came::Done(_))), "{told}: done twice");
        }
        match &came {
            Ok(Came::Done(_)) => tally.done += 1,
            Ok(Came::Shown) => tally.shown += 1,
            Err(sentence) => {
                tally.refused += 1;
                *tally.why.entry(sentence.chars().take(60).collect()).or_default() += 1;
                assert!(!sentence.is_empty() && sentence.chars().count() < 1_000, "{told}: {sentence}");
            }
        }
        let Some(aimed_at) = aimed_at else {
            assert!(!matches!(came, Ok(Came::Done(_))), "{told}: something of no game here was done");
            return;
        };
        let playing = &self.playing[aimed_at];
        let (now, is_done) = at_its_tables!(self.house, playing.kind, tables => stands(tables, playing.id).await);
        if at.guild != playing.guild {
            tally.from_elsewhere += 1;
            let sentence = came.as_ref().expect_err(&told);
            let says_nothing = ["belongs to another campaign", "no such campaign here", "That button is not one of mine"];
            assert!(says_nothing.iter().any(|says| sentence.contains(says)), "{told}: another server is told {sentence}");
        }
        match came {
            Ok(Came::Done(done)) => {
                assert_eq!((done.campaign, done.revision), (playing.id, now), "{told}");
                let rows: Vec<(i64, i64)> =
                    sqlx::query_as("SELECT revision, interaction FROM journal WHERE campaign = ? AND revision > ? ORDER BY revision")
                        .bind(playing.id.0)
                        .bind(playing.revision)
                        .fetch_all(&self.reader)
                        .await
                        .unwrap();
                let own: Vec<(i64, i64)> = (playing.revision + 1..=now).map(|row| (i64::from(row), interaction.0.cast_signed())).collect();
                assert!(rows == own, "{told}: {rows:?}, and there should be {own:?}");
                // Where no staff plays and nothing follows by itself there is a row for each order.
                let orders = offer.key().and_then(|key| match playing.kind {
                    Kind::Cards => card_game::state::State::orders_of(&key).map(|orders| orders.len()),
                    Kind::Siege => khartoum::state::State::orders_of(&key).map(|orders| orders.len()),
                    _ => None,
                });
                assert!(orders.is_none_or(|orders| orders == 0 || orders == own.len()), "{told}: {orders:?} orders are {} rows", own.len());
                tally.rows += own.len() as u64;
                if !own.is_empty() {
                    self.last = Some((offer, at, user, interaction));
                }
            }
            _ => assert_eq!(now, playing.revision, "{told}: nothing was done, and the journal has grown"),
        }
        let playing = &mut self.playing[aimed_at];
        (playing.revision, playing.is_done) = (now, is_done);
    }

    /// No game stands otherwise than the presses have made it, in memory or in the file.
    async fn all_stand(&self) {
        for playing in &self.playing {
            let (now, _) = at_its_tables!(self.house, playing.kind, tables => stands(tables, playing.id).await);
            let written: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM journal WHERE campaign = ?")
                .bind(playing.id.0)
                .fetch_one(&self.reader)
                .await
                .unwrap();
            assert_eq!((now, written), (playing.revision, i64::from(playing.revision)), "{:?} {:?}", playing.kind, playing.id);
        }
    }

    /// So many presses.
    async fn goes_on(&mut self, presses: u64, chance: &mut Chance, tally: &mut Tally) {
        for number in 0..presses {
            let place = chance.at(self.playing.len());
            let before = self.playing[place].revision;
            if self.playing[place].offers.is_empty() {
                self.look(place, chance).await;
            }
            self.press(place, chance, tally).await;
            if self.playing[place].revision > before || chance.below(60) == 0 {
                self.look(place, chance).await;
            }
            if number % 64 == 0 {
                self.all_stand().await;
            }
            if number % 500 == 0 {
                let playing = &self.playing[place];
                at_its_tables!(self.house, playing.kind, tables => is_read_back(tables, playing.id).await);
                tally.replayed += 1;
            }
            // One that takes no more orders is still pressed at for a while.
            let playing = &self.playing[place];
            if playing.revision > MOST_ROWS || (playing.is_done && chance.below(12) == 0) {
                self.proved(place, tally).await;
                self.playing[place] = self.begin(self.playing[place].kind, chance).await;
                self.last = None;
            }
        }
    }

    async fn proved(&self, place: usize, tally: &mut Tally) {
        let playing = &self.playing[place];
        at_its_tables!(self.house, playing.kind, tables => is_proved(tables, playing.id).await);
        tally.games += 1;
    }

    async fn ends(self, tally: &mut Tally) {
        self.all_stand().await;
        for place in 0..self.playing.len() {
            self.proved(place, tally).await;
        }
        self.reader.close().await;
        self.journal.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_anybody_presses_anywhere_nothing_panics_and_only_what_is_allowed_there_is_done_once() {
    not_beside!("no umpire is started");
    let (presses, seed) = (setting("PRESSES", 1_500), setting("PRESSES_SEED", 1));
    let (mut chance, mut tally, begun) = (Chance::new(seed), Tally::default(), Instant::now());
    while tally.presses < presses {
        let mut sitting = Sitting::begun(&mut chance).await;
        sitting.goes_on(SITTING.min(presses - tally.presses), &mut chance, &mut tally).await;
        sitting.ends(&mut tally).await;
        let Tally { presses, done, rows, shown, refused, from_elsewhere, again, games, replayed, .. } = tally;
        println!(
            "{presses} presses, {:.0} a second: {done} done in {rows} rows, {shown} shown, {refused} refused ({from_elsewhere} from another \
             server, {again} delivered twice); {games} games proved, {replayed} read anew on the way",
            presses as f64 / begun.elapsed().as_secs_f64()
        );
    }
    let mut why: Vec<_> = tally.why.into_iter().map(|(sentence, times)| (times, sentence)).collect();
    why.sort_unstable_by(|one, other| other.cmp(one));
    println!("{:#?}", &why[..why.len().min(12)]);
    assert!(tally.done * 20 > tally.presses && tally.refused > 0 && tally.shown > 0, "all sorts of presses are among them");
    // Of thirty presses about one is delivered once more, and of ten more than one comes from another server.
    assert!(tally.again * 150 > tally.presses && tally.from_elsewhere * 50 > tally.presses, "each law was tried");
}
