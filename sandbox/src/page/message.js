// One message.

import { post, remove } from './api.js';
import { components } from './components.js';
import { askEmoji, showMenu } from './dialogs.js';
import { avatar, element } from './dom.js';
import { attachment, embed } from './embed.js';
import { markdown, plainText } from './markdown.js';
import { timeElement } from './times.js';
import { channelOf, nameOf, world } from './world.js';

/** What messages need of the rest of the page. */
export const hooks = { reply: () => {}, openChannel: () => {}, notice: () => {}, jumpTo: () => {} };

const attempt = (promise) => promise.catch((error) => hooks.notice(error.message));

/** A message as an item of the list. */
export function messageItem(message) {
  const author = `author-${message.id}`;
  const embeds = (message.embeds ?? []).map(embed);
  const text = body(message);
  // What a message is called by: its author and its text, or else the title of its first embed.
  const said = text ?? embeds[0];
  if (said) said.id = `said-${message.id}`;
  const classes = ['message', message.ephemeral && 'ephemeral', message.loading && 'loading', mentionsViewer(message) && 'mentions-me'];
  const content = element('div', { class: 'content' },
    element('p', { class: 'head' },
      element('span', { class: 'author', id: author }, message.author_name),
      message.by_bot || message.author?.bot ? element('span', { class: 'tag' }, 'bot') : null,
      timeElement(new Date(message.timestamp), 'message'),
      message.edited_timestamp && !message.content ? edited(message) : null),
    text,
    embeds,
    message.attachments?.length ? element('div', { class: 'attachments' }, message.attachments.map(attachment)) : null,
    message.poll ? element('p', { class: 'aside' }, `Poll: ${message.poll.question?.text ?? ''} (this page does not show polls)`) : null,
    message.components?.length ? components(message) : null,
    message.thread ? threadLink(message.thread) : null,
    reactions(message),
    message.ephemeral ? dismissal(message) : null);
  return element('li', {
    class: classes.filter(Boolean).join(' '), id: `message-${message.id}`, 'data-testid': 'message', 'data-id': message.id,
    'data-author': message.author?.id, tabindex: '-1', 'aria-labelledby': said ? `${author} ${said.id}` : author,
  }, origin(message), avatar(message.author?.id ?? '', message.author_name), content, toolbar(message));
}

function mentionsViewer(message) {
  return message.mention_everyone || (message.mentions ?? []).some((user) => user.id === world.viewer);
}

function body(message) {
  if (message.loading) {
    return element('p', { class: 'thinking' }, element('span', { class: 'dots', 'aria-hidden': 'true' }), `${message.author_name} is thinking…`);
  }
  if (message.type === 6) return element('p', { class: 'aside' }, 'pinned a message.');
  if (message.type === 18) return element('p', { class: 'aside' }, `started a thread: ${message.content}`);
  if (message.type === 7) return element('p', { class: 'aside' }, 'joined the server.');
  if (!message.content) return null;
  const made = element('div', { class: 'markdown text' }, markdown(message.content));
  if (message.edited_timestamp) {
    const last = made.lastElementChild;
    (last?.tagName === 'P' ? last : made).append(' ', edited(message));
  }
  return made;
}

const edited = (message) =>
  element('span', { class: 'edited', title: `Edited ${new Date(message.edited_timestamp).toLocaleString('en-GB')}` }, '(edited)');

/** What stands above: the command used, or the message replied to. */
function origin(message) {
  const metadata = message.interaction_metadata;
  if (metadata?.name) {
    const user = nameOf(metadata.user?.id) ?? metadata.user?.username;
    return used(metadata.user?.id, user, `${metadata.command_type === 1 ? '/' : ''}${metadata.name}`);
  }
  if (!message.message_reference) return null;
  const replied = message.referenced_message;
  if (!replied) return message.type === 19 ? element('p', { class: 'origin' }, 'The message replied to is gone.') : null;
  const name = nameOf(replied.author?.id) ?? replied.author?.username ?? 'someone';
  const said = plainText(replied.content) || (replied.embeds?.[0]?.title ?? 'a message without text');
  return element('button', { type: 'button', class: 'origin', onclick: () => hooks.jumpTo(replied.id) },
    avatar(replied.author?.id, name), element('span', { class: 'said' }, element('strong', {}, name), ` ${said.slice(0, 120)}`));
}

/** Who used which command. */
export function used(userId, name, command) {
  return element('p', { class: 'origin' }, avatar(userId, name),
    element('span', { class: 'said' }, element('strong', {}, name), ' used ', element('span', { class: 'mention' }, command)));
}

function threadLink(thread) {
  const known = channelOf(thread.id);
  return element('button', { type: 'button', class: 'thread-link', 'data-testid': 'thread-link', onclick: () => hooks.openChannel(thread.id) },
    element('span', { 'aria-hidden': 'true' }, '↳ '), known?.name ?? thread.name, element('span', { 'aria-hidden': 'true' }, ' ›'));
}

function reactions(message) {
  if (!message.reactions?.length) return null;
  return element('div', { class: 'reactions' }, message.reactions.map((reaction) => {
    const users = reaction.user_ids ?? [];
    const isMine = users.includes(world.viewer);
    const name = reaction.emoji.id ? `${reaction.emoji.name}:${reaction.emoji.id}` : reaction.emoji.name;
    const act = () => attempt((isMine ? remove : post)(`/messages/${message.id}/reactions`, { as: world.viewer, emoji: name }));
    return element('button', {
      type: 'button', class: 'reaction', 'aria-pressed': String(isMine), title: users.map((id) => nameOf(id) ?? 'someone').join(', '),
      'data-testid': 'reaction', 'data-custom-id': `reaction:${name}`, onclick: act,
    }, `${reaction.emoji.id ? `:${reaction.emoji.name}:` : reaction.emoji.name} ${reaction.count}`);
  }));
}

function dismissal(message) {
  return element('p', { class: 'only-you', 'data-testid': 'only-you' }, 'Only you can see this • ',
    element('button', { type: 'button', class: 'linklike', 'data-testid': 'dismiss', onclick: () => erase(message) }, 'Dismiss message'));
}

const erase = (message) => attempt(remove(`/messages/${message.id}`, { as: world.viewer }));

/** What one can do with a message: shown when it is pointed at or holds the focus. */
function toolbar(message) {
  if (message.loading) return null;
  const react = () => askEmoji((emoji) => attempt(post(`/messages/${message.id}/reactions`, { as: world.viewer, emoji })));
  const tool = (sign, label, act, testid) =>
    element('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, 'data-testid': testid, onclick: act }, sign);
  return element('div', { class: 'toolbar', role: 'group', 'aria-label': 'Message actions' },
    message.ephemeral ? null : tool('☺', 'React', react, 'react'),
    message.ephemeral ? null : tool('↩', 'Reply', () => hooks.reply(message), 'reply'),
    tool('⋯', 'More', () => more(message), 'more'));
}

function more(message) {
  const apps = world.commands.filter((command) => command.type === 3).map((command) => ({
    label: command.name,
    act: () => hooks.ask(command.name, post(`/channels/${message.channel_id}/target`,
      { as: world.viewer, name: command.name, type: 3, target: message.id })),
  }));
  const entries = [
    ...apps,
    { label: 'Copy text', act: () => attempt(navigator.clipboard.writeText(message.content)) },
    { label: 'Copy message id', act: () => attempt(navigator.clipboard.writeText(message.id)) },
  ];
  if (message.author?.id === world.viewer) entries.push({ label: 'Delete', act: () => erase(message) });
  showMenu('Message', entries, 'message-menu');
}
