import type { Writable } from 'node:stream';
import { onAbort } from '../core/abort.ts';
import type { ContentBlock } from '../core/content.ts';
import { SimseError } from '../core/errors.ts';
import { BYPASS_WARNING } from '../core/gate/permission-mode.ts';
import type { SessionTurns, SessionView } from '../core/ports/session.ts';
import type { TurnError } from '../core/state/events.ts';
import { cleanLine } from '../core/text/clean-text.ts';
import { countOf } from '../core/text/quantities.ts';
import { createRunSummary, type RunResult, type ToolCallSummary } from './run-summary.ts';
import {
  createJsonWriter,
  createStreamJsonWriter,
  createTextWriter,
  type OutputFormat,
  type RunWriter,
} from './run-writers.ts';

export interface HeadlessOptions {
  session: SessionView & SessionTurns;
  prompt: ContentBlock[];
  format: OutputFormat;
  stdout: Writable;
  /** Says something on stderr, one line. */
  note(line: string): void;
  /** Milliseconds for the whole run; without it there is no limit. */
  timeoutMs?: number;
  /** Aborted with a SimseError as its reason when simse is to stop. */
  signal: AbortSignal;
}

const WRITERS: Record<OutputFormat, (sessionId: string) => RunWriter> = {
  text: createTextWriter,
  json: createJsonWriter,
  'stream-json': createStreamJsonWriter,
};

/** Runs one prompt to its end and returns the exit code. stdout gets the answer in the format asked for, nothing else. */
export async function runHeadless(options: HeadlessOptions): Promise<number> {
  const { session, format } = options;
  const outlet = createOutlet(options.stdout);
  const note = (line: string): void => {
    outlet.flush();
    options.note(line);
  };
  const writer = WRITERS[format](session.id);
  const summary = createRunSummary(Date.now);
  const stop = watchForStop(options);
  if (session.getState().mode === 'bypassPermissions') note(BYPASS_WARNING);
  session.onEvent((event) => {
    summary.add(event);
    outlet.write(writer.event(event));
    if (event.type === 'notice' && event.level !== 'info') note(describeNotice(event));
  });

  const ended = await session.prompt(options.prompt);
  const cut = stop.end();
  const { result, exitCode } = summary.finish(session.getState(), ended, cut);
  outlet.write(writer.end(result));
  outlet.flush();
  for (const line of describeEnd(result)) note(line);
  return exitCode;
}

/** simse's own name is in front of every note already. */
function describeNotice({ source, text }: { source: string; text: string }): string {
  return source === 'simse' ? cleanLine(text) : `${cleanLine(source)}: ${cleanLine(text)}`;
}

/** What the answer itself does not say. */
function describeEnd({ error, subtype, stop_reason, permission_denials, tool_calls }: RunResult): string[] {
  const refused = permission_denials.map(({ subject, reason }) => `Denied: ${subject} (${reason})`);
  const denials = [...describeUnasked(tool_calls), ...refused];
  // Whoever stopped reading knows that already.
  if (error?.code === 'cancelled') return denials;
  if (error !== undefined) return [describeError(error), ...denials];
  return subtype === 'success' ? denials : [`The turn ended with ${cleanLine(stop_reason)}.`, ...denials];
}

const NAMED_CALLS = 3;
const TITLE_CHARS = 80;

/** One line for all that the agent did without asking, where the user would have been asked. */
function describeUnasked(calls: readonly ToolCallSummary[]): string[] {
  const titles = calls.flatMap(({ not_asked, title }) => (not_asked === true ? [title] : []));
  if (titles.length === 0) return [];
  const named = titles.slice(0, NAMED_CALLS).map((title) => cleanLine(title.slice(0, TITLE_CHARS)));
  const more = titles.length > NAMED_CALLS ? ` and ${titles.length - NAMED_CALLS} more` : '';
  const count = countOf(titles.length, 'call');
  return [`${count} ran without asking: ${named.join(', ')}${more}`];
}

function describeError({ message, hint }: TurnError): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

/** Cancels the turn when time is up, when simse is told to stop or when nobody reads the answer any more. */
function watchForStop({ session, timeoutMs, signal, stdout }: HeadlessOptions): { end(): TurnError | null } {
  let cut: TurnError | null = null;
  const stopFor = (error: TurnError) => {
    cut ??= error;
    session.cancel();
  };
  const onUnwritten = (error: NodeJS.ErrnoException) => stopFor(unwrittenError(error));
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => stopFor(timeoutError(timeoutMs)), timeoutMs);
  const stopListening = onAbort(signal, () => stopFor(toTurnError(signal.reason)));
  stdout.once('error', onUnwritten);
  return {
    end() {
      clearTimeout(timer);
      stopListening();
      return cut;
    },
  };
}

function unwrittenError({ code, message }: NodeJS.ErrnoException): TurnError {
  if (code === 'EPIPE') return { code: 'cancelled', message: 'Nobody is reading the answer any more.' };
  return { code: 'store_failed', message: `The answer could not be written: ${message}` };
}

function timeoutError(timeoutMs: number): TurnError {
  const message = `The run took longer than ${timeoutMs / 1000} s and was cancelled.`;
  return { code: 'timeout', message, hint: 'Give it longer with --timeout <seconds>.' };
}

function toTurnError(reason: unknown): TurnError {
  if (reason instanceof SimseError) return { code: reason.code, message: reason.message };
  return { code: 'interrupted', message: 'Interrupted.' };
}

interface Outlet {
  /** Writes with whatever else comes until simse has nothing else to do. */
  write(text: string): void;
  flush(): void;
}

/** Joins texts that come in quick succession, since every write of its own is a call into the system. */
function createOutlet(stream: Writable): Outlet {
  let pending = '';
  let timer: NodeJS.Immediate | null = null;

  const flush = (): void => {
    if (timer !== null) clearImmediate(timer);
    timer = null;
    if (pending !== '' && stream.writable) stream.write(pending);
    pending = '';
  };

  return {
    flush,
    write(text) {
      if (text === '') return;
      pending += text;
      timer ??= setImmediate(flush);
    },
  };
}
