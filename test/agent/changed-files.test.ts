import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectClient } from './agent-client.ts';
import { begin, call, DONE, told } from './model-client.ts';

const WITHOUT_FILES = { terminal: true };
const overwrite = call('write_file', { path: 'a.txt', content: 'all new\n' });
const edit = (old_text: string, new_text: string) => call('edit_file', { path: 'a.txt', old_text, new_text });

test('an edit does not make a file known that was never read', async () => {
  const worked = await begin({ 'a.txt': 'one\ntwo\n' }, [edit('one', 'eins'), overwrite, DONE]);
  await worked.client.prompt('change it');
  expect(told(worked)[1]).toContain('Read all of it before you replace it');
  expect(await readFile(join(worked.cwd, 'a.txt'), 'utf8')).toBe('eins\ntwo\n');
});

test('a file that was read stays known through an edit', async () => {
  const read = call('read_file', { path: 'a.txt' });
  const worked = await begin({ 'a.txt': 'one\ntwo\n' }, [read, edit('one', 'eins'), overwrite, DONE]);
  await worked.client.prompt('change it');
  expect(await readFile(join(worked.cwd, 'a.txt'), 'utf8')).toBe('all new\n');
});

test('a long file that was read page by page is known', async () => {
  const text = Array.from({ length: 2500 }, (_, index) => `${index + 1}\n`).join('');
  const worked = await begin({ 'a.txt': text }, [
    call('read_file', { path: 'a.txt', line: 2001 }),
    overwrite,
    call('read_file', { path: 'a.txt' }),
    overwrite,
    DONE,
  ]);
  await worked.client.prompt('rewrite it');
  expect(told(worked)[1]).toContain('Read all of it');
  expect(told(worked)[3]).toBe('Wrote a.txt: 1 line.');
});

test('an edit of what somebody else has changed keeps it, and says so once', async () => {
  const worked = await begin({ 'a.txt': 'one\ntwo\n' }, [
    call('read_file', { path: 'a.txt' }),
    DONE,
    edit('one', 'eins'),
    edit('two', 'zwei'),
    overwrite,
    DONE,
  ]);
  await worked.client.prompt('read it');
  await writeFile(join(worked.cwd, 'a.txt'), 'one\ntwo\nthree\n');
  await worked.client.prompt('change it');
  const [, first, second, refused] = told(worked);
  expect(first).toContain('had changed since you read it');
  expect(second).not.toContain('had changed');
  expect(refused).toContain('Read all of it');
  expect(await readFile(join(worked.cwd, 'a.txt'), 'utf8')).toBe('eins\nzwei\nthree\n');
});

test('what somebody else writes while the question is open is not overwritten', async () => {
  let answer = (_option: string): void => {};
  const choose = new Promise<string>((resolve) => (answer = resolve));
  const worked = await begin({ 'a.txt': 'one\n' }, [edit('one', 'two'), DONE], {
    capabilities: WITHOUT_FILES,
    choose,
  });
  const path = join(worked.cwd, 'a.txt');
  const turn = worked.client.prompt('change it');
  await expect.poll(() => worked.client.questions.length).toBe(1);
  await writeFile(path, 'mine\n');
  answer('allow_once');
  await turn;
  expect(told(worked)[0]).toContain('changed by someone else');
  expect(await readFile(path, 'utf8')).toBe('mine\n');
});

test.runIf(process.getuid?.() !== 0)(
  'a file that may not be read is not replaced as one that is not there',
  async () => {
    const worked = await begin({ 'a.txt': 'secret' }, [overwrite, DONE], { capabilities: WITHOUT_FILES });
    await chmod(join(worked.cwd, 'a.txt'), 0o000);
    await worked.client.prompt('write it');
    expect(told(worked)[0]).toContain('may not be read');
    await chmod(join(worked.cwd, 'a.txt'), 0o600);
    expect(await readFile(join(worked.cwd, 'a.txt'), 'utf8')).toBe('secret');
  },
);

test('for a client without files a text that is not UTF-8 is left alone', async () => {
  const worked = await begin({ 'a.txt': '' }, [edit('price', 'cost'), DONE], { capabilities: WITHOUT_FILES });
  const latin = Buffer.from('price: 3 \u00a3\n', 'latin1');
  await writeFile(join(worked.cwd, 'a.txt'), latin);
  await worked.client.prompt('change it');
  expect(told(worked)[0]).toContain('is not a UTF-8 text file');
  expect(await readFile(join(worked.cwd, 'a.txt'))).toEqual(latin);
});

test('a file that an editor has not saved yet is edited there', async () => {
  const unsaved = new Map([['draft.txt', 'one\n']]);
  const worked = await begin(
    {},
    [call('edit_file', { path: 'draft.txt', old_text: 'one', new_text: 'two' }), DONE],
    {
      guard: async ({ path = '' }) => {
        const text = unsaved.get(path.split('/').at(-1) ?? '');
        unsaved.clear();
        if (text !== undefined) await writeFile(path, text);
      },
    },
  );
  await worked.client.prompt('change it');
  expect(told(worked)[0]).toBe('Edited draft.txt: 1 place.');
  expect(await readFile(join(worked.cwd, 'draft.txt'), 'utf8')).toBe('two\n');
});

test.each([undefined, WITHOUT_FILES])(
  'a path at which there is nothing is answered with what was meant, for a client with %s',
  async (capabilities) => {
    const files = { 'src/parse-line.ts': 'x', 'lib/deep/table.ts': 'x', 'src/app.tsx': 'x' };
    const read = (path: string) => call('read_file', { path });
    const worked = await begin(
      files,
      [
        read('src/parse-lines.ts'),
        read('src/table.ts'),
        read('src/app.ts'),
        read('src/zzzzz.py'),
        read('src'),
        DONE,
      ],
      capabilities === undefined ? {} : { capabilities },
    );
    await worked.client.prompt('read them');
    expect(told(worked)).toEqual([
      'Failed: there is no src/parse-lines.ts\n\nDid you mean src/parse-line.ts?',
      'Failed: there is no src/table.ts\n\nDid you mean lib/deep/table.ts?',
      'Failed: there is no src/app.ts\n\nDid you mean src/app.tsx?',
      'Failed: there is no src/zzzzz.py',
      'Failed: src is a folder; list_directory lists it.',
    ]);
  },
);

test('a file is not written where a folder is', async () => {
  const cwd = (await begin({}, [])).cwd;
  await mkdir(join(cwd, 'a.txt'));
  const client = await connectClient({ cwd, capabilities: WITHOUT_FILES, choose: 'allow_once' });
  await client.prompt('write a.txt x');
  expect(client.answer()).toMatch(/^Failed: /);
});
