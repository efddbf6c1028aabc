import type { ContentBlock } from '../../core/content.ts';
import type { OptionKind, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { BackendCapabilities, BackendMcpServer } from '../../core/ports/backend.ts';
import type { RpcMessage, RpcParams } from '../../core/rpc/rpc-message.ts';

interface SessionRequest {
  cwd: string;
  additionalDirectories: readonly string[];
  mcpServers: readonly BackendMcpServer[];
  /** The model or agent to choose. */
  agent: string | undefined;
}

interface PromptRequest {
  sessionId: string;
  blocks: readonly ContentBlock[];
  capabilities: BackendCapabilities;
  timeoutMs: number;
}

/** An answer to a permission request, in terms of the option that was chosen. */
interface PermissionReply {
  params: RpcParams;
  answer: QuestionAnswer;
  chosenKind: OptionKind | undefined;
}

/** The words in which an agent speaks. Everything behind it knows only those of ACP v1. Pure. */
export interface Dialect {
  readonly name: 'acp' | 'simse';
  /** One message from the agent in the words of ACP v1, with the deviations seen in the wild put right. */
  normalize(message: RpcMessage): RpcMessage;
  newSession(request: SessionRequest): RpcParams;
  prompt(request: PromptRequest): RpcParams;
  /** The result of `session/request_permission`. */
  permissionResult(reply: PermissionReply): RpcParams;
  /** The notification that answers a permission request which came as a notification; null where there is none. */
  readonly permissionResponse: string | null;
  /** Whether simse runs the tools that the agent announces, and goes on by itself after `tool_use`. */
  readonly runsTools: boolean;
}
