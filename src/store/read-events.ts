import { createReadStream } from 'node:fs';
import type { StampedEvent } from '../core/state/events.ts';
import { readJsonLines } from '../platform/json-lines.ts';
import { isStampedEvent } from './is-stamped-event.ts';

export interface ReadEvents {
  events: StampedEvent[];
  /** Lines that are no event: cut by a crash, or edited. */
  damagedLines: number;
}

/** The events of a log in the order they were written. A file that is not there has none. */
export async function readEvents(file: string): Promise<ReadEvents> {
  const events: StampedEvent[] = [];
  let damagedLines = 0;
  try {
    for await (const line of readJsonLines(createReadStream(file))) {
      if (line.kind === 'object' && isStampedEvent(line.value)) events.push(line.value);
      else damagedLines += 1;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return { events, damagedLines };
}
