import type { SessionState } from '../../core/state/session-state.ts';
import { line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import type { Block } from './block.ts';
import { groupBlocks } from './group-blocks.ts';
import { groupEntries } from './group-entries.ts';

/** The blocks of a session's entries from one index up to another, with a line before and behind that says so. */
export function* earlierBlocks(state: SessionState, from: number, to: number): Generator<Block> {
  const number = (index: number) => index.toLocaleString('en-US');
  yield note(`Entries ${number(from + 1)} to ${number(to)}, from earlier:`);
  for (const group of groupEntries(state.entries.slice(from, to))) yield* groupBlocks(group, state);
  yield note('That was earlier. Here the session goes on.');
}

function note(text: string): Block {
  return { kind: 'lines', lines: [line(span(text, 'dim', 'emphasis'))] };
}
