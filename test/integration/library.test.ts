import { chmod, mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { runSimse, SIMSE_BIN } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';

test('what is added is found, shown, changed and removed', async () => {
  const sandbox = await createSandbox();
  const simse = async (...args: string[]): Promise<string> =>
    (await runSimse(sandbox, ['library', ...args])).stdout;
  expect(await simse('add', 'build', 'Releases go out', 'on Fridays', '--tag', 'release')).toBe(
    'build/releases-go-out-on-fridays\n',
  );
  await simse('add', 'style', 'No tabs.', '--title', 'Indentation');
  expect(await simse('search', 'relese', 'friday')).toMatch(
    /^build\/releases-go-out-on-fridays +Releases go out on Fridays/,
  );
  expect(await simse('topics')).toBe('build  1 entry\nstyle  1 entry\n');
  expect(await simse('list', 'build')).toMatch(
    /^build\/\S+ +\d{4}-\d\d-\d\d +Releases go out on Fridays +#release\n$/,
  );
  expect(await simse('edit', 'style/indentation', 'Two blanks.')).toBe('style/indentation\n');
  expect(await simse('show', 'style/indentation')).toBe('Two blanks.\n');
  expect(await simse('rm', 'style/indentation')).toBe('Removed style/indentation.\n');
  expect(JSON.parse(await simse('list', '--output-format', 'json'))).toMatchObject({
    entries: [{ id: 'build/releases-go-out-on-fridays', tags: ['release'], source: 'user' }],
  });
});

test('a text is piped in, and nobody is kept waiting without one', async () => {
  const sandbox = await createSandbox();
  const piped = await runSimse(sandbox, ['library', 'add', 'notes'], { stdin: '# Heading\n\nbody\n' });
  expect(piped.stdout).toBe('notes/heading\n');
  const none = await runSimse(sandbox, ['library', 'add', 'notes'], { stdin: '' });
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('There is no text to keep.')]);
});

test('what is there already is refused and says where', async () => {
  const sandbox = await createSandbox();
  await runSimse(sandbox, ['library', 'add', 'a', 'the same']);
  const { exitCode, stderr } = await runSimse(sandbox, ['library', 'add', 'b', 'The  same']);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('The library already has this: a/the-same.'),
  ]);
});

test('an id that is not there ends with 1 and what to do', async () => {
  const sandbox = await createSandbox();
  const { exitCode, stderr } = await runSimse(sandbox, ['library', 'show', '../../etc/passwd']);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('`simse library list` shows what it has.')]);
});

test('an export is imported elsewhere, and importing it twice changes nothing', async () => {
  const sandbox = await createSandbox();
  await runSimse(sandbox, ['library', 'add', 'build', 'one', '--tag', 'x']);
  await runSimse(sandbox, ['library', 'add', 'style', 'two']);
  await runSimse(sandbox, ['library', 'export', 'out']);
  expect(await readFile(join(sandbox.work, 'out', 'build', 'one.md'), 'utf8')).toContain('source: user');
  const other = await createSandbox();
  const from = join(sandbox.work, 'out');
  expect((await runSimse(other, ['library', 'import', from])).stdout).toBe(
    'Imported 2, 0 were there already.\n',
  );
  expect((await runSimse(other, ['library', 'import', from])).stdout).toBe(
    'Imported 0, 2 were there already.\n',
  );
  const exported = await Promise.all(
    [sandbox, other].map(async (box) => JSON.parse((await runSimse(box, ['library', 'export'])).stdout)),
  );
  expect(exported[1]).toEqual(exported[0]);
});

test('a file that is no entry does not keep the others from being imported, and is named', async () => {
  const sandbox = await createSandbox({ 'work/in/build/a.md': '', 'work/in/build/b.md': 'two' });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['library', 'import', 'in']);
  expect([stdout, exitCode]).toEqual(['Imported 1, 0 were there already.\n', 1]);
  expect(stderr).toContain(`${join(sandbox.work, 'in', 'build', 'a.md')}: An entry needs text.`);
});

test('a file that cannot be read is named, and the others are imported', async () => {
  const sandbox = await createSandbox({ 'work/in/a.md': '', 'work/in/b.md': 'two', 'work/in/c.md': 'Two' });
  const huge = join(sandbox.work, 'in', 'a.md');
  await truncate(huge, 3 * 1024 ** 3);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['library', 'import', 'in']);
  expect([stdout, exitCode]).toEqual(['Imported 1, 1 were there already.\n', 1]);
  expect(stderr).toContain(`${huge}: Cannot be read: `);
});

test('a program is told of an export to a folder as of all else', async () => {
  const sandbox = await createSandbox();
  await runSimse(sandbox, ['library', 'add', 'build', 'one']);
  const { stdout } = await runSimse(sandbox, ['library', 'export', 'out', '--output-format', 'json']);
  expect(JSON.parse(stdout)).toEqual({ exported: 1, folder: join(sandbox.work, 'out') });
});

test('a large library is searched and exported whole where few files may be open', async () => {
  const sandbox = await createSandbox();
  const folder = join(String(sandbox.env['SIMSE_DATA_DIR']), 'library', 'many');
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < 400; number += 1)
    await writeFile(join(folder, `e${number}.md`), `the same word, number ${number}`);
  const run = async (args: string) => {
    const command = `ulimit -n 200 && exec "$0" "$1" ${args} --output-format json`;
    const { stdout } = await execa('sh', ['-c', command, process.execPath, SIMSE_BIN], {
      cwd: sandbox.work,
      env: sandbox.env,
      extendEnv: false,
    });
    return JSON.parse(stdout).entries;
  };
  expect(await run('library search word --limit 400')).toHaveLength(400);
  expect(await run('library export')).toHaveLength(400);
});

test('an entry is edited in the editor of the user', async () => {
  const sandbox = await createSandbox({
    'bin/my-editor': '#!/bin/sh\nprintf "changed by hand" > "$2"\n',
  });
  const editor = join(sandbox.root, 'bin', 'my-editor');
  await chmod(editor, 0o755);
  await runSimse(sandbox, ['library', 'add', 'notes', 'first', '--title', 'Note']);
  const terminal = openTerminal(sandbox, ['library', 'edit', 'notes/note'], {
    env: { VISUAL: `'${editor}' -w` },
  });
  expect(await terminal.exited).toBe(0);
  expect((await runSimse(sandbox, ['library', 'show', 'notes/note'])).stdout).toBe('changed by hand\n');
});
