import type { ToolModelMessage } from 'ai';
import { closest } from '../../core/closest.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { RequestedCall } from '../model/model.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import type { Answer } from '../turn/answer.ts';
import { runToolCall } from '../turn/run-tool-call.ts';
import type { ModelTurn } from './model-turn.ts';

/**
 * Does what the model wants, and answers every call, whatever became of it. What only reads runs side by side; from the
 * first call on that changes something they run one after the other.
 */
export async function runCalls(calls: readonly RequestedCall[], turn: ModelTurn): Promise<ToolModelMessage> {
  const firstChange = calls.findIndex(({ tool }) => findTool(tool, turn)?.isReadOnly !== true);
  const together = firstChange < 0 ? calls : calls.slice(0, firstChange);
  const texts = await Promise.all(together.map((call) => runCall(call, turn)));
  for (const call of calls.slice(together.length)) texts.push(await runCall(call, turn));
  return {
    role: 'tool',
    content: calls.map(({ id, tool }, index) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: tool,
      output: { type: 'text', value: texts[index] ?? '' },
    })),
  };
}

/** The answer for the model. Throws only when the turn was cancelled. */
async function runCall(call: RequestedCall, turn: ModelTurn): Promise<string> {
  turn.signal.throwIfAborted();
  const tool = findTool(call.tool, turn);
  if (call.problem !== undefined) return `The arguments could not be read: ${call.problem}`;
  if (tool === undefined) return unknownTool(call.tool, turn);
  try {
    const invocation = tool.prepare(call.args, turn.context);
    const { answer } = await runToolCall(turn.context, invocation, turn.nextCallId(), turn.signal);
    return answerText(answer);
  } catch (error) {
    if (turn.signal.aborted || !(error instanceof SimseError)) throw error;
    return messageOf(error);
  }
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
