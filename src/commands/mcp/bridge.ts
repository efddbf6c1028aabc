import { SimseError } from '../../core/errors.ts';
import { runShim } from '../../mcp-server/bridge/socket-bridge.ts';
import type { AppContext } from '../../session/app-context.ts';

/** `simse mcp bridge`, hidden: what an agent starts as its MCP server to reach the simse that it runs in. */
export async function runMcpBridge({ env, stdin, stdout }: AppContext): Promise<number> {
  const { SIMSE_BRIDGE_SOCKET: socketPath, SIMSE_BRIDGE_TOKEN: token } = env;
  if (socketPath === undefined || token === undefined) {
    throw new SimseError(
      'usage',
      'simse mcp bridge is started by an agent that runs in simse, not by hand.',
      {
        hint: 'simse mcp serve is the MCP server for other programs.',
      },
    );
  }
  await runShim({ socketPath, token, stdin, stdout });
  return 0;
}
