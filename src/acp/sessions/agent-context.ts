import type { BackendConfig } from '../../config/backend-config.ts';
import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { RpcPeer } from '../../core/rpc/rpc-peer.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import type { AgentProfile } from '../translate/agent-profile.ts';
import type { VendorQuirks } from '../vendors/vendor-quirks.ts';
import type { Dialect } from '../wire/acp-dialect.ts';
import type { AgentDescription } from '../wire/agent-error.ts';

/** What an agent may see and do of simse. */
export interface BackendClient {
  emit: EmitEvent;
  gate: Gatekeeper;
  elicit: Elicit;
  /** Not gated: whoever calls it asks the gate first. */
  catalogue: ToolCatalogue;
  clientVersion: string;
  /** How often a turn in the simse dialect may go on by itself after tools. */
  maxTurns: number;
  log(line: string): void;
}

/** A connected agent, as its sessions and the handlers of its requests see it. */
export interface AgentContext {
  config: BackendConfig;
  client: BackendClient;
  peer: RpcPeer;
  dialect: Dialect;
  profile: AgentProfile;
  quirks: VendorQuirks;
  identity: AgentDescription;
  /** Where its process runs. */
  cwd: string;
  /** The environment of the commands that the agent has simse run: its own, without the keys that are the agent's alone. */
  commandEnv: Readonly<Record<string, string>>;
  /** Tells the user something that holds for every session of the agent, and only once. */
  warnOnce(text: string): void;
  /** Ends the agent's process and all it started. */
  stop(): Promise<void>;
}
