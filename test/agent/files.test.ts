import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { connectClient } from './agent-client.ts';

const WITHOUT_FILES = { terminal: true };

test('a file is answered to the byte, by way of the client', async () => {
  const text = `# Title\n\n${'äöü🙂 '.repeat(9000)}\n\n`;
  const cwd = await tempDir({ 'README.md': text });
  const client = await connectClient({ cwd });
  expect(await client.prompt('read README.md')).toEqual({ stopReason: 'end_turn' });
  expect(client.answer()).toBe(text);
  expect(client.chunks().length).toBeGreaterThan(2);
  expect(client.chunks().join('|')).not.toMatch(/\ud83d\||\|\ude42/);
  expect(client.calls()).toMatchObject([
    {
      name: 'read_file',
      title: 'Read README.md',
      kind: 'read',
      locations: [{ path: join(cwd, 'README.md') }],
      statuses: ['pending', 'in_progress', 'completed'],
    },
  ]);
});

test.each([true, false])(
  'a range of lines is answered alone, with the files of the client: %s',
  async (fs) => {
    const cwd = await tempDir({ 'a.txt': '1\n2\n3\n4\n' });
    const capabilities = fs ? {} : { capabilities: WITHOUT_FILES };
    const client = await connectClient({ cwd, ...capabilities });
    await client.prompt('read a.txt 2-3');
    expect(client.answer()).toBe('2\n3\n');
    expect(client.calls()).toMatchObject([{ title: 'Read a.txt (2–3)', rawInput: { line: 2, limit: 2 } }]);
  },
);

test.each([true, false])(
  'a file that is not there fails with its name, with the files of the client: %s',
  async (fs) => {
    const cwd = await tempDir();
    const client = await connectClient({ cwd, ...(fs ? {} : { capabilities: WITHOUT_FILES }) });
    await client.prompt('read nope.txt');
    expect(client.answer()).toMatch(/^Failed: .*nope\.txt/);
    expect(client.calls()).toMatchObject([{ statuses: ['pending', 'in_progress', 'failed'] }]);
  },
);

test('what the client refuses to read is refused in its words', async () => {
  const cwd = await tempDir({ '.env': 'SECRET' });
  const guard = () => {
    throw new RequestError(-32003, 'denied by the rule read_file(.env)');
  };
  const client = await connectClient({ cwd, guard });
  await client.prompt('read .env');
  expect(client.answer()).toBe('denied by the rule read_file(.env)');
});

test('a folder is listed, files are found, lines are found', async () => {
  const cwd = await tempDir({
    'src/a.ts': 'let needle;\n',
    'src/b/c.ts': 'x\nneedle',
    '.gitignore': 'out',
    'out/d.ts': 'needle',
  });
  const client = await connectClient({ cwd });
  const ask = async (prompt: string): Promise<string> => {
    client.updates.length = 0;
    await client.prompt(prompt);
    return client.answer();
  };
  expect(await ask('list')).toBe('```\nout/\nsrc/\n.gitignore\n```');
  expect(await ask('list src/b')).toBe('```\nc.ts\n```');
  expect(await ask('glob *.ts')).toBe('```\nsrc/a.ts\nsrc/b/c.ts\n```');
  expect(await ask('find src/b')).toBe('```\nsrc/b/c.ts\n```');
  expect(await ask('glob out/**')).toBe('```\nout/d.ts\n```');
  expect(await ask('find *.md')).toBe('No file matches *.md.');
  expect(await ask('grep needle')).toBe('```\nsrc/a.ts:1: let needle;\nsrc/b/c.ts:2: needle\n```');
  expect(await ask('grep needle src/b')).toBe('```\nsrc/b/c.ts:2: needle\n```');
  expect(await ask('grep needle out/d.ts')).toBe('```\nout/d.ts:1: needle\n```');
  expect(await ask('grep nothing')).toBe('Nothing matches nothing.');
  expect(await ask('list nope')).toBe('Failed: there is no nope');
  expect(await ask('list .gitignore')).toBe('Failed: .gitignore is not a folder');
  expect(await ask('grep x nope')).toBe('Failed: there is no nope');
  expect(client.questions).toEqual([]);
});

test('a search leaves out what the client refuses to read, and says how much', async () => {
  const cwd = await tempDir({ '.env': 'needle=1', 'a.txt': 'needle' });
  const guard = ({ path }: { path?: string }) => {
    if (path?.endsWith('.env')) throw new RequestError(-32003, 'denied');
  };
  // Without ripgrep: with it only files that match are looked at, and to count those would tell that they do.
  const client = await connectClient({ cwd, guard, env: { PATH: '' } });
  await client.prompt('grep needle');
  expect(client.answer()).toBe('```\na.txt:1: needle\n```\n\n1 file could not be read.');
});

test('outside the workspace the user is asked first, once for the session if so answered', async () => {
  const outside = await tempDir({ 'a.txt': 'needle' });
  const cwd = await tempDir({ 'b.txt': '' });
  await symlink(outside, join(cwd, 'link'));
  const client = await connectClient({ cwd, choose: 'allow_always' });
  await client.prompt('list link');
  expect(client.answer()).toBe('```\na.txt\n```');
  expect(client.questions).toMatchObject([
    { toolCall: { title: 'List link', kind: 'read', locations: [{ path: outside }] } },
  ]);
  await client.prompt(`list ${outside}`);
  expect(client.questions).toHaveLength(1);
});

test.each(['reject_once', undefined])(
  'outside the workspace nothing is looked at when the answer is %s',
  async (choose) => {
    const outside = await tempDir({ 'a.txt': 'needle' });
    const client = await connectClient({ cwd: await tempDir(), ...(choose === undefined ? {} : { choose }) });
    await client.prompt(`list ${outside}\nfind ${outside}/*\ngrep needle ${outside}`);
    expect(client.questions).toHaveLength(3);
    expect(client.answer()).not.toContain('a.txt:');
    expect(client.answer().match(/Not allowed/g)).toHaveLength(3);
  },
);

test('an additional folder belongs to the workspace', async () => {
  const added = await tempDir({ 'a.txt': '' });
  const client = await connectClient({ cwd: await tempDir(), additionalDirectories: [added] });
  await client.prompt(`list ${added}`);
  expect(client.answer()).toContain('a.txt');
  expect(client.questions).toEqual([]);
});

test('a file is written through the client and shown as a diff', async () => {
  const cwd = await tempDir({ 'a.txt': 'old\n' });
  const client = await connectClient({ cwd });
  await client.prompt('write a.txt new');
  await client.prompt('write sub/b.txt\none\ntwo');
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  expect(await readFile(join(cwd, 'sub/b.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(client.answer()).toBe('Wrote a.txt: 1 line.Created sub/b.txt: 2 lines.');
  expect(client.calls()).toMatchObject([
    {
      kind: 'edit',
      content: [{ type: 'diff', path: join(cwd, 'a.txt'), oldText: 'old\n', newText: 'new\n' }],
    },
    {
      kind: 'edit',
      content: [{ type: 'diff', path: join(cwd, 'sub/b.txt'), oldText: null, newText: 'one\ntwo\n' }],
    },
  ]);
});

test('standard input beside the prompt is written where it says', async () => {
  const cwd = await tempDir();
  const client = await connectClient({ cwd });
  await client.prompt('write a.txt', {
    type: 'resource',
    resource: { uri: 'stdin:', text: 'list\r\n\r\nx' },
  });
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('list\r\n\r\nx');
});

test('for a client without files the agent writes itself, after asking with the diff', async () => {
  const cwd = await tempDir();
  const client = await connectClient({ cwd, capabilities: WITHOUT_FILES, choose: 'allow_once' });
  await client.prompt('write sub/a.txt hello');
  expect(await readFile(join(cwd, 'sub/a.txt'), 'utf8')).toBe('hello\n');
  expect(client.questions).toMatchObject([
    { toolCall: { kind: 'edit', content: [{ type: 'diff', oldText: null, newText: 'hello\n' }] } },
  ]);
});

test('for a client without files nothing is written when the answer is no', async () => {
  const cwd = await tempDir({ 'a.txt': 'old' });
  const client = await connectClient({ cwd, capabilities: WITHOUT_FILES, choose: 'reject_once' });
  await client.prompt('write a.txt new');
  expect(client.answer()).toBe('Not allowed.');
  expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('old');
});

test.each([
  [undefined, 'Not allowed.'],
  ['it is none of your business', 'The user rejected it: it is none of your business'],
])('a rejection with the reason %s is answered: %s', async (reason, said) => {
  const cwd = await tempDir();
  const outside = await tempDir({ 'a.txt': 'secret' });
  const given = reason === undefined ? {} : { reason };
  const options = { cwd, capabilities: WITHOUT_FILES, choose: 'reject_once', ...given };
  const client = await connectClient(options);
  await client.prompt(`read ${join(outside, 'a.txt')}`);
  expect(client.answer()).toBe(said);
});
