// Forms a bot opens.

import { post } from './api.js';
import { chooser } from './chooser.js';
import { open } from './dialogs.js';
import { element } from './dom.js';
import { markdown } from './markdown.js';
import { pending } from './pending.js';
import { world } from './world.js';

let serial = 0;

/**
 * Opens a form. It closes when the bot has answered, and stays with all that was typed when the bot has not.
 * `sent` is told the interaction of its submission when the form closes.
 */
export function openModal(interactionId, modal, sent) {
  const values = {};
  const problem = element('p', { class: 'problem', role: 'alert', 'data-testid': 'modal-problem' });
  const submit = element('button', { type: 'submit', class: 'primary', 'data-testid': 'modal-submit' }, 'Submit');
  const title = element('h2', { id: `modal-title-${++serial}` }, modal.title);
  const dialog = element('dialog', { class: 'modal', 'data-testid': 'modal', 'aria-labelledby': title.id });

  // The submission on its way or answered.
  let submission = null;

  const wait = (isWaiting) => {
    submit.disabled = isWaiting;
    submit.textContent = isWaiting ? `Waiting for ${world.bot.name}…` : 'Submit';
    if (isWaiting) submit.setAttribute('aria-busy', 'true');
    else submit.removeAttribute('aria-busy');
  };

  const fail = (text) => {
    submission = null;
    wait(false);
    problem.textContent = text;
    // A button that is disabled loses the focus.
    if (dialog.open && !dialog.contains(document.activeElement)) submit.focus();
  };

  const send = async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    wait(true);
    problem.textContent = '';
    try {
      const asked = await post(`/interactions/${interactionId}/submit`, { as: world.viewer, fields: values });
      submission = asked.interaction_id;
      // Called off meanwhile: it has been sent all the same.
      if (!dialog.open) sent(submission);
      const failure = await pending.outcome(submission);
      if (failure) fail(failure);
      else dialog.close();
    } catch (error) {
      fail(error.message);
    }
  };
  dialog.addEventListener('close', () => { if (submission) sent(submission); });

  const rows = (modal.components ?? []).map((row) => {
    if (row.type === 10) return element('div', { class: 'markdown' }, markdown(row.content));
    if (row.type === 18) return field(row.component, row.label, row.description, values);
    return (row.components ?? []).map((component) => field(component, component.label, null, values));
  });
  dialog.append(element('form', { onsubmit: send },
    title,
    element('p', { class: 'aside' }, `This form will be sent to ${world.bot.name}.`),
    rows, problem,
    element('div', { class: 'actions' },
      element('button', { type: 'button', 'data-testid': 'modal-cancel', onclick: () => dialog.close() }, 'Cancel'), submit)));
  // Two forms at once cannot be on Discord either.
  for (const other of document.querySelectorAll('dialog[open]')) other.close();
  open(dialog);
  dialog.querySelector('input, textarea, .chooser-button')?.focus();
}

/** A field with its label; its value is kept in `values` under its custom id. */
function field(component, label, description, values) {
  if (component.type === 4) return textField(component, label, description, values);
  if (![3, 5, 6, 7, 8].includes(component.type)) {
    return element('p', { class: 'aside' }, `${label ?? 'A field'}: this page cannot fill in fields of type ${component.type}.`);
  }
  const isRequired = component.required !== false;
  const menu = isRequired ? component : { ...component, min_values: 0 };
  // A menu left alone is not sent: what was chosen in it beforehand then holds.
  const choose = (chosen) => { values[component.custom_id] = chosen; };
  const made = chooser(menu, { label: label ?? component.placeholder ?? 'Menu', testid: 'modal-select', choose });
  return element('div', { class: 'field' }, caption(label, isRequired), description ? element('p', { class: 'aside' }, description) : null, made);
}

function caption(label, isRequired) {
  return element('span', { class: 'caption' }, label, isRequired ? element('span', { class: 'star', title: 'required' }, ' *') : null);
}

function textField(component, label, description, values) {
  const isRequired = component.required !== false;
  const most = component.max_length ?? 4000;
  const id = `field-${++serial}`;
  const input = element(component.style === 2 ? 'textarea' : 'input', {
    id, required: isRequired, minlength: component.min_length || null, maxlength: most, placeholder: component.placeholder ?? null,
    rows: component.style === 2 ? 5 : null, 'data-testid': 'modal-field', 'data-custom-id': component.custom_id,
    'aria-describedby': description ? `${id}-description` : null,
  });
  input.value = component.value ?? '';
  values[component.custom_id] = input.value;
  const count = element('span', { class: 'count' });
  const keep = () => {
    values[component.custom_id] = input.value;
    const length = [...input.value].length;
    const isShort = length > 0 && length < (component.min_length ?? 0);
    count.textContent = isShort ? `${length}, at least ${component.min_length}` : `${length} of ${most}`;
    count.hidden = !isShort && length < most * 0.8 && most > 300;
  };
  input.addEventListener('input', keep);
  keep();
  return element('label', { class: 'field', for: id }, caption(label, isRequired),
    description ? element('p', { class: 'aside', id: `${id}-description` }, description) : null, input, count);
}
