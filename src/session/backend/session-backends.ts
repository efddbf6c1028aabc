import { resolve } from 'node:path';
import { type BackendConfig, BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import type { Origin, Sourced } from '../../config/read-layers.ts';
import type { BackendChoice, SessionBackends } from '../../core/ports/session.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../app-context.ts';
import type { Project } from '../load-project.ts';
import { withBackend } from './choose-backend.ts';

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

/** As one types it. */
export function commandLine({ command, args = [] }: Pick<BackendEntry, 'command' | 'args'>): string {
  return quoteCommandLine([command, ...args]);
}

const SOURCES: Readonly<Record<Origin['scope'], string>> = {
  user: 'your acp.json',
  project: 'acp.json of the project',
  flag: 'command line',
};

/** The backends that a session can go on with, and what keeps one from being started. Nothing is started for it. */
export function createSessionBackends(app: AppContext, project: Project): SessionBackends {
  return {
    list: () =>
      Promise.all(
        listConfiguredBackends(app, project).map(async ({ name, command, scope, trusted }) => {
          const choice: BackendChoice = {
            name,
            command,
            source: scope === null ? 'built in' : SOURCES[scope],
          };
          const entry = project.config.backends.find(({ value }) => value.name === name);
          const problem = trusted === false ? 'not trusted' : await missingProgram(app, entry);
          return problem === null ? choice : { ...choice, problem };
        }),
      ),
  };
}

/** A command with a variable in it is only known when it is started. */
async function missingProgram(
  { cwd, env }: AppContext,
  entry: Sourced<BackendConfig> | undefined,
): Promise<string | null> {
  if (entry === undefined || entry.value.command.includes('${')) return null;
  const { command, cwd: ownCwd = '.', env: ownEnv } = entry.value;
  const found = await findExecutable(command, { cwd: resolve(cwd, ownCwd), env: { ...env, ...ownEnv } });
  return found === null ? `${command} is not on this machine` : null;
}
