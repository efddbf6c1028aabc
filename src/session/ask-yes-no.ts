import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { AppContext } from './app-context.ts';

type Asking = Pick<AppContext, 'stdin' | 'signal'>;

/**
 * Asks a question on the terminal that is answered with yes or no; all but y and yes is no, and so is Ctrl+D. Ctrl+C and
 * signals leave: then it rejects with why.
 */
export async function askYesNo(app: Asking, output: Writable, question: string): Promise<boolean> {
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
