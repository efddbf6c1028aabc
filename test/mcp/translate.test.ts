import { expect, test } from 'vitest';
import { toCatalogueTool, toInputSchema } from '../../src/mcp/translate/to-catalogue-tool.ts';
import { toContentBlock, toToolResult } from '../../src/mcp/translate/to-content.ts';
import { lastWords } from '../../src/mcp/transports/last-words.ts';

test.each([
  [
    { type: 'text', text: 'a', _meta: {} },
    { type: 'text', text: 'a' },
  ],
  [
    { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
    { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
  ],
  [
    { type: 'resource_link', uri: 'x:1' },
    { type: 'resource_link', uri: 'x:1', name: 'x:1' },
  ],
  [
    { type: 'resource', resource: { uri: 'x:1', blob: 'AAAA', mimeType: 'a/b' } },
    { type: 'resource', uri: 'x:1', blob: 'AAAA', mimeType: 'a/b' },
  ],
])('a content block is read: %j', (raw, block) => {
  expect(toContentBlock(raw)).toEqual(block);
});

test.each([
  [{ type: 'hologram', beam: 1 }],
  [{ type: 'text', text: 7 }],
  [{ type: 'image', mimeType: 'image/png', data: 'not base64!' }],
  [{ type: 'resource', resource: { text: 'no uri' } }],
  ['a bare string'],
  [null],
])('a block that this version does not know is kept as JSON: %j', (raw) => {
  expect(toContentBlock(raw)).toEqual({ type: 'unknown', json: JSON.stringify(raw) });
});

test.each([
  ['an answer without content', { structuredContent: { a: 1 } }, '{\n  "a": 1\n}'],
  ['the result of 2024', { toolResult: 'plain' }, '"plain"'],
  ['a bare object', { matches: 2, _meta: { x: 1 } }, '{\n  "matches": 2\n}'],
  ['no object at all', [1], '[\n  1\n]'],
])('%s is shown as JSON', (_title, raw, text) => {
  expect(toToolResult(raw).content).toEqual([{ type: 'text', text }]);
});

test('content that is empty stays empty, and only true means an error', () => {
  expect(toToolResult({ content: [], isError: 'yes' })).toEqual({ content: [], isError: false });
  expect(toToolResult({ content: [], isError: true })).toEqual({ content: [], isError: true });
});

test.each([
  ['nothing', undefined, { type: 'object' }],
  [
    'no type',
    { properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'true and false',
    { properties: { a: true, b: false } },
    { type: 'object', properties: { a: {}, b: { not: {} } } },
  ],
])('an input schema of %s is completed', (_title, raw, schema) => {
  expect(toInputSchema(raw)).toEqual({ schema });
});

test.each([
  ['is not an object', 'string'],
  ['is not for an object', { type: 'array' }],
  ['has malformed properties', { properties: [] }],
  ['has malformed properties', { properties: { a: 'string' } }],
  ['has a malformed list "required"', { required: 'a' }],
  ['is over 262144 characters', { description: 'x'.repeat(300_000) }],
])('an input schema that %s lets everything through and says so', (why, raw) => {
  expect(toInputSchema(raw)).toEqual({ schema: { type: 'object' }, problem: `its input schema ${why}` });
});

test.each([[{}], [{ name: '' }], [{ name: 7 }], [{ name: 'a\nb' }], [{ name: 'x'.repeat(300) }], [null]])(
  'a definition without a usable name is no tool: %j',
  (raw) => {
    expect(toCatalogueTool('server', raw)).toEqual({
      tool: null,
      problem: expect.stringContaining('skipped'),
    });
  },
);

test('fields of a wrong type are left out, the tool stays', () => {
  expect(toCatalogueTool('server', { name: 'a/b', title: 1, description: {}, annotations: 'x' })).toEqual({
    tool: {
      name: 'server/a/b',
      server: 'server',
      tool: 'a/b',
      description: '',
      inputSchema: { type: 'object' },
    },
  });
});

test.each([
  ['a last line', 'starting\nno database\n', 'no database'],
  [
    'a crash of Node',
    'x.js:1\nthrow e\n^\n\nError: boom\n    at f (x.js:1:1) {\n  code: 1\n}\n\nNode.js v20.20.2\n',
    'Error: boom',
  ],
  [
    'a traceback of Python',
    'Traceback (most recent call last):\n  File "x"\nValueError: bad\n',
    'ValueError: bad',
  ],
  [
    'npx without such a package',
    'npm warn old\nnpm error code E404\nnpm error 404 Not Found - GET https://r.org/x\nnpm error 404\nnpm error A log is in: /x\n',
    'npm error 404 Not Found - GET https://r.org/x',
  ],
  [
    'npx without a network',
    'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network no way\nnpm error A log is in: /x\n',
    'npm error network no way',
  ],
  ['colours', '\u001b[31mfatal: no key\u001b[0m\n', 'fatal: no key'],
  ['nothing', '\n\n', ''],
])('of %s the line that says why is found', (_title, stderr, words) => {
  expect(lastWords(stderr)).toBe(words);
});
