import type { SessionUpdate } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import type { SessionClient } from '../client/session-client.ts';
import { defineModelTool, type ModelTool, type RunningCall, textContent } from '../tools/tool.ts';
import { messageText } from './message-size.ts';
import { createConversation, type ModelTurn } from './model-turn.ts';
import { runModelTurn } from './run-model-turn.ts';
import { createAsideMeter } from './usage-meter.ts';

const NAME = 'task';
const MAX_STEPS = 40;
const INSTRUCTIONS = `You work for another agent, on one task of theirs. They see nothing but your last answer, so it has to say all that they need: what you found, with paths and lines, or what you did. Do not ask back.`;

const input = z.object({
  title: z.string().min(1).max(80).describe('the task in a few words, for the user'),
  prompt: z.string().min(1).describe('the whole task: the other agent knows nothing of this conversation'),
});

/** Work given to another agent with a conversation of its own, of which only the last answer comes back. */
export function taskTool(turn: Omit<ModelTurn, 'signal'>): ModelTool {
  return defineModelTool({
    name: NAME,
    description:
      'Has another agent do a task, with the same tools and a conversation of its own. For wide searches and work that would fill your context. Several tasks in one answer run side by side.',
    input,
    // Whatever it changes is asked about by itself; it may run beside others.
    isReadOnly: true,
    prepare: ({ title, prompt }) => ({
      name: NAME,
      kind: 'think',
      title,
      locations: [],
      rawInput: { title, prompt },
      async run(call) {
        const text = await runSubAgent(turn, prompt, call);
        return { ok: true, answer: { text, form: 'markdown' }, content: [textContent(text)] };
      },
    }),
  });
}

async function runSubAgent(
  parent: Omit<ModelTurn, 'signal'>,
  prompt: string,
  { id, signal }: RunningCall,
): Promise<string> {
  const conversation = createConversation([{ role: 'user', content: prompt }]);
  const stop = await runModelTurn({
    ...parent,
    context: { ...parent.context, client: subAgentClient(parent.context.client, id) },
    system: `${parent.system}\n\n${INSTRUCTIONS}`,
    conversation,
    tools: () => parent.tools().filter(({ name }) => name !== NAME),
    // What is new is for the one who talks with the user.
    news: () => [],
    usage: createAsideMeter(parent.usage),
    maxSteps: MAX_STEPS,
    signal,
  });
  const last = conversation.messages.findLast(({ role }) => role === 'assistant');
  const text = last === undefined ? '' : messageText(last).trim();
  if (text === '') throw new SimseError('tool_failed', 'the other agent gave no answer');
  return stop === 'end_turn' ? text : `${text}\n\n(It was stopped before it had finished: ${stop}.)`;
}

/**
 * The client as a sub-agent sees it: what it says stays with it, and its tool calls are shown as parts of the call that it
 * works for.
 */
function subAgentClient(client: SessionClient, parentId: string): SessionClient {
  return {
    ...client,
    async update(update, replayed = update) {
      const shown = asPart(update, parentId);
      if (shown !== null) await client.update(shown, asPart(replayed, parentId) ?? shown);
    },
  };
}

function asPart(update: SessionUpdate, parentId: string): SessionUpdate | null {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return null;
  return { ...update, _meta: { ...update._meta, simse: { parentToolCallId: parentId } } };
}
