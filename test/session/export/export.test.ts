import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { exportFormat, exportSession } from '../../../src/session/export/export-session.ts';
import { markdownToHtml } from '../../../src/session/export/html-text.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { foldMetaOf } from './fold-meta-of.ts';

const EVIL = `<script>alert("1")</script>'><img src=x onerror=alert(1)> & \u001b[2J\u202egnp\u200b`;

const EVENTS: SessionEvent[] = [
  { type: 'session_started', sessionId: 's', cwd: `/w/${EVIL}`, backend: EVIL, mode: 'default' },
  { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text: `fix ${EVIL}` }] },
  { type: 'message_chunk', role: 'thought', content: { type: 'text', text: `hm ${EVIL}` } },
  {
    type: 'tool_call',
    call: {
      id: 'a',
      title: `Edit ${EVIL}`,
      status: 'completed',
      content: [
        { type: 'diff', path: `/w/${EVIL}`, line: 1, oldText: 'one\ntwo\n', newText: `one\n${EVIL}\n` },
        { type: 'content', block: { type: 'text', text: `\`\`\`\n${EVIL}` } },
        { type: 'terminal', terminalId: 'x' },
      ],
    },
  },
  { type: 'terminal_output', terminalId: 'x', text: `printed ${EVIL}` },
  { type: 'tool_call', call: { id: 'b', title: '', kind: 'execute', status: 'failed', denied: 'not now' } },
  {
    type: 'message_chunk',
    role: 'agent',
    messageId: 'm',
    content: { type: 'text', text: `# Done ${EVIL}\n\n\`\`\`html\n${EVIL}\n\`\`\`` },
  },
  { type: 'notice', level: 'warn', source: 'x', text: EVIL },
  { type: 'title', title: EVIL },
  { type: 'turn_ended', turnId: 't', stopReason: 'error', error: { code: 'protocol', message: EVIL } },
];

const recorded = foldMetaOf(EVENTS);
/** Every tag that the page may have; whatever came from a session is text. */
const TAGS =
  /<\/?(?!(?:html|head|meta|title|style|body|header|h1|p|main|section|div|details|summary|pre|code|strong|ins|del)\b)[a-z!][^>]*>/gi;

test('a page of hostile texts has no tag, no attribute and no escape sequence of theirs', async () => {
  const html = await exportSession(recorded, 'html');
  expect(html.match(TAGS)).toEqual(['<!doctype html>']);
  expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
  expect(html).not.toMatch(/<(?:script|img|a|link|iframe)\b/i);
  // No attribute but those that are written here, and none with a text in it.
  const attributes = new Set([...html.matchAll(/<[a-z0-9]+ ([^>]*)>/g)].map(([, text]) => text));
  for (const text of attributes) expect(text).toMatch(/^(?:lang|charset|http-equiv|name|class)="/);
  expect(html).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&gt;&lt;img src=x onerror=alert(1)&gt; &amp;',
  );
});

test('a page loads nothing, runs nothing, and only its own style counts', async () => {
  const html = await exportSession(recorded, 'html');
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(html).toContain(
    `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
  );
  expect(html).not.toMatch(/https?:|url\(|@import|src="|href=/);
  expect(style).toContain('prefers-color-scheme: dark');
});

test('tool calls are folded, with their changes line by line', async () => {
  const html = await exportSession(recorded, 'html');
  expect(html).toMatch(/<details><summary>Edit [^]*<del>-two<\/del><ins>\+&lt;script&gt;[^]*printed &lt;/);
  expect(html).toContain(
    '<details><summary class="failed">execute · failed</summary><pre>denied: not now</pre></details>',
  );
});

test('Markdown has the head, the changes, and fences that no output can close', async () => {
  const markdown = await exportSession(recorded, 'markdown');
  expect(markdown).toMatch(/^# <script>[^\n]*\n\n- session: s\n/);
  expect(markdown).toContain('  ```diff\n');
  expect(markdown).toContain('  -two\n');
  expect(markdown).toContain('  ````\n  ```\n');
  expect(markdown).not.toMatch(/[\u001b\u202e\u200b]/);
  expect(markdown).not.toContain('hm <script>');
});

test('a change with ever so many backticks is exported', async () => {
  const newText = '` '.repeat(200_000);
  const content = [
    { type: 'diff' as const, path: '/w/a', line: 1, oldText: '', newText: `${newText}\`\`\`\`` },
  ];
  const call = { id: 'a', title: 'Edit', status: 'completed' as const, content };
  const markdown = await exportSession(foldMetaOf([{ type: 'tool_call', call }]), 'markdown');
  expect(markdown).toContain('  `````diff\n');
});

test('JSON has every event as it was, and nothing that a terminal would obey', async () => {
  const json = await exportSession(recorded, 'json');
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(recorded)));
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
});

test.each([
  [
    'a\n\n```ts\nx < 1\n```\nb',
    '<div class="prose">a</div><pre><code>x &lt; 1\n</code></pre><div class="prose">b</div>',
  ],
  ['```\nnever closed', '<pre><code>never closed</code></pre>'],
  ['````\n```\n````', '<pre><code>```\n</code></pre>'],
  [
    '## A `b<c>` **d**',
    '<div class="prose"><strong>A <code>b&lt;c&gt;</code> <strong>d</strong></strong></div>',
  ],
  ['one ` two', '<div class="prose">one ` two</div>'],
  ['[x](javascript:alert(1))', '<div class="prose">[x](javascript:alert(1))</div>'],
  ['', ''],
])('Markdown %j is shown as %j', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test('the format is what was asked for, else what the file is called', () => {
  expect(exportFormat(undefined, 'a.HTML')).toBe('html');
  expect(exportFormat(undefined, 'a.json')).toBe('json');
  expect(exportFormat(undefined, 'notes')).toBe('markdown');
  expect(exportFormat('json', 'a.html')).toBe('json');
  expect(() => exportFormat('pdf', undefined)).toThrow('Unknown format pdf.');
});

test('of a long output head and tail are kept', async () => {
  const text = `head${'x'.repeat(100_000)}tail`;
  const { meta, events } = foldMetaOf([
    ...EVENTS.slice(0, 2),
    {
      type: 'tool_call',
      call: { id: 'a', title: 'Run', content: [{ type: 'content', block: { type: 'text', text } }] },
    },
  ]);
  const markdown = await exportSession({ meta, events }, 'markdown');
  expect(markdown.length).toBeLessThan(22_000);
  expect(markdown).toMatch(/headx+\n {2}… 80008 characters left out …\n {2}x+tail/);
});

test.each(['`', '~'])('a run of 300,000 %s holds nobody up', (character) => {
  const text = character.repeat(300_000);
  const cpuMs = watchCpu();
  expect(markdownToHtml(text).replace(/<[^>]*>/g, '')).toMatch(/^~*$/);
  expect(cpuMs()).toBeLessThan(3000);
});
