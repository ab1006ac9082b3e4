// Where one writes: messages, and commands after a slash.

import { post, upload } from './api.js';
import { commandBar } from './command_bar.js';
import { fitting, leaves, readLine } from './commands.js';
import { completion } from './completion.js';
import { byId, element } from './dom.js';
import { nameOf, membersHere, currentChannel, currentGuild, channelName, world } from './world.js';

const TYPING_EVERY = 8_000;

const text = byId('composer');
const form = byId('composer-form');
const noticeLine = byId('notice');
const fileInput = byId('attach-input');

let replyTo = null;
let files = [];
let lastCommand = null;
let lastTyping = 0;
let fading = 0;
let isHeld = false;
// What has been sent goes out one after the other, while one types on.
let outgoing = Promise.resolve();
let onTheWay = 0;
let asked = () => {};

/** Sets the composer up; `onAsk` is told of each command sent: its interaction and name. */
export function startComposer(onAsk) {
  asked = onAsk;
  commandBar.listen({ submit: send, cancel: leaveCommand, notice });
  form.addEventListener('submit', (event) => { event.preventDefault(); send(); });
  text.addEventListener('input', () => { typed(); tellTyping(); });
  text.addEventListener('keydown', key);
  text.addEventListener('blur', () => completion.hide());
  text.addEventListener('focus', () => { if (text.value.startsWith('/')) typed(); });
  byId('attach').addEventListener('click', () => fileInput.click());
  fileInput.addEventListener('change', () => { addFiles(fileInput.files); fileInput.value = ''; });
  text.addEventListener('paste', (event) => addFiles(event.clipboardData?.files ?? []));
  const main = byId('main');
  main.addEventListener('dragover', (event) => event.preventDefault());
  main.addEventListener('drop', (event) => { event.preventDefault(); addFiles(event.dataTransfer?.files ?? []); });
}

/** The commands have come or changed: what is typed may fit now. */
export function refreshSuggestions() {
  if (text.value.startsWith('/') && document.activeElement === text) typed();
}

/** Something went wrong, or is to be known; shown until the next key, or for its whole time when it `stays`. */
export function notice(message, { stays = false } = {}) {
  if (!message && isHeld) return;
  isHeld = stays;
  noticeLine.textContent = message;
  clearTimeout(fading);
  if (message) fading = setTimeout(() => { isHeld = false; notice(''); }, 12_000);
}

/** The channel or the speaker has changed. */
export function resetComposer({ keepText = false } = {}) {
  if (commandBar.isOpen()) leaveCommand('', false);
  if (!keepText) text.value = '';
  setReply(null);
  notice('');
  showPlaceholder();
  resize();
}

export function showPlaceholder() {
  const channel = currentChannel();
  const where = channel ? (channel.kind === 'direct' ? `@${channelName(channel)}` : `#${channelName(channel)}`) : 'nowhere';
  text.placeholder = `Message ${where} as ${nameOf(world.viewer) ?? 'nobody'}`;
  text.setAttribute('aria-label', `${text.placeholder}; type / for commands`);
}

export function setReply(message) {
  replyTo = message;
  const line = byId('reply-to');
  line.hidden = !message;
  line.replaceChildren();
  if (!message) return;
  line.append(element('span', {}, 'Replying to ', element('strong', {}, message.author_name)),
    element('button', { type: 'button', class: 'icon', 'aria-label': 'Do not reply', onclick: () => { setReply(null); text.focus(); } }, '✕'));
  text.focus();
}

function addFiles(list) {
  files.push(...list);
  showFiles();
}

function showFiles() {
  const shown = byId('files');
  shown.hidden = files.length === 0;
  shown.replaceChildren(...files.map((file) => element('li', {}, file.name,
    element('button', {
      type: 'button', class: 'icon', 'aria-label': `Do not send ${file.name}`,
      onclick: () => { files = files.filter((other) => other !== file); showFiles(); text.focus(); },
    }, '✕'))));
}

function resize() {
  text.style.setProperty('--height', 'auto');
  text.style.setProperty('--height', `${Math.min(text.scrollHeight, 260)}px`);
}

function typed() {
  notice('');
  resize();
  const value = text.value;
  if (!value.startsWith('/')) {
    offerMentions();
    return;
  }
  const all = leaves(world.commands);
  const read = readLine(all, value);
  if (read) {
    beginCommand(read.leaf, read.values);
    return;
  }
  // Options may be pasted over several lines, but a name has none.
  const typedName = value.slice(1).split('\n')[0];
  const found = fitting(all, typedName);
  completion.show(text, found.map((leaf) => ({
    label: `/${leaf.full}`,
    detail: leaf.options.map((option) => (option.required ? option.name : `${option.name}?`)).join(' '),
    description: leaf.description, leaf,
  })), {
    pick: ({ leaf }) => beginCommand(leaf),
    empty: all.length ? 'No such command' : world.bot.connected ? 'The bot offers no commands here' : 'Waiting for the bot…',
  });
}

/** After an @ the names of those here are offered. */
function offerMentions() {
  const before = text.value.slice(0, text.selectionStart);
  const match = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (!match) {
    completion.hide();
    return;
  }
  const found = membersHere().filter((member) => member.name.toLowerCase().startsWith(match[1].toLowerCase())).slice(0, 10);
  completion.show(text, found.map((member) => ({ label: `@${member.name}` })), {
    preselect: match[1] !== '',
    pick: ({ label }) => {
      const start = before.length - match[1].length - 1;
      text.setRangeText(`${label} `, start, before.length, 'end');
      resize();
    },
  });
}

/** Names after an @ become mentions; the longest name first, so that "@owner of X" is not "@owner". */
function withMentions(content) {
  const members = [...membersHere()].sort((one, other) => other.name.length - one.name.length);
  return members.reduce((said, member) => {
    const name = member.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return said.replace(new RegExp(`(^|\\s)@${name}(?![\\p{L}\\p{N}])`, 'gu'), `$1<@${member.id}>`);
  }, content);
}

function beginCommand(leaf, values = {}, choices = {}) {
  text.value = '';
  resize();
  text.hidden = true;
  byId('attach').hidden = true;
  commandBar.begin(leaf, values, choices);
}

/** Back to plain text, with `value` in it, or with what came back meanwhile because it could not be sent. */
function leaveCommand(value = '', giveFocus = true) {
  commandBar.end();
  text.hidden = false;
  byId('attach').hidden = false;
  text.value = value || text.value;
  resize();
  if (!giveFocus) return;
  text.focus();
  if (value) typed();
}

/** A command that could not be sent, as it was filled in. */
function resumeCommand(kept) {
  text.hidden = true;
  byId('attach').hidden = true;
  commandBar.resume(kept);
}

function key(event) {
  if (event.isComposing) return;
  const isOpen = completion.isOpen();
  if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) completion.move(event.key === 'ArrowDown' ? 1 : -1);
  else if (isOpen && event.key === 'Tab' && !event.shiftKey && completion.active()) completion.pick();
  else if (isOpen && event.key === 'Escape') completion.hide();
  else if (event.key === 'Escape' && replyTo) setReply(null);
  else if (event.key === 'Enter' && !event.shiftKey) {
    if (!completion.pick()) send();
  } else if (event.key === 'ArrowUp' && text.value === '' && lastCommand) recall();
  else return;
  event.preventDefault();
}

/** The last command again, to be changed or sent once more. */
function recall() {
  const leaf = leaves(world.commands).find((found) => found.full === lastCommand.full);
  if (leaf) beginCommand(leaf, lastCommand.texts, lastCommand.choices);
}

/** Sends what is written. The composer is free at once; what cannot be sent comes back to it. */
function send() {
  if (!world.channelId) return;
  const letter = commandBar.isOpen() ? takeCommand() : takeMessage();
  if (!letter) return;
  isHeld = false;
  notice('');
  onTheWay += 1;
  form.setAttribute('aria-busy', 'true');
  outgoing = outgoing.then(letter.go).catch((error) => {
    letter.back();
    notice(error.message, { stays: true });
  }).finally(() => {
    onTheWay -= 1;
    if (onTheWay === 0) form.removeAttribute('aria-busy');
  });
}

/** The command as it is filled in, or null after a notice when something is missing. */
function takeCommand() {
  const read = commandBar.read();
  if (!read) return null;
  const { channelId, viewer } = world;
  const isStillHere = () => world.channelId === channelId && world.viewer === viewer;
  const filled = Object.entries(read.texts).filter(([, value]) => value !== '');
  lastCommand = { full: read.leaf.full, texts: Object.fromEntries(filled), choices: read.choices };
  const kept = commandBar.keep();
  leaveCommand();
  return {
    async go() {
      const sent = [];
      for (const file of read.files) sent.push(await upload(file));
      const { interaction_id: interactionId } = await post(`/channels/${channelId}/commands`, { as: viewer, ...read.body, files: sent });
      if (isStillHere()) asked(interactionId, `/${read.leaf.full}`);
    },
    // Where something else has been begun, an arrow brings the command back.
    back() {
      if (isStillHere() && text.value === '' && !commandBar.isOpen()) resumeCommand(kept);
    },
  };
}

/** The message as it is written, or null when there is none. */
function takeMessage() {
  const content = text.value.trim();
  if (content === '' && files.length === 0) return null;
  // A command that is mistyped, or given too early, must not be sent as text by mistake.
  if (text.value.startsWith('/')) {
    notice(noSuchCommand());
    return null;
  }
  const { channelId, viewer } = world;
  const [taken, answered] = [files, replyTo];
  const body = { as: viewer, content: withMentions(content), reply_to: answered?.id };
  text.value = '';
  files = [];
  lastTyping = 0;
  showFiles();
  setReply(null);
  resize();
  return {
    async go() {
      const sent = [];
      for (const file of taken) sent.push(await upload(file));
      await post(`/channels/${channelId}/messages`, { ...body, files: sent });
    },
    back() {
      text.value = [content, text.value].filter(Boolean).join('\n');
      files = [...taken, ...files];
      showFiles();
      if (!replyTo && world.channelId === channelId) setReply(answered);
      resize();
    },
  };
}

/** Why what begins with a slash is no command. */
function noSuchCommand() {
  if (!world.hasCommands) return 'The commands are being loaded: try again in a moment.';
  const asText = 'Begin with a space to send it as text.';
  if (leaves(world.commands).length) return `There is no such command. ${asText}`;
  if (currentGuild()?.has_bot === false) return `There are no commands here: ${world.bot.name} is not in this server. ${asText}`;
  return `There are no commands yet: ${world.bot.name} is still starting. ${asText}`;
}

function tellTyping() {
  if (text.value === '' || text.value.startsWith('/') || Date.now() - lastTyping < TYPING_EVERY || !world.channelId) return;
  lastTyping = Date.now();
  post(`/channels/${world.channelId}/typing`, { as: world.viewer }).catch(() => {});
}
