//! Specimen situations for tests, the bench and the example: the campaign's own ground, as its pack has it,
//! at the start, in the thick of a rebellion, and worse than any campaign could be.

#![allow(unreachable_pub, dead_code, missing_docs, reason = "each that includes this file uses some of it")]

use std::collections::BTreeMap;

use pictures::overlay::{Badge, Movement, Overlay, Spot, Weight};
use pictures::{
    Chart, Control, FieldForce, Holders, Km, MapGround, Place, PlaceKind, Route, Sea, Ship, ShipKind, Situation, Standing, Strength,
};

const MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/campaigns/false-prophet/map.toml");
const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/campaigns/false-prophet/chart.toml");

fn km(value: &toml::Value) -> Km {
    [0, 1].map(|axis| match &value[axis] {
        toml::Value::Integer(whole) => *whole as f64,
        other => other.as_float().unwrap(),
    })
}

fn words(value: &toml::Value) -> String {
    value.as_str().unwrap().into()
}

/// The ground of the pack in the repository.
pub fn ground() -> MapGround {
    let mut ground = uncharted();
    ground.chart = Chart::parse("chart.toml", &std::fs::read_to_string(CHART).unwrap()).unwrap();
    ground
}

/// The same without a chart.
pub fn uncharted() -> MapGround {
    let map: toml::Table = toml::from_str(&std::fs::read_to_string(MAP).unwrap()).unwrap();
    let entries = |key: &str| map[key].as_array().unwrap().clone();
    MapGround {
        title: "The Return of the False Prophet of the San Juans".into(),
        holders: Holders { native: "Egyptian".into(), allied: "British".into(), enemy: "Mahdist".into() },
        islands: entries("island").iter().map(|island| words(&island["name"])).collect(),
        places: entries("location")
            .iter()
            .map(|place| Place {
                name: words(&place["name"]),
                island: words(&place["island"]),
                kind: match place["kind"].as_str().unwrap() {
                    "village" => PlaceKind::Village,
                    "town" => PlaceKind::Town,
                    _ => PlaceKind::FortifiedTown,
                },
                at: km(&place["at"]),
                port: place.get("port_on").is_some(),
            })
            .collect(),
        routes: entries("path")
            .iter()
            .map(|path| Route {
                from: words(&path["from"]),
                to: words(&path["to"]),
                points: path["points"].as_array().unwrap().iter().map(km).collect(),
            })
            .collect(),
        seas: entries("sea_area").iter().map(|sea| Sea { name: words(&sea["name"]), at: km(&sea["at"]) }).collect(),
        chart: Chart::default(),
    }
}

fn held(foot: u32, horse: u32, guns: u32) -> Standing {
    Standing { garrison: Strength { foot, horse, guns, allied: false }, ..Standing::default() }
}

fn ship(name: &str, kind: ShipKind) -> Ship {
    Ship { name: name.into(), kind, damaged: false, aboard: 0 }
}

/// The start of the campaign.
pub fn start() -> Situation {
    let mut places = BTreeMap::from([
        ("Friday Harbor".to_string(), held(5, 2, 1)),
        ("Eastsound".into(), held(3, 0, 1)),
        ("West Sound".into(), held(2, 0, 0)),
        ("Suakin".into(), held(2, 0, 1)),
        ("False Bay".into(), held(0, 2, 0)),
        ("Roche Harbor".into(), held(2, 0, 0)),
        ("El Obeid".into(), held(1, 0, 0)),
        ("Olga".into(), held(1, 1, 0)),
        ("Lopez".into(), held(2, 0, 0)),
        ("Orcas Landing".into(), held(1, 0, 0)),
    ]);
    let ships = vec![
        ship("Tamai", ShipKind::Gunboat),
        ship("Metemma", ShipKind::Gunboat),
        ship("Atbara", ShipKind::Transport),
        ship("Aswan", ShipKind::Transport),
    ];
    places.entry("Friday Harbor".into()).or_default().ships = ships;
    places.entry("Suakin".into()).or_default().ships = vec![ship("Dongola", ShipKind::Transport)];
    Situation { caption: "Turn 1, before the rebellion".into(), places, ..Situation::default() }
}

/// The third turn: twelve places lost, two sieges, ships at sea, the allies landed.
pub fn rebellion() -> Situation {
    let mut situation = start();
    situation.caption = "Turn 3, after the rebellion".into();
    let lost = [
        "Stuart",
        "Waldron",
        "El Obeid",
        "Rosario",
        "West Beach",
        "Tokar",
        "Decatur",
        "Richardson",
        "Mud Bay",
        "Ginnis",
        "Tamai",
        "Deer Harbor",
    ];
    for name in lost {
        let changed = ["Mud Bay", "Tamai", "Stuart", "Tokar"].contains(&name);
        let lost = Standing { control: Control::Enemy, changed, ..Standing::default() };
        situation.places.insert(name.into(), lost);
    }
    let mut roche = held(2, 0, 0);
    roche.siege_level = 2;
    roche.redoubts = 1;
    roche.changed = true;
    situation.places.insert("Roche Harbor".into(), roche);
    let mut west = held(3, 0, 1);
    west.siege_level = 1;
    situation.places.insert("West Sound".into(), west);
    for (name, foot) in [("Suakin", 6), ("Blakely", 0), ("Port Stanley", 3)] {
        let allied = foot > 0;
        let mut standing = held(foot, u32::from(allied), u32::from(allied));
        standing.garrison.allied = allied;
        standing.control = Control::Allied;
        situation.places.insert(name.into(), standing);
    }
    situation.places.entry("Suakin".into()).or_default().redoubts = 3;
    for name in ["Sinkat", "Shaw"] {
        let retaken = Standing { control: Control::Pacified, ..held(1, 0, 0) };
        situation.places.insert(name.into(), retaken);
    }
    situation.places.entry("Port Stanley".into()).or_default().ships =
        vec![ship("Sphinx", ShipKind::Gunboat), Ship { damaged: true, ..ship("Metemma", ShipKind::Gunboat) }];
    situation.places.entry("Friday Harbor".into()).or_default().ships = vec![ship("Atbara", ShipKind::Transport)];
    situation.at_sea.insert("A".into(), vec![ship("Tamai", ShipKind::Gunboat)]);
    situation.at_sea.insert("C".into(), vec![ship("Aswan", ShipKind::Transport), ship("Nasir", ShipKind::Gunboat)]);
    let force = |from: &str, to: &str, point, foot, allied| FieldForce {
        from: from.into(),
        to: to.into(),
        point,
        strength: Strength { foot, horse: 1, guns: 0, allied },
    };
    situation.forces = vec![force("Lopez", "Richardson", 1, 4, false), force("Friday Harbor", "False Bay", 0, 5, true)];
    situation
}

/// Worse than any campaign: every place besieged, 80 units in them, ships everywhere, forces on the roads.
pub fn worst() -> Situation {
    let ground = uncharted();
    let mut situation = Situation { caption: "Turn 12, ".repeat(12), ..Situation::default() };
    for (number, place) in ground.places.iter().enumerate() {
        let guns = u32::from(number < 5);
        let mut standing = held(2, 1, guns);
        standing.siege_level = (number % 4) as u8 + 1;
        standing.redoubts = 2;
        standing.changed = true;
        standing.garrison.allied = number % 2 == 0;
        if place.port && number % 2 == 0 {
            standing.ships = vec![ship("Dongola", ShipKind::Transport)];
        }
        situation.places.insert(place.name.clone(), standing);
    }
    for sea in &ground.seas {
        let ships = vec![ship("Metemma", ShipKind::Gunboat), ship("Aswan", ShipKind::Transport)];
        situation.at_sea.insert(sea.name.clone(), ships);
    }
    for route in ground.routes.iter().step_by(4) {
        situation.forces.push(FieldForce {
            from: route.from.clone(),
            to: route.to.clone(),
            point: 0,
            strength: Strength { foot: 4, horse: 1, guns: 1, allied: false },
        });
    }
    situation
}

/// The third turn with every place marked, and everybody on the move.
pub fn marked() -> Situation {
    let ground = uncharted();
    let mut situation = rebellion();
    situation.caption = "Turn 3, with every mark there is".into();
    let badge = |(number, place): (usize, &Place)| Badge {
        at: Spot::Place(place.name.clone()),
        words: ["17%", "33%", "level 2, falls 67%"][number % 3].into(),
        weight: [Weight::Calm, Weight::Uneasy, Weight::Grave][number % 3],
    };
    let place = |name: &str| Spot::Place(name.into());
    let movement = |from: Spot, to: Spot, units, ships: &[&str], afloat| Movement {
        from,
        to,
        units,
        ships: ships.iter().map(|name| (*name).to_owned()).collect(),
        afloat,
    };
    let movements = vec![
        movement(place("Friday Harbor"), place("Sinkat"), 4, &[], false),
        movement(place("Sinkat"), place("Friday Harbor"), 1, &[], false),
        movement(place("False Bay"), Spot::Point { from: "Friday Harbor".into(), to: "False Bay".into(), point: 0 }, 2, &[], false),
        movement(place("Friday Harbor"), place("Port Stanley"), 3, &["Dongola"], true),
        movement(place("Suakin"), Spot::Sea("D".into()), 0, &["Kassala"], true),
        movement(Spot::Sea("A".into()), place("Roche Harbor"), 6, &["Tamai", "Metemma", "Aswan"], true),
        movement(place("El Obeid"), place("Olga"), 1, &[], false),
        movement(place("Orcas Landing"), place("Eastsound"), 12, &[], false),
        movement(Spot::Sea("C".into()), Spot::Sea("B".into()), 0, &["Nasir"], true),
        movement(place("Eastsound"), place("Friday Harbor"), 2, &["Trinkitat"], true),
    ];
    situation.overlay = Overlay { about: "Marks".into(), badges: ground.places.iter().enumerate().map(badge).collect(), movements };
    situation
}
