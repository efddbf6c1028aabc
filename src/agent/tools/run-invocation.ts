import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { messageOf, SimseError } from '../../core/errors.ts';
import { type RunOutcome, type ToolContext, type ToolInvocation, textContent } from './tool.ts';

/**
 * Runs a tool as a tool call that the client sees from beginning to end. A failure is an outcome, not a throw, unless the
 * turn was cancelled.
 */
export async function runInvocation(
  context: ToolContext,
  { run, isQuiet = false, ...summary }: ToolInvocation,
  id: string,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { client } = context;
  let shown: ToolCallContent[] = [];
  const updateOf = (change: object): SessionUpdate => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: id,
    ...change,
  });
  const update = async (change: object, replayed: object = change): Promise<void> => {
    if (!isQuiet) await client.update(updateOf(change), updateOf(replayed));
  };
  const show = (content: ToolCallContent[]): Promise<void> => {
    shown = content;
    return update({ content });
  };

  const begun = { sessionUpdate: 'tool_call', toolCallId: id, status: 'pending', ...summary } as const;
  if (!isQuiet) await client.update(begun);
  await update({ status: 'in_progress' });
  try {
    const outcome = await run({ id, context, summary, signal, show });
    const { ok, content, replayed = content, rawOutput } = outcome;
    const ended = { status: ok ? 'completed' : 'failed', ...(rawOutput === undefined ? {} : { rawOutput }) };
    await update({ ...ended, content }, { ...ended, content: replayed });
    return outcome;
  } catch (error) {
    const reason = signal.aborted ? 'Cancelled.' : reasonOf(error);
    const content = [...shown, textContent(reason)];
    await update({ status: 'failed', content });
    signal.throwIfAborted();
    return { ok: false, answer: { text: reason, form: 'markdown' }, content };
  }
}

/** Why a step was not done. A refusal keeps the client's own words, which also say what would allow it. */
function reasonOf(error: unknown): string {
  if (error instanceof SimseError && error.code === 'denied') return error.message;
  const hint = error instanceof SimseError && error.hint !== undefined ? `\n\n${error.hint}` : '';
  return `Failed: ${messageOf(error)}${hint}`;
}
