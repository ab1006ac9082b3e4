// What the page knows: who speaks, where, and what the sandbox has told about the place.

import { get } from './api.js';

export const world = {
  bot: { id: '', name: 'bot', connected: false },
  base: '',
  guilds: [],
  people: [],
  directMessages: [],
  /** The person the page plays. */
  viewer: null,
  /** The channel shown. */
  channelId: null,
  /** The commands offered in this channel, and whether they have been loaded. */
  commands: [],
  hasCommands: false,
};

let asked = 0;
let answered = 0;

/** Loads guilds, channels and people anew. */
export async function loadWorld() {
  const serial = ++asked;
  const everyone = world.viewer === null || !world.people.some((person) => person.id === world.viewer);
  const state = await get(everyone ? '/state' : `/state?as=${world.viewer}`);
  // What was asked for later has come sooner.
  if (serial < answered) return;
  answered = serial;
  world.bot = state.bot;
  world.base = state.base;
  world.guilds = state.guilds;
  world.people = state.people;
  world.directMessages = state.direct_messages;
}

export async function loadCommands() {
  const { channelId, viewer } = world;
  const { commands } = await get(`/channels/${channelId}/commands?as=${viewer}`);
  if (channelId === world.channelId && viewer === world.viewer) Object.assign(world, { commands, hasCommands: true });
}

export const allChannels = () => [...world.guilds.flatMap((guild) => guild.channels), ...world.directMessages];
export const channelOf = (id) => allChannels().find((channel) => channel.id === id);
export const currentChannel = () => channelOf(world.channelId);

/** The guild of the channel shown. */
export function currentGuild() {
  const channel = currentChannel();
  return world.guilds.find((guild) => guild.id === channel?.guild_id);
}

/** Those who can be chosen or mentioned here, the bot included. */
export function membersHere() {
  const guild = currentGuild();
  if (guild) return guild.members;
  const speaker = world.people.find((person) => person.id === world.viewer);
  return [speaker, { id: world.bot.id, name: world.bot.name, username: world.bot.name, roles: [], is_bot: true }].filter(Boolean);
}

export const rolesHere = () => (currentGuild()?.roles ?? []).filter((role) => role.id !== currentGuild()?.id);

export function nameOf(userId) {
  if (userId === world.bot.id) return world.bot.name;
  const found = membersHere().find((member) => member.id === userId) ?? world.people.find((person) => person.id === userId);
  return found?.name;
}

export function channelName(channel) {
  if (!channel) return 'unknown';
  return channel.kind === 'direct' ? world.bot.name : channel.name;
}

/** An address of the sandbox's own, whichever name of this machine the page was opened by. */
export function addressOf(url) {
  return world.base && url?.startsWith(`${world.base}/`) ? url.slice(world.base.length) : url;
}

/** Whether an address may be opened. */
export function isSafe(url) {
  return /^(https?:\/\/|\/attachments\/)/i.test(url ?? '');
}
