import type { Message } from '../model/model.ts';

/** What a model and its user have said, in order. It only grows, or begins anew with a summary. */
export interface Conversation {
  readonly messages: readonly Message[];
  add(...messages: Message[]): void;
  /** Puts these in place of all that was said. */
  replace(messages: readonly Message[]): void;
}

/** Called with what was added, or with all that is left of a conversation. */
export type OnConversation = (messages: readonly Message[], how: 'said' | 'compacted') => void;

export function createConversation(
  earlier: readonly Message[] = [],
  onChange: OnConversation = () => {},
): Conversation {
  let messages = [...earlier];
  return {
    get messages() {
      return messages;
    },
    add(...added) {
      messages.push(...added);
      onChange(added, 'said');
    },
    replace(others) {
      messages = [...others];
      onChange(others, 'compacted');
    },
  };
}
