import type { ToolModelMessage } from 'ai';
import { messageOf, SimseError } from '../../core/errors.ts';
import { mapLimited } from '../../core/limit-concurrency.ts';
import { closest } from '../../core/text/closest.ts';
import type { RequestedCall } from '../model/model.ts';
import { fitAnswer } from '../tools/cut-text.ts';
import { runInvocation } from '../tools/run-invocation.ts';
import type { ModelTool, Picture, RunOutcome } from '../tools/tool.ts';
import type { ModelTurn } from './model-turn.ts';
import type { RepeatGuard } from './repeat-guard.ts';

/** How many calls that only read run side by side. */
const MAX_TOGETHER = 8;
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
  current: ModelTurn,
  guard: RepeatGuard,
): Promise<Results> {
  const tools = current.tools();
  const turn = { ...current, tools: () => tools };
  const noted = calls.map((call) => ({ call, ...noteCall(call, turn, guard) }));
  const stopAt = noted.findIndex(({ stop }) => stop);
  const answers = calls.map(() => textAnswer(stopAt < 0 ? CANCELLED : STOPPED));
  const thrown = await runInOrder(stopAt < 0 ? calls : calls.slice(0, stopAt), turn, (index, answer) => {
    answers[index] = answer;
  });
  const news = turn.news();
  const content = noted.map(({ call, warning }, index) =>
    toResultPart(call, answers[index] ?? textAnswer(CANCELLED), [
      ...(warning === null ? [] : [warning]),
      ...(index === calls.length - 1 ? news : []),
    ]),
  );
  return { message: { role: 'tool', content }, stop: stopAt >= 0, thrown };
}

/** Resolves with what was thrown, if anything was; calls after that are not done. */
async function runInOrder(
  calls: readonly RequestedCall[],
  turn: ModelTurn,
  answered: (index: number, answer: CallAnswer) => void,
): Promise<Error | null> {
  const firstChange = calls.findIndex((call) => !isReadOnly(call, turn));
  const together = firstChange < 0 ? calls.length : firstChange;
  const run = async (call: RequestedCall, index: number): Promise<void> =>
    answered(index, await runCall(call, turn));
  const settled = await Promise.allSettled(mapLimited(calls.slice(0, together), MAX_TOGETHER, run));
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
async function runCall(call: RequestedCall, turn: ModelTurn): Promise<CallAnswer> {
  turn.signal.throwIfAborted();
  const tool = findTool(call.tool, turn);
  if (tool === undefined) return textAnswer(unknownTool(call.tool, turn));
  if (call.problem !== undefined)
    return textAnswer(`Not done, since its arguments could not be read. ${call.problem}`);
  try {
    const invocation = tool.prepare(call.args, turn.context);
    return outcomeAnswer(await runInvocation(turn.context, invocation, turn.nextCallId(), turn.signal));
  } catch (error) {
    if (turn.signal.aborted || !(error instanceof SimseError)) throw error;
    return textAnswer(messageOf(error));
  }
}

function noteCall(call: RequestedCall, turn: ModelTurn, guard: RepeatGuard): ReturnType<RepeatGuard['note']> {
  if (findTool(call.tool, turn)?.mayRepeat === true) return { warning: null, stop: false };
  return guard.note(call, isReadOnly(call, turn));
}

function isReadOnly({ tool }: RequestedCall, turn: ModelTurn): boolean {
  return findTool(tool, turn)?.isReadOnly ?? true;
}

function findTool(name: string, { tools }: ModelTurn): ModelTool | undefined {
  return tools().find((tool) => tool.name === name);
}

function unknownTool(name: string, { tools }: ModelTurn): string {
  const meant = closest(
    name,
    tools().map((tool) => tool.name),
  );
  return `There is no tool ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

/** What a model is told of a call. */
interface CallAnswer {
  text: string;
  pictures: readonly Picture[];
}

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

export function textAnswer(text: string): CallAnswer {
  return { text: fitAnswer(text), pictures: [] };
}

function outcomeAnswer({ answer, pictures = [] }: RunOutcome): CallAnswer {
  const { text, notes = [] } = answer;
  const said = fitAnswer(text);
  return { text: [said, ...notes].filter((part) => part !== '').join('\n\n') || 'Done.', pictures };
}

/** The answer as a part of the message to the model; `remarks` are sentences about it. */
export function toResultPart(
  { id: toolCallId, tool: toolName }: RequestedCall,
  { text, pictures }: CallAnswer,
  remarks: readonly string[],
): ResultPart {
  // Half a character, which cuts and some tools leave, makes the whole conversation unreadable for some models.
  const value = [text, ...remarks].join('\n\n').replace(/\p{Surrogate}/gu, '\uFFFD');
  const images = pictures.map((picture) => ({ type: 'image-data' as const, ...picture }));
  const output: ResultPart['output'] =
    images.length === 0
      ? { type: 'text', value }
      : { type: 'content', value: [{ type: 'text', text: value }, ...images] };
  return { type: 'tool-result', toolCallId, toolName, output };
}
