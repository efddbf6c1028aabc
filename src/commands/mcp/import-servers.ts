import { type ImportSource, importSources } from '../../config/import/import-sources.ts';
import { type FoundServer, readImports } from '../../config/import/read-imports.ts';
import { hideSecrets } from '../../config/secrets.ts';
import { EXIT_FAILED, EXIT_OK, SimseError } from '../../core/errors.ts';
import { closest } from '../../core/text/closest.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { AppContext } from '../../session/app-context.ts';
import { askYesNo } from '../shared/ask-yes-no.ts';
import { printList } from '../shared/print-list.ts';
import type { Scope } from '../shared/subcommand.ts';
import {
  describeEntry,
  fileOfScope,
  hasServer,
  readMcpFiles,
  saveServers,
  shadowNotes,
} from './edit-servers.ts';
import { type ImportPlan, type PlannedServer, planImport, type SecretsPolicy } from './plan-import.ts';

export interface ImportOptions {
  scope: Scope;
  force: boolean;
  /** Not to ask. */
  yes: boolean;
  /** Without it secrets are copied into the user's own file only. */
  secrets?: SecretsPolicy;
}

/**
 * `simse mcp import`: without a source, what other hosts have; with one, its servers, or some of them by name, into mcp.json.
 * Every entry is shown before it is written, and the user asked. 1 when the user declined, or one that
 * was named could not be had.
 */
export async function runMcpImport(
  app: AppContext,
  source: string | undefined,
  names: readonly string[],
  options: ImportOptions,
): Promise<number> {
  const layers = await readMcpFiles(app);
  const file = fileOfScope(options.scope, layers, app);
  const own = layers.find(({ origin }) => origin.file === file);
  const isTaken = (name: string): boolean => own !== undefined && hasServer(own, name);
  const sources = importSources(app);
  const { servers, problems } = await readImports(chooseSources(sources, source), app);
  for (const problem of problems) app.note(problem);
  if (source === undefined) {
    listFound(app, servers, isTaken);
    return EXIT_OK;
  }
  const chosen = chooseServers(servers, names, source);
  const policy = options.secrets ?? (options.scope === 'user' ? 'copy' : 'variables');
  const plan = planImport(chosen, policy, (name) => !options.force && isTaken(name));
  showPlan(app, plan, file);
  if (plan.planned.length > 0) {
    if (!(await confirm(app, options, `Write ${theseServers(plan.planned)} into ${file}?`))) {
      app.note('Nothing was written.');
      return EXIT_FAILED;
    }
    const isPrivate = options.scope === 'user' && plan.planned.some(({ copied }) => copied.length > 0);
    const entries = plan.planned.map(({ entry }) => entry);
    await saveServers(app, entries, { scope: options.scope, file, isPrivate });
  }
  report(app, plan, file);
  for (const { entry } of plan.planned)
    for (const note of shadowNotes(layers, { name: entry.name, scope: options.scope, file })) app.note(note);
  return names.length > 0 && plan.skipped.length > 0 ? EXIT_FAILED : EXIT_OK;
}

function chooseSources(
  sources: readonly ImportSource[],
  wanted: string | undefined,
): readonly ImportSource[] {
  if (wanted === undefined || wanted === 'all') return sources;
  const found = sources.filter(({ id }) => id === wanted);
  if (found.length > 0) return found;
  const ids = sources.map(({ id }) => id);
  const meant = closest(wanted, ids);
  throw new SimseError('usage', `There is no host "${wanted}" to import from.`, {
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}There are ${ids.join(', ')}, and all.`,
  });
}

function chooseServers(
  servers: readonly FoundServer[],
  names: readonly string[],
  source: string,
): FoundServer[] {
  if (names.length === 0) return [...servers];
  const isCalled = ({ name, originalName }: FoundServer, wanted: string) =>
    name === wanted || originalName === wanted;
  const unknown = names.find((wanted) => !servers.some((server) => isCalled(server, wanted)));
  if (unknown === undefined) return servers.filter((server) => names.some((name) => isCalled(server, name)));
  const known = servers.map(({ name }) => name);
  throw new SimseError('usage', `${source} has no server "${unknown}".`, {
    hint: known.length === 0 ? 'It has none at all.' : `It has ${known.join(', ')}.`,
  });
}

function listFound(
  app: AppContext,
  servers: readonly FoundServer[],
  isTaken: (name: string) => boolean,
): void {
  const items = servers.map((server) => ({
    ...server,
    entry: server.entry && hideSecrets(server.entry),
    state: stateOf(server, isTaken),
  }));
  printList(app, {
    name: 'servers',
    items,
    row: ({ source, name, state, entry, reasons, file }) => [
      source,
      name,
      state,
      file,
      entry === null ? reasons.join('; ') : revealLine(describeEntry(entry)),
    ],
    empty: `No other host has MCP servers here: ${importSources(app)
      .map(({ title }) => title)
      .join(', ')} were looked for.`,
  });
  if (items.length > 0 && app.flags.outputFormat === 'text')
    app.note('simse mcp import <host> [names…] takes them over; all stands for every host.');
}

function stateOf({ name, entry }: FoundServer, isTaken: (name: string) => boolean): string {
  if (entry === null) return 'not possible';
  if (isTaken(name)) return 'there already';
  return entry.enabled === false ? 'new, disabled' : 'new';
}

/** Everything that is going to be written, before it is. */
function showPlan({ stderr }: AppContext, { planned, skipped }: ImportPlan, file: string): void {
  const lines = planned.map(
    ({ found, entry }) => `  ${entry.name}: ${revealLine(describeEntry(entry))}\n    (${found.file})`,
  );
  if (lines.length > 0) stderr.write(`For ${file}:\n\n${lines.join('\n')}\n\n`);
  for (const { found, reason } of skipped)
    stderr.write(`simse: ${revealLine(found.originalName)} is left out: ${revealLine(reason)}\n`);
}

async function confirm(app: AppContext, { yes }: ImportOptions, question: string): Promise<boolean> {
  if (yes) return true;
  if (app.stdin.isTTY !== true || app.stderr.isTTY !== true) {
    throw new SimseError('untrusted', 'Nothing was written: there is no terminal to ask on.', {
      hint: '--yes writes them without asking.',
    });
  }
  return askYesNo(app, app.stderr, question);
}

function report(app: AppContext, { planned, skipped }: ImportPlan, file: string): void {
  const { flags, stdout, note } = app;
  if (flags.outputFormat !== 'text') {
    const imported = planned.map(({ found, entry, variables }) => {
      return { ...hideSecrets(entry), source: found.source, reasons: found.reasons, variables };
    });
    const left = skipped.map(({ found, reason }) => {
      return { name: found.name, source: found.source, reason };
    });
    stdout.write(`${printableJson({ imported, skipped: left, file })}\n`);
  } else if (planned.length > 0) {
    stdout.write(`Imported ${planned.map(({ entry }) => entry.name).join(', ')} into ${file}.\n`);
  } else note('There is nothing to import.');
  for (const server of planned) for (const line of notesOn(server, file)) note(line);
}

function notesOn({ found, entry, copied, variables }: PlannedServer, file: string): string[] {
  const { name } = entry;
  return [
    ...(copied.length === 0 ? [] : [`${name}: ${copied.join(', ')} was copied as it is, into ${file}.`]),
    ...(variables.length === 0 ? [] : [`${name}: set ${variables.join(', ')}; the secret was not copied.`]),
    ...(found.reasons.length === 0
      ? []
      : [`${name} is disabled: ${found.reasons.join('; ')}. simse mcp enable ${name} switches it on.`]),
  ];
}

function theseServers({ length }: readonly unknown[]): string {
  return length === 1 ? 'this server' : `these ${length} servers`;
}
