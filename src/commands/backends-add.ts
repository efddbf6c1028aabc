import { printableJson } from '../core/text/printable-json.ts';
import { BACKEND_PRESETS } from '../config/backend-presets.ts';
import type { BackendEntry } from '../config/edit-entries.ts';
import { revealLine } from '../core/text/reveal-text.ts';
import { quoteCommandLine, quoteWord } from '../platform/command-line.ts';
import { findExecutable } from '../platform/find-executable.ts';
import type { AppContext } from '../session/app-context.ts';
import { type NewBackendOptions, newBackend } from '../session/backend/new-backend.ts';
import { type SaveOptions, saveBackend } from '../session/backend/save-backend.ts';

/** `simse backends add <preset|command>`: writes an entry into acp.json and says which and where. Starts nothing. */
export async function runBackendsAdd(
  app: AppContext,
  words: readonly string[],
  options: NewBackendOptions & SaveOptions,
): Promise<number> {
  const { entry, file, notes } = await saveBackend(app, await newBackend(app, words, options), options);
  const isDefault = options.asDefault;
  if (app.flags.outputFormat === 'text') {
    const fate = isDefault ? ', as its default' : '';
    app.stdout.write(`Added ${entry.name} to ${file}${fate}: ${revealLine(commandLine(entry))}\n`);
  } else {
    app.stdout.write(`${printableJson({ added: { ...entry, scope: options.scope, file, isDefault } })}\n`);
  }
  for (const note of [...notes, ...(await missingNotes(app, entry))]) app.note(note);
  return 0;
}

function commandLine({ command, args = [], env = {} }: BackendEntry): string {
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${quoteWord(value)}`);
  return [...variables, quoteCommandLine([command, ...args])].join(' ');
}

async function missingNotes({ cwd, env }: AppContext, { name, command }: BackendEntry): Promise<string[]> {
  if ((await findExecutable(command, { cwd, env })) !== null) {
    return [`simse backends test ${name} tries it.`];
  }
  const site = BACKEND_PRESETS.find(({ program }) => program === command)?.site;
  return [`There is no program ${command} yet.${site === undefined ? '' : ` It is installed from ${site}`}`];
}
