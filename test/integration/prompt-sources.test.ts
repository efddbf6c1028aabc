import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { type AgentSandbox, agentSandbox, answer, type Scenario } from './agent-sandbox.ts';
import { isRestored, openRepl, prompt } from './repl.ts';

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const AGENT: Scenario = {
  on: {
    initialize: [
      {
        result: {
          protocolVersion: 1,
          agentInfo: { name: 'mock', version: '1.0.0' },
          agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
        },
      },
    ],
    'session/prompt': answer('Seen.'),
  },
};

/** The blocks of every prompt that the agent was sent. */
async function prompts(sandbox: AgentSandbox): Promise<Record<string, unknown>[][]> {
  const sent = await sandbox.sent();
  return sent.flatMap(({ method, params }) =>
    method === 'session/prompt' ? [(params as { prompt: Record<string, unknown>[] }).prompt] : [],
  );
}

test('files are found by a few letters, and attached by their address; lines attached themselves', async () => {
  const sandbox = await agentSandbox(AGENT, {
    'work/src/shopping-cart.ts': 'one\ntwo\nthree\nfour\n',
    'work/docs/a note.md': 'note\n',
    'work/.gitignore': 'dist/\n',
    'work/dist/cart.js': '',
  });
  const terminal = await openRepl(sandbox);
  terminal.send('why @cart');
  const list = await terminal.waitFor('› @src/shopping-cart.ts');
  expect(list).not.toContain('dist/cart.js');
  terminal.send(KEYS.tab);
  terminal.send('and @note');
  await terminal.waitFor('› @docs/a note.md');
  prompt(terminal, '');
  await terminal.waitFor('› why @src/shopping-cart.ts and @"docs/a note.md"');
  prompt(terminal, '');
  await terminal.waitFor('Seen.');
  const at = (path: string) => pathToFileURL(join(sandbox.work, path)).href;
  expect(await prompts(sandbox)).toEqual([
    [
      { type: 'text', text: 'why @src/shopping-cart.ts and @"docs/a note.md" ' },
      { type: 'resource_link', uri: at('src/shopping-cart.ts'), name: 'src/shopping-cart.ts' },
      { type: 'resource_link', uri: at('docs/a note.md'), name: 'docs/a note.md' },
    ],
  ]);

  prompt(terminal, 'see @src/shopping-cart.ts:2-3 and @nothing.ts');
  await terminal.waitFor('lines 2 to 3 of src/shopping-cart.ts attached');
  await expect
    .poll(async () => (await prompts(sandbox))[1]?.slice(1))
    .toEqual([
      {
        type: 'resource',
        resource: {
          uri: `${at('src/shopping-cart.ts')}#L2-L3`,
          mimeType: 'text/plain',
          text: 'two\nthree\n',
        },
      },
    ]);
});

test('a command runs at once, and what it wrote attached when it is given', async () => {
  const sandbox = await agentSandbox(AGENT);
  const terminal = await openRepl(sandbox);
  prompt(terminal, '!echo out; echo err >&2; exit 3');
  await terminal.waitFor(/! echo out.*exit 3[^]*out[^]*err/);
  expect(await prompts(sandbox)).toEqual([]);

  prompt(terminal, '!!echo $((6*7)) in $(basename "$PWD")');
  await terminal.waitFor('[output 1: echo $((6*7)) in $(basename "$PWD"), 1 line]');
  prompt(terminal, 'what is it?');
  await terminal.waitFor('Seen.');
  const [[text, output] = []] = await prompts(sandbox);
  expect(text).toMatchObject({ text: expect.stringMatching(/^\[output 1: .*\] what is it\?$/) });
  expect(output).toMatchObject({
    type: 'resource',
    resource: { text: '$ echo $((6*7)) in $(basename "$PWD")\n42 in work\n(exit code 0)' },
  });

  prompt(terminal, '!sleep 300');
  await terminal.waitFor('Esc to stop the command');
  terminal.send(KEYS.escape);
  await terminal.waitFor('cancelled');
  const commands = async () => (await liveProcesses(sandbox.root)).map(({ command }) => command);
  await expect.poll(async () => (await commands()).filter((line) => line.includes('sleep'))).toEqual([]);

  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);
});

test('a note is shelved, a command of a file is sent, an image that is dropped attached', async () => {
  const sandbox = await agentSandbox(AGENT, {
    'work/.simse/commands/git/review.md':
      '---\ndescription: Review a change\nargument-hint: <file>\n---\nReview $1 as a $2 would.\n',
    'work/.simse/commands/status.md': 'mine',
  });
  const shot = join(sandbox.work, 'my shot.png');
  await writeFile(shot, Buffer.from(ONE_PIXEL, 'base64'));
  const terminal = await openRepl(sandbox);
  await terminal.waitFor('status.md is left out');

  prompt(terminal, '#shop: carts may be empty');
  await terminal.waitFor('Noted in the library as shop/');
  const notes = join(sandbox.data, 'library', 'shop');
  const [file = ''] = await readdir(notes);
  expect(await readFile(join(notes, file), 'utf8')).toContain('carts may be empty');

  terminal.send('/git');
  await terminal.waitFor('/git:review <file>  Review a change (project)');
  prompt(terminal, ':review cart.ts "strict teacher"');
  await terminal.waitFor('› Review cart.ts as a strict teacher would.');

  terminal.send(`${KEYS.pasteStart}${shot.replaceAll(' ', '\\ ')}${KEYS.pasteEnd}`);
  await terminal.waitFor('[image 1: my shot.png 70 bytes]');
  prompt(terminal, ' what is on it?');
  await expect
    .poll(async () => (await prompts(sandbox)).at(-1))
    .toEqual([
      { type: 'text', text: '[image 1: my shot.png 70 bytes] what is on it?' },
      { type: 'image', mimeType: 'image/png', data: ONE_PIXEL },
    ]);
});

test('without a terminal prompts name files and commands of files as well', async () => {
  const sandbox = await agentSandbox(AGENT, {
    'config/commands/explain.md': 'Explain @notes.md: $ARGUMENTS',
    'work/notes.md': 'x',
  });
  await runSimse(sandbox, ['-p', '/explain in short']);
  const [[text, link] = []] = await prompts(sandbox);
  expect(text).toMatchObject({ text: 'Explain @notes.md: in short' });
  expect(link).toMatchObject({ type: 'resource_link', name: 'notes.md' });
});

test('the agent that is built in reads a file that is named by @', async () => {
  const sandbox = await createSandbox({ 'work/a b.md': 'kept well\n' });
  const { stdout } = await runSimse(sandbox, ['-p', 'read @"a b.md"']);
  expect(stdout).toContain('kept well');
});
