import { printableJson } from '../core/text/printable-json.ts';
import type { McpEntry } from '../config/edit-mcp-entries.ts';
import { findSecrets, hideSecrets } from '../config/map-secrets.ts';
import { revealLine } from '../core/text/reveal-text.ts';
import { SimseError } from '../core/errors.ts';
import { findExecutable } from '../platform/find-executable.ts';
import type { AppContext } from '../session/app-context.ts';
import { describeEntry } from './mcp/describe-entry.ts';
import { fileOfScope, hasServer, readMcpFiles, saveServers, shadowNotes } from './mcp/mcp-files.ts';
import { type NewServerOptions, newServer } from './mcp/new-server.ts';

/** `simse mcp add <name> …`: writes a server into mcp.json and says which and where. Starts nothing. */
export async function runMcpAdd(
  app: AppContext,
  name: string,
  target: readonly string[],
  options: NewServerOptions & { force: boolean },
): Promise<number> {
  const { scope, force } = options;
  const entry = newServer(name, target, options, app.cwd);
  const layers = await readMcpFiles(app);
  const file = fileOfScope(scope, layers, app);
  const own = layers.find(({ origin }) => origin.file === file);
  if (!force && own !== undefined && hasServer(own, name)) {
    throw new SimseError('usage', `${file} has a server "${name}" already.`, {
      hint: 'Give it another name, or replace that one with --force.',
    });
  }
  await saveServers(app, [entry], { scope, file });
  if (app.flags.outputFormat === 'text')
    app.stdout.write(`Added ${name} to ${file}: ${revealLine(describeEntry(entry))}\n`);
  else app.stdout.write(`${printableJson({ added: { ...hideSecrets(entry), scope, file } })}\n`);
  const notes = [...secretNotes(entry, file), ...shadowNotes(layers, { name, scope, file })];
  for (const note of [...notes, await nextNote(app, entry)]) app.note(note);
  return 0;
}

function secretNotes(entry: McpEntry, file: string): string[] {
  const names = [...new Set(findSecrets(entry).map((secret) => secret.name))];
  if (names.length === 0) return [];
  return [
    `${names.join(' and ')} ${names.length === 1 ? 'looks' : 'look'} like a secret, which stands in ${file} now.` +
      ` '\${NAME}' in its place would be taken from the environment.`,
  ];
}

async function nextNote({ cwd, env }: AppContext, { name, command }: McpEntry): Promise<string> {
  const isMissing = typeof command === 'string' && (await findExecutable(command, { cwd, env })) === null;
  return isMissing && !command.includes('${')
    ? `There is no program ${command} yet.`
    : `simse mcp status ${name} tries it.`;
}
