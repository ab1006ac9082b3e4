// The page of the sandbox: puts its parts together and keeps them current by the stream of events.

import { get } from './api.js';
import { byId } from './dom.js';
import { refreshSuggestions, resetComposer, setReply, showPlaceholder, notice, startComposer } from './composer.js';
import { drop, forgetNote, hint, jumpTo, loadMessages, mark, note, put, toEnd } from './log.js';
import { redrawUnknown } from './markdown.js';
import { hooks as messageHooks } from './message.js';
import { openModal } from './modal.js';
import { pending } from './pending.js';
import { drawSidebar, fold, markUnread, startSidebar } from './sidebar.js';
import { allChannels, channelName, channelOf, currentChannel, loadCommands, loadWorld, nameOf, world } from './world.js';

const TYPING_LASTS = 10_000;
const UNSEEN_WAIT = 300;
const RETRY_AFTER = 2000;

let stream = null;
let isHearing = false;
let hasEntered = false;
let retry = 0;
let reloadSoon = 0;
const typists = new Map();

// Events that come while messages are loaded; they are heard afterwards, as what is loaded may be older.
let held = [];
let holders = 0;

async function holding(load) {
  holders += 1;
  try {
    await load();
  } finally {
    holders -= 1;
    if (holders === 0) for (const event of held.splice(0)) hear(event);
  }
}

/** Runs something that may fail, and says so when it does. */
const attempt = (promise) => promise.catch((error) => notice(error.message));

async function start() {
  const address = new URLSearchParams(location.search);
  world.viewer = null;
  await loadWorld();
  const asked = address.get('as');
  world.viewer = world.people.some((person) => person.id === asked) ? asked : firstSpeaker();
  if (world.viewer) await loadWorld();
  const channel = channelOf(address.get('channel') ?? world.channelId);
  listen();
  await enter(channel?.id ?? firstChannel());
  hasEntered = true;
  tellLive();
}

/** The page says of itself that all is there and it hears what happens. */
function tellLive() {
  if (isHearing && hasEntered) document.body.dataset.live = 'true';
  else delete document.body.dataset.live;
}

/** Starts, and tries again until the sandbox is there. */
async function begin() {
  try {
    await start();
  } catch (error) {
    notice(error.message);
    drawConnection(true);
    clearTimeout(retry);
    retry = setTimeout(begin, RETRY_AFTER);
  }
}

/** Someone who is not the owner: owners may do everything, which hides mistakes in permissions. */
function firstSpeaker() {
  const guild = world.guilds[0];
  const people = (guild?.members ?? world.people).filter((member) => !member.is_bot);
  return (people.find((member) => member.id !== guild?.owner_id) ?? people[0] ?? world.people[0])?.id ?? null;
}

const firstChannel = () => allChannels().find((channel) => channel.kind === 'channel')?.id ?? allChannels()[0]?.id ?? null;

/** Shows a channel. */
async function enter(channelId) {
  world.channelId = channelId;
  Object.assign(world, { commands: [], hasCommands: false });
  typists.clear();
  remember();
  resetComposer({ keepText: true });
  drawTop();
  drawSidebar();
  if (!channelId) {
    byId('messages').replaceChildren();
    hint();
    return;
  }
  await holding(() => Promise.all([loadMessages(), reloadCommands()]));
}

/** Suggestions drawn anew begin at their top again: with `ifChanged` they are left alone when they are the same. */
async function reloadCommands({ ifChanged = false } = {}) {
  if (!world.channelId) return;
  const before = JSON.stringify(world.commands);
  await loadCommands();
  if (!ifChanged || JSON.stringify(world.commands) !== before) refreshSuggestions();
}

async function openChannel(channelId) {
  if (!channelOf(channelId)) await loadWorld();
  if (!channelOf(channelId)) {
    notice('This channel is not there, or may not be seen.');
    return;
  }
  fold(true);
  await enter(channelId);
  byId('composer').focus();
}

async function speakAs(userId) {
  world.viewer = userId;
  pending.forget();
  listen();
  await holding(async () => {
    await loadWorld();
    await enter(currentChannel() ? world.channelId : firstChannel());
  });
}

/** The address holds who speaks and where, so that a second tab can be someone else. */
function remember() {
  const address = new URL(location.href);
  const set = (name, value) => (value ? address.searchParams.set(name, value) : address.searchParams.delete(name));
  set('as', world.viewer);
  set('channel', world.channelId);
  history.replaceState(null, '', address);
}

function drawTop() {
  const channel = currentChannel();
  const sign = { thread: '↳ ', channel: '# ', direct: '@ ' }[channel?.kind] ?? '';
  byId('channel-name').textContent = channel ? sign + channelName(channel) : 'No channel';
  const state = [channel?.archived && 'archived', channel?.locked && 'locked'].filter(Boolean).join(', ');
  byId('channel-topic').textContent = state || channel?.topic || '';
  document.title = channel ? `${channelName(channel)} – Sandbox` : 'Sandbox';
  drawConnection();
}

function drawConnection(lost = false) {
  const line = byId('connection');
  line.hidden = world.bot.connected && !lost;
  line.classList.toggle('lost', lost);
  if (lost) line.textContent = 'The connection to the sandbox is lost; trying again…';
  else line.textContent = `Waiting for the bot… It has to connect to ${world.base}.`;
}

/** Loads all anew, messages too. */
async function reload({ messages = false } = {}) {
  await loadWorld();
  if (world.channelId && !currentChannel()) {
    await enter(firstChannel());
    return;
  }
  drawTop();
  drawSidebar();
  showPlaceholder();
  redrawUnknown(byId('messages'));
  if (messages && world.channelId) await holding(() => Promise.all([loadMessages(), reloadCommands()]));
  else await reloadCommands({ ifChanged: true });
}

function soon() {
  clearTimeout(reloadSoon);
  reloadSoon = setTimeout(() => attempt(reload()), 60);
}

/** Listens as the one who speaks. */
function listen() {
  stream?.close();
  clearTimeout(retry);
  // What someone else was told is not for this one.
  held = [];
  if (!world.viewer) return;
  let isFirst = true;
  const mine = new EventSource(`/page/events?as=${world.viewer}`);
  stream = mine;
  mine.addEventListener('message', ({ data }) => {
    if (mine !== stream) return;
    const event = JSON.parse(data);
    if (event.type === 'hello') {
      world.bot.connected = event.connected;
      drawConnection();
      // What happened between loading and listening, or while the stream was cut, was not told.
      if (!isFirst) attempt(reload({ messages: true }));
      recheck();
      isFirst = false;
      isHearing = true;
      tellLive();
      return;
    }
    if (holders > 0) held.push(event);
    else hear(event);
  });
  mine.addEventListener('error', () => {
    if (mine !== stream) return;
    isHearing = false;
    tellLive();
    drawConnection(true);
    // A refusal ends the stream for good: the sandbox may have been started anew, without this person.
    if (mine.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      retry = setTimeout(begin, RETRY_AFTER);
    }
  });
}

const DEEDS = {
  message_created: heardMessage,
  message_updated: heardMessage,
  ephemeral_reply: heardMessage,
  message_deleted: (event) => drop(event.message_id),
  interaction_acknowledged: (event) => settle(event.interaction_id),
  modal_opened: (event) => {
    settle(event.interaction_id);
    openModal(event.interaction_id, event.modal, (submission) => waitFor(submission, null));
  },
  interaction_failed: (event) => failed(event),
  typing: (event) => heardTyping(event),
  commands_changed: () => attempt(reloadCommands()),
  bot: (event) => {
    world.bot.connected = event.connected;
    drawConnection();
    hint();
    soon();
    attempt(reloadCommands());
  },
  resync: () => {
    attempt(reload({ messages: true }));
    recheck();
  },
};

function hear(event) {
  if (event.type in DEEDS) DEEDS[event.type](event);
  // Places, people and what they may do have changed, whatever the event says of it.
  else if (/^(thread|channel|guild|member)_/.test(event.type)) soon();
}

/** Asks after what a form waits for: its answer may have come while nothing was heard. */
function recheck() {
  for (const id of pending.awaited()) {
    get(`/interactions/${id}?as=${world.viewer}`).then(({ status }) => {
      if (status !== 'waiting') pending.settle(id, status === 'failed' ? 'The application did not respond' : null);
    }, (error) => pending.settle(id, error.message));
  }
}

function heardMessage(event) {
  settle(event.interaction_id);
  typists.delete(event.message.author?.id);
  drawTypists();
  if (event.channel_id === world.channelId) put(event.message);
  else if (event.type !== 'message_updated') {
    if (!channelOf(event.channel_id)) soon();
    markUnread(event.channel_id);
  }
}

/** An interaction has been answered. */
function settle(interactionId) {
  pending.settle(interactionId);
  if (interactionId) forgetNote(interactionId);
}

function failed({ interaction_id: interactionId, channel_id: channelId, text }) {
  const wasComponent = pending.settle(interactionId, text);
  const command = notes.get(interactionId);
  if (wasComponent || command === undefined || channelId !== world.channelId) return;
  note({ id: interactionId, command, text, isFailure: true });
}

// The commands on their way, by interaction: what to say when they fail.
const notes = new Map();

/** Shows that the bot has been asked, until it answers; a quick answer comes without it. */
function waitFor(interactionId, command) {
  notes.set(interactionId, command);
  const { channelId, viewer } = world;
  setTimeout(() => {
    if (pending.isSettled(interactionId) || world.channelId !== channelId || world.viewer !== viewer) return;
    note({ id: interactionId, command, text: `Waiting for ${world.bot.name}…` });
  }, UNSEEN_WAIT);
  if (pending.failureOf(interactionId)) {
    note({ id: interactionId, command, text: pending.failureOf(interactionId), isFailure: true });
  }
  toEnd();
}

function ask(command, request) {
  attempt(request.then(({ interaction_id: interactionId }) => waitFor(interactionId, command)));
}

function heardTyping({ channel_id: channelId, user_id: userId }) {
  if (channelId !== world.channelId || userId === world.viewer) return;
  typists.set(userId, Date.now() + TYPING_LASTS);
  drawTypists();
  setTimeout(drawTypists, TYPING_LASTS + 100);
}

function drawTypists() {
  const names = [...typists].filter(([, until]) => until > Date.now()).map(([id]) => nameOf(id) ?? 'someone');
  byId('typing').textContent = names.length === 0 ? '' : names.length > 3 ? 'Several people are typing…'
    : `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} typing…`;
}

Object.assign(messageHooks, { reply: setReply, openChannel: (id) => attempt(openChannel(id)), notice, jumpTo, ask });
pending.listen(mark, notice);
startSidebar({ openChannel: (id) => attempt(openChannel(id)), speakAs: (id) => attempt(speakAs(id)), reload, notice, ask });
startComposer(waitFor);
// Channels stand in the sidebar and in messages.
document.addEventListener('click', (event) => {
  const channel = event.target.closest('[data-channel]');
  if (channel) attempt(openChannel(channel.dataset.channel));
});
begin();
