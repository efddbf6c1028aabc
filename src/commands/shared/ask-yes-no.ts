import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../session/app-context.ts';

type Asking = Pick<AppContext, 'stdin' | 'signal'>;

/** How long is looked for what was typed before; what comes later was typed with the question in sight, or nearly. */
const TYPED_AHEAD_MS = 50;
const CTRL_C = '\u0003';

/**
 * Asks a question on the terminal that is answered with yes or no; all but y and yes is no, and so is Ctrl+D. What was typed
 * before the question is there answers nothing. Ctrl+C and signals leave: then it rejects with why.
 */
export async function askYesNo(app: Asking, output: Writable, question: string): Promise<boolean> {
  await dropTypedAhead(app);
  return /^y(es)?$/i.test((await askLine(app, output, `${question} [y/N] `)) ?? '');
}

/** Asks for a line, as askYesNo does; without blanks around it, null for Ctrl+D. */
export async function askLine(
  { stdin, signal }: Asking,
  output: Writable,
  question: string,
): Promise<string | null> {
  const terminal = createInterface({ input: stdin, output, terminal: false });
  try {
    return await new Promise((resolve, reject) => {
      terminal.question(question, (answer) => resolve(answer.trim()));
      terminal.once('close', () => resolve(null));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    terminal.close();
    output.write('\n');
  }
}

/** Also what waits for its Enter, which a terminal hands over only in raw mode. */
async function dropTypedAhead({ stdin, signal }: Asking): Promise<void> {
  if (stdin.isTTY !== true) return;
  let dropped = '';
  const drop = (chunk: Buffer | string) => {
    dropped += chunk.toString();
  };
  stdin.setRawMode?.(true);
  stdin.on('data', drop);
  try {
    await delay(TYPED_AHEAD_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  } finally {
    stdin.off('data', drop);
    stdin.pause();
    stdin.setRawMode?.(false);
  }
  if (dropped.includes(CTRL_C)) process.kill(process.pid, 'SIGINT');
}
