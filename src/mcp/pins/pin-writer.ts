import { type Pins, updatePins } from './pin-file.ts';

/** Makes of the pins what they shall be; null leaves them as they are. Is handed null when they cannot be read. */
type PinUpdate = (pins: Pins | null) => Pins | null;

export type PinWriter = (update: PinUpdate) => Promise<void>;

/**
 * Writes updates of a pin file one after the other. Those that come while one is being written go to disk together: many
 * servers that start at once cost two writes, not one each. Rejects with SimseError('store_failed').
 */
export function createPinWriter(file: string): PinWriter {
  let waiting: PinUpdate[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const writeWaiting = async (): Promise<void> => {
    const updates = waiting;
    waiting = [];
    next = null;
    await updatePins(file, (pins) => applyAll(updates, pins));
  };

  return (update) => {
    waiting.push(update);
    if (next !== null) return next;
    const written = last.then(writeWaiting);
    next = written;
    last = written.catch(() => {}); // Told to those who wait for it.
    return written;
  };
}

function applyAll(updates: readonly PinUpdate[], pins: Pins | null): Pins | null {
  let current = pins;
  let isChanged = false;
  for (const update of updates) {
    const updated = update(current);
    isChanged ||= updated !== null;
    current = updated ?? current;
  }
  return isChanged ? current : null;
}
