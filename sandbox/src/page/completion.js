// The list of suggestions above the composer. The focus stays in the field; the active one is told by
// aria-activedescendant.

import { byId, element } from './dom.js';

const list = byId('completion');
let items = [];
let active = -1;
let field = null;
let picked = () => {};

export const completion = {
  isOpen: () => !list.hidden,
  active: () => items[active] ?? null,

  /**
   * Shows suggestions `[{label, description, detail, value}]` for a field. Nothing is active at first when
   * `preselect` is false, so that Enter keeps its meaning.
   */
  show(input, suggestions, { pick, preselect = true, empty = null }) {
    if (field !== input) this.hide();
    field = input;
    items = suggestions;
    picked = pick;
    active = preselect && items.length ? 0 : -1;
    if (items.length === 0 && !empty) {
      this.hide();
      return;
    }
    list.replaceChildren(...items.map((item, index) => element('li', {
      id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false', 'data-testid': 'suggestion', 'data-name': item.label,
      // The field must keep the focus.
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => { active = index; this.pick(); },
    },
    element('span', { class: 'name' }, item.label, item.detail ? element('span', { class: 'detail' }, ` ${item.detail}`) : null),
    item.description ? element('span', { class: 'description' }, item.description) : null)));
    if (items.length === 0) list.append(element('li', { class: 'none', role: 'option', 'aria-disabled': 'true' }, empty));
    list.hidden = false;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', 'true');
    mark();
  },

  hide() {
    list.hidden = true;
    items = [];
    active = -1;
    field?.setAttribute('aria-expanded', 'false');
    field?.removeAttribute('aria-activedescendant');
    field = null;
  },

  move(step) {
    if (items.length === 0) return;
    active = active < 0 ? (step > 0 ? 0 : items.length - 1) : (active + step + items.length) % items.length;
    mark();
  },

  /** Takes the active suggestion; gives whether there was one. */
  pick() {
    const item = items[active];
    if (!item) return false;
    const act = picked;
    this.hide();
    act(item);
    return true;
  },
};

function mark() {
  [...list.children].forEach((child, index) => {
    child.classList.toggle('active', index === active);
    if (child.getAttribute('aria-disabled') === null) child.setAttribute('aria-selected', String(index === active));
  });
  if (active >= 0) {
    field.setAttribute('aria-activedescendant', `suggestion-${active}`);
    list.children[active].scrollIntoView({ block: 'nearest' });
  } else {
    field.removeAttribute('aria-activedescendant');
  }
}
