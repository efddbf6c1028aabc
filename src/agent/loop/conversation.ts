import type { Message } from '../model/model.ts';

/** What a model and its user have said, in order. It only grows, or begins anew with a summary. */
export interface Conversation {
  readonly messages: readonly Message[];
  add(...messages: Message[]): void;
  /** Puts these in place of all that was said. */
  replace(messages: readonly Message[]): void;
}

export function createConversation(earlier: readonly Message[] = []): Conversation {
  let messages = [...earlier];
  return {
    get messages() {
      return messages;
    },
    add: (...added) => void messages.push(...added),
    replace: (others) => void (messages = [...others]),
  };
}
