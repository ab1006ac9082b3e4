//! Permission bits, their names, and how roles and channel overwrites add up to what someone may do in a channel.

use std::str::FromStr;

/// May invite people.
pub const CREATE_INVITE: u64 = 1;
/// May throw members out.
pub const KICK_MEMBERS: u64 = 1 << 1;
/// May do everything, everywhere in the guild.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// May make, change and delete channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// May change the guild.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// May add reactions.
pub const ADD_REACTIONS: u64 = 1 << 6;
/// May see the channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// May write in the channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// May delete and pin what others wrote.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Embeds of its messages are shown.
pub const EMBED_LINKS: u64 = 1 << 14;
/// May attach files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// May read what was written before.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// May mention everyone and every role.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// May use emojis of other guilds.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// May come into a voice channel or onto a stage, and so into its chat.
pub const CONNECT: u64 = 1 << 20;
/// May change its own name in the guild.
pub const CHANGE_NICKNAME: u64 = 1 << 26;
/// May change others' names in the guild.
pub const MANAGE_NICKNAMES: u64 = 1 << 27;
/// May change roles below its own.
pub const MANAGE_ROLES: u64 = 1 << 28;
/// May use commands of applications.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// May archive and delete threads, and see private ones.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// May make public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// May make private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// May write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// May pin messages.
pub const PIN_MESSAGES: u64 = 1 << 51;

/// What a new guild gives everyone.
pub const DEFAULT_MEMBER: u64 = CREATE_INVITE
    | ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | CONNECT
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | CHANGE_NICKNAME
    | (1 << 46) // voice messages
    | (1 << 49) // polls
    | (1 << 50); // external apps

/// Every bit there is.
pub const ALL: u64 = (1 << 53) - 1;

/// What an interaction in direct messages with the application says that the application may do there (`app_permissions`; Discord's page on
/// receiving and responding to interactions).
pub const IN_DIRECT_MESSAGES_WITH_APP: u64 = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS;

/// What both sides may do in direct messages.
pub const DIRECT_MESSAGES: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | PIN_MESSAGES;

/// Discord's names for the bits, and the number of each.
const NAMES: [(&str, u32); 51] = [
    ("CREATE_INSTANT_INVITE", 0),
    ("KICK_MEMBERS", 1),
    ("BAN_MEMBERS", 2),
    ("ADMINISTRATOR", 3),
    ("MANAGE_CHANNELS", 4),
    ("MANAGE_GUILD", 5),
    ("ADD_REACTIONS", 6),
    ("VIEW_AUDIT_LOG", 7),
    ("PRIORITY_SPEAKER", 8),
    ("STREAM", 9),
    ("VIEW_CHANNEL", 10),
    ("SEND_MESSAGES", 11),
    ("SEND_TTS_MESSAGES", 12),
    ("MANAGE_MESSAGES", 13),
    ("EMBED_LINKS", 14),
    ("ATTACH_FILES", 15),
    ("READ_MESSAGE_HISTORY", 16),
    ("MENTION_EVERYONE", 17),
    ("USE_EXTERNAL_EMOJIS", 18),
    ("VIEW_GUILD_INSIGHTS", 19),
    ("CONNECT", 20),
    ("SPEAK", 21),
    ("MUTE_MEMBERS", 22),
    ("DEAFEN_MEMBERS", 23),
    ("MOVE_MEMBERS", 24),
    ("USE_VAD", 25),
    ("CHANGE_NICKNAME", 26),
    ("MANAGE_NICKNAMES", 27),
    ("MANAGE_ROLES", 28),
    ("MANAGE_WEBHOOKS", 29),
    ("MANAGE_GUILD_EXPRESSIONS", 30),
    ("USE_APPLICATION_COMMANDS", 31),
    ("REQUEST_TO_SPEAK", 32),
    ("MANAGE_EVENTS", 33),
    ("MANAGE_THREADS", 34),
    ("CREATE_PUBLIC_THREADS", 35),
    ("CREATE_PRIVATE_THREADS", 36),
    ("USE_EXTERNAL_STICKERS", 37),
    ("SEND_MESSAGES_IN_THREADS", 38),
    ("USE_EMBEDDED_ACTIVITIES", 39),
    ("MODERATE_MEMBERS", 40),
    ("VIEW_CREATOR_MONETIZATION_ANALYTICS", 41),
    ("USE_SOUNDBOARD", 42),
    ("CREATE_GUILD_EXPRESSIONS", 43),
    ("CREATE_EVENTS", 44),
    ("USE_EXTERNAL_SOUNDS", 45),
    ("SEND_VOICE_MESSAGES", 46),
    ("SEND_POLLS", 49),
    ("USE_EXTERNAL_APPS", 50),
    ("PIN_MESSAGES", 51),
    ("BYPASS_SLOWMODE", 52),
];

/// A set of permissions as people write it: `all`, `default` (what a new guild gives everyone), a number as Discord's
/// own calculators give it, or names parted by commas.
///
/// ```
/// use sandbox::permissions::{MANAGE_MESSAGES, PIN_MESSAGES, Permissions};
///
/// let bits: Permissions = "manage-messages, PIN_MESSAGES".parse()?;
/// assert_eq!(bits.0, MANAGE_MESSAGES | PIN_MESSAGES);
/// assert!("manage-mesages".parse::<Permissions>().is_err());
/// # Ok::<(), sandbox::permissions::UnknownPermission>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permissions(
    /// The bits.
    pub u64,
);

/// A word that stands for no permission.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no permission; give `all`, `default`, a number, or some of these, parted by commas: {}", known())]
pub struct UnknownPermission {
    /// The word.
    pub word: String,
}

fn known() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

impl FromStr for Permissions {
    type Err = UnknownPermission;

    fn from_str(text: &str) -> Result<Self, UnknownPermission> {
        let mut bits = 0;
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let name = word.to_uppercase().replace(['-', ' '], "_");
            bits |= match name.as_str() {
                "ALL" => ALL,
                "DEFAULT" => DEFAULT_MEMBER,
                _ => {
                    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, bit)| 1 << bit);
                    let number = || word.parse().ok().filter(|bits| bits & !ALL == 0);
                    named.or_else(number).ok_or_else(|| UnknownPermission { word: word.to_owned() })?
                }
            };
        }
        Ok(Self(bits))
    }
}

/// What a channel changes for one role or one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Overwrite {
    /// The role's or the member's id.
    pub(crate) target: u64,
    /// Whether the target is a member, not a role.
    pub(crate) is_member: bool,
    /// Bits given.
    pub(crate) allow: u64,
    /// Bits taken.
    pub(crate) deny: u64,
}

/// What a member may do in a channel, by Discord's order: the roles together, then the overwrite of everyone,
/// then those of the member's roles together, then the member's own. Without `sending`, which is [`SEND_MESSAGES`] and in a thread
/// [`SEND_MESSAGES_IN_THREADS`], nothing can be put into a message either.
pub(crate) fn in_channel(from_roles: u64, everyone: u64, roles: &[u64], member: u64, overwrites: &[Overwrite], sending: u64) -> u64 {
    if from_roles & ADMINISTRATOR != 0 {
        return ALL;
    }
    let mut bits = from_roles;
    for overwrite in overwrites.iter().filter(|o| !o.is_member && o.target == everyone) {
        bits = bits & !overwrite.deny | overwrite.allow;
    }
    let (mut allow, mut deny) = (0, 0);
    for overwrite in overwrites.iter().filter(|o| !o.is_member && roles.contains(&o.target)) {
        allow |= overwrite.allow;
        deny |= overwrite.deny;
    }
    bits = bits & !deny | allow;
    for overwrite in overwrites.iter().filter(|o| o.is_member && o.target == member) {
        bits = bits & !overwrite.deny | overwrite.allow;
    }
    if bits & VIEW_CHANNEL == 0 {
        return 0; // Who cannot see a channel can do nothing in it.
    }
    if bits & sending == 0 {
        bits &= !(EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overwrite(target: u64, is_member: bool, allow: u64, deny: u64) -> Overwrite {
        Overwrite { target, is_member, allow, deny }
    }

    #[test]
    fn permissions_are_named_as_discord_names_them() {
        for (text, bits) in [
            ("", 0),
            ("0", 0),
            ("8", ADMINISTRATOR),
            ("default,MANAGE_ROLES", DEFAULT_MEMBER | MANAGE_ROLES),
            ("pin messages", PIN_MESSAGES),
            ("All", ALL),
        ] {
            assert_eq!(text.parse(), Ok(Permissions(bits)), "{text}");
        }
        for word in ["admin", "-1", "9007199254740992"] {
            let error = format!("MANAGE_ROLES,{word}").parse::<Permissions>().unwrap_err();
            assert_eq!(error.word, word);
            assert!(error.to_string().contains("MANAGE_MESSAGES"), "{error}");
        }
    }

    #[test]
    fn a_members_overwrite_wins_over_that_of_a_role() {
        let overwrites = [overwrite(9, true, SEND_MESSAGES, 0), overwrite(2, false, 0, SEND_MESSAGES)];
        let bits = in_channel(DEFAULT_MEMBER, 1, &[2], 9, &overwrites, SEND_MESSAGES);
        assert_ne!(bits & SEND_MESSAGES, 0);
        let bits = in_channel(DEFAULT_MEMBER, 1, &[2], 8, &overwrites, SEND_MESSAGES);
        assert_eq!(bits & (SEND_MESSAGES | EMBED_LINKS), 0);
    }

    #[test]
    fn in_a_thread_the_leave_to_send_in_threads_counts_and_no_other() {
        let channel_closed = [overwrite(9, true, 0, SEND_MESSAGES)];
        let bits = in_channel(DEFAULT_MEMBER, 1, &[], 9, &channel_closed, SEND_MESSAGES_IN_THREADS);
        assert_eq!(bits & (EMBED_LINKS | ATTACH_FILES), EMBED_LINKS | ATTACH_FILES);
        let threads_closed = [overwrite(9, true, 0, SEND_MESSAGES_IN_THREADS)];
        let bits = in_channel(DEFAULT_MEMBER, 1, &[], 9, &threads_closed, SEND_MESSAGES_IN_THREADS);
        assert_eq!(bits & (EMBED_LINKS | ATTACH_FILES), 0);
    }

    #[test]
    fn who_cannot_see_a_channel_can_do_nothing_in_it() {
        let overwrites = [overwrite(1, false, 0, VIEW_CHANNEL)];
        assert_eq!(in_channel(DEFAULT_MEMBER, 1, &[], 9, &overwrites, SEND_MESSAGES), 0);
        assert_eq!(in_channel(ADMINISTRATOR, 1, &[], 9, &overwrites, SEND_MESSAGES), ALL);
    }
}
