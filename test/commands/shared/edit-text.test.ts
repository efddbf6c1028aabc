import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editText } from '../../../src/commands/shared/edit-text.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

/** What comes of a text that this shell script edits; `$1` in it is the file. */
async function editedBy(script: string, options = ''): Promise<string> {
  const cwd = await tempDir({ 'editor.sh': `#!/bin/sh\n${script}\n` });
  const editor = join(cwd, 'editor.sh');
  await chmod(editor, 0o755);
  const env = { PATH: process.env['PATH'], VISUAL: `${editor} ${options}`.trim() };
  const { signal } = new AbortController();
  return editText({ cwd, env, signal, onInterrupt: () => () => {} }, 'prompt.md', 'a draft');
}

test('what the editor has saved is the text, also when that is nothing', async () => {
  expect(await editedBy(`printf 'a better one\\n' > "$1"`)).toBe('a better one\n');
  expect(await editedBy(`: > "$1"`)).toBe('');
});

test('an editor gets its options before the file', async () => {
  expect(await editedBy(`echo "$1" > "$2"`, '--wait')).toBe('--wait\n');
});

test('an editor that fails changes nothing, and that is said', async () => {
  await expect(editedBy(`printf 'half' > "$1"; exit 1`)).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringMatching(/editor\.sh ended with 1; nothing was changed\.$/),
  });
});

test('an editor that leaves no file changes nothing', async () => {
  await expect(editedBy(`rm "$1"`)).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringMatching(/editor\.sh left no file; nothing was changed\.$/),
  });
});

test('of an editor that comes back at once it is said how it is made to wait', async () => {
  await expect(editedBy('exit 0')).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringMatching(/editor\.sh came back at once, and nothing was changed\.$/),
    hint: expect.stringContaining('code --wait'),
  });
});
