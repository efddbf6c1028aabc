import { sep } from 'node:path';
import type { ProviderFinding } from '../../agent/model/find-models.ts';
import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { BACKEND_PRESETS, type BackendPreset } from '../../config/backend-presets.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject, type Project } from '../../session/load-project.ts';
import { printList } from '../shared/print-list.ts';
import { findAgents } from './list-agents.ts';
import { newBackend } from './new-agent.ts';
import { findUserModels } from './user-models.ts';

/** An agent that the user may make the default. */
export interface AgentChoice {
  name: string;
  kind: 'configured' | 'installed' | 'npx' | 'built-in';
  title: string;
  /** Its command line, and for a program that was found, where. */
  detail: string;
  /** What acp.json gets; null for what it has already, and for the built-in one. */
  entry: BackendEntry | null;
}

/**
 * What can be chosen: the user's own entries, the agents on this machine, those that npx would fetch, and simse's own, for
 * which the providers that there are keys for are asked what models they have. Nothing is started.
 */
export async function findAgentChoices(app: AppContext, project: Project): Promise<AgentChoice[]> {
  const { config } = project;
  const configured = config.backends
    .filter(({ origin }) => origin.scope === 'user')
    .map(({ value }) => configuredChoice(value));
  const found = await findAgents(app);
  const files = new Map(found.map(({ preset, file }) => [preset.name, file]));
  const hasNpx = (await findExecutable('npx', app)) !== null;
  const isConfigured = new Set(configured.map(({ name }) => name));
  const presets = BACKEND_PRESETS.filter(({ name }) => !isConfigured.has(name));
  const isFound = ({ name }: BackendPreset) => files.has(name);
  const fetched = hasNpx ? presets.filter((preset) => !isFound(preset) && preset.npm !== undefined) : [];
  const builtIn = builtInChoice(await findUserModels(app, project));
  const works = builtIn.title !== WITHOUT_MODEL;
  return [
    ...configured,
    ...(await Promise.all(
      presets.filter(isFound).map((preset) => installedChoice(app, preset, files.get(preset.name))),
    )),
    ...(works ? [builtIn] : []),
    ...(await Promise.all(fetched.map((preset) => fetchedChoice(app, preset)))),
    ...(works ? [] : [builtIn]),
  ];
}

const WITHOUT_MODEL = 'plain commands';

/** With a model it is a coding agent as the others are. */
function builtInChoice(findings: readonly ProviderFinding[]): AgentChoice {
  const named = findings.flatMap(({ provider, models }) =>
    models.length === 0 ? [] : `${provider.name} (${models.length})`,
  );
  const found = named.length > 0;
  return {
    name: BUILT_IN_BACKEND,
    kind: 'built-in',
    title: found ? 'coding agent' : WITHOUT_MODEL,
    detail: found ? `models of ${named.join(', ')}` : 'no agent and no model',
    entry: null,
  };
}

function configuredChoice({
  name,
  command,
  args,
}: {
  name: string;
  command: string;
  args: string[];
}): AgentChoice {
  const detail = revealLine(quoteCommandLine([command, ...args]));
  return { name, kind: 'configured', title: titleOf(name), detail, entry: null };
}

async function installedChoice(app: AppContext, preset: BackendPreset, file = ''): Promise<AgentChoice> {
  const entry = await newBackend(app, [preset.name], {});
  return {
    name: preset.name,
    kind: 'installed',
    title: preset.title,
    detail: revealLine(shortened(file, app.home)),
    entry,
  };
}

async function fetchedChoice(app: AppContext, preset: BackendPreset): Promise<AgentChoice> {
  const entry = await newBackend(app, [preset.name], {});
  return {
    name: preset.name,
    kind: 'npx',
    title: preset.title,
    detail: `fetches ${preset.npm ?? ''}`,
    entry,
  };
}

function titleOf(name: string): string {
  return BACKEND_PRESETS.find((preset) => preset.name === name)?.title ?? '';
}

/** A path as people write it: under `home` with a tilde. */
function shortened(file: string, home: string): string {
  return home !== '' && file.startsWith(home + sep) ? `~${file.slice(home.length)}` : file;
}

/** Prints what could be chosen, and how to choose it, where nobody can be asked. */
export async function listAgentChoices(app: AppContext): Promise<void> {
  const project = await loadProject(app);
  const choices = await findAgentChoices(app, project);
  printList(app, {
    name: 'agents',
    items: choices.map(({ name, kind, title, detail }) => ({ name, kind, title, detail })),
    row: ({ name, kind, title, detail }) => [name, kind, title, detail],
    empty: '',
  });
  if (app.flags.outputFormat === 'text')
    app.note(
      'In a terminal `simse setup` lets you choose; simse agents add <name> --default does so by itself.',
    );
}
