import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { type ErrorCode, SimseError } from '../../core/errors.ts';
import { isRecord, parseJson, recordOf } from '../../core/json.ts';
import type { AuthMethod } from '../../core/ports/backend.ts';
import { RpcError } from '../../core/rpc/rpc-message.ts';

/** Error codes of ACP, beside those of JSON-RPC. */
export const AUTH_REQUIRED = -32000;
export const UNSUPPORTED_VERSION = -32022;
export const REQUEST_CANCELLED = -32800;
/** simse's own, in the range that JSON-RPC leaves to implementations: the gate said no. */
export const DENIED = -32003;

/** What is needed to explain an agent's error to its user. */
export interface AgentDescription {
  /** How the user calls this agent. */
  name: string;
  /** Its command line, for "run it by itself". */
  commandLine: string;
  authMethods: readonly AuthMethod[];
}

/** An agent's error answer as an error of simse; everything else as it is. */
export function explainError(thrown: unknown, agent: AgentDescription, code?: ErrorCode): unknown {
  return thrown instanceof RpcError ? toSimseError(thrown, agent, code) : thrown;
}

export function toSimseError(
  thrown: RpcError,
  agent: AgentDescription,
  code: ErrorCode = 'backend_failed',
): SimseError {
  const text = describeRpcError(thrown);
  if (thrown.code !== AUTH_REQUIRED) return new SimseError(code, inWordsOf(agent, text), { cause: thrown });
  const methods = agent.authMethods.map(({ name }) => name).join(', ');
  const offered = methods === '' ? '' : ` It offers: ${methods}.`;
  const hint = `Log in with the agent's own program (${agent.commandLine}), then try again.${offered}`;
  return new SimseError('auth_required', `${agent.name} needs a login: ${text}`, { hint, cause: thrown });
}

/** Whose words they are; simse's own agent names the provider itself. */
function inWordsOf({ name }: AgentDescription, text: string): string {
  return name === BUILT_IN_BACKEND ? text : `${name}: ${text}`;
}

/** The message, and the details that some agents put into `data` while the message says only "Internal error". */
function describeRpcError({ message, data }: RpcError): string {
  const text = messageWithin(message);
  const details =
    typeof data === 'string' ? data : isRecord(data) ? (data['details'] ?? data['message']) : undefined;
  if (typeof details !== 'string' || details === '' || text.includes(details)) return text;
  return `${text}: ${details}`;
}

/** Some agents hand on the JSON of their model's service as the message. */
function messageWithin(text: string): string {
  if (!text.startsWith('{')) return text;
  const { message } = recordOf(recordOf(parseJson(text))['error']);
  return typeof message === 'string' ? message : text;
}

const UNKNOWN =
  /(?:session|conversation|thread)\b.*\b(?:not found|unknown|does not exist|doesn't exist)|\b(?:unknown|invalid|no such|no) (?:session|conversation|thread)\b/i;
const NOT_FOUND_CODES: ReadonlySet<number> = new Set([-32001, -32002]);

/**
 * Whether an error answer says that the agent has no such session (any more). There is no code for it: agents spell it
 * as -32001, -32002, -32602 or -32603, with the reason in the message or in the data.
 */
export function isUnknownSession({ code, message, data }: RpcError, sessionId: string): boolean {
  const text = `${message} ${JSON.stringify(data ?? '')}`;
  return UNKNOWN.test(text) || (NOT_FOUND_CODES.has(code) && text.includes(sessionId));
}
