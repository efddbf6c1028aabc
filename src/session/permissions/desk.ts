import { randomUUID } from 'node:crypto';

/** Things that wait for the user's answer, in the order they came. */
export interface Desk<Item extends { id: string }, Answer> {
  /** Shows an item and waits. Resolves as cancelled when the signal aborts or the desk closes. Never rejects. */
  ask(item: Omit<Item, 'id'>, signal?: AbortSignal): Promise<Answer>;
  /** Settles an open item; an unknown id is ignored. */
  settle(id: string, answer: Answer): void;
  /** The open items, oldest first. */
  open(): Item[];
  close(): void;
}

interface DeskOptions<Item, Answer> {
  asked(item: Item): void;
  closed(id: string): void;
  /** The answer of an item that went away. */
  cancelled: Answer;
}

export function createDesk<Item extends { id: string }, Answer>(
  options: DeskOptions<Item, Answer>,
): Desk<Item, Answer> {
  const pending = new Map<string, { item: Item; resolve: (answer: Answer) => void }>();
  let isClosed = false;

  const settle = (id: string, answer: Answer) => {
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    pending.delete(id);
    options.closed(id);
    waiting.resolve(answer);
  };

  return {
    ask(asked, signal) {
      if (isClosed || signal?.aborted === true) return Promise.resolve(options.cancelled);
      const item = { ...asked, id: randomUUID() } as Item;
      return new Promise((resolve) => {
        const onAbort = () => settle(item.id, options.cancelled);
        const finish = (answer: Answer) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        };
        pending.set(item.id, { item, resolve: finish });
        signal?.addEventListener('abort', onAbort, { once: true });
        options.asked(item);
      });
    },
    settle,
    open: () => Array.from(pending.values(), ({ item }) => item),
    close() {
      isClosed = true;
      for (const id of Array.from(pending.keys())) settle(id, options.cancelled);
    },
  };
}
