import type { ToolModelMessage } from 'ai';
import { closest } from '../../core/closest.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { RequestedCall } from '../model/model.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import type { Answer } from '../turn/answer.ts';
import { runToolCall } from '../turn/run-tool-call.ts';
import type { ModelTurn } from './model-turn.ts';
import type { RepeatGuard } from './repeat-guard.ts';

const CANCELLED = 'Not done: the user interrupted the turn.';
const STOPPED = 'Not done: the turn was ended, since the same call came again and again.';

interface Results {
  /** An answer to every call, whatever became of it. */
  message: ToolModelMessage;
  /** The model turns in a circle: the turn is over. */
  stop: boolean;
  /** What a call threw that was not expected, or the reason for which the turn was cancelled. */
  thrown: Error | null;
}

/**
 * Does what the model wants. What only reads runs side by side; from the first call on that changes something they run one
 * after the other. Never throws, so that a conversation never has calls without answers, which models refuse to read.
 */
export async function runCalls(
  calls: readonly RequestedCall[],
  turn: ModelTurn,
  guard: RepeatGuard,
): Promise<Results> {
  const noted = calls.map((call) => ({ call, ...guard.note(call, isReadOnly(call, turn)) }));
  const stopAt = noted.findIndex(({ stop }) => stop);
  const texts = calls.map((): string => (stopAt < 0 ? CANCELLED : STOPPED));
  const thrown = await runInOrder(stopAt < 0 ? calls : calls.slice(0, stopAt), turn, (index, text) => {
    texts[index] = text;
  });
  const content = noted.map(({ call: { id, tool }, warning }, index) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: tool,
    output: {
      type: 'text' as const,
      value: [texts[index], warning].filter((text) => text !== null).join('\n\n'),
    },
  }));
  return { message: { role: 'tool', content }, stop: stopAt >= 0, thrown };
}

/** Resolves with what was thrown, if anything was; calls after that are not done. */
async function runInOrder(
  calls: readonly RequestedCall[],
  turn: ModelTurn,
  answered: (index: number, text: string) => void,
): Promise<Error | null> {
  const firstChange = calls.findIndex((call) => !isReadOnly(call, turn));
  const together = firstChange < 0 ? calls.length : firstChange;
  const run = async (call: RequestedCall, index: number): Promise<void> =>
    answered(index, await runCall(call, turn));
  const settled = await Promise.allSettled(calls.slice(0, together).map(run));
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') return asError(failed.reason);
  try {
    for (const [index, call] of calls.entries()) if (index >= together) await run(call, index);
    return null;
  } catch (error) {
    return asError(error);
  }
}

/** The answer for the model. */
async function runCall(call: RequestedCall, turn: ModelTurn): Promise<string> {
  turn.signal.throwIfAborted();
  const tool = findTool(call.tool, turn);
  if (tool === undefined) return unknownTool(call.tool, turn);
  if (call.problem !== undefined) return `Not done, since its arguments could not be read. ${call.problem}`;
  try {
    const invocation = tool.prepare(call.args, turn.context);
    const { answer } = await runToolCall(turn.context, invocation, turn.nextCallId(), turn.signal);
    return answerText(answer);
  } catch (error) {
    if (turn.signal.aborted || !(error instanceof SimseError)) throw error;
    return messageOf(error);
  }
}

function isReadOnly({ tool }: RequestedCall, turn: ModelTurn): boolean {
  return findTool(tool, turn)?.isReadOnly ?? true;
}

function findTool(name: string, { tools }: ModelTurn): ModelTool | undefined {
  return tools.find((tool) => tool.name === name);
}

function unknownTool(name: string, { tools }: ModelTurn): string {
  const meant = closest(
    name,
    tools.map((tool) => tool.name),
  );
  return `There is no tool ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}

function answerText({ text, notes = [] }: Answer): string {
  return [text, ...notes].filter((part) => part !== '').join('\n\n') || 'Done.';
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}
