// The messages of the channel shown, in order, and what the page itself has to say among them.

import { get } from './api.js';
import { markPending } from './components.js';
import { avatar, byId, element, isBefore } from './dom.js';
import { hooks, messageItem, used } from './message.js';
import { nameOf, world } from './world.js';

const GROUPED_WITHIN = 7 * 60_000;

// How long after a finger is lifted what it has pressed may still be told.
const CLICK_WITHIN = 60;

const known = new Map();
// Messages that have changed while they were in use: they are drawn anew afterwards.
const overdue = new Set();
let pressed = null;
let lifting = 0;
let isAtEnd = true;
let loading = 0;

const log = byId('log');
const list = byId('messages');

log.addEventListener('scroll', () => {
  isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
}, { passive: true });
// Pictures come late and make messages taller: stay at the end if one was there.
const follow = new ResizeObserver(() => { if (isAtEnd) toEnd(); });
follow.observe(list);
follow.observe(log);
byId('older').addEventListener('click', () => loadOlder().catch((error) => hooks.notice(error.message)));
log.addEventListener('keydown', walk);
list.addEventListener('pointerdown', (event) => {
  clearTimeout(lifting);
  pressed = event.target;
});
for (const end of ['pointerup', 'pointercancel']) {
  document.addEventListener(end, () => {
    clearTimeout(lifting);
    lifting = setTimeout(() => { pressed = null; drawOverdue(); }, CLICK_WITHIN);
  });
}
// What was chosen is sent first.
list.addEventListener('chooser-closed', () => setTimeout(drawOverdue));

export function toEnd() {
  log.scrollTop = log.scrollHeight;
  isAtEnd = true;
}

/** Loads the channel shown from its end. */
export async function loadMessages() {
  const serial = ++loading;
  log.setAttribute('aria-busy', 'true');
  try {
    const { messages, more } = await get(`/channels/${world.channelId}/messages?as=${world.viewer}`);
    if (serial !== loading) return;
    known.clear();
    overdue.clear();
    list.replaceChildren();
    for (const message of messages) insert(message);
    byId('older').hidden = !more;
    toEnd();
    hint();
  } finally {
    if (serial === loading) log.removeAttribute('aria-busy');
  }
}

async function loadOlder() {
  // With all that was shown deleted, the newest come.
  const first = [...known.keys()].reduce((one, other) => (one && isBefore(one, other) ? one : other), null);
  const serial = loading;
  const { messages, more } = await get(`/channels/${world.channelId}/messages?as=${world.viewer}${first ? `&before=${first}` : ''}`);
  // Another channel is shown by now.
  if (serial !== loading) return;
  const height = log.scrollHeight;
  for (const message of messages) insert(message);
  byId('older').hidden = !more;
  log.scrollTop += log.scrollHeight - height;
}

/** A message is new or has changed. */
export function put(message) {
  if (message.channel_id !== world.channelId) return;
  insert(message, { isNews: true });
  hint();
  if (isAtEnd) toEnd();
}

export function drop(messageId) {
  known.delete(messageId);
  overdue.delete(messageId);
  const item = byId(`message-${messageId}`);
  const next = item?.nextElementSibling;
  item?.remove();
  group(next);
  hint();
}

/** Something has been asked of a message's components, or answered. */
export function mark(messageId) {
  const message = known.get(messageId);
  const item = byId(`message-${messageId}`);
  if (message && item) markPending(item, message);
}

export function jumpTo(messageId) {
  const item = byId(`message-${messageId}`);
  if (!item) return;
  item.scrollIntoView({ block: 'center' });
  item.focus();
}

/** Shows a message. News is read out, unless it is an edit of what has been read out already. */
function insert(message, { isNews = false } = {}) {
  known.set(message.id, message);
  const old = byId(`message-${message.id}`);
  if (old && isInUse(old)) {
    overdue.add(message.id);
    return;
  }
  overdue.delete(message.id);
  const item = messageItem(message);
  const isAnswer = old?.classList.contains('loading') && !message.loading;
  if (!isNews || (old && !isAnswer)) item.setAttribute('aria-live', 'off');
  if (old) {
    const focus = placeOfFocus(old);
    old.replaceWith(item);
    restoreFocus(item, focus);
  } else {
    place(item, message.id);
  }
  group(item);
  group(item.nextElementSibling);
}

/** Whether a menu of a message is open, or something in it is being pressed: drawing it anew would undo that. */
const isInUse = (item) => item.contains(pressed) || item.querySelector('.chooser-popup:not([hidden])') !== null;

function drawOverdue() {
  if (overdue.size === 0) return;
  for (const id of [...overdue]) insert(known.get(id));
  if (isAtEnd) toEnd();
}

function place(item, id) {
  let after = list.lastElementChild;
  while (after && isBefore(id, after.dataset.id)) after = after.previousElementSibling;
  if (after) after.after(item);
  else list.prepend(item);
}

/** Messages of one author in a row need their name only once. */
function group(item) {
  if (!item) return;
  const message = known.get(item.dataset.id);
  const before = known.get(item.previousElementSibling?.dataset.id);
  const isGrouped = message && before && message.author?.id === before.author?.id && !item.querySelector(':scope > .origin')
    && Boolean(message.ephemeral) === Boolean(before.ephemeral)
    && new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_WITHIN;
  item.classList.toggle('grouped', Boolean(isGrouped));
}

/** Where in a message the focus is, so that redrawing it does not take it away. */
function placeOfFocus(item) {
  if (!item.contains(document.activeElement)) return null;
  if (document.activeElement === item) return { self: true };
  const focusable = [...item.querySelectorAll('button, a, input')];
  return { customId: document.activeElement.dataset.customId, index: focusable.indexOf(document.activeElement) };
}

function restoreFocus(item, focus) {
  if (!focus) return;
  const same = focus.customId && item.querySelector(`[data-custom-id="${CSS.escape(focus.customId)}"]:not(:disabled)`);
  const near = focus.self ? item : [...item.querySelectorAll('button, a, input')][focus.index];
  (same || (near && !near.disabled ? near : item)).focus({ preventScroll: true });
}

/** Arrows go from message to message. */
function walk(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const item = document.activeElement.closest?.('.message');
  if (!step || (document.activeElement !== log && document.activeElement !== item)) return;
  event.preventDefault();
  const next = item ? (step < 0 ? item.previousElementSibling : item.nextElementSibling) : list.lastElementChild;
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Something only the page says: a command on its way, or one that was not answered. */
export function note({ id, command, text, isFailure }) {
  forgetNote(id);
  const name = nameOf(world.viewer);
  const item = element('li', {
    class: isFailure ? 'message ephemeral note failed' : 'message note', id: `note-${id}`, 'data-id': id, tabindex: '-1',
    'data-testid': isFailure ? 'failed' : 'waiting',
  },
  command ? used(world.viewer, name, command) : null,
  avatar(world.bot.id, world.bot.name),
  element('div', { class: 'content' },
    element('p', { class: 'head' }, element('span', { class: 'author' }, world.bot.name), element('span', { class: 'tag' }, 'bot')),
    element('p', { class: isFailure ? 'failure' : 'thinking' },
      isFailure ? null : element('span', { class: 'dots', 'aria-hidden': 'true' }), text),
    isFailure ? element('p', { class: 'only-you' }, 'Only you can see this • ',
      element('button', { type: 'button', class: 'linklike', onclick: () => forgetNote(id) }, 'Dismiss message')) : null));
  place(item, id);
  hint();
  if (isAtEnd) toEnd();
}

export function forgetNote(id) {
  byId(`note-${id}`)?.remove();
  hint();
}

/** What to do first, when nothing is there yet. */
export function hint() {
  const line = byId('hint');
  line.hidden = list.childElementCount > 0;
  line.textContent = world.bot.connected ? 'Type / to see what the bot can do.' : 'Nothing has been said here yet.';
}
