import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { blockToText } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import { isInside } from '../../core/gate/workspace-path.ts';
import type { JsonObject } from '../../core/json.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { OwnTool, OwnToolContext } from '../../core/ports/own-tool.ts';
import type { SessionTurns, SessionView } from '../../core/ports/session.ts';
import type { TurnError } from '../../core/state/events.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { throttle } from '../../core/throttle.ts';
import type { ToolProgress } from '../../core/tool-call.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../app-context.ts';
import { loadProject, refuseUntrusted } from '../load-project.ts';
import { openSession } from '../open-session.ts';
import { defineTool, jsonSchema } from '../own-tools/define-tool.ts';
import { passQuestions } from './pass-questions.ts';

const INTERVAL_MS = 250;
/** What comes faster than that is shown by its end. */
const MAX_MESSAGE_CHARS = 2000;

const MAX_ANSWER_CHARS = 200_000;
const MAX_TOOL_CALLS = 200;
const MAX_DENIALS = 20;
const DEFAULT_TIME_MS = 30 * 60_000;
/** How many agents may work for clients at the same time; the next wait. */
const MAX_AT_ONCE = 4;

const MAX_PROMPT_CHARS = 500_000;
const output = z.object({
  backend: z.string(),
  stopReason: z.string(),
  sessionId: z.string().describe('session_read shows all that was said and done'),
  toolCalls: z.array(z.object({ title: z.string(), status: z.string() })),
  denied: z.array(z.string()).describe('What the agent was not allowed to do, and what would allow it'),
});

interface AskAgentOptions {
  app: AppContext;
  /** The folders that agents may be asked in, resolved; the first where a call names none. */
  roots: readonly string[];
  /** The names that `backend` may have. */
  backends: readonly string[];
}

/** The tool, and what ends every agent that works for it. */
interface AskAgent extends AsyncDisposable {
  tool: OwnTool;
}

interface Asked {
  dir: string;
  roots: readonly string[];
  backend: string | undefined;
  signal: AbortSignal;
}

/** The tool by which a client has another agent work for it. Whoever may call it may have code run. */
export function createAskAgent({ app, roots, backends }: AskAgentOptions): AskAgent {
  const limit = limitConcurrency(MAX_AT_ONCE);
  const closing = new AbortController();
  const running = new Set<Promise<ToolResult>>();
  const input = inputSchema(roots, backends);

  const tool = defineTool(
    input,
    async ({ prompt, backend, cwd }, context) => {
      const dir = workingDirectory(roots, cwd);
      const signal = AbortSignal.any([context.signal, app.signal, closing.signal]);
      using _slot = await limit.enter(signal);
      const asked = askBackend(appFor(app, { dir, roots, backend, signal }), prompt, context);
      running.add(asked);
      try {
        return await asked;
      } finally {
        running.delete(asked);
      }
    },
    {
      name: 'ask_agent',
      title: 'Ask another agent',
      description:
        "Has one of the user's coding agents work on a prompt in a directory, and returns what it says in the end. It sees nothing of this conversation, so the prompt has to say all that it needs. It works under the user's permission rules; what these do not allow is asked of the user where that is possible, and denied otherwise.",
      outputSchema: jsonSchema(output, 'output'),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
  );
  return {
    tool,
    async [Symbol.asyncDispose]() {
      closing.abort(new SimseError('cancelled', 'simse is ending'));
      await Promise.allSettled(running);
    },
  };
}

/** Tells what a session's agent says and which tools it uses, a few times a second. Disposing tells the rest. */
function streamAnswer(session: SessionView, onProgress: (progress: ToolProgress) => void): Disposable {
  const known = new Set<string>();
  let pending = '';
  let told = 0;

  const tell = (): void => {
    if (pending === '') return;
    const text = cleanText(pending);
    const message = text.length > MAX_MESSAGE_CHARS ? `…${text.slice(-MAX_MESSAGE_CHARS)}` : text;
    pending = '';
    told += 1;
    onProgress({ progress: told, message });
  };
  const limit = throttle(tell, INTERVAL_MS);
  const add = (text: string): void => {
    // Some more than is told, so that it shows that something is missing.
    pending = `${pending}${text}`.slice(-2 * MAX_MESSAGE_CHARS);
    limit.request();
  };

  const stop = session.onEvent((event) => {
    if (event.type === 'message_chunk' && event.role === 'agent') add(blockToText(event.content));
    if (event.type !== 'tool_call' || known.has(event.call.id) || event.call.title === undefined) return;
    known.add(event.call.id);
    add(`\n[${cleanLine(event.call.title)}]\n`);
  });
  return {
    [Symbol.dispose]() {
      stop();
      limit.cancel();
      tell();
    },
  };
}

/**
 * One prompt in a session of its own, which is recorded as any other; `app` says where and by which backend. What its gate
 * has to ask goes to the caller, where the caller can be asked, and is denied otherwise. Rejects with a SimseError when there
 * is no answer, as ('untrusted') where the project is not; what a turn fails with is a failed result.
 */
async function askBackend(
  app: AppContext,
  prompt: string,
  { elicit, onProgress }: OwnToolContext,
): Promise<ToolResult> {
  const project = await loadProject(app);
  refuseUntrusted(project);
  const { signal } = app;
  signal.throwIfAborted();
  await using session = await openSession(app, project, null, elicit !== undefined);
  const denials = listenForDenials(session);
  if (elicit !== undefined) passQuestions(session, elicit, signal);
  using _told = streamAnswer(session, onProgress);
  const timeMs = project.config.settings.timeoutMs ?? DEFAULT_TIME_MS;
  const ended = await promptWithin(session, prompt, timeMs, signal);
  return toResult(session, ended, denials);
}

async function promptWithin(
  session: SessionView & SessionTurns,
  prompt: string,
  timeMs: number,
  signal: AbortSignal,
): Promise<TurnResult> {
  const time = AbortSignal.timeout(timeMs);
  const either = AbortSignal.any([signal, time]);
  const cancel = (): void => session.cancel();
  either.addEventListener('abort', cancel, { once: true });
  try {
    const ended = await session.prompt([{ type: 'text', text: prompt }]);
    if (signal.aborted) throw new SimseError('cancelled', 'the request was cancelled');
    if (!time.aborted) return ended;
    const message = `The agent took longer than ${timeMs / 1000} s and was cancelled.`;
    const hint = 'simse mcp serve --timeout <time> gives it longer.';
    return { stopReason: 'cancelled', error: { code: 'timeout', message, hint } };
  } finally {
    either.removeEventListener('abort', cancel);
  }
}

function listenForDenials(session: SessionView): readonly string[] {
  const denials: string[] = [];
  session.onEvent((event) => {
    if (event.type !== 'permission_decided' || event.allowed || denials.length >= MAX_DENIALS) return;
    denials.push(cleanLine(`${event.subject}: ${event.reason}`));
  });
  return denials;
}

function toResult(
  session: SessionView & SessionTurns,
  { stopReason, error }: TurnResult,
  denials: readonly string[],
): ToolResult {
  const { backend, entries } = session.getState();
  const said = entries.flatMap((entry) =>
    entry.kind === 'message' && entry.role === 'agent' ? [cleanText(entry.text).trim()] : [],
  );
  const toolCalls = entries.flatMap((entry): JsonObject[] =>
    entry.kind === 'tool' ? [{ title: cleanLine(entry.call.title), status: entry.call.status }] : [],
  );
  const texts = [
    shorten(said.join('\n\n')),
    denials.length === 0 ? '' : ['Denied:', ...denials.map((denial) => `- ${denial}`)].join('\n'),
    error === undefined ? '' : describeError(error),
  ].filter((text) => text !== '');
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    structuredContent: {
      backend,
      stopReason: cleanLine(stopReason),
      sessionId: session.id,
      toolCalls: toolCalls.slice(-MAX_TOOL_CALLS),
      denied: [...denials],
    },
    isError: error !== undefined,
  };
}

function shorten(text: string): string {
  if (text.length <= MAX_ANSWER_CHARS) return text;
  return `… (${text.length - MAX_ANSWER_CHARS} characters before)\n${text.slice(-MAX_ANSWER_CHARS)}`;
}

function describeError({ message, hint }: TurnError): string {
  return cleanText(hint === undefined ? message : `${message}\n${hint}`);
}

function inputSchema(roots: readonly string[], backends: readonly string[]) {
  return z.object({
    prompt: z.string().min(1).max(MAX_PROMPT_CHARS),
    backend: z
      .string()
      .optional()
      .describe(`The agent: ${backends.join(', ')}. Without it the user's default`),
    cwd: z
      .string()
      .optional()
      .describe(`The directory to work in: ${roots.join(', ')} or one below. Without it the first`),
  });
}

/** Throws SimseError('denied') for a directory that the server was not started for. */
function workingDirectory(roots: readonly string[], asked: string | undefined): string {
  const [first = '.'] = roots;
  if (asked === undefined) return first;
  const { real } = resolvePath(asked, resolve(first));
  if (!isInside(roots, real))
    throw new SimseError('denied', `${asked} is not in a directory that this server was started for.`, {
      hint: `It was started for ${roots.join(', ')}; simse mcp serve --add-dir <directory> adds another.`,
    });
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === true) return real;
  throw new SimseError('usage', `${asked} is not a directory.`);
}

/** The server's own flags, for a session in that directory; who asks for another backend also leaves the model to it. */
function appFor(app: AppContext, { dir, roots, backend, signal }: Asked): AppContext {
  const { resume: _resume, agent, model, agentCommand, mcpConfig, ...flags } = app.flags;
  const chosen =
    backend === undefined
      ? {
          ...(agent === undefined ? {} : { agent }),
          ...(model === undefined ? {} : { model }),
          ...(agentCommand === undefined ? {} : { agentCommand }),
        }
      : { agent: backend };
  return {
    ...app,
    cwd: dir,
    signal,
    flags: {
      ...flags,
      ...chosen,
      fork: false,
      addDir: roots.filter((root) => root !== dir),
      ...(mcpConfig === undefined ? {} : { mcpConfig: resolve(app.cwd, mcpConfig) }),
    },
  };
}
