// Making elements. Text always becomes text nodes, so nothing a bot says can become markup.

/**
 * Makes an element. `on…` properties are listeners, `class`, `data-…`, `aria-…` and the like attributes; null, undefined
 * and false leave an attribute out. Children are nodes, texts, arrays of them, or nothing.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...nodes(children));
  return made;
}

/** Flat list of nodes and texts, without what is nothing. */
export function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

export const byId = (id) => document.getElementById(id);

/** Ids grow with time; they are too large for numbers. */
export function isBefore(one, other) {
  return one.length === other.length ? one < other : one.length < other.length;
}

/** A stable hue for a person's picture. */
export function hueOf(id) {
  let sum = 0;
  for (const digit of String(id)) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  // The golden angle keeps neighbours apart.
  return Math.round(sum * 137.508) % 360;
}

/** A person's picture: the first letter on a colour of their own. */
export function avatar(id, name) {
  const made = element('span', { class: 'avatar', 'aria-hidden': 'true' }, (name || '?').trim().slice(0, 1).toUpperCase());
  made.style.setProperty('--hue', hueOf(id));
  return made;
}
