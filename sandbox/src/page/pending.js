// What has been asked of the bot and is not answered yet, and what it has failed to answer.

import { element } from './dom.js';

// Events may come before the answer to the request that caused them.
const settled = new Map();
const waiting = new Map();
const failures = new Map();
const awaited = new Map();
let changed = () => {};
let report = () => {};

export const pending = {
  /** Says what to do when a message's components have been asked or answered, and how to show a refusal. */
  listen(onChange, onError) {
    changed = onChange;
    report = onError;
  },

  has: (messageId, customId) => [...waiting.values()].some((found) => found.messageId === messageId && found.customId === customId),

  /** What to say under a message whose component the bot did not answer. */
  textFor(messageId) {
    const text = failures.get(messageId);
    return text ? element('p', { class: 'failure', role: 'alert', 'data-testid': 'component-failure' }, text) : null;
  },

  /** Uses a component: it is shown as busy until the bot has done something about it. */
  async ask(message, customId, request) {
    const key = Symbol(customId);
    waiting.set(key, { messageId: message.id, customId, interactionId: null });
    failures.delete(message.id);
    changed(message.id);
    try {
      const { interaction_id: interactionId } = await request();
      const found = waiting.get(key);
      if (found) found.interactionId = interactionId;
      if (settled.has(interactionId)) this.settle(interactionId, settled.get(interactionId));
    } catch (error) {
      waiting.delete(key);
      changed(message.id);
      report(error.message);
    }
  },

  /** An interaction has been answered, or has failed with a text. Gives whether a component was waiting for it. */
  settle(interactionId, failure = null) {
    if (!interactionId) return false;
    settled.set(interactionId, failure);
    if (settled.size > 200) settled.delete(settled.keys().next().value);
    awaited.get(interactionId)?.(failure);
    awaited.delete(interactionId);
    for (const [key, found] of waiting) {
      if (found.interactionId !== interactionId) continue;
      waiting.delete(key);
      if (failure) failures.set(found.messageId, failure);
      changed(found.messageId);
      return true;
    }
    return false;
  },

  /** Waits until an interaction has been answered; gives the text of its failure, or null. */
  outcome(interactionId) {
    if (settled.has(interactionId)) return Promise.resolve(settled.get(interactionId));
    return new Promise((resolve) => { awaited.set(interactionId, resolve); });
  },

  /** The interactions someone waits for in this way. */
  awaited: () => [...awaited.keys()],

  failureOf: (interactionId) => settled.get(interactionId) ?? null,
  isSettled: (interactionId) => settled.has(interactionId),

  forget() {
    waiting.clear();
    failures.clear();
  },
};
