import { expect, test } from 'vitest';
import { putEntry, removeEntry, setDefault } from '../../src/config/edit-entries.ts';
import { parseConfigText } from '../../src/config/read-config-file.ts';

const ENTRY = { name: 'new', command: 'agent', args: ['--acp', 'x'], env: { A: 'b' } };

const COMMENTED = `{
  // mine
  "servers": [
    // about a
    {
      "name": "a", /* in a */
      "command": "a"
    }, // after a
    // about b
    { "name": "b", "command": "b" }, // after b
    /* about c */
    { "name": "c", "command": "c" } // after c
    // the end
  ],
  "defaultServer": "a" // d
}
`;

function valueOf(text: string): unknown {
  const document = parseConfigText(text);
  if (!document.ok) throw new Error(`${JSON.stringify(document.problems)} in\n${text}`);
  return document.value.value;
}

const namesIn = (text: string): string[] =>
  (valueOf(text) as { servers: { name: string }[] }).servers.map(({ name }) => name);

test('an entry is added behind the last one and its comments; nothing else changes', () => {
  expect(putEntry(COMMENTED, ENTRY)).toBe(
    COMMENTED.replace(
      `"c" } // after c
    // the end`,
      `"c" }, // after c
    // the end
    { "name": "new", "command": "agent", "args": ["--acp", "x"], "env": { "A": "b" } }`,
    ),
  );
});

test.each([
  [
    'an empty object',
    '{}',
    '{\n  "servers": [\n    {\n      "name": "new",\n      "command": "agent"\n    }\n  ]\n}',
  ],
  [
    'a list with but a comment',
    '{\n  "servers": [\n    // none yet\n  ]\n}\n',
    '{\n  "servers": [\n    // none yet\n    {\n      "name": "new",\n      "command": "agent"\n    }\n  ]\n}\n',
  ],
  [
    'one line',
    '{"servers":[{"name":"a","command":"x"}]}',
    '{"servers":[{"name":"a","command":"x"}, { "name": "new", "command": "agent" }]}',
  ],
  [
    'a comma behind the last entry',
    '{\n  "servers": [\n    { "name": "a", "command": "x" },\n  ],\n}\n',
    '{\n  "servers": [\n    { "name": "a", "command": "x" },\n    { "name": "new", "command": "agent" },\n  ],\n}\n',
  ],
  [
    'tabs and line breaks of Windows',
    '{\r\n\t"servers": [\r\n\t\t{\r\n\t\t\t"name": "a",\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t]\r\n}\r\n',
    '{\r\n\t"servers": [\r\n\t\t{\r\n\t\t\t"name": "a",\r\n\t\t\t"command": "x"\r\n\t\t},\r\n\t\t{\r\n\t\t\t"name": "new",\r\n\t\t\t"command": "agent"\r\n\t\t}\r\n\t]\r\n}\r\n',
  ],
])('to %s an entry is added in the same layout', (_what, before, after) => {
  expect(putEntry(before, { name: 'new', command: 'agent' })).toBe(after);
});

test('an entry takes the place of its namesake, comments around it stay', () => {
  const replaced = putEntry(COMMENTED, { name: 'b', command: 'other' });
  expect(replaced).toBe(COMMENTED.replace('"command": "b"', '"command": "other"'));
  const block = putEntry(COMMENTED, { name: 'a', command: 'other' });
  expect(block).toBe(
    COMMENTED.replace(
      '"name": "a", /* in a */\n      "command": "a"',
      '"name": "a",\n      "command": "other"',
    ),
  );
});

test.each([
  ['a', '    {\n      "name": "a", /* in a */\n      "command": "a"\n    }, // after a\n', ''],
  ['b', '    { "name": "b", "command": "b" }, // after b\n', ''],
  [
    'c',
    '}, // after b\n    /* about c */\n    { "name": "c", "command": "c" } // after c\n',
    '} // after b\n    /* about c */\n',
  ],
])('removing %s takes its lines and no others', (name, cut, left) => {
  expect(removeEntry(COMMENTED, name)).toBe(COMMENTED.replace(cut, left));
});

test('what was added and removed again leaves the file as it was', () => {
  const inline = '{"servers":[{"name":"a"}, {"name":"b"}]}';
  for (const text of [COMMENTED, inline]) expect(removeEntry(putEntry(text, ENTRY), 'new')).toBe(text);
});

test('whatever is added and removed in whatever order, the file stays valid', () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const start of [
    '{}',
    COMMENTED,
    COMMENTED.replace('"c" } // after c', '"c" }, // after c'),
    '{"servers":[]}',
  ]) {
    let text = start;
    let expected = start === '{}' ? [] : namesIn(start);
    for (let step = 0; step < 40; step += 1) {
      const name = names[(step * 7 + (step >> 2)) % names.length] ?? '';
      if (step % 3 === 0 && expected.includes(name)) {
        text = removeEntry(text, name);
        expected = expected.filter((other) => other !== name);
      } else {
        text = putEntry(text, { name, command: `step ${step}` });
        expected = expected.includes(name) ? expected : [...expected, name];
      }
      expect(namesIn(text)).toEqual(expected);
    }
    expect(text.match(/about|mine/g)).toEqual(start.match(/about|mine/g));
  }
});

test('the default is set, changed and taken away in its place', () => {
  expect(setDefault(COMMENTED, 'b')).toBe(COMMENTED.replace('"defaultServer": "a"', '"defaultServer": "b"'));
  expect(setDefault(COMMENTED, undefined)).toBe(COMMENTED.replace(',\n  "defaultServer": "a"', ''));
  expect(setDefault('{\n\t"servers": []\n}\n', 'b')).toBe('{\n\t"servers": [],\n\t"defaultServer": "b"\n}\n');
});

test('text that looks like a comment or a comma stays text', () => {
  const text = '{"servers":[{"name":"a","command":"// , /*"}]}';
  expect(valueOf(putEntry(text, ENTRY))).toEqual({ servers: [{ name: 'a', command: '// , /*' }, ENTRY] });
  expect(namesIn(removeEntry(putEntry(text, ENTRY), 'a'))).toEqual(['new']);
});

test.each([
  '{\n  "servers": [\n    { "name": "a", "command": "x" } // the first, and the best,\n  ],\n  "defaultServer": "a" /* b, c */\n}\n',
  '{ "servers": [{ "name": "a", "command": "x" } /* , */], "defaultServer": "a" /* c */, "defaultAgent": "m" }',
  '{ "servers": [{ "name": "a", "command": "x" } /* a */ ], "defaultServer": "a" /* c */, "defaultAgent": "m" }',
])('a comma in a comment is none: %#', (text) => {
  const added = putEntry(text, ENTRY);
  expect(valueOf(added)).toMatchObject({ servers: [{ name: 'a' }, ENTRY], defaultServer: 'a' });
  expect(removeEntry(added, 'new')).toBe(text);
  expect(namesIn(removeEntry(added, 'a'))).toEqual(['new']);
});
