// Buttons and menus under a message.

import { post } from './api.js';
import { chooser } from './chooser.js';
import { element } from './dom.js';
import { pending } from './pending.js';
import { isSafe, world } from './world.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

/** The rows of a message. Names of components are theirs within the message, so pending ones can be found again. */
export function components(message) {
  const rows = (message.components ?? []).filter((row) => row.type === 1);
  const unknown = (message.components ?? []).some((row) => row.type !== 1);
  return element('div', { class: 'components' },
    rows.map((row) => element('div', { class: 'row', role: 'group', 'aria-label': 'Actions' },
      row.components.map((component) => (component.type === 2 ? button(message, component) : menu(message, component))))),
    unknown ? element('p', { class: 'aside' }, 'This page does not show layout components (components v2).') : null,
    pending.textFor(message.id));
}

/** Shows anew which components wait for the bot and what it has failed to answer, and leaves an open menu open. */
export function markPending(item, message) {
  const made = item.querySelector('.components');
  if (!made) return;
  for (const found of made.querySelectorAll('[data-custom-id]')) {
    const shown = found.closest('.chooser') ?? found;
    if (pending.has(message.id, found.dataset.customId)) shown.setAttribute('aria-busy', 'true');
    else shown.removeAttribute('aria-busy');
  }
  made.querySelector('[data-testid=component-failure]')?.remove();
  const failure = pending.textFor(message.id);
  if (failure) made.append(failure);
}

function button(message, component) {
  const style = STYLES[component.style] ?? 'secondary';
  const emoji = component.emoji?.name;
  const content = [
    emoji ? element('span', { class: 'emoji', 'aria-hidden': component.label ? 'true' : null }, component.emoji.id ? `:${emoji}:` : emoji) : null,
    component.label ? element('span', {}, component.label) : null,
  ];
  if (component.style === 5) {
    return element('a', {
      class: 'button link', href: isSafe(component.url) && !component.disabled ? component.url : null, target: '_blank', rel: 'noopener noreferrer',
      'data-testid': 'link-button', 'aria-disabled': component.disabled ? 'true' : null,
    }, content, element('span', { 'aria-hidden': 'true' }, ' ↗'));
  }
  const isPending = pending.has(message.id, component.custom_id);
  return element('button', {
    type: 'button', class: `button ${style}`, disabled: component.disabled, 'aria-busy': isPending ? 'true' : null,
    'data-testid': 'button', 'data-custom-id': component.custom_id,
    onclick: () => {
      if (pending.has(message.id, component.custom_id)) return;
      pending.ask(message, component.custom_id,
        () => post(`/messages/${message.id}/press`, { as: world.viewer, custom_id: component.custom_id }));
    },
  }, content);
}

function menu(message, component) {
  const isPending = pending.has(message.id, component.custom_id);
  const made = chooser(component, {
    label: component.placeholder || 'Menu',
    testid: 'select',
    isBusy: () => pending.has(message.id, component.custom_id),
    choose: (values) => pending.ask(message, component.custom_id,
      () => post(`/messages/${message.id}/select`, { as: world.viewer, custom_id: component.custom_id, values })),
  });
  if (isPending) made.setAttribute('aria-busy', 'true');
  return made;
}
