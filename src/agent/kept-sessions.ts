import { type AgentContext, methods, type SessionInfo } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { AgentSessions, OpenedSession, SessionPlace } from './agent-sessions.ts';

/** Not yet stable in the protocol, so that the library does not know it. */
export const FORK = 'session/fork';

const forkRequest = z.looseObject({
  sessionId: z.string(),
  cwd: z.string(),
  additionalDirectories: z.array(z.string()).optional(),
  mcpServers: z.array(z.unknown()).optional(),
});

export function readFork(params: unknown): SessionPlace & { sessionId: string } {
  // Servers are read one by one when they are connected to, as those of session/new.
  return forkRequest.parse(params) as SessionPlace & { sessionId: string };
}

/** Every kept session, newest first; the protocol's pages are not needed for what one person has. */
export async function listSessions({ store }: AgentSessions, cwd: string | null): Promise<SessionInfo[]> {
  const summaries = await store.list(cwd);
  return summaries.map(({ id, cwd: folder, folders, title, updatedAt }) => ({
    sessionId: id,
    cwd: folder,
    additionalDirectories: folders,
    title,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/** Shows all that was seen of a session once more. */
export async function replay({ id, kept }: OpenedSession, client: AgentContext): Promise<void> {
  for (const update of kept?.updates ?? []) {
    await client.notify(methods.client.session.update, { sessionId: id, update });
  }
}
