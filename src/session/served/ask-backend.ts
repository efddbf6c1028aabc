import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { blockToText } from '../../core/content.ts';
import type { SessionTurns, SessionView } from '../../core/ports/session.ts';
import type { ToolProgress } from '../../core/tool-call.ts';
import { throttle } from '../../core/throttle.ts';
import { SimseError } from '../../core/errors.ts';
import type { TurnError } from '../../core/state/events.ts';
import type { JsonObject } from '../../core/json.ts';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import type { AppContext } from '../app-context.ts';
import { loadProject, refuseUntrusted } from '../load-project.ts';
import { openSession } from '../open-session.ts';
import { passQuestions } from './pass-questions.ts';

const INTERVAL_MS = 250;
/** What comes faster than that is shown by its end. */
const MAX_MESSAGE_CHARS = 2000;

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

const MAX_ANSWER_CHARS = 200_000;
const MAX_TOOL_CALLS = 200;
const MAX_DENIALS = 20;
const DEFAULT_TIME_MS = 30 * 60_000;

/**
 * One prompt in a session of its own, which is recorded as any other; `app` says where and by which backend. What its gate
 * has to ask goes to the caller, where the caller can be asked, and is denied otherwise. Rejects with a SimseError when there
 * is no answer, as ('untrusted') where the project is not; what a turn fails with is a failed result.
 */
export async function askBackend(
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
