import { messageOf, SimseError } from '../core/errors.ts';
import type { PermissionMode } from '../core/gate/permission-mode.ts';
import type { SessionFacts, Session } from '../core/ports/session.ts';
import type { ToolCatalogue } from '../core/ports/catalogue.ts';
import type { SessionPermissions } from '../core/ports/session-permissions.ts';
import type { McpHost } from '../core/ports/mcp-host.ts';
import type { BackendLink } from './backend/backend-link.ts';
import type { ChosenBackend } from './backend/choose-backend.ts';
import type { CustomCommands } from './custom-commands/custom-commands.ts';
import type { EventStream } from './event-stream.ts';
import type { SessionGatekeeper } from './permissions/gatekeeper.ts';
import type { SessionServers } from './servers/open-session-servers.ts';
import type { SessionRecords } from './records/session-records.ts';
import type { CommandContext } from './slash-commands/slash-command.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What stands beside a conversation, for its front end. */
export type SessionPorts = Pick<Session, 'backends' | 'earlier' | 'library'>;

interface Parts {
  stream: EventStream;
  link: BackendLink;
  gate: SessionGatekeeper;
  mcp: McpHost;
  tools: ToolCatalogue;
  servers: SessionServers;
  records: SessionRecords;
  workspace: Workspace;
  permissions: SessionPermissions;
  ports: SessionPorts;
  facts: Pick<SessionFacts, 'recordDir' | 'configFiles'>;
  findBackend(name: string): ChosenBackend;
  rename(title: string): void;
  custom: CustomCommands;
}

export interface SessionActions extends CommandContext {
  warmUp(): void;
}

/** What a user does to a session besides prompting it. */
export function createSessionActions({
  stream,
  link,
  gate,
  mcp,
  tools,
  servers,
  records,
  workspace,
  permissions,
  ports,
  facts,
  findBackend,
  rename,
  custom,
}: Parts): SessionActions {
  const { emit, getState } = stream;
  return {
    getState,
    mcp: servers.port,
    records,
    permissions,
    custom,
    ...ports,
    facts: () => ({
      ...facts,
      roots: workspace.roots,
      capabilities: link.current?.backend.capabilities ?? null,
    }),
    tools: () => tools.list(),
    addDirectory(path) {
      const added = workspace.add(path);
      mcp.setRoots([...workspace.roots]);
      gate.reconsider();
      return added;
    },
    warmUp() {
      void mcp.start();
      void tools.ready();
      link.start().catch(() => {
        // Told as an event already; the next prompt tries again.
      });
    },
    setMode(mode: PermissionMode) {
      emit({ type: 'mode_changed', mode });
      setAgentsMode(mode, link, stream);
    },
    rename,
    ...backendActions(getState, link, findBackend),
  };
}

/** An agent that has such modes is to know; one that will not change keeps its own, and says so. */
function setAgentsMode(
  mode: PermissionMode,
  { current }: BackendLink,
  { emit, getState }: EventStream,
): void {
  current?.session.setMode(mode).catch((error: unknown) => {
    emit({ type: 'notice', level: 'warn', source: getState().backend, text: messageOf(error) });
  });
}

type BackendActions = Pick<CommandContext, 'setConfigOption' | 'switchBackend' | 'logIn' | 'logOut'>;

/** What a user does to the backend that answers. */
function backendActions(
  getState: EventStream['getState'],
  link: BackendLink,
  findBackend: Parts['findBackend'],
): BackendActions {
  const never = new AbortController().signal;
  return {
    async setConfigOption(id, value) {
      const { session } = await link.start();
      await session.setConfigOption(id, value);
    },
    async switchBackend(name) {
      if (getState().turn !== null)
        throw new SimseError('usage', 'A turn runs.', { hint: 'Esc interrupts it.' });
      await link.switchTo(findBackend(name));
    },
    async logIn() {
      const wasRunning = link.current !== null;
      const { hasLoggedIn } = await link.start();
      return (!wasRunning && hasLoggedIn) || link.logIn(never);
    },
    async logOut() {
      const { backend } = await link.start();
      if (!backend.capabilities.logout) return false;
      await backend.logout();
      return true;
    },
  };
}
