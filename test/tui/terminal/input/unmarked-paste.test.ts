import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { StdinEvent } from '../../../../src/tui/terminal/input/input-event.ts';
import { readInput } from '../../../../src/tui/terminal/input/read-input.ts';
import type { TerminalInput } from '../../../../src/tui/terminal/terminal.ts';

/** What comes of chunks that are read one right after the other, when nothing follows them. */
async function readChunks(chunks: readonly string[], count: number): Promise<StdinEvent[]> {
  const stdin = new PassThrough();
  const events: StdinEvent[] = [];
  const stop = readInput(stdin as unknown as TerminalInput, (read) => events.push(...read));
  for (const chunk of chunks) stdin.emit('data', Buffer.from(chunk));
  await expect.poll(() => events.length).toBe(count);
  stop();
  return events;
}

const ENTER: StdinEvent = { type: 'key', chord: 'enter' };
const text = (typed: string): StdinEvent => ({ type: 'text', text: typed });
const paste = (pasted: string): StdinEvent => ({ type: 'paste', text: pasted });

test.each<[what: string, chunks: string[], ...events: StdinEvent[]]>([
  ['several lines at once are one paste', ['rm a\rrm b\r'], paste('rm a\nrm b\n')],
  ['so they are with line feeds and tabs', ['if x:\n\tgo on\n'], paste('if x:\n\tgo on\n')],
  [
    'a paste that comes in pieces is one',
    ['line 1\r', 'line 2', '\rline 3'],
    paste('line 1\nline 2\nline 3'),
  ],
  ['a paste of its end from a line break on', ['\rwhat is left'], paste('\nwhat is left')],
  ['a line with its Enter is sent', ['fix the bug\r'], text('fix the bug'), ENTER],
  ['what was typed on while the program was busy is typed', ['y\rno'], text('y'), ENTER, text('no')],
  ['Enter that is held is Enter', ['\r\r\r'], ENTER, ENTER, ENTER],
  ['one long line is typed', ['word '.repeat(30)], text('word '.repeat(30))],
  [
    'a key behind a paste comes behind it',
    ['rm a\rrm b\r', '\u0003'],
    paste('rm a\nrm b\n'),
    { type: 'key', chord: 'ctrl+c' },
  ],
  ['one that the terminal marks is as it was', ['\u001b[200~a\rb\u001b[201~'], paste('a\rb')],
])('%s', async (_what, chunks, ...events) => {
  expect(await readChunks(chunks, events.length)).toEqual(events);
});
