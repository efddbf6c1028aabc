import { BUILT_IN_BACKEND } from '../config/backend-config.ts';
import { type ErrorCode, SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import type { AuthMethod } from '../core/ports/backend.ts';
import { AUTH_REQUIRED } from './acp-codes.ts';
import { RpcError } from '../core/rpc/rpc-message.ts';

/** What is needed to explain an agent's error to its user. */
export interface AgentIdentity {
  /** How the user calls this backend. */
  name: string;
  /** Its command line, for "run it by itself". */
  commandLine: string;
  authMethods: readonly AuthMethod[];
}

/** An agent's error answer as an error of simse; everything else as it is. */
export function toSimseError(thrown: RpcError, agent: AgentIdentity, code?: ErrorCode): SimseError;
export function toSimseError(thrown: unknown, agent: AgentIdentity, code?: ErrorCode): unknown;
export function toSimseError(
  thrown: unknown,
  agent: AgentIdentity,
  code: ErrorCode = 'backend_failed',
): unknown {
  if (!(thrown instanceof RpcError)) return thrown;
  const text = describeRpcError(thrown);
  if (thrown.code !== AUTH_REQUIRED) return new SimseError(code, inWordsOf(agent, text), { cause: thrown });
  const methods = agent.authMethods.map(({ name }) => name).join(', ');
  const offered = methods === '' ? '' : ` It offers: ${methods}.`;
  const hint = `Log in with the agent's own program (${agent.commandLine}), then try again.${offered}`;
  return new SimseError('auth_required', `${agent.name} needs a login: ${text}`, { hint, cause: thrown });
}

/** Whose words they are; simse's own agent names the provider itself. */
function inWordsOf({ name }: AgentIdentity, text: string): string {
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
  try {
    const parsed: unknown = JSON.parse(text);
    const inner = isRecord(parsed) && isRecord(parsed['error']) ? parsed['error']['message'] : undefined;
    return typeof inner === 'string' ? inner : text;
  } catch {
    // It only looked like JSON.
    return text;
  }
}
