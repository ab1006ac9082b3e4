// A menu to choose from: a button that opens a list. Used in messages and in forms.

import { element } from './dom.js';
import { allChannels, channelName, currentGuild, membersHere, rolesHere } from './world.js';

let serial = 0;

/** What a menu offers, whatever its kind: `[{value, label, description, emoji, chosen}]`. */
export function optionsOf(menu) {
  const defaults = new Set((menu.default_values ?? []).map((entry) => entry.id));
  const people = () => membersHere().map((member) => ({ value: member.id, label: `@${member.name}`, description: member.is_bot ? 'bot' : '' }));
  const roles = () => rolesHere().map((role) => ({ value: role.id, label: `@${role.name}`, description: 'role' }));
  const channels = () => allChannels()
    .filter((channel) => channel.guild_id === currentGuild()?.id)
    .filter((channel) => !menu.channel_types?.length || menu.channel_types.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: `#${channelName(channel)}`, description: channel.kind }));
  const found = {
    5: people,
    6: roles,
    7: () => [...people(), ...roles()],
    8: channels,
  }[menu.type]?.() ?? (menu.options ?? []).map((option) => ({
    value: option.value, label: option.label, description: option.description, emoji: option.emoji?.name, chosen: option.default,
  }));
  return found.map((option) => ({ ...option, chosen: option.chosen || defaults.has(option.value) }));
}

/**
 * A button with a list under it. With one value to choose, choosing is done at once; with several, "Done" ends it.
 * `choose` is given the values; nothing can be chosen while it `isBusy`.
 */
export function chooser(menu, { choose, isBusy = () => false, label, testid }) {
  const id = `chooser-${++serial}`;
  const options = optionsOf(menu);
  const least = menu.min_values ?? 1;
  const most = menu.max_values ?? 1;
  const isSingle = most === 1 && least === 1;
  let chosen = new Set(options.filter((option) => option.chosen).map((option) => option.value));
  // What Escape goes back to.
  let before = chosen;
  let shown = options;
  let active = 0;

  const face = element('span', { class: 'face' });
  const button = element('button', {
    type: 'button', class: 'chooser-button', disabled: menu.disabled, 'aria-haspopup': 'listbox', 'aria-expanded': 'false',
    'aria-controls': id, 'data-testid': testid, 'data-custom-id': menu.custom_id,
  }, face, element('span', { class: 'arrow', 'aria-hidden': 'true' }, '▾'));
  const search = element('input', {
    type: 'search', placeholder: 'Search', role: 'combobox', 'aria-label': `Search: ${label}`, 'aria-controls': id,
    'aria-expanded': 'true', 'aria-autocomplete': 'list',
  });
  const list = element('ul', {
    id, role: 'listbox', tabindex: '-1', 'aria-label': label, 'aria-multiselectable': isSingle ? null : 'true',
  });
  const count = element('span', { class: 'count' });
  const done = element('button', { type: 'button', class: 'primary', onclick: () => finish() }, 'Done');
  const popup = element('div', { class: 'chooser-popup', hidden: true },
    options.length > 8 ? search : null, list, isSingle ? null : element('div', { class: 'actions' }, count, done));
  const made = element('div', { class: 'chooser' }, button, popup);
  const keeper = options.length > 8 ? search : list;

  function showFace() {
    const names = options.filter((option) => chosen.has(option.value)).map((option) => [option.emoji, option.label].filter(Boolean).join(' '));
    face.textContent = names.join(', ') || menu.placeholder || 'Make a selection';
    face.classList.toggle('empty', names.length === 0);
    button.setAttribute('aria-label', names.length ? `${label}: ${names.join(', ')}` : label);
  }

  function draw() {
    const wanted = search.value.trim().toLowerCase();
    shown = options.filter((option) => `${option.label} ${option.description ?? ''}`.toLowerCase().includes(wanted));
    active = Math.max(0, Math.min(active, shown.length - 1));
    list.replaceChildren(...shown.map((option, index) => element('li', {
      id: `${id}-${index}`, role: 'option', 'aria-selected': String(chosen.has(option.value)), class: index === active ? 'active' : null,
      'data-value': option.value,
      onclick: () => { active = index; toggle(option); },
    },
    option.emoji ? element('span', { class: 'emoji', 'aria-hidden': 'true' }, option.emoji) : null,
    element('span', { class: 'texts' },
      element('span', { class: 'name' }, option.label),
      option.description ? element('span', { class: 'description' }, option.description) : null),
    isSingle ? null : element('span', { class: 'tick', 'aria-hidden': 'true' }, chosen.has(option.value) ? '☑' : '☐'))));
    if (shown.length === 0) list.append(element('li', { class: 'none', role: 'presentation' }, 'Nothing to choose'));
    keeper.setAttribute('aria-activedescendant', shown.length ? `${id}-${active}` : '');
    list.children[active]?.scrollIntoView({ block: 'nearest' });
    count.textContent = `${chosen.size} of ${least === most ? most : `${least}–${most}`}`;
    done.disabled = chosen.size < least || chosen.size > most;
  }

  function toggle(option) {
    if (!option) return;
    if (isSingle) {
      chosen = new Set([option.value]);
      finish();
      return;
    }
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (most === 1) chosen = new Set([option.value]);
    else if (chosen.size < most) chosen.add(option.value);
    draw();
  }

  function finish() {
    if (chosen.size < least || chosen.size > most) return;
    before = chosen;
    close();
    showFace();
    choose(options.filter((option) => chosen.has(option.value)).map((option) => option.value));
  }

  function show() {
    if (button.disabled || isBusy()) return;
    popup.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    search.value = '';
    active = Math.max(0, options.findIndex((option) => chosen.has(option.value)));
    draw();
    keeper.focus();
    popup.scrollIntoView({ block: 'nearest' });
    document.addEventListener('pointerdown', outside);
  }

  function close(giveFocus = true) {
    if (popup.hidden) return;
    chosen = new Set(before);
    popup.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside);
    if (giveFocus) button.focus();
    made.dispatchEvent(new CustomEvent('chooser-closed', { bubbles: true }));
  }

  const outside = (event) => { if (!made.contains(event.target)) close(false); };

  /** Typing a letter in a list without a search field goes to the next option that begins with it. */
  function find(letter) {
    for (let step = 1; step <= shown.length; step += 1) {
      const index = (active + step) % shown.length;
      if (shown[index].label.replace(/^[@#]/, '').toLowerCase().startsWith(letter.toLowerCase())) {
        active = index;
        return true;
      }
    }
    return false;
  }

  button.addEventListener('click', () => (popup.hidden ? show() : close()));
  button.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      show();
    }
  });
  search.addEventListener('input', () => { active = 0; draw(); });
  popup.addEventListener('keydown', (event) => {
    const isTyping = event.target === search;
    if (event.key === 'Escape') {
      // Only the list closes, not the dialog it may stand in.
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    if (event.target === done) return;
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 };
    if (event.key in moves && !(isTyping && (event.key === 'Home' || event.key === 'End'))) {
      active = (moves[event.key] + shown.length) % Math.max(1, shown.length);
      draw();
    } else if (event.key === 'Enter' || (event.key === ' ' && !isTyping)) {
      toggle(shown[active]);
    } else if (event.key === 'Tab') {
      if (isSingle || event.shiftKey) close(false);
      return;
    } else if (isTyping || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || !find(event.key)) {
      return;
    } else {
      draw();
    }
    event.preventDefault();
  });
  showFace();
  return made;
}
