//! The handbook quotes real replies and shows real pictures: both are made here, from the Example of Play as five members play it.
//!

//! `UPDATE_HANDBOOK=1 cargo test -p umpire --test play -- handbook::` writes them anew. All dice are scripted or come from a known seed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::card_game::options::Options as CardOptions;
use engine::card_game::order::Order as CardOrder;
use engine::card_game::pack::CardPack;
use engine::card_game::state::{Phase, State as CardGame};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::khartoum::options::Options as SiegeOptions;
use engine::khartoum::order::Order as SiegeOrder;
use engine::khartoum::pack::Pack as SiegePack;
use engine::khartoum::phase::Phase as SiegePhase;
use engine::khartoum::state::State as Siege;
use engine::tabletop::seat::Seat as CardSeat;
use engine::tabletop::side::Side;
use umpire::despatches::cards::{labels, sheets};
use umpire::despatches::khartoum::sheets as siege_sheets;
use umpire::drawing::card_game as drawing;
use umpire::drawing::khartoum as siege_drawing;
use umpire::model::ids::CampaignId;
use umpire::model::played::Played as _;
use umpire::model::standing::Standing;

use crate::five::Five;

/// The parts of the handbook.
const PARTS: [&str; 2] = ["players.md", "admins.md"];
/// What all pictures may weigh together, and the film alone.
const MOST_BYTES: u64 = 1_750_000;
const MOST_FILM: usize = 400_000;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn part(name: &str) -> String {
    std::fs::read_to_string(docs().join(name)).unwrap()
}

/// A handbook with its quotations replaced by what was really said, and which were.
fn with_quotations(text: &str, five: &Five, quoted: &mut BTreeSet<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once("<!-- reply: ") {
        let (name, tail) = tail.split_once(" -->").expect("a name");
        let (_, after) = tail.split_once("<!-- end -->").expect("an end");
        let said = five.quotes.get(name).unwrap_or_else(|| panic!("nobody said {name:?}"));
        quoted.insert(name.to_owned());
        out.push_str(&format!("{before}<!-- reply: {name} -->\n````text\n{}\n````\n<!-- end -->", said.trim_end()));
        rest = after;
    }
    out + rest
}

/// The links of a text: what they show, whether they are pictures, and where they lead.
fn links(text: &str) -> Vec<(String, bool, String)> {
    let mut links = Vec::new();
    let pieces: Vec<&str> = text.split("](").collect();
    for pair in pieces.windows(2) {
        let Some((before, words)) = pair[0].rsplit_once('[') else { continue };
        let target = pair[1].split(')').next().unwrap_or_default().to_owned();
        links.push((words.to_owned(), before.ends_with('!'), target));
    }
    links
}

/// A picture's size and points.
fn points(bytes: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut all = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut all).unwrap();
    ((info.width, info.height), all)
}

/// Holds a picture to the one in the handbook: the same but for rounding, which another machine may do otherwise.
#[track_caller]
fn is_still(name: &str, drawn: &[u8], kept: &[u8]) {
    if name.ends_with(".gif") {
        let frames = |bytes: &[u8]| {
            let mut decoder = gif::DecodeOptions::new().read_info(std::io::Cursor::new(bytes.to_vec())).unwrap();
            let mut frames = 0;
            while decoder.read_next_frame().unwrap().is_some() {
                frames += 1;
            }
            frames
        };
        assert_eq!(frames(drawn), frames(kept), "{name}: UPDATE_HANDBOOK=1 draws it anew");
        return;
    }
    let ((size, drawn), (kept_size, kept)) = (points(drawn), points(kept));
    assert_eq!(size, kept_size, "{name}: UPDATE_HANDBOOK=1 draws it anew");
    let other = drawn.iter().zip(&kept).filter(|(one, other)| one.abs_diff(**other) > 24).count();
    assert!(other * 1_000 < drawn.len(), "{name}: {other} of {} differ; UPDATE_HANDBOOK=1 draws it anew", drawn.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_handbook_quotes_what_the_umpire_says_and_shows_what_it_draws() {
    not_beside!("one long campaign more would show nothing new");
    let mut five = Five::begun().await;
    let kate = five.member("kate");
    let map = kate.run("/map private:true").await;
    five.picture("map.png", &map.attachments()[0].bytes);
    let rolled = kate.run("/pursuit cavalry:0 ours:7 theirs:15 left:5 dice:\"5 2\" private:true").await;
    five.quote("pursuit", &rolled.text());
    five.turn_1_gathering().await;
    five.turn_1_mud_bay().await;
    five.turn_1_aftermath().await;
    five.turn_2().await;
    kate.run("/campaign film").await;
    let film = five.table.wait_for("on film**, as").await;
    five.picture("film.gif", &film.attachments()[0].bytes);
    five.turn_2_moves().await;
    five.turn_2_sinkat().await;
    let report = kate.run("/campaign report").await;
    five.picture("report.png", &report.attachments()[0].bytes);
    let asked = kate.in_channel("campaign").run("/battle new").await;
    five.quote("battle-new", &asked.text());
    let alone = kate.in_channel("campaign");
    alone.run("/battle new scenario:\"Form Square!\"").await;
    five.table.guild.channel("campaign").wait_for(|message| message.text().contains("the board")).await;
    let board = alone.run("/battle board").await;
    five.picture("board.png", &board.attachments()[0].bytes);
    five.quote("battle-orders", &alone.run("/battle orders").await.text());
    five.quote("battle-rules", &alone.run("/rules").await.text());
    asked_for_cards(&mut five).await;
    asked_for_the_siege(&mut five).await;
    let refused = five.table.sandbox.refused_requests();
    assert!(refused.is_empty(), "{refused:?}");
    assert!(five.pictures["film.gif"].len() <= MOST_FILM, "the film has {} bytes", five.pictures["film.gif"].len());

    let update = std::env::var_os("UPDATE_HANDBOOK").is_some();
    let mut quoted = BTreeSet::new();
    for name in PARTS {
        let is = part(name);
        let should = with_quotations(&is, &five, &mut quoted);
        if update {
            std::fs::write(docs().join(name), should).unwrap();
        } else {
            assert!(is == should, "docs/{name} quotes what the umpire does not say any more; UPDATE_HANDBOOK=1 quotes anew:\n{should}");
        }
    }
    let kept: BTreeSet<String> = five.quotes.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(quoted, kept, "what is kept for the handbook is quoted in it");
    for (name, drawn) in &five.pictures {
        let path = docs().join("pictures").join(name);
        if update {
            std::fs::write(path, drawn).unwrap();
        } else {
            is_still(name, drawn, &std::fs::read(path).unwrap());
        }
    }
}

/// What the handbook shows of the card game: how it is begun, and a game of two sensible players from a seed, a hand at first and the table in
/// its third turn.
async fn asked_for_cards(five: &mut Five) {
    let asked = five.table.member("kate").in_channel("campaign").run("/sudan new").await;
    five.quote("sudan-new", &asked.text());
    let mut state = CardGame::opening(&CardPack::embedded().unwrap());
    let mut dice = Dice::seeded([4; 32], 0);
    state.give(CardSeat::Umpire, &CardOrder::SetUp(CardOptions::default()), &mut dice).unwrap();
    let standing = Standing::commanded(CampaignId(7), 12, None);
    let sheet = |state: &CardGame| state.sheet(Some(CardSeat::Ours), standing, "hand", 0).unwrap().plain();
    let mut conflict = None;
    let mut hand = None;
    while state.turn < 4 && !state.is_over() {
        let seat = state.acting()[0];
        let side = seat.side().unwrap();
        let is_ours = side == Side::Ours;
        if hand.is_none() && is_ours && matches!(state.phase, Phase::Deploying(_)) {
            hand = Some((sheet(&state), drawing::hand(state.view(seat).state(), side)));
        }
        let tactics = labels::tactics(&state.view(seat), side);
        if is_ours && tactics.len() > 1 && conflict.is_none() {
            conflict = Some((sheet(&state), drawing::table(state.public_view().state())));
        }
        for order in sheets::advised(&state, side) {
            state.give(seat, &order, &mut dice).unwrap();
        }
    }
    let ((hand, drawn), (conflict, table)) = (hand.unwrap(), conflict.unwrap());
    five.quote("sudan-hand", &hand);
    five.quote("sudan-conflict", &conflict);
    let png = |svg: &pictures::Svg| pictures::encode(&pictures::draw(svg).unwrap()).unwrap();
    five.picture("hand.png", &png(&pictures::cards::hand_picture(&drawn)));
    five.picture("table.png", &png(&pictures::cards::table_picture(&table)));
}

/// What the handbook shows of the siege: how it is begun, and a game of two sensible players from a seed: the map in its fourth turn as the
/// Empire sees it, and what it is asked when its units move.
async fn asked_for_the_siege(five: &mut Five) {
    let asked = five.table.member("kate").in_channel("campaign").run("/khartoum new").await;
    five.quote("khartoum-new", &asked.text());
    let mut state = Siege::opening(&SiegePack::embedded().unwrap());
    let mut dice = Dice::seeded([7; 32], 0);
    state.give(CardSeat::Umpire, &SiegeOrder::SetUp(SiegeOptions::default()), &mut dice).unwrap();
    while !state.is_over() {
        let seat = state.acting()[0];
        let side = seat.side().unwrap();
        if state.turn == 4 && state.phase == SiegePhase::Moving && side == Side::Ours {
            break;
        }
        for order in siege_sheets::advised(&state, side) {
            if state.give(seat, &order, &mut dice).is_err() {
                break;
            }
        }
    }
    assert!(!state.is_over(), "it lasts to the fourth turn");
    let standing = Standing::commanded(CampaignId(8), 40, None);
    five.quote("khartoum-hand", &state.sheet(Some(CardSeat::Ours), standing, "hand", 0).unwrap().plain());
    let drawn = siege_drawing::theatre(state.view(CardSeat::Ours).state());
    five.picture("siege.png", &pictures::encode(&pictures::draw(&pictures::theatre::picture(&drawn)).unwrap()).unwrap());
}

#[test]
fn every_picture_of_the_handbook_has_words_for_it_and_every_link_leads_somewhere() {
    let mut shown = BTreeSet::new();
    for name in PARTS {
        for (words, picture, target) in links(&part(name)) {
            let file = target.split('#').next().unwrap_or_default();
            assert!(target.starts_with("http") || docs().join(file).exists(), "{name}: {target}");
            if picture {
                assert!(words.len() >= 20, "{name}: {target} is described as {words:?}");
                shown.insert(file.to_owned());
            }
        }
    }
    assert!(shown.len() >= 5, "{shown:?}");
    let weight: u64 = std::fs::read_dir(docs().join("pictures")).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(weight <= MOST_BYTES, "the pictures have {weight} bytes");
}

#[test]
fn the_administrators_handbook_names_every_setting_and_nothing_names_a_machines_path() {
    let admins = part("admins.md");
    let settings = include_str!("../../../config/umpire.toml");
    for variable in
        settings.split(|letter: char| !(letter.is_ascii_uppercase() || letter == '_')).filter(|word| word.starts_with("UMPIRE_"))
    {
        assert!(admins.contains(variable), "{variable}");
    }
    for name in PARTS {
        let text = part(name);
        assert!(["/tmp", "/home", "/root", "/work", "127.0.0.1"].iter().all(|path| !text.contains(path)), "{name}");
    }
}

/// The commands that the handbook names, as far as they are typed.
#[test]
fn every_command_of_the_handbook_is_registered() {
    let registered: BTreeSet<String> = umpire::commands::all()
        .iter()
        .flat_map(|command| {
            let own = std::iter::once(command.name.to_string());
            own.chain(command.subcommands.iter().map(|subcommand| format!("{} {}", command.name, subcommand.name))).collect::<Vec<_>>()
        })
        .collect();
    for name in PARTS {
        for quoted in part(name).split('`').skip(1).step_by(2).filter_map(|text| text.strip_prefix('/')) {
            let mut words = quoted.split(' ').filter(|word| !word.contains(':'));
            let (first, second) = (words.next().unwrap_or_default(), words.next());
            let known = registered.contains(first) && second.is_none_or(|second| registered.contains(&format!("{first} {second}")));
            let other = first == "data" || quoted.contains("order:");
            assert!(known || other, "{name}: /{quoted}");
        }
    }
}
