import { type AcpRegistry, launchOf } from '../../config/acp-registry.ts';
import { type BackendConfig, BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { presetEntry } from '../../config/backend-presets.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import type { Origin, Sourced } from '../../config/sourced.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { systemName } from '../../platform/system-name.ts';
import type { AppContext } from '../app-context.ts';
import { withBackend } from './choose-backend.ts';
import { findAgents, type FoundAgent } from './find-agents.ts';
import type { Project } from '../load-project.ts';

/** A backend as it is listed. */
export interface ListedBackend {
  name: string;
  kind: 'configured' | 'built-in' | 'found' | 'registry';
  /** The command line, variables as they are written; what to do instead where there is none. */
  command: string;
  /** null where there is no entry yet. */
  dialect: BackendConfig['dialect'] | null;
  scope: Origin['scope'] | null;
  /** The file with its entry, or of the program that was found. */
  file: string | null;
  /** null for what is not configured and so not started. */
  trusted: boolean | null;
  isDefault: boolean;
}

/** The configured backends, the built-in one, and what could be added: found on this machine, or in a registry. */
export async function listBackends(
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

/** Those of acp.json, then the built-in one. */
export function listConfiguredBackends(app: AppContext, project: Project): ListedBackend[] {
  const configured = project.config.backends.map((entry) => listConfigured(app, project, entry));
  return [...configured, builtIn(project.backend === null)];
}

function listConfigured(
  app: AppContext,
  project: Project,
  { value, origin }: Sourced<BackendConfig>,
): ListedBackend {
  const { untrusted } = withBackend(app, project, value.name);
  return {
    name: value.name,
    kind: 'configured',
    command: commandLine(value),
    dialect: value.dialect,
    scope: origin.scope,
    file: origin.file,
    trusted: !untrusted.some(({ kind }) => kind === 'backend'),
    isDefault: project.backend?.value.name === value.name,
  };
}

function builtIn(isDefault: boolean): ListedBackend {
  return {
    name: BUILT_IN_BACKEND,
    kind: 'built-in',
    command: 'simse agent',
    dialect: 'acp',
    scope: null,
    file: null,
    trusted: true,
    isDefault,
  };
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

function commandLine({ command, args = [] }: Pick<BackendEntry, 'command' | 'args'>): string {
  return quoteCommandLine([command, ...args]);
}
