//! The pack that is part of the program, so that it runs without any file beside it.

use std::collections::BTreeMap;

macro_rules! embedded {
    ($($file:literal),* $(,)?) => {
        /// The files of the campaign that comes with the umpire.
        pub(super) fn sources() -> BTreeMap<String, String> {
            BTreeMap::from([$(($file.to_owned(), include_str!(concat!("../../../config/campaigns/false-prophet/", $file)).to_owned())),*])
        }
    };
}

embedded!(
    "campaign.toml",
    "cards.toml",
    "leaders.toml",
    "map.toml",
    "random_events.toml",
    "setup.toml",
    "tables.toml",
    "triggers.toml",
    "units.toml"
);
