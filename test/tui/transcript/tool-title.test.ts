import { expect, test } from 'vitest';
import type { ToolCall } from '../../../src/core/tool-call.ts';
import { cardTitle } from '../../../src/tui/transcript/card-title.ts';

const CWD = '/home/me/shop';
const CALL: ToolCall = {
  id: '1',
  title: '',
  kind: 'execute',
  status: 'completed',
  content: [],
  locations: [],
  startedAt: 0,
};
const made = (name: string) =>
  ({ type: 'diff', path: `${CWD}/${name}`, oldText: null, newText: 'new\n' }) as const;

test.each<[string, Partial<ToolCall>, string]>([
  ['a command in the working directory', { title: 'ls -la', locations: [{ path: CWD }] }, 'Run ls -la'],
  [
    'a command that the title only paraphrases',
    { title: 'List files', input: { command: 'ls -la', cwd: CWD } },
    'Run ls -la',
  ],
  [
    'a command of several lines',
    { title: 'Count', input: { command: 'wc -l a &&\nwc -l b' } },
    'Run wc -l a && ⏎ wc -l b',
  ],
  [
    'a file that the title says nothing of',
    { title: 'Edit files', kind: 'edit', content: [{ ...made('a.ts'), oldText: 'old\n' }] },
    'Edit a.ts',
  ],
  [
    'a refused call of an MCP tool',
    {
      title: 'mcp__simse__shop__buy',
      kind: 'other',
      status: 'failed',
      denied: 'no',
      refusal: 'Call shop/buy',
    },
    'Call shop/buy',
  ],
  [
    'a refused command that was told by the title only',
    { title: 'make', status: 'failed', denied: 'no', refusal: 'make' },
    'Run make',
  ],
  [
    'new files',
    { title: 'Writing', kind: 'edit', content: [made('a.ts'), made('b.ts')] },
    'Create a.ts and 1 more',
  ],
])('%s is named', (_what, call, title) => {
  expect(cardTitle({ ...CALL, ...call }, [], CWD)).toBe(title);
});
