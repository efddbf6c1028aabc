import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { AppContext } from './app-context.ts';

/**
 * Asks a question on the terminal that is answered with yes or no; all but y and yes is no, and so is Ctrl+D. Ctrl+C and
 * signals leave: then it rejects with why.
 */
export async function askYesNo(
  { stdin, signal }: Pick<AppContext, 'stdin' | 'signal'>,
  output: Writable,
  question: string,
): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output, terminal: false });
  try {
    return await new Promise((resolve, reject) => {
      terminal.question(`${question} [y/N] `, (answer) => resolve(/^y(es)?$/i.test(answer.trim())));
      terminal.once('close', () => resolve(false));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    terminal.close();
    output.write('\n');
  }
}
