import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { findUserEditor, runInteractive } from '../../platform/run-interactive.ts';
import type { AppContext } from '../../session/app-context.ts';

/** Nobody opens, reads and closes an editor in less. */
const AT_ONCE_MS = 300;
const WAIT_HINT = 'An editor with its own window needs its wait option, as in VISUAL="code --wait".';

/**
 * Lets the user change a text in their own editor ($VISUAL, $EDITOR, else vi, nano or notepad). Rejects with
 * SimseError('cancelled') when the editor ends with a failure or does not wait for the user, SimseError('not_found') when there is none. A Ctrl+C is the
 * editor's; `signal` ends it.
 */
export async function editText(
  { env, cwd, signal, onInterrupt }: Pick<AppContext, 'env' | 'cwd' | 'signal' | 'onInterrupt'>,
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
  const stopIgnoring = onInterrupt(() => {});
  try {
    await writeFile(file, text, { mode: 0o600 });
    const begun = performance.now();
    const editor = { command, args: [...args, file], cwd, env: wholeEnvironment(env, {}) };
    const code = await runInteractive(editor, signal);
    if (code !== 0)
      throw new SimseError('cancelled', `${command} ended with ${code ?? 'a signal'}; nothing was changed.`);
    const edited = await readFile(file, 'utf8').catch(() => null);
    if (edited === null) throw new SimseError('cancelled', `${command} left no file; nothing was changed.`);
    if (edited === text && performance.now() - begun < AT_ONCE_MS)
      throw new SimseError('cancelled', `${command} came back at once, and nothing was changed.`, {
        hint: WAIT_HINT,
      });
    return edited;
  } finally {
    stopIgnoring();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The user's editor for as long as the REPL is there: with it an editor that is still open ends, and its file goes. */
export interface PromptEditor extends AsyncDisposable {
  edit(text: string): Promise<string>;
}

export function createPromptEditor(app: AppContext): PromptEditor {
  const closing = new AbortController();
  const signal = AbortSignal.any([app.signal, closing.signal]);
  let editing: Promise<unknown> = Promise.resolve();
  return {
    edit(text) {
      const edited = editText({ ...app, signal }, 'prompt.md', text);
      editing = edited.catch(() => {});
      return edited;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await editing;
    },
  };
}
