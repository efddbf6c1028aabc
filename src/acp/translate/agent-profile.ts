import { defined, recordOf, textOf } from '../../core/json.ts';
import type { BackendCapabilities } from '../../core/ports/backend.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import type { AgentInfo } from '../../core/state/events.ts';

/** What an agent said of itself in its answer to `initialize`. */
export interface AgentProfile {
  info: AgentInfo | null;
  capabilities: BackendCapabilities;
  /** It can be given folders beside the working directory. */
  additionalDirectories: boolean;
  closeSession: boolean;
  /** It takes the title that the user gives to a session. */
  setTitle: boolean;
  mcpSse: boolean;
  /** It takes the reason of a rejection with the answer. */
  rejectionReasons: boolean;
}

/** Reads the answer to `initialize`; whatever is missing or odd counts as not offered. */
export function readAgentProfile(result: Record<string, unknown>): AgentProfile {
  const agent = recordOf(result['agentCapabilities']);
  const prompt = recordOf(agent['promptCapabilities']);
  const mcp = recordOf(agent['mcpCapabilities']);
  const session = recordOf(agent['sessionCapabilities']);
  return {
    info: readInfo(recordOf(result['agentInfo'])) ?? readInfo(result),
    capabilities: {
      mcpHttp: mcp['http'] === true,
      image: prompt['image'] === true,
      audio: prompt['audio'] === true,
      embeddedContext: prompt['embeddedContext'] === true,
      loadSession: agent['loadSession'] === true,
      resumeSession: isOffered(session['resume']),
      forkSession: isOffered(session['fork']),
      listSessions: isOffered(session['list']),
      deleteSession: isOffered(session['delete']),
      archiveSession: isOffered(session['archive']),
      steering: recordOf(recordOf(result['_meta'])['steering'])['supported'] === true,
      logout: isOffered(recordOf(agent['auth'])['logout']),
    },
    additionalDirectories: isOffered(session['additionalDirectories']),
    closeSession: isOffered(session['close']),
    setTitle: isOffered(session['title']),
    mcpSse: mcp['sse'] === true,
    rejectionReasons: recordOf(agent['_meta'])[REJECTION_REASON] === true,
  };
}

/** Markers are `{}`, some agents write `true`. */
function isOffered(marker: unknown): boolean {
  return marker !== undefined && marker !== null && marker !== false;
}

function readInfo({ name, title, version }: Record<string, unknown>): AgentInfo | null {
  if (typeof name !== 'string') return null;
  return defined({ name, title: textOf(title), version: textOf(version) });
}
