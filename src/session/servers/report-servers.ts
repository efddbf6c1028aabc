import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { EmitEvent } from '../../core/state/events.ts';

/** Turns what happens to the MCP servers into events of a session. Returns what ends that. */
export function reportServers(mcp: McpHost, emit: EmitEvent, interactive: boolean): () => void {
  const hintFor = (name: string): string => {
    const server = mcp.status().find((candidate) => candidate.name === name);
    if (server?.state !== 'needs_auth' || server.hint === undefined) return '';
    const logIn = `simse mcp login ${name}`;
    // A login is nearer in the conversation itself; what else is missing, as a password, is said as it is.
    const hint = interactive ? server.hint.replace(logIn, `/mcp login ${name}`) : server.hint;
    return `. ${hint}`;
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
