// Servers, channels, threads, direct messages and members; who speaks, and where.

import { post } from './api.js';
import { askText, showMenu } from './dialogs.js';
import { avatar, byId, element } from './dom.js';
import { currentGuild, membersHere, world } from './world.js';

const NEW_MEMBER = 'new';

// The channels with something new, for each person by themselves.
const unread = new Map();
let hooks = { openChannel() {}, speakAs() {}, reload() {}, notice() {}, ask() {} };

export function startSidebar(given) {
  hooks = given;
  byId('speak-as').addEventListener('change', (event) => {
    if (event.target.value !== NEW_MEMBER) {
      hooks.speakAs(event.target.value);
      return;
    }
    event.target.value = world.viewer;
    newMember();
  });
  byId('sidebar-toggle').addEventListener('click', () => fold(document.body.classList.contains('sidebar-open')));
  for (const id of ['shade', 'sidebar-close']) byId(id).addEventListener('click', () => fold(true));
  document.addEventListener('keydown', (event) => {
    // In a dialog it closes the dialog alone.
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) fold(true);
  });
  // With room for both there is nothing to fold.
  matchMedia('(max-width: 760px)').addEventListener('change', () => fold(true));
  startTheme();
}

/** On a phone the sidebar lies over the page; folded it is out of the way. */
export function fold(isFolded) {
  const wasOpen = document.body.classList.contains('sidebar-open');
  if (wasOpen !== isFolded) return;
  document.body.classList.toggle('sidebar-open', !isFolded);
  byId('shade').hidden = isFolded;
  byId('sidebar-toggle').setAttribute('aria-expanded', String(!isFolded));
  // What lies behind the shade cannot be reached.
  for (const behind of [byId('main'), document.querySelector('.skip')]) behind.inert = !isFolded;
  byId(isFolded ? 'sidebar-toggle' : 'speak-as').focus();
}

function startTheme() {
  const button = byId('theme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (localStorage.getItem('theme') ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    button.textContent = isDark() ? '☀ Light' : '☾ Dark';
    button.setAttribute('aria-label', isDark() ? 'Change to light colours' : 'Change to dark colours');
  };
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    // The system's own choice is followed again when it is the same.
    if (next === (systemIsDark.matches ? 'dark' : 'light')) localStorage.removeItem('theme');
    else localStorage.setItem('theme', next);
    show();
  });
  systemIsDark.addEventListener('change', show);
  show();
}

const isUnread = (channelId) => unread.get(world.viewer)?.has(channelId) ?? false;

export function markUnread(channelId) {
  if (isUnread(channelId)) return;
  if (!unread.has(world.viewer)) unread.set(world.viewer, new Set());
  unread.get(world.viewer).add(channelId);
  drawPlaces();
}

export function drawSidebar() {
  unread.get(world.viewer)?.delete(world.channelId);
  drawSpeakers();
  drawPlaces();
  drawMembers();
}

function drawSpeakers() {
  const here = membersHere().filter((member) => !member.is_bot);
  const others = world.people.filter((person) => !here.some((member) => member.id === person.id));
  const option = (person) => element('option', { value: person.id }, person.name);
  byId('speak-as').replaceChildren(
    ...here.map(option),
    ...(others.length ? [element('optgroup', { label: 'Not in this server' }, others.map(option))] : []),
    element('option', { value: NEW_MEMBER }, 'New member…'),
  );
  byId('speak-as').value = world.viewer;
}

function drawPlaces() {
  const focused = document.activeElement?.dataset?.channel;
  const places = byId('places');
  places.replaceChildren(...world.guilds.map(guildSection), directSection(),
    element('button', { type: 'button', class: 'plain', 'data-testid': 'new-server', onclick: newGuild }, '+ New server'));
  if (focused) places.querySelector(`[data-channel="${focused}"]`)?.focus();
}

function guildSection(guild) {
  const channels = guild.channels.filter((channel) => channel.kind !== 'thread').sort((one, other) => one.position - other.position);
  const threadsOf = (id) => guild.channels.filter((channel) => channel.kind === 'thread' && channel.parent_id === id);
  return element('section', { class: 'guild' },
    element('div', { class: 'guild-head' },
      element('h2', {}, guild.name),
      element('button', {
        type: 'button', class: 'icon', 'aria-label': `New channel in ${guild.name}`, title: 'New channel', 'data-testid': 'new-channel',
        onclick: () => newChannel(guild),
      }, '+')),
    guild.has_bot ? null : element('p', { class: 'aside' }, 'The bot is not here. ',
      element('button', { type: 'button', class: 'linklike', onclick: () => invite(guild) }, 'Invite it')),
    element('ul', {}, channels.map((channel) => element('li', {}, place(channel, '#'),
      threadsOf(channel.id).length ? element('ul', { class: 'threads' },
        threadsOf(channel.id).map((thread) => element('li', {}, place(thread, '↳')))) : null))));
}

function place(channel, sign) {
  const isHere = channel.id === world.channelId;
  return element('button', {
    type: 'button', class: ['place', isUnread(channel.id) && 'unread', channel.archived && 'archived'].filter(Boolean).join(' '),
    'aria-current': isHere ? 'page' : null, 'data-channel': channel.id, 'data-testid': 'channel', title: channel.topic ?? null,
  }, element('span', { class: 'sign', 'aria-hidden': 'true' }, sign), element('span', { class: 'name' }, channel.name),
  isUnread(channel.id) ? element('span', { class: 'dot' }, element('span', { class: 'unseen' }, 'new messages')) : null,
  channel.archived ? element('span', { class: 'aside' }, 'archived') : null);
}

function directSection() {
  const channel = world.directMessages.find((found) => found.user_id === world.viewer);
  const open = () => (channel ? hooks.openChannel(channel.id) : post(`/people/${world.viewer}/direct`)
    .then(({ channel: made }) => hooks.openChannel(made.id))
    .catch((error) => hooks.notice(error.message)));
  const isHere = channel && channel.id === world.channelId;
  return element('section', { class: 'guild' },
    element('div', { class: 'guild-head' }, element('h2', {}, 'Direct messages')),
    element('ul', {}, element('li', {}, element('button', {
      type: 'button', class: isUnread(channel?.id) ? 'place unread' : 'place', 'aria-current': isHere ? 'page' : null,
      'data-testid': 'direct', onclick: open,
    }, avatar(world.bot.id, world.bot.name), element('span', { class: 'name' }, world.bot.name),
    isUnread(channel?.id) ? element('span', { class: 'dot' }, element('span', { class: 'unseen' }, 'new messages')) : null))));
}

function drawMembers() {
  const members = membersHere();
  const focused = document.activeElement?.dataset?.member;
  byId('members').replaceChildren(
    element('h2', {}, `Members (${members.length})`),
    element('ul', {}, members.map((member) => element('li', {}, element('button', {
      type: 'button', class: 'place', 'data-testid': 'member', 'data-member': member.id, onclick: () => memberMenu(member),
    }, avatar(member.id, member.name), element('span', { class: 'name' }, member.name),
    member.is_bot ? element('span', { class: 'tag' }, 'bot') : null,
    member.is_bot && !world.bot.connected ? element('span', { class: 'aside' }, 'away') : null,
    member.id === world.viewer ? element('span', { class: 'aside' }, 'you') : null)))),
    currentGuild() ? element('button', { type: 'button', class: 'plain', 'data-testid': 'new-member', onclick: newMember }, '+ New member') : '',
  );
  if (focused) byId('members').querySelector(`[data-member="${focused}"]`)?.focus();
}

function memberMenu(member) {
  const apps = world.commands.filter((command) => command.type === 2).map((command) => ({
    label: command.name,
    act: () => hooks.ask(command.name,
      post(`/channels/${world.channelId}/target`, { as: world.viewer, name: command.name, type: 2, target: member.id })),
  }));
  const speak = member.is_bot || member.id === world.viewer ? [] : [{ label: `Speak as ${member.name}`, act: () => hooks.speakAs(member.id) }];
  const roles = (currentGuild()?.roles ?? []).filter((role) => member.roles.includes(role.id)).map((role) => role.name)
    .filter((name) => name !== member.name);
  const title = roles.length ? `${member.name} (${roles.join(', ')})` : member.name;
  const install = member.is_bot ? [] : [{
    label: member.has_installed ? 'Remove the bot for this person alone' : 'Install the bot for this person alone',
    act: () => post(`/people/${member.id}/install`, { installed: !member.has_installed }).then(hooks.reload, (error) => hooks.notice(error.message)),
  }];
  const copy = { label: 'Copy id', act: () => navigator.clipboard.writeText(member.id).catch((error) => hooks.notice(error.message)) };
  showMenu(title, [...speak, ...apps, ...install, copy], 'member-menu');
}

const invite = (guild) => post(`/guilds/${guild.id}/bot`, { present: true }).then(hooks.reload, (error) => hooks.notice(error.message));

export function newMember() {
  const guild = currentGuild() ?? world.guilds[0];
  if (!guild) {
    newGuild();
    return;
  }
  askText({
    title: `New member of ${guild.name}`, label: 'Name', action: 'Add and speak as', maxLength: 32, testid: 'new-member-dialog',
    act: async (name) => {
      const { member } = await post(`/guilds/${guild.id}/members`, { name });
      await hooks.reload();
      hooks.speakAs(member.id);
    },
  });
}

function newChannel(guild) {
  askText({
    title: `New channel in ${guild.name}`, label: 'Name', action: 'Create', testid: 'new-channel-dialog',
    act: async (name) => {
      const { channel } = await post(`/guilds/${guild.id}/channels`, { name });
      hooks.openChannel(channel.id);
    },
  });
}

function newGuild() {
  askText({
    title: 'New server', label: 'Name', action: 'Create', testid: 'new-server-dialog',
    act: async (name) => {
      const { guild } = await post('/guilds', { name });
      const speaker = world.people.find((person) => person.id === world.viewer);
      // Whoever makes a server is in it.
      if (speaker) await post(`/guilds/${guild.id}/members`, { name: speaker.username });
      hooks.openChannel(guild.channels[0].id);
    },
  });
}
