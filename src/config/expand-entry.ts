import { isAbsolute, resolve } from 'node:path';
import { SimseError } from '../core/errors.ts';
import type { BackendConfig } from './backend-config.ts';
import { type Environment, expandVariables } from './expand-variables.ts';
import { expandRemote } from './expand-remote.ts';
import { expandValues } from './expand-values.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import type { Sourced } from './sourced.ts';

export interface Surroundings {
  env: Environment;
  /** The directory of the session, from which relative ones count. */
  cwd: string;
}

/**
 * A backend as it is to be started: variables replaced, `cwd` and a command that is a path absolute. For use at start time only; the result must not
 * be logged or written. Throws SimseError('config') for a variable that is not set.
 */
export function expandBackend(
  { value, origin }: Sourced<BackendConfig>,
  { env, cwd }: Surroundings,
): BackendConfig {
  return expandProcess(value, `${origin.file}: backend "${value.name}"`, { env, cwd });
}

/** As expandBackend, for an MCP server. The variables of `requiredEnv` are added to the server's own. */
export function expandMcpServer(
  { value, origin }: Sourced<McpServerConfig>,
  { env, cwd }: Surroundings,
): McpServerConfig {
  const where = `${origin.file}: MCP server "${value.name}"`;
  const own = value.transport === 'stdio' ? value.env : {};
  const required = pickRequired(
    value.requiredEnv.filter((name) => !(name in own)),
    env,
    where,
  );
  if (value.transport === 'stdio') {
    const server = expandProcess(value, where, { env, cwd });
    return { ...server, env: { ...required, ...server.env } };
  }
  return expandRemote(value, env, where);
}

interface ProcessEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
}

function expandProcess<T extends ProcessEntry>(entry: T, where: string, { env, cwd }: Surroundings): T {
  const own = entry.cwd === undefined ? {} : { cwd: resolve(cwd, expandVariables(entry.cwd, env, where)) };
  return {
    ...entry,
    command: programIn(own.cwd ?? cwd, expandVariables(entry.command, env, where)),
    args: entry.args.map((arg) => expandVariables(arg, env, where)),
    env: expandValues(entry.env, env, where),
    ...own,
  };
}

/** A bare name is looked for on PATH; a path must not mean another program where the process is started elsewhere. */
function programIn(cwd: string, command: string): string {
  const isPath = /[/\\]/.test(command) && (process.platform === 'win32' || command.includes('/'));
  return isPath && !isAbsolute(command) ? resolve(cwd, command) : command;
}

function pickRequired(names: readonly string[], env: Environment, where: string): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name];
      if (value) return [name, value];
      throw new SimseError('config', `${where}: needs the environment variable ${name}, which is not set.`, {
        hint: `Set ${name} before starting simse.`,
      });
    }),
  );
}
