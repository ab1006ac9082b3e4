// A command being filled in: its name, a chip with a field for each option, and a last field that offers the others.

import { post } from './api.js';
import { readOptions, unquoted } from './commands.js';
import { completion } from './completion.js';
import { byId, element } from './dom.js';
import { allChannels, channelName, currentGuild, membersHere, rolesHere, world } from './world.js';

const ATTACHMENT = 11;
const PATIENCE = 150;
const KINDS = { 3: 'text', 4: 'whole number', 5: 'true or false', 6: 'person', 7: 'channel', 8: 'role', 9: 'person or role', 10: 'number', 11: 'file' };

const bar = byId('command');
const hint = byId('option-hint');

/** What is being filled in: `{leaf, chips, tail}`, or null. */
let current = null;
let asked = 0;
let later = 0;
let hooks = { submit() {}, cancel() {}, notice() {} };

export const commandBar = {
  isOpen: () => current !== null,
  full: () => current?.leaf.full,

  listen(given) {
    hooks = given;
  },

  /** Begins a command; `values` are texts for its options, `choices` what was picked for some of them. */
  begin(leaf, values = {}, choices = {}) {
    completion.hide();
    current = { leaf, chips: [], tail: makeTail() };
    bar.replaceChildren(element('span', { class: 'command-name', 'data-testid': 'command-name' }, `/${leaf.full}`), leaveButton(leaf), current.tail);
    bar.setAttribute('aria-label', `Command /${leaf.full}: ${leaf.description ?? ''}`);
    bar.hidden = false;
    for (const option of leaf.options) {
      if (option.required || option.name in values) addChip(option, values[option.name]).choice = choices[option.name] ?? null;
    }
    focusNext();
  },

  end() {
    current = null;
    asked += 1;
    clearTimeout(later);
    bar.hidden = true;
    bar.replaceChildren();
    hint.hidden = true;
    completion.hide();
  },

  /** What is being filled in, to be resumed when it could not be sent. */
  keep: () => ({ filled: current, nodes: [...bar.childNodes] }),

  /** Goes on with what was kept. */
  resume({ filled, nodes }) {
    current = filled;
    bar.replaceChildren(...nodes);
    bar.hidden = false;
    focusNext();
  },

  /** What is to be sent, its files still to be uploaded; or null after a notice when something is missing. */
  read() {
    const missing = current.chips.find((chip) => chip.option.required && isEmpty(chip));
    if (missing) {
      missing.input.focus();
      hooks.notice(`${missing.option.name} is required.`);
      return null;
    }
    const { leaf, chips } = current;
    const wrong = chips.find((chip) => problemOf(chip));
    if (wrong) {
      wrong.input.focus();
      hooks.notice(problemOf(wrong));
      return null;
    }
    const options = {};
    const files = [];
    for (const chip of chips.filter((found) => !isEmpty(found))) {
      if (chip.option.type === ATTACHMENT) {
        files.push(chip.input.files[0]);
        options[chip.option.name] = chip.input.files[0].name;
      } else {
        options[chip.option.name] = valueOf(chip);
      }
    }
    return { leaf, texts: Object.fromEntries(chips.map((chip) => [chip.option.name, chip.input.value])),
      choices: Object.fromEntries(chips.filter((chip) => chip.choice).map((chip) => [chip.option.name, chip.choice])),
      body: { name: leaf.command.name, path: leaf.path, options }, files };
  },
};

/** On a phone there is no Escape; elsewhere it is not shown. */
const leaveButton = (leaf) => element('button', {
  type: 'button', class: 'icon leave', 'aria-label': `Do not send /${leaf.full}`, 'data-testid': 'leave-command', onclick: () => hooks.cancel(''),
}, '✕');

// Libraries write what is not given as null.
const isGiven = (value) => value !== null && value !== undefined;
const isEmpty = (chip) => (chip.option.type === ATTACHMENT ? chip.input.files.length === 0 : chip.input.value.trim() === '');
const valueOf = (chip) => (chip.choice ? chip.choice.value : unquoted(chip.input.value.trim()));

function problemOf(chip) {
  const { option, choice } = chip;
  if (isEmpty(chip) || choice || option.choices?.length) return null;
  const text = valueOf(chip);
  if (option.type === 4 && !/^-?\d+$/.test(text)) return `${option.name} must be a whole number.`;
  if (option.type === 10 && !Number.isFinite(Number(text))) return `${option.name} must be a number.`;
  if (option.type === 4 || option.type === 10) {
    if (isGiven(option.min_value) && Number(text) < option.min_value) return `${option.name} must be ${option.min_value} or more.`;
    if (isGiven(option.max_value) && Number(text) > option.max_value) return `${option.name} must be ${option.max_value} or less.`;
  }
  if (option.type === 3 && text.length < (option.min_length ?? 0)) return `${option.name} needs at least ${option.min_length} characters.`;
  return null;
}

function addChip(option, text = '') {
  const isFile = option.type === ATTACHMENT;
  const input = element('input', {
    type: isFile ? 'file' : 'text', 'data-testid': 'option', 'data-option': option.name, 'aria-label': `${option.name}: ${option.description ?? ''}`,
    role: isFile ? null : 'combobox', 'aria-autocomplete': isFile ? null : 'list', 'aria-expanded': isFile ? null : 'false',
    'aria-controls': isFile ? null : 'completion', 'aria-required': option.required ? 'true' : null, 'aria-describedby': 'option-hint',
    maxlength: isFile ? null : option.max_length ?? 6000, autocomplete: 'off', spellcheck: 'false',
    inputmode: { 4: 'numeric', 10: 'decimal' }[option.type] ?? null,
  });
  const chip = { option, input, choice: null, node: null };
  chip.node = element('label', { class: option.required ? 'chip required' : 'chip' }, element('span', {}, option.name), input);
  if (!isFile) {
    input.value = text ?? '';
    input.addEventListener('input', () => typed(chip));
  } else {
    input.addEventListener('change', () => focusNext());
  }
  input.addEventListener('focus', () => { describe(option); if (!isFile && !chip.choice) suggest(chip); });
  input.addEventListener('blur', () => completion.hide());
  input.addEventListener('keydown', (event) => chipKey(event, chip));
  current.chips.push(chip);
  current.tail.before(chip.node);
  fit(chip);
  tellTail();
  return chip;
}

function removeChip(chip) {
  current.chips.splice(current.chips.indexOf(chip), 1);
  chip.node.remove();
  tellTail();
}

/** A field is as wide as what is in it. */
function fit({ input, option }) {
  if (option.type !== ATTACHMENT) input.style.setProperty('--letters', Math.max(3, Math.min(60, input.value.length + 1)));
}

function describe(option) {
  const range = [isGiven(option.min_value) && `from ${option.min_value}`, isGiven(option.max_value) && `to ${option.max_value}`];
  const kind = [option.choices?.length ? 'choice' : KINDS[option.type], ...range].filter(Boolean).join(' ');
  hint.replaceChildren(element('strong', {}, option.name), ` ${option.description ?? ''} `,
    element('span', { class: 'kind' }, `${kind}${option.required ? ', required' : ', optional'}`));
  hint.hidden = false;
}

/** Goes to the first field that still needs something, or to the end. */
function focusNext() {
  const next = current.chips.find((chip) => chip.option.required && isEmpty(chip));
  (next?.input ?? current.tail).focus();
}

const unused = () => current.leaf.options.filter((option) => !current.chips.some((chip) => chip.option === option));

function makeTail() {
  const tail = element('input', {
    type: 'text', class: 'tail', role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'completion',
    'data-testid': 'more-options', autocomplete: 'off', spellcheck: 'false',
  });
  const offer = () => {
    const wanted = tail.value.trim().replace(/:.*$/, '').toLowerCase();
    const found = unused().filter((option) => option.name.toLowerCase().startsWith(wanted));
    completion.show(tail, found.map((option) => ({ label: option.name, description: option.description, detail: 'optional', option })), {
      preselect: wanted !== '', pick: ({ option }) => { tail.value = ''; addChip(option).input.focus(); },
    });
  };
  tail.addEventListener('focus', () => { hint.hidden = true; offer(); });
  tail.addEventListener('blur', () => completion.hide());
  tail.addEventListener('input', () => {
    if (tail.value.includes(':')) {
      const values = readOptions([{ name: '' }, ...unused()], tail.value);
      const found = unused().filter((option) => option.name in values);
      const chips = found.map((option) => addChip(option, values[option.name]));
      if (chips.length) {
        tail.value = '';
        chips.at(-1).input.focus();
        return;
      }
    }
    offer();
  });
  tail.addEventListener('keydown', (event) => {
    if (event.key === 'Backspace' && tail.value === '') {
      event.preventDefault();
      focusBefore(null);
    } else if (event.key === 'ArrowLeft' && tail.selectionStart === 0 && current.chips.length) {
      event.preventDefault();
      current.chips.at(-1).input.focus();
    } else {
      commonKey(event);
    }
  });
  return tail;
}

function tellTail() {
  const rest = unused().length;
  current.tail.placeholder = rest ? `+${rest} optional` : 'Enter to send';
  current.tail.setAttribute('aria-label', rest ? `${rest} optional options; Enter sends the command` : 'Enter sends the command');
}

/** The field before a chip (or before the end); before the first, the command is left. */
function focusBefore(chip) {
  const at = chip ? current.chips.indexOf(chip) : current.chips.length;
  const before = current.chips[at - 1];
  if (before) before.input.focus();
  else hooks.cancel(`/${current.leaf.full}`);
}

/** Keys that mean the same in every field. */
function commonKey(event) {
  if (event.isComposing) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (!completion.isOpen()) event.target.dispatchEvent(new Event('focus'));
    else completion.move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter') {
    if (!completion.pick()) hooks.submit();
  } else if (event.key === 'Tab' && !event.shiftKey && completion.active()) {
    completion.pick();
  } else if (event.key === 'Escape') {
    if (completion.isOpen()) completion.hide();
    else hooks.cancel('');
  } else {
    return;
  }
  event.preventDefault();
}

function chipKey(event, chip) {
  const { input, option } = chip;
  const isFile = option.type === ATTACHMENT;
  if (isFile && (event.key === ' ' || (event.key === 'Enter' && isEmpty(chip)))) {
    event.preventDefault();
    input.click();
    return;
  }
  const atStart = isFile || (input.selectionStart === 0 && input.selectionEnd === 0);
  const atEnd = isFile || input.selectionEnd === input.value.length;
  const at = current.chips.indexOf(chip);
  if (event.key === 'Backspace' && (isFile || input.value === '')) {
    event.preventDefault();
    const before = current.chips[at - 1];
    if (option.required) {
      focusBefore(chip);
    } else {
      removeChip(chip);
      (before?.input ?? current.tail).focus();
    }
  } else if (event.key === 'ArrowLeft' && atStart && at > 0) {
    event.preventDefault();
    current.chips[at - 1].input.focus();
  } else if (event.key === 'ArrowRight' && atEnd && !event.shiftKey) {
    event.preventDefault();
    (current.chips[at + 1]?.input ?? current.tail).focus();
  } else {
    commonKey(event);
  }
}

/** Something was typed or pasted into an option: a name of another option with a colon goes on there. */
function typed(chip) {
  chip.choice = null;
  const names = current.leaf.options.map((option) => option.name);
  const hasName = [...chip.input.value.matchAll(/(?:^|\s)([^\s:"]+):/g)].some((match) => names.includes(match[1]));
  if (hasName && !chip.input.value.startsWith('"')) {
    const own = chip.option;
    const others = current.leaf.options.filter((option) => option !== own);
    const values = readOptions([own, ...others], chip.input.value);
    chip.input.value = values[own.name] ?? '';
    fit(chip);
    let last = chip;
    for (const option of others.filter((found) => found.name in values)) {
      last = current.chips.find((found) => found.option === option) ?? addChip(option);
      last.choice = null;
      last.input.value = values[option.name];
      fit(last);
    }
    if (last !== chip) {
      last.input.focus();
      return;
    }
  }
  fit(chip);
  suggest(chip);
}

function take(chip, item) {
  chip.choice = item;
  chip.input.value = item.label;
  fit(chip);
  focusNext();
}

function suggest(chip) {
  const { option, input } = chip;
  const wanted = input.value.trim().replace(/^[@#]/, '').toLowerCase();
  const offers = offersFor(option);
  asked += 1;
  clearTimeout(later);
  if (offers) {
    const found = offers.filter((offer) => `${offer.label} ${offer.description ?? ''}`.toLowerCase().includes(wanted)).slice(0, 50);
    const exact = found.filter((offer) => offer.label.replace(/^[@#]/, '').toLowerCase() === wanted);
    if (exact.length === 1 && found.length === 1) {
      // Typed in full: Enter sends at once.
      [chip.choice] = exact;
      completion.hide();
      return;
    }
    completion.show(input, found, { pick: (item) => take(chip, item), empty: 'Nothing fits' });
  } else if (option.autocomplete) {
    completion.show(input, [], { pick() {}, empty: 'Loading…' });
    later = setTimeout(() => autocomplete(chip), PATIENCE);
  } else {
    completion.hide();
  }
}

function offersFor(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  const people = () => membersHere().map((member) => ({ label: `@${member.name}`, value: member.id, description: member.is_bot ? 'bot' : '' }));
  const roles = () => rolesHere().map((role) => ({ label: `@${role.name}`, value: role.id, description: 'role' }));
  const channels = () => allChannels()
    .filter((channel) => channel.guild_id && channel.guild_id === currentGuild()?.id)
    .filter((channel) => !option.channel_types?.length || option.channel_types.includes(channel.type))
    .map((channel) => ({ label: `#${channelName(channel)}`, value: channel.id, description: channel.kind }));
  const truth = () => [{ label: 'True', value: true }, { label: 'False', value: false }];
  return { 5: truth, 6: people, 7: channels, 8: roles, 9: () => [...people(), ...roles()] }[option.type]?.() ?? null;
}

async function autocomplete(chip) {
  const serial = asked;
  const { leaf, chips } = current;
  const options = {};
  for (const other of chips) {
    if (other === chip || (!isEmpty(other) && other.option.type !== ATTACHMENT)) options[other.option.name] = valueOf(other);
  }
  const isCurrent = () => serial === asked && document.activeElement === chip.input;
  try {
    const { choices, failed } = await post(`/channels/${world.channelId}/autocomplete`,
      { as: world.viewer, name: leaf.command.name, path: leaf.path, options, focused: chip.option.name });
    if (!isCurrent()) return;
    completion.show(chip.input, choices.map((choice) => ({ label: choice.name, value: choice.value })), {
      pick: (item) => take(chip, item), empty: failed ? 'The bot sent no suggestions in time' : 'No suggestions: what you type is sent as it is',
    });
  } catch (error) {
    if (isCurrent()) completion.show(chip.input, [], { pick() {}, empty: error.message });
  }
}
