// Small dialogs: asking for a name, showing a picture, a menu of things to do.

import { byId, element } from './dom.js';

/** Where the focus is; what is called gives it back, to a message drawn anew meanwhile too. */
function focusKeeper() {
  const before = document.activeElement;
  const message = before?.closest('.message')?.id;
  const name = before?.dataset.customId;
  return () => {
    if (before?.isConnected) {
      before.focus();
      return;
    }
    const item = message && byId(message);
    const same = item && name && item.querySelector(`[data-custom-id="${CSS.escape(name)}"]:not(:disabled)`);
    (same || item || null)?.focus();
  };
}

/** Shows a dialog and takes it away again when it is closed. */
export function open(dialog) {
  const giveBack = focusKeeper();
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    giveBack();
  });
  // A click on the backdrop has the dialog itself as its target.
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog && dialog.dataset.light !== undefined) dialog.close();
  });
  dialog.showModal();
  return dialog;
}

/** Asks for one short text; gives null when it is called off. `act` may throw what is to be shown. */
export function askText({ title, label, action, maxLength = 100, testid, act }) {
  const input = element('input', { required: true, maxlength: maxLength, 'data-testid': `${testid}-input` });
  const problem = element('p', { class: 'problem', role: 'alert' });
  const dialog = element('dialog', { class: 'small', 'data-testid': testid, 'aria-label': title });
  const send = async (event) => {
    event.preventDefault();
    try {
      await act(input.value.trim());
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  dialog.append(
    element('form', { onsubmit: send },
      element('h2', {}, title),
      element('label', {}, element('span', {}, label), input),
      problem,
      element('div', { class: 'actions' },
        element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        element('button', { type: 'submit', class: 'primary' }, action))),
  );
  open(dialog);
  input.focus();
  return new Promise((resolve) => dialog.addEventListener('close', resolve));
}

/** A picture in full size. */
export function showPicture(url, description) {
  const dialog = element('dialog', { class: 'picture-viewer', 'data-light': '', 'data-testid': 'picture-viewer', 'aria-label': 'Picture' });
  dialog.append(
    element('img', { src: url, alt: description || 'Picture without a description' }),
    element('div', { class: 'actions' },
      element('p', {}, description || 'No description (alt text).'),
      element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Open original'),
      element('button', { type: 'button', onclick: () => dialog.close() }, 'Close')),
  );
  open(dialog);
}

/** A list of things to do: `[{label, act}]`, walked with the arrows. */
export function showMenu(title, entries, testid = 'menu') {
  const dialog = element('dialog', { class: 'small menu', 'data-light': '', 'data-testid': testid, 'aria-label': title });
  const buttons = entries.map(({ label, act }) =>
    element('button', { type: 'button', onclick: () => { dialog.close(); act(); } }, label));
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length].focus();
  });
  dialog.append(element('h2', {}, title), ...buttons);
  open(dialog);
}

const COMMON_EMOJI = ['👍', '❤️', '😂', '🎲', '✅', '❌', '👀', '🎉'];

/** Lets one choose an emoji to react with. */
export function askEmoji(act) {
  const dialog = element('dialog', { class: 'small', 'data-light': '', 'data-testid': 'emoji', 'aria-label': 'React' });
  const choose = (emoji) => {
    dialog.close();
    if (emoji) act(emoji);
  };
  const input = element('input', { maxlength: 64, 'aria-label': 'Another emoji' });
  dialog.append(
    element('h2', {}, 'React'),
    element('div', { class: 'emoji-row' },
      COMMON_EMOJI.map((emoji) => element('button', { type: 'button', onclick: () => choose(emoji) }, emoji))),
    element('form', { onsubmit: (event) => { event.preventDefault(); choose(input.value.trim()); } },
      element('label', {}, element('span', {}, 'Another'), input),
      element('div', { class: 'actions' }, element('button', { type: 'submit', class: 'primary' }, 'React'))),
  );
  open(dialog);
}
