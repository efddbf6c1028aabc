import { EXIT_FAILED, EXIT_OK, exitCodeFor } from '../../core/exit-codes.ts';
import type { McpServerStatus } from '../../core/state/mcp-status.ts';

/** 0 when every server that is to run does; 6 when those that do not only need a login, else 1. */
export function exitCodeOfServers(servers: readonly McpServerStatus[]): number {
  const missing = servers.filter(({ state }) => state !== 'ready' && state !== 'disabled');
  if (missing.length === 0) return EXIT_OK;
  return missing.every(({ state }) => state === 'needs_auth') ? exitCodeFor('auth_required') : EXIT_FAILED;
}
