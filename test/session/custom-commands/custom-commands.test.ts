import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCustomCommands } from '../../../src/session/custom-commands/custom-commands.ts';
import { type Files, tempDir } from '../../helpers/temp-dir.ts';

async function open(files: Files, taken: string[] = ['help']) {
  const root = await tempDir(files);
  const places = { cwd: join(root, 'project'), configDir: join(root, 'config') };
  return createCustomCommands(places, (name) => taken.includes(name));
}

const REVIEW =
  '---\ndescription: Review a change\nargument-hint: [file]\n---\n\nReview $1 for $2. All: $ARGUMENTS\n';

test('commands of the project and of the user are listed with what they say and where they come from', async () => {
  const commands = await open({
    'project/.simse/commands/review.md': REVIEW,
    'config/commands/git/commit.md': '# Commit what is staged\n\nWrite a message.',
  });
  expect(await commands.load()).toEqual([]);
  expect(commands.list()).toMatchObject([
    { name: 'review', description: 'Review a change', hint: '[file]', source: 'project' },
    { name: 'git:commit', description: 'Commit what is staged', source: 'yours' },
  ]);
});

test.each([
  ['/review a.ts speed', 'Review a.ts for speed. All: a.ts speed'],
  ['/review "a b.ts" "the tone of it"', 'Review a b.ts for the tone of it. All: "a b.ts" "the tone of it"'],
  ["/review don't", "Review don't for . All: don't"],
  ['/review', 'Review  for . All: '],
  ['/plain', 'Say hello.'],
  ['/plain to $1', 'Say hello.\n\nto $1'],
  ['/price', 'It costs $10 and $X.'],
  ['/other', null],
  ['/help', null],
  ['/../review', null],
])('%s', async (line, expected) => {
  const commands = await open({
    'project/.simse/commands/review.md': REVIEW,
    'project/.simse/commands/plain.md': 'Say hello.\n',
    'project/.simse/commands/price.md': 'It costs $10 and $X.',
    'project/.simse/commands/help.md': 'mine',
  });
  expect(await commands.expand(line)).toBe(expected);
});

test('nothing in a file is run', async () => {
  const commands = await open({ 'project/.simse/commands/sh.md': 'Today is !`date` $(date) `date`.' });
  expect(await commands.expand('/sh')).toBe('Today is !`date` $(date) `date`.');
});

test('what is no command, or bears a name that is taken, is told and left out', async () => {
  const commands = await open({
    'project/.simse/commands/help.md': 'mine',
    'project/.simse/commands/both.md': 'of the project',
    'config/commands/both.md': 'of the user',
    'config/commands/empty.md': '---\ndescription: nothing\n---\n',
    'config/commands/huge.md': 'x'.repeat(70_000),
    'config/commands/bad name.md': 'x',
    'config/commands/odd.md': '---\n: [ not yaml\n---\nStill sent.',
  });
  expect((await commands.load()).map((problem) => problem.replace(/\/\S*\//g, ''))).toEqual([
    'empty.md is not a command: it is empty.',
    'huge.md is not a command: it has 68 KB, and 64 KB are the limit.',
    "The command help.md is left out: /help is one of simse's own.",
    'The command both.md is left out: the project has a /both of its own.',
  ]);
  expect(commands.list().map(({ name }) => name)).toEqual(['both', 'odd']);
  expect(await commands.expand('/both')).toBe('of the project');
  expect(await commands.expand('/odd')).toContain('Still sent.');
});

test.skipIf(process.platform === 'win32')(
  'a link in a project makes no command of a file elsewhere, and no prompt of it',
  async () => {
    const root = await tempDir({
      'home/key': 'the secret of the user',
      'project/notes/plain.md': 'of the project',
      'config/shared.md': 'shared',
    });
    const folder = join(root, 'project', '.simse', 'commands');
    await mkdir(folder, { recursive: true });
    await mkdir(join(root, 'config', 'commands'));
    await symlink(join(root, 'home', 'key'), join(folder, 'review.md'));
    await symlink(join(root, 'project', 'notes', 'plain.md'), join(folder, 'plain.md'));
    await symlink(join(root, 'config', 'shared.md'), join(root, 'config', 'commands', 'shared.md'));
    const commands = createCustomCommands(
      { cwd: join(root, 'project'), configDir: join(root, 'config') },
      () => false,
    );
    expect(await commands.load()).toEqual([
      `${join(folder, 'review.md')} is not a command: it leads out of the project.`,
    ]);
    expect(await commands.expand('/review')).toBeNull();
    expect(await commands.expand('/plain')).toBe('of the project');
    expect(await commands.expand('/shared')).toBe('shared');
  },
);
