import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import { runInteractive } from '../platform/run-interactive.ts';
import { findUserEditor } from '../platform/user-editor.ts';
import type { AppContext } from './app-context.ts';

/**
 * Lets the user change a text in their own editor ($VISUAL, $EDITOR, else vi, nano or notepad). Rejects with
 * SimseError('cancelled') when the editor ends with a failure, SimseError('not_found') when there is none.
 */
export async function editText(
  { env, cwd }: Pick<AppContext, 'env' | 'cwd'>,
  name: string,
  text: string,
): Promise<string> {
  const { found, lookedFor } = await findUserEditor({ env, cwd });
  if (found === null)
    throw new SimseError('not_found', `There is no editor ${lookedFor.join(' or ')}.`, {
      hint: 'VISUAL or EDITOR names the one that you use.',
    });
  const { command, args } = found;
  const dir = await mkdtemp(join(tmpdir(), 'simse-edit-'));
  const file = join(dir, name);
  try {
    await writeFile(file, text, { mode: 0o600 });
    const code = await runInteractive(command, [...args, file], wholeEnvironment(env, {}));
    if (code !== 0)
      throw new SimseError('cancelled', `${command} ended with ${code ?? 'a signal'}; nothing was changed.`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
