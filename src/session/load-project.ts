import type { BackendConfig } from '../config/backend-config.ts';
import { type Config, loadConfig } from '../config/load-config.ts';
import { resolveBackend } from '../config/resolve-backend.ts';
import type { Sourced } from '../config/read-layers.ts';
import { openTrustStore, type TrustStore } from '../config/trust-store.ts';
import { type TrustSubject, trustSubjects } from '../config/trust-subject.ts';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from './app-context.ts';

/** The configuration of a directory, and what in it still waits for the user's word. */
export interface Project {
  config: Config;
  /** null means the built-in backend. */
  backend: Sourced<BackendConfig> | null;
  trust: TrustStore;
  /** What came with the project and has not been trusted. */
  untrusted: TrustSubject[];
}

/**
 * Reads the configuration for a command. `lastBackend` answered in the session that goes on, and is taken where nothing
 * else is asked for and it is still configured. Throws SimseError('config') or ('no_backend').
 */
export async function loadProject(app: AppContext, lastBackend?: string): Promise<Project> {
  const { flags, cwd, dirs, env } = app;
  const config = await loadConfig({
    cwd,
    configDir: dirs.configDir,
    env,
    flags: flags.settings,
    files: flags.mcpConfig === undefined ? {} : { mcpConfig: flags.mcpConfig },
  });
  const isConfigured = config.backends.some(({ value }) => value.name === lastBackend);
  const server = flags.server ?? (isConfigured ? lastBackend : undefined);
  const choice = {
    ...(server === undefined ? {} : { server }),
    ...(flags.agentCommand === undefined ? {} : { agentCommand: flags.agentCommand }),
  };
  const backend = flags.provider === undefined ? resolveBackend(config, choice) : null;
  const trust = await openTrustStore(dirs.dataDir);
  const subjects = flags.trustProject ? [] : trustSubjects(config, backend);
  return { config, backend, trust, untrusted: subjects.filter((subject) => !trust.isTrusted(subject)) };
}

/** For runs that cannot ask: throws SimseError('untrusted') with the exact commands when anything is not trusted. */
export function refuseUntrusted({ untrusted }: Project): void {
  if (untrusted.length === 0) return;
  const lines = untrusted.map(({ file, name, summary }) => `  ${file}: ${name}: ${summary}`);
  throw new SimseError(
    'untrusted',
    ['This project wants to run or allow the following, which you have not agreed to:', ...lines].join('\n'),
    { hint: 'Start simse here in a terminal to look at it and agree, or pass --trust-project.' },
  );
}
