import type { BackendConfig } from '../config/backend-config.ts';
import { type Config, loadConfig } from '../config/load-config.ts';
import { grantedRules } from '../config/load-settings.ts';
import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { withGrants, withoutGrants } from '../config/project-grants.ts';
import type { Sourced } from '../config/read-layers.ts';
import { resolveBackend } from '../config/resolve-backend.ts';
import type { Settings } from '../config/settings.ts';
import { openTrustStore, type TrustStore } from '../config/trust-store.ts';
import { type TrustSubject, trustSubjects } from '../config/trust-subject.ts';
import { SimseError } from '../core/errors.ts';
import { type PermissionRule, parseRule } from '../core/gate/permission-rule.ts';
import type { WrittenRule } from '../core/ports/session-permissions.ts';
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
  const agent = flags.agent ?? (isConfigured ? lastBackend : undefined);
  const choice = {
    ...(agent === undefined ? {} : { agent }),
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

type Loaded = Pick<Project, 'config' | 'untrusted'>;

/** The settings with what a trusted project allows. */
export function effectiveSettings(project: Loaded): Settings {
  const { settings } = project.config;
  const grants = grantsOf(project);
  return grants === null ? settings : withGrants(settings, grants.value);
}

/** The rules of the effective settings, and where each is written. */
export function effectiveRules(project: Loaded): readonly WrittenRule[] {
  const grants = grantsOf(project);
  return [...project.config.rules, ...(grants === null ? [] : grantedRules(grants))];
}

function grantsOf({ config: { grants }, untrusted }: Loaded): Loaded['config']['grants'] {
  const value =
    grants &&
    withoutGrants(
      grants.value,
      untrusted.flatMap(({ grant }) => grant ?? []),
    );
  return grants && value && { ...grants, value };
}

/** The rules of the settings, for the gate. */
export function rulesOf({ allow, ask, deny }: Settings): Record<'allow' | 'ask' | 'deny', PermissionRule[]> {
  return { allow: allow.map(parseRule), ask: ask.map(parseRule), deny: deny.map(parseRule) };
}

/** The MCP servers of a project that may be started: those that are not waiting for the user's word. */
export function trustedServers({
  config,
  untrusted,
}: Pick<Project, 'config' | 'untrusted'>): Sourced<McpServerConfig>[] {
  const waiting = new Set(untrusted.filter(({ kind }) => kind === 'mcp_server').map(({ name }) => name));
  return config.mcpServers.filter(({ value }) => !waiting.has(value.name));
}
