//! Permission bits and how roles and channel overwrites add up to what someone may do in a channel.

/// May invite people.
pub const CREATE_INVITE: u64 = 1;
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
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | (1 << 26) // change nickname
    | (1 << 46) // voice messages
    | (1 << 49) // polls
    | (1 << 50); // external apps

/// Every bit there is.
pub const ALL: u64 = (1 << 53) - 1;

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
/// then those of the member's roles together, then the member's own.
pub(crate) fn in_channel(from_roles: u64, everyone: u64, roles: &[u64], member: u64, overwrites: &[Overwrite]) -> u64 {
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
    if bits & SEND_MESSAGES == 0 {
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
    fn a_members_overwrite_wins_over_that_of_a_role() {
        let overwrites = [overwrite(9, true, SEND_MESSAGES, 0), overwrite(2, false, 0, SEND_MESSAGES)];
        let bits = in_channel(DEFAULT_MEMBER, 1, &[2], 9, &overwrites);
        assert_ne!(bits & SEND_MESSAGES, 0);
        let bits = in_channel(DEFAULT_MEMBER, 1, &[2], 8, &overwrites);
        assert_eq!(bits & (SEND_MESSAGES | EMBED_LINKS), 0);
    }

    #[test]
    fn who_cannot_see_a_channel_can_do_nothing_in_it() {
        let overwrites = [overwrite(1, false, 0, VIEW_CHANNEL)];
        assert_eq!(in_channel(DEFAULT_MEMBER, 1, &[], 9, &overwrites), 0);
        assert_eq!(in_channel(ADMINISTRATOR, 1, &[], 9, &overwrites), ALL);
    }
}
