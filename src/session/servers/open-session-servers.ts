import type { McpHost, Sample } from '../../core/ports/mcp-host.ts';
import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { AttachFiles } from '../turns/attach-files.ts';
import { createPromptExpander, type PromptExpander } from '../turns/expand-prompt.ts';
import { reportServers } from './report-servers.ts';
import { createSessionMcp } from './session-mcp.ts';
import { createShowLogIn } from './show-log-in.ts';

interface Parts {
  mcp: McpHost;
  emit: EmitEvent;
  elicit: Elicit;
  sample: Sample;
  /** Whether there is somebody to ask. */
  interactive: boolean;
  /** What a command answers, as text. */
  runCommand(line: string): Promise<string>;
  attachFiles: AttachFiles;
  /** The prompt of a command from a file; null for every other line. */
  expandCommand(line: string): Promise<string | null>;
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
}

/** A session's MCP servers. Disposing ends logins, then the servers. */
export interface SessionServers extends AsyncDisposable {
  /** For front ends. */
  readonly port: SessionMcp;
  readonly expander: PromptExpander;
}

/** Joins the servers to a session: what they ask for is put to the user, what happens to them becomes events. */
export function openSessionServers(parts: Parts): SessionServers {
  const { mcp, emit, elicit, sample, interactive } = parts;
  const closing = new AbortController();
  const showLogIn = createShowLogIn(parts);
  const isReady = (server: string) =>
    mcp.status().some(({ name, state }) => name === server && state === 'ready');
  // What a server that runs is doing needs its login; one that starts waits until the user asks for it.
  const logIns = interactive ? { showLogIn, mayLogIn: isReady } : {};
  // Also while there is no model: a server whose tools depend on it has the same ones in every session.
  mcp.serveClient({ elicit, sample, ...logIns });
  const stopReporting = reportServers(mcp, emit, interactive);
  return {
    port: createSessionMcp({ mcp, showLogIn, signal: closing.signal }),
    expander: createPromptExpander(parts),
    async [Symbol.asyncDispose]() {
      closing.abort();
      stopReporting();
      await mcp[Symbol.asyncDispose]();
    },
  };
}
