//! The shards that a process serves: Discord gives a bot its servers by shard, each server on one, by its number alone. So several processes,
//! each with a range of shards and a journal of its own, share a bot and nothing else. Direct messages are always on the first.

use std::fmt;
use std::str::FromStr;

use crate::model::ids::GuildId;

/// As many shards in all: they would serve many times the servers that Discord's largest bot is on.
const MOST: u32 = 10_000;

/// A range of shards, of so many in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

impl Shards {
    /// All of so many shards; at least one.
    #[must_use]
    pub const fn all(total: u32) -> Self {
        let total = if total == 0 { 1 } else { total };
        Self { first: 0, last: total - 1, total }
    }

    /// The first of the range, counted from 0.
    #[must_use]
    pub const fn first(self) -> u32 {
        self.first
    }

    /// The last of the range, which belongs to it.
    #[must_use]
    pub const fn last(self) -> u32 {
        self.last
    }

    /// How many shards the bot has in all processes together.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.total
    }

    /// How many are in the range.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.last - self.first + 1
    }

    /// Whether these are all there are.
    #[must_use]
    pub const fn are_all(self) -> bool {
        self.count() == self.total
    }

    /// Whether a server is on one of them; what is played in direct messages is on the first of all.
    #[must_use]
    pub fn hold(self, guild: GuildId) -> bool {
        (self.first..=self.last).contains(&shard_of(guild, self.total))
    }
}

/// The shard that a server is on, of so many.
#[must_use]
pub fn shard_of(guild: GuildId, total: u32) -> u32 {
    // What is left of a division by a number of 32 bits has 32 bits.
    ((guild.0 >> 22) % u64::from(total.max(1))) as u32
}

/// What was meant as a range of shards is none, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\" is no range of shards: {reason}")]
pub struct NoShards {
    text: String,
    reason: String,
}

impl FromStr for Shards {
    type Err = NoShards;

    fn from_str(text: &str) -> Result<Self, NoShards> {
        let wrong = |reason: String| NoShards { text: text.to_owned(), reason };
        let as_written = || wrong("write it as 0-3/8, which are the first four of eight, or as 3/8 for the fourth alone".to_owned());
        let number = |part: &str| -> Option<u32> {
            // `parse` would take a sign.
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
        };
        let (range, total) = text.trim().split_once('/').ok_or_else(as_written)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (Some(first), Some(last), Some(total)) = (number(first.trim()), number(last.trim()), number(total.trim())) else {
            return Err(as_written());
        };
        if !(1..=MOST).contains(&total) {
            return Err(wrong(format!("there can be 1 to {MOST} in all")));
        }
        if last < first {
            return Err(wrong("its last comes before its first".to_owned()));
        }
        if last >= total {
            return Err(wrong(format!("they are counted from 0, so that of {total} the last is {}", total - 1)));
        }
        Ok(Self { first, last, total })
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}/{}", self.first, self.total)
        } else {
            write!(f, "{}-{}/{}", self.first, self.last, self.total)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shards(text: &str) -> Shards {
        text.parse().unwrap()
    }

    #[test]
    fn a_range_is_read_as_it_is_written_and_one_shard_needs_no_range() {
        for text in ["0-3/8", "4-7/8", "3/8", "0/1", "0-1/2", "0-9999/10000"] {
            assert_eq!(shards(text).to_string(), text);
        }
        assert_eq!((shards(" 0 - 3 / 8 "), shards("2-2/3").to_string()), (shards("0-3/8"), "2/3".to_owned()));
        let range = shards("4-6/8");
        assert_eq!((range.first(), range.last(), range.total(), range.count(), range.are_all()), (4, 6, 8, 3, false));
        assert_eq!((Shards::all(0), Shards::all(3)), (shards("0/1"), shards("0-2/3")));
        assert!(Shards::all(3).are_all());
    }

    #[test]
    fn what_is_no_range_is_refused_in_a_sentence_that_says_how_one_is_written() {
        let refusal = |text: &str| text.parse::<Shards>().unwrap_err().to_string();
        for text in ["", "3", "0-3", "a/8", "-1/8", "0--3/8", "+0/8", "0-3/8/9", "0.5/8", "0-/8", "/8", "0-3/", "99999999999/8"] {
            let refused = refusal(text);
            assert!(refused.starts_with(&format!("\"{text}\" is no range of shards")) && refused.contains("0-3/8"), "{refused}");
        }
        assert!(refusal("3-2/8").contains("its last comes before its first"));
        assert!(refusal("0-8/8").contains("of 8 the last is 7"));
        assert!(refusal("0/0").contains("1 to 10000") && refusal("0/10001").contains("1 to 10000"));
    }

    #[test]
    fn every_server_is_on_one_shard_and_direct_messages_are_on_the_first() {
        let on = |guild, total| (0..total).filter(|shard| shards(&format!("{shard}/{total}")).hold(GuildId(guild))).collect::<Vec<_>>();
        assert_eq!((on(5 << 22, 1), on(5 << 22 | 77, 3), on(6 << 22, 3)), (vec![0], vec![2], vec![0]));
        assert_eq!((on(u64::MAX, 10), on(GuildId::DIRECT.0, 10)), (vec![((u64::MAX >> 22) % 10) as u32], vec![0]));
        assert!(shards("1-2/3").hold(GuildId(5 << 22)) && !shards("0-1/3").hold(GuildId(5 << 22)));
    }
}
