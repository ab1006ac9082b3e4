// Embeds, pictures and files.

import { element } from './dom.js';
import { showPicture } from './dialogs.js';
import { inlineMarkdown, link, markdown } from './markdown.js';
import { timeElement } from './times.js';
import { addressOf, isSafe } from './world.js';

/** An embed: a card with a bar of its colour. */
export function embed(data) {
  const card = element('article', { class: 'embed', 'data-testid': 'embed', 'aria-label': data.title ? `Embed: ${data.title}` : 'Embed' });
  if (Number.isInteger(data.color)) card.style.setProperty('--bar', `#${data.color.toString(16).padStart(6, '0')}`);
  const thumbnail = data.thumbnail?.url ? picture({ ...data.thumbnail, isSmall: true }) : null;
  const body = element('div', { class: 'embed-body' },
    data.author?.name ? element('p', { class: 'embed-author' },
      icon(data.author.icon_url), data.author.url ? link(data.author.url, data.author.name) : data.author.name) : null,
    data.title ? element('h3', { class: 'embed-title' }, data.url ? link(data.url, inlineMarkdown(data.title)) : inlineMarkdown(data.title)) : null,
    data.description ? element('div', { class: 'markdown' }, markdown(data.description)) : null,
    data.fields?.length ? fields(data.fields) : null);
  card.append(body);
  if (thumbnail) card.append(thumbnail);
  if (data.image?.url) card.append(picture(data.image));
  if (data.footer?.text || data.timestamp) {
    const when = data.timestamp ? timeElement(new Date(data.timestamp), 's') : null;
    card.append(element('p', { class: 'embed-footer' },
      icon(data.footer?.icon_url), data.footer?.text, data.footer?.text && when ? ' • ' : null, when));
  }
  return card;
}

function fields(list) {
  return element('dl', { class: 'embed-fields' }, list.map((field) =>
    element('div', { class: field.inline ? 'inline' : null },
      element('dt', {}, inlineMarkdown(field.name)),
      element('dd', { class: 'markdown' }, markdown(field.value)))));
}

function icon(url) {
  const address = addressOf(url);
  return isSafe(address) ? element('img', { class: 'icon-picture', src: address, alt: '' }) : null;
}

/** A picture that opens in full size. Its size is kept free while it loads, so that nothing jumps. */
export function picture({ url, width, height, description, isSmall }) {
  const address = addressOf(url);
  if (!isSafe(address)) return null;
  const image = element('img', {
    src: address, alt: description || 'Picture without a description', width: width ?? null, height: height ?? null, loading: 'lazy',
  });
  image.addEventListener('error', () => made.classList.add('broken'));
  const made = element('button', {
    type: 'button', class: isSmall ? 'picture small' : 'picture', 'data-testid': 'picture', onclick: () => showPicture(address, description),
  }, image);
  return made;
}

/** Files below a message: pictures are shown, others can be downloaded. */
export function attachment(file) {
  if (/^image\/(png|jpeg|gif|webp|svg)/.test(file.content_type ?? '')) return picture(file);
  return element('a', { class: 'file', href: addressOf(file.url), download: file.filename, 'data-testid': 'file' },
    element('span', { 'aria-hidden': 'true' }, '⬇ '), file.filename, element('span', { class: 'size' }, ` ${size(file.size)}`));
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
