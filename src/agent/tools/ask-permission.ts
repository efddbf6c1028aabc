import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import type { RunningCall } from './tool.ts';

const ALLOW_ALWAYS = 'allow_always';
const OPTIONS: PermissionOption[] = [
  { optionId: 'allow_once', kind: 'allow_once', name: 'Allow once' },
  { optionId: ALLOW_ALWAYS, kind: 'allow_always', name: 'Allow for this session' },
  { optionId: 'reject_once', kind: 'reject_once', name: 'Reject' },
];

/**
 * Asks the user, by way of the client, for what the agent is about to do itself. Resolves when it is allowed, and throws
 * `denied` otherwise. `key` names what "for this session" is remembered for,
 * `more` is what the question shows beside the call.
 */
export async function askPermission(
  { id, signal, summary, context: { client, allowed } }: RunningCall,
  key: string,
  more: Partial<ToolCallUpdate> = {},
): Promise<void> {
  if (allowed.has(key)) return;
  const request = { toolCall: { toolCallId: id, ...summary, ...more }, options: OPTIONS };
  const { outcome, _meta } = await client.requestPermission(request, signal);
  const chosen =
    outcome.outcome === 'selected'
      ? OPTIONS.find((option) => option.optionId === outcome.optionId)
      : undefined;
  if (chosen === undefined || chosen.kind === 'reject_once')
    throw new SimseError('denied', refusalText(_meta?.[REJECTION_REASON]));
  if (chosen.optionId === ALLOW_ALWAYS) allowed.add(key);
}

/** Why it was rejected, where the user has said so. */
function refusalText(reason: unknown): string {
  return typeof reason === 'string' ? `The user rejected it: ${reason}` : 'This was not allowed.';
}
