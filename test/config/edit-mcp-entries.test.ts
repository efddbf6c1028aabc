import { expect, test } from 'vitest';
import { putServer, removeServer, setServerEnabled } from '../../src/config/edit-entries.ts';
import { parseMcpFile } from '../../src/config/mcp-file.ts';
import { parseConfigText } from '../../src/config/read-config-file.ts';

const LIST = `{
  // mine
  "servers": [
    // the first
    {
      "name": "a", // its name
      "command": "a"
    },
    { "name": "b", "command": "b", "enabled": false } // switched off
  ]
}
`;

const MAP = `{
\t"mcpServers": {
\t\t// from another host
\t\t"a": {
\t\t\t"command": "a",
\t\t\t"disabled": true, // too slow
\t\t},
\t\t"b": { "command": "b" }, // the last
\t},
}
`;

const NEW = { name: 'new', command: 'npx', args: ['-y', 'x'] };

function serversIn(text: string): [string, boolean][] {
  const document = parseConfigText(text);
  if (!document.ok) throw new Error(`${JSON.stringify(document.problems)} in\n${text}`);
  const file = parseMcpFile(document.value.value);
  if (!file.ok) throw new Error(`${JSON.stringify(file.problems)} in\n${text}`);
  return file.value.servers.map(({ name, enabled }) => [name, enabled]);
}

test('a server is added to a list as an item of it, in the layout of the last one', () => {
  expect(putServer(LIST, NEW)).toBe(
    LIST.replace(
      '} // switched off\n',
      '}, // switched off\n    { "name": "new", "command": "npx", "args": ["-y", "x"] }\n',
    ),
  );
});

test('a server is added to a map under its name, with a trailing comma where there was one', () => {
  expect(putServer(MAP, NEW)).toBe(
    MAP.replace(
      '}, // the last\n',
      '}, // the last\n\t\t"new": { "command": "npx", "args": ["-y", "x"] },\n',
    ),
  );
});

test.each([
  ['{}\n', '{\n  "servers": [\n    {\n      "name": "n",\n      "command": "x"\n    }\n  ]\n}\n'],
  ['{"mcpServers":{}}', '{"mcpServers":{\n  "n": {\n    "command": "x"\n  }\n}}'],
  [
    '{ "servers": { "a": { "command": "x" } } }',
    '{ "servers": { "a": { "command": "x" }, "n": { "command": "x" } } }',
  ],
])('to %j a server is added in the form that it has', (before, after) => {
  expect(putServer(before, { name: 'n', command: 'x' })).toBe(after);
});

test('a server takes the place of its namesake; comments around it stay', () => {
  expect(putServer(LIST, { name: 'b', url: 'https://b.example' })).toBe(
    LIST.replace('"command": "b", "enabled": false', '"url": "https://b.example"'),
  );
  expect(putServer(MAP, { name: 'b', url: 'https://b.example' })).toBe(
    MAP.replace('"command": "b"', '"url": "https://b.example"'),
  );
});

test('removing takes the lines of a server and no others', () => {
  expect(removeServer(LIST, 'b')).toBe(
    LIST.replace(
      '    },\n    { "name": "b", "command": "b", "enabled": false } // switched off\n',
      '    }\n',
    ),
  );
  expect(removeServer(MAP, 'b')).toBe(MAP.replace('\t\t"b": { "command": "b" }, // the last\n', ''));
  expect(removeServer(MAP, 'nobody')).toBe(MAP);
});

test.each([
  ['a list', LIST, 'b', true, '"enabled": false', '"enabled": true'],
  ['a map', MAP, 'a', true, '"disabled": true', '"disabled": false'],
  [
    'an entry over several lines',
    LIST,
    'a',
    false,
    '"command": "a"\n',
    '"command": "a",\n      "enabled": false\n',
  ],
  ['an entry on one line', MAP, 'b', false, '"command": "b"', '"command": "b", "enabled": false'],
])('in %s a server is switched and nothing else changes', (_what, text, name, enabled, before, after) => {
  const edited = setServerEnabled(text, name, enabled);
  expect(edited).toBe(text.replace(before, after));
  expect(serversIn(edited)).toContainEqual([name, enabled]);
});

test('a server with both switches has both turned', () => {
  const text = '{"servers":{"a":{"enabled":true,"command":"x","disabled":true}}}';
  const on = setServerEnabled(text, 'a', true);
  expect(on).toBe('{"servers":{"a":{"enabled":true,"command":"x","disabled":false}}}');
  expect(setServerEnabled(on, 'a', false)).toBe(
    '{"servers":{"a":{"enabled":false,"command":"x","disabled":true}}}',
  );
});

test('whatever is added, removed and switched in whatever order, the file stays valid', () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const start of ['{}', LIST, MAP, '{"servers":[]}', '{"mcpServers": {\n}}']) {
    let text = start;
    const expected = new Map(serversIn(start));
    for (let step = 0; step < 48; step += 1) {
      const name = names[(step * 7 + (step >> 2)) % names.length] ?? '';
      if (step % 3 === 0) {
        text = removeServer(text, name);
        expected.delete(name);
      } else if (step % 3 === 1) {
        text = putServer(text, { name, command: `step ${step}` });
        expected.set(name, true);
      } else {
        text = setServerEnabled(text, name, step % 2 === 0);
        if (expected.has(name)) expected.set(name, step % 2 === 0);
      }
      expect(new Map(serversIn(text))).toEqual(expected);
    }
    expect(text.match(/mine|the first|another host/g)).toEqual(start.match(/mine|the first|another host/g));
  }
});
