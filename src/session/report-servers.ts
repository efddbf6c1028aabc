import type { McpHost } from '../core/mcp-host.ts';
import type { EmitEvent } from '../core/ports.ts';

/** Turns what happens to the MCP servers into events of a session. Returns what ends that. */
export function reportServers(mcp: McpHost, emit: EmitEvent, interactive: boolean): () => void {
  const hintFor = (name: string): string => {
    const needsLogIn = mcp.status().some((server) => server.name === name && server.state === 'needs_auth');
    return needsLogIn ? `; ${interactive ? '/mcp' : 'simse mcp'} login ${name}` : '';
  };
  for (const server of mcp.status()) emit({ type: 'mcp_server', server });
  const stops = [
    mcp.onStatus((server) => emit({ type: 'mcp_server', server })),
    mcp.onNotice((level, source, text) =>
      emit({ type: 'notice', level, source, text: `${text}${hintFor(source)}` }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
