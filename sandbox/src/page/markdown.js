// Discord's markdown, as nodes. Nothing is ever parsed as HTML.

import { element } from './dom.js';
import { timeElement } from './times.js';
import { channelName, channelOf, currentGuild, isSafe, nameOf, world } from './world.js';

const LIST_ITEM = /^(\s*)(?:[-*]|(\d{1,9})\.)\s+(.*)$/;

/** The blocks of a text: paragraphs, headings, quotes, lists, code. */
export function markdown(text) {
  const made = document.createDocumentFragment();
  made.append(...blocks(String(text ?? '')));
  return made;
}

/** One line of markdown, for titles and names of fields. */
export function inlineMarkdown(text) {
  const made = document.createDocumentFragment();
  made.append(...inline(String(text ?? '')));
  return made;
}

function blocks(text) {
  const found = [];
  let paragraph = [];
  const end = () => {
    // One empty line parts paragraphs; the margin between them shows it.
    while (paragraph.length && paragraph[0] === '') paragraph.shift();
    while (paragraph.length && paragraph.at(-1) === '') paragraph.pop();
    if (paragraph.length) found.push(element('p', {}, inline(paragraph.join('\n'))));
    paragraph = [];
  };
  let rest = text;
  while (rest !== '') {
    const stop = rest.indexOf('\n');
    const line = stop < 0 ? rest : rest.slice(0, stop);
    let used = line.length + 1;
    let match;
    const fence = line.indexOf('```');
    const code = fence >= 0 ? /^```(?:([\w+.#-]*)\n)?([\s\S]+?)```\n?/.exec(rest.slice(fence)) : null;
    if (line.startsWith('>>> ')) {
      end();
      found.push(element('blockquote', {}, blocks(rest.slice(4))));
      break;
    } else if (line.startsWith('> ')) {
      end();
      const quoted = /^(?:> .*(?:\n|$))+/.exec(rest)[0];
      found.push(element('blockquote', {}, blocks(quoted.replace(/^> /gm, '').replace(/\n$/, ''))));
      used = quoted.length;
    } else if (code) {
      if (fence > 0) paragraph.push(rest.slice(0, fence));
      end();
      const body = code[2].replace(/^\n+|\n+$/g, '');
      found.push(element('pre', { tabindex: '0' }, element('code', { 'data-language': code[1] || null }, body)));
      used = fence + code[0].length;
    } else if ((match = /^(#{1,3}) +(.+)$/.exec(line))) {
      end();
      // The page's own headings are h1 and h2, so a message's begin below them.
      found.push(element(`h${match[1].length + 2}`, { class: `heading-${match[1].length}` }, inline(match[2])));
    } else if ((match = /^-# +(.+)$/.exec(line))) {
      end();
      found.push(element('p', { class: 'subtext' }, inline(match[1])));
    } else if (LIST_ITEM.test(line)) {
      end();
      const lines = [];
      for (const candidate of rest.split('\n')) {
        if (!LIST_ITEM.test(candidate)) break;
        lines.push(candidate);
      }
      found.push(...lists(lines.map((item) => LIST_ITEM.exec(item))));
      used = lines.join('\n').length + 1;
    } else if (line.trim() === '') {
      end();
    } else {
      paragraph.push(line);
    }
    rest = rest.slice(used);
  }
  end();
  return found;
}

/** Lists, nested by how far their items are moved in. */
function lists(items) {
  const made = [];
  let at = 0;
  const build = (indent) => {
    const number = items[at][2];
    const list = element(number ? 'ol' : 'ul', number ? { start: number } : {});
    while (at < items.length && items[at][1].length >= indent && Boolean(items[at][2]) === Boolean(number)) {
      if (items[at][1].length > indent) {
        (list.lastElementChild ?? list).append(build(items[at][1].length));
      } else {
        list.append(element('li', {}, inline(items[at][3])));
        at += 1;
      }
    }
    return list;
  };
  while (at < items.length) made.push(build(items[at][1].length));
  return made;
}

// What may stand within a line, in the order it is tried.
const RULES = [
  [/^\\([^\w\s])/, (match) => match[1]],
  [/^(`{1,2})([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (match) => element('code', {}, match[2].trim() || match[2])],
  [/^<(https?:\/\/[^\s>]+)>/i, (match) => link(match[1], match[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, (match) => timeMark(match)],
  [/^<@!?(\d+)>/, (match) => userMention(match)],
  [/^<@&(\d+)>/, (match) => roleMention(match)],
  [/^<#(\d+)>/, (match) => channelMention(match)],
  [/^<\/([^:>]+):\d+>/, (match) => mention(`/${match[1]}`)],
  [/^<a?:(\w{2,32}):\d+>/, (match) => element('span', { class: 'emoji', title: `:${match[1]}:` }, `:${match[1]}:`)],
  [/^@(everyone|here)\b/, (match) => mention(match[0], true)],
  [/^\[((?:\\.|[^\\[\]])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"([^"]*)")?\)/i, (match) => link(match[2], inline(match[1]), match[3])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"'\])!?*_~|]/i, (match) => link(match[0], match[0])],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (match) => element('strong', {}, element('em', {}, inline(match[1])))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (match) => element('strong', {}, inline(match[1]))],
  [/^__([\s\S]+?)__(?!_)/, (match) => element('u', {}, inline(match[1]))],
  [/^\*(?=\S)([^*]*(?:\*\*[^*]+\*\*[^*]*)*\S|\S)\*(?!\*)/, (match) => element('em', {}, inline(match[1]))],
  [/^_(?=\S)((?:[^_]|__[^_]+__)*?\S)_(?!\w)/, (match) => element('em', {}, inline(match[1])), true],
  [/^~~([\s\S]+?)~~/, (match) => element('s', {}, inline(match[1]))],
  [/^\|\|([\s\S]+?)\|\|/, (match) => spoiler(match[1])],
  [/^\n/, () => element('br')],
];

function inline(text) {
  const found = [];
  let plain = '';
  let rest = text;
  while (rest !== '') {
    let used = 0;
    for (const [pattern, build, notInWord] of RULES) {
      if (notInWord && /\w$/.test(plain)) continue;
      const match = pattern.exec(rest);
      if (!match) continue;
      const made = build(match);
      if (typeof made === 'string') {
        plain += made;
      } else {
        if (plain) found.push(plain);
        plain = '';
        found.push(made);
      }
      used = match[0].length;
      break;
    }
    if (used === 0) {
      // Letters no rule begins with are taken together.
      const next = /^[\p{L}\p{N}]+|^[\s\S]/u.exec(rest)[0];
      const url = next.search(/https?$/i);
      used = url > 0 && rest.slice(next.length).startsWith('://') ? url : next.length;
      plain += rest.slice(0, used);
    }
    rest = rest.slice(used);
  }
  if (plain) found.push(plain);
  return found;
}

export function link(url, content, title) {
  if (!isSafe(url)) return element('span', {}, content);
  return element('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: title ?? null }, content);
}

function mention(text, isMine = false) {
  return element('span', { class: isMine ? 'mention mine' : 'mention' }, text);
}

/** A mention of what the page does not know, or not yet: what was written is kept with it. */
function unknownMention(text, written) {
  return element('span', { class: 'mention', 'data-unknown': written }, text);
}

function userMention([written, id]) {
  const name = nameOf(id);
  return name ? mention(`@${name}`, id === world.viewer) : unknownMention('@unknown', written);
}

function roleMention([written, id]) {
  const guild = currentGuild();
  const role = guild?.roles.find((found) => found.id === id);
  if (!role) return unknownMention('@unknown role', written);
  const speaker = guild.members.find((member) => member.id === world.viewer);
  return mention(`@${role.name}`, speaker?.roles.includes(id) ?? false);
}

function channelMention([written, id]) {
  const channel = channelOf(id);
  if (!channel) return unknownMention('#unknown', written);
  // The page listens for it.
  return element('button', { type: 'button', class: 'mention', 'data-channel': id }, `#${channelName(channel)}`);
}

/** Draws anew the mentions that were of something unknown: it may be known by now. */
export function redrawUnknown(within) {
  for (const old of within.querySelectorAll('[data-unknown]')) {
    const [made] = inline(old.dataset.unknown);
    if (made.dataset.unknown) continue;
    // The message has been read out already.
    made.setAttribute('aria-live', 'off');
    old.replaceWith(made);
  }
}

function timeMark(match) {
  const made = timeElement(new Date(Number(match[1]) * 1000), match[2] ?? 'f');
  made.classList.add('mark');
  return made;
}

function spoiler(text) {
  const content = element('span', { class: 'spoiled', 'aria-hidden': 'true' }, inline(text));
  const made = element('span', { class: 'spoiler', role: 'button', tabindex: '0', 'aria-label': 'Spoiler, press to show' }, content);
  const show = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    made.classList.add('open');
    for (const name of ['role', 'tabindex', 'aria-label']) made.removeAttribute(name);
    content.removeAttribute('aria-hidden');
  };
  made.addEventListener('click', show, { once: true });
  made.addEventListener('keydown', show);
  return made;
}

/** Markdown without its marks, for one short line. */
export function plainText(text) {
  const made = element('div', {}, blocks(String(text ?? '')));
  return made.textContent.replace(/\s+/g, ' ').trim();
}

