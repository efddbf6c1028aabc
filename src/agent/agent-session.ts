import { setMaxListeners } from 'node:events';
import { type ContentBlock, type PromptResponse, RequestError } from '@agentclientprotocol/sdk';
import { SimseError } from '../core/errors.ts';
import type { ModelSession } from './loop/model-session.ts';
import { ModelError } from './model/model-error.ts';
import type { ToolContext } from './tools/tool-invocation.ts';
import { answerPrompt } from './turn/answer-prompt.ts';
import { sayText } from './turn/say-text.ts';

const EMPTY_PROMPT = 'The prompt is empty: there is nothing to answer.';

/** ACP has no stop reason for a turn that ran and failed; a client that knows this key can tell a script. */
const FAILURE_KEY = 'simse/failure';

/** JSON-RPC's; the library's own constructor puts words in front of the message. */
export const INTERNAL_ERROR = -32603;

/** One conversation. Its turns run one after the other, in the order of their prompts. */
export interface AgentSession extends AsyncDisposable {
  /** null where there is no model: then prompts are commands. */
  readonly model: ModelSession | null;
  /** Resolves when the turn has ended; a prompt that arrives during another waits for it. */
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse>;
  /** Cancels the turn that runs and those that wait. */
  cancel(): void;
}

export interface AgentSessionParts {
  context: ToolContext;
  model: ModelSession | null;
  nextCallId(): string;
}

export function createAgentSession({ context, model, nextCallId }: AgentSessionParts): AgentSession {
  const turns = new Set<AbortController>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  const runTurn = async (blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> => {
    try {
      signal.throwIfAborted();
      if (model !== null) {
        if (!isEmpty(blocks)) return { stopReason: await model.prompt(blocks, signal) };
        await sayText(context.client, EMPTY_PROMPT);
        return { stopReason: 'end_turn' };
      }
      const failure = await answerPrompt(blocks, { context, signal, nextCallId });
      return { stopReason: 'end_turn', ...(failure === null ? {} : { _meta: { [FAILURE_KEY]: failure } }) };
    } catch (error) {
      if (signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof ModelError)
        throw new RequestError(INTERNAL_ERROR, error.message, { reason: error.kind });
      throw error;
    }
  };
  const cancel = (): void => {
    for (const turn of turns) turn.abort(new SimseError('cancelled', 'the turn was cancelled'));
  };

  return {
    model,
    async prompt(blocks, signal) {
      const turn = new AbortController();
      turns.add(turn);
      const ended = AbortSignal.any([turn.signal, signal]);
      // Every request that is open listens to it, and a search has many.
      setMaxListeners(0, ended);
      const running = lastTurn.then(() => runTurn(blocks, ended));
      lastTurn = running.catch(() => {});
      return running.finally(() => turns.delete(turn));
    },
    cancel,
    async [Symbol.asyncDispose]() {
      cancel();
      await lastTurn;
      await model?.[Symbol.asyncDispose]();
      await context.background[Symbol.asyncDispose]();
      await context.mcp[Symbol.asyncDispose]();
    },
  };
}

/** Some models refuse a conversation in which nothing is said. */
function isEmpty(blocks: readonly ContentBlock[]): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}
