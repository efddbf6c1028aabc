import { resolve } from 'node:path';
import type { BackendConfig } from '../../config/backend-config.ts';
import type { Origin, Sourced } from '../../config/sourced.ts';
import type { BackendChoice, SessionBackends } from '../../core/ports/session.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../app-context.ts';
import { listConfiguredBackends } from './list-backends.ts';
import type { Project } from '../load-project.ts';

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
