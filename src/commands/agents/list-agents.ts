import { type AcpRegistry, launchOf, readRegistry } from '../../config/acp-registry.ts';
import { BACKEND_PRESETS, type BackendPreset, presetEntry } from '../../config/backend-presets.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { findExecutable, systemName } from '../../platform/find-executable.ts';
import type { AppContext } from '../../session/app-context.ts';
import {
  commandLine,
  type ListedBackend,
  listConfiguredBackends,
} from '../../session/backend/session-backends.ts';
import { loadProject, type Project } from '../../session/load-project.ts';
import { printList } from '../shared/print-list.ts';

/** `simse agents list`: what is configured, built in, on this machine and in a registry. Starts none of them. */
export async function runAgentsList(app: AppContext, registrySource: string | undefined): Promise<number> {
  const registry = registrySource === undefined ? null : await readRegistry(registrySource, app);
  const project = await loadProject(app);
  const items = await listBackends(app, project, registry);
  for (const warning of project.config.warnings) app.note(warning);
  if (registry !== null && registry.skipped > 0)
    app.note(`Left out, since they are not understood: ${registry.skipped} of the registry.`);
  printList(app, {
    name: 'backends',
    items,
    row: (item) => [item.name, describe(item), item.dialect ?? '', revealLine(item.command), item.file ?? ''],
    empty: '',
  });
  if (app.flags.outputFormat === 'text' && items.some(({ kind }) => kind === 'found'))
    app.note('What was found is not used before it is added: simse agents add <name>');
  return 0;
}

function describe({ kind, isDefault, trusted }: ListedBackend): string {
  return [kind, isDefault ? 'default' : '', trusted === false ? 'not trusted' : '']
    .filter(Boolean)
    .join(', ');
}

/** The configured backends, the built-in one, and what could be added: found on this machine, or in a registry. */
async function listBackends(
  app: AppContext,
  project: Project,
  registry: AcpRegistry | null,
): Promise<ListedBackend[]> {
  const isConfigured = new Set(
    project.config.backends.flatMap(({ value }) => [value.name, commandLine(value)]),
  );
  const found = (await findAgents(app)).map(listFound);
  return [
    ...listConfiguredBackends(app, project),
    ...found.filter(({ name, command }) => !isConfigured.has(name) && !isConfigured.has(command)),
    ...listRegistry(registry),
  ];
}

export interface FoundAgent {
  preset: BackendPreset;
  /** Its program. */
  file: string;
}

/** The presets whose program is on this machine, on PATH; what a project brings is not the user's. Nothing is started. */
export async function findAgents({ cwd, env }: AppContext): Promise<FoundAgent[]> {
  const found = await Promise.all(
    BACKEND_PRESETS.map(async (preset) => {
      const file = await findExecutable(preset.program, { cwd, env });
      return file === null ? [] : [{ preset, file }];
    }),
  );
  return found.flat();
}

function listFound({ preset, file }: FoundAgent): ListedBackend {
  return offer(preset.name, 'found', commandLine(presetEntry(preset, true)), file);
}

function listRegistry(registry: AcpRegistry | null): ListedBackend[] {
  return (registry?.agents ?? []).map((agent) => {
    const launch = launchOf(agent, systemName());
    switch (launch.kind) {
      case 'command':
        return offer(agent.id, 'registry', quoteCommandLine([launch.command, ...launch.args]), null);
      case 'download':
        return offer(agent.id, 'registry', `to be downloaded: ${launch.url}`, null);
      case 'none':
        return offer(agent.id, 'registry', 'nothing for this system', null);
    }
  });
}

function offer(
  name: string,
  kind: ListedBackend['kind'],
  command: string,
  file: string | null,
): ListedBackend {
  return { name, kind, command, dialect: null, scope: null, file, trusted: null, isDefault: false };
}
