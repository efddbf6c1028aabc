import { SimseError } from '../core/errors.ts';
import { defined, idOf, recordsOf, textOf } from '../core/json.ts';
import type { BackendSessionInfo } from '../core/ports/backend.ts';
import { RESOURCE_NOT_FOUND, RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import type { AgentContext } from './sessions/agent-context.ts';
import { askAgent } from './wire/acp-peer.ts';
import { explainError, isUnknownSession } from './wire/agent-error.ts';

/** More pages than this are not asked for: an agent may name a next page for ever. */
const MAX_PAGES = 200;

/** The sessions that an agent keeps, in its order; with a `cwd` only those of that folder. Rejects with a SimseError. */
export async function listAgentSessions(
  agent: AgentContext,
  cwd: string | null,
): Promise<BackendSessionInfo[]> {
  requireOffer(agent, 'listSessions', 'list its sessions');
  const found = new Map<string, BackendSessionInfo>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await ask(agent, 'session/list', defined({ cwd: cwd ?? undefined, cursor }));
    for (const info of recordsOf(page['sessions']).flatMap(readInfo)) found.set(info.id, info);
    if (cursor !== undefined) seen.add(cursor);
    cursor = textOf(page['nextCursor']);
  } while (cursor !== undefined && !seen.has(cursor) && seen.size < MAX_PAGES);
  return [...found.values()];
}

/** Has the agent forget a session; one that it does not have is as good as deleted. Rejects with a SimseError. */
export async function deleteSession(agent: AgentContext, sessionId: string): Promise<void> {
  requireOffer(agent, 'deleteSession', 'delete sessions');
  await ask(agent, 'session/delete', { sessionId }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

function isNotFound(error: unknown): boolean {
  const cause = error instanceof SimseError ? error.cause : undefined;
  return cause instanceof RpcError && cause.code === RESOURCE_NOT_FOUND;
}

/** Has the agent keep a session, but no longer list it. Rejects with a SimseError. */
export async function archiveSession(agent: AgentContext, sessionId: string): Promise<void> {
  requireOffer(agent, 'archiveSession', 'archive sessions');
  await ask(agent, 'session/archive', { sessionId });
}

function requireOffer(
  { identity, profile }: AgentContext,
  capability: 'listSessions' | 'deleteSession' | 'archiveSession',
  what: string,
): void {
  if (!profile.capabilities[capability])
    throw new SimseError('backend_failed', `${identity.name} does not ${what}`);
}

async function ask(agent: AgentContext, method: string, params: RpcParams): Promise<RpcParams> {
  const { config, identity } = agent;
  try {
    const limits = { failure: `did not answer ${method}`, limitMs: config.timeoutMs };
    return await askAgent(agent, method, params, limits);
  } catch (error) {
    const { sessionId } = params;
    const isGone =
      error instanceof RpcError && typeof sessionId === 'string' && isUnknownSession(error, sessionId);
    throw isGone ? explainError(error, identity, 'no_session') : explainError(error, identity);
  }
}

function readInfo(info: RpcParams): BackendSessionInfo[] {
  const id = idOf(info['sessionId']);
  if (id === undefined) return [];
  const updatedAt = Date.parse(textOf(info['updatedAt']) ?? '');
  return [
    defined({
      id,
      cwd: textOf(info['cwd']) ?? '',
      title: textOf(info['title']),
      updatedAt: Number.isNaN(updatedAt) ? undefined : updatedAt,
    }),
  ];
}
