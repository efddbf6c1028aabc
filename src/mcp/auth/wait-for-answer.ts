import { SimseError } from '../../core/errors.ts';
import { unlessAborted } from '../../core/unless-aborted.ts';
import type { Callback } from './callback-server.ts';
import type { LogInJob, ShowLogIn } from './log-in-job.ts';
import { type ExpectedAnswer, type LogInAnswer, readAnswer } from './read-answer.ts';

type Waiting = Pick<LogInJob, 'name' | 'signal' | 'timeoutMs' | 'onLogIn'>;

/**
 * Shows the login page and waits for the code that it ends with: by the browser, which comes back to this machine, or by
 * the user, who pastes the address. Rejects when the login is refused, declined, or takes too long.
 */
export async function waitForAnswer(
  { name, signal, timeoutMs, onLogIn }: Waiting,
  showLogIn: ShowLogIn,
  page: URL,
  callback: Callback,
  expected: ExpectedAnswer,
): Promise<string> {
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const hasEnded = onLogIn();
  const timer = setTimeout(() => ending.abort(tooLate(timeoutMs, callback.strays())), timeoutMs);
  try {
    const shown = showLogIn({ server: name, url: page.href }, { signal: until });
    const pasted = shown.then((address) =>
      address === null ? callback.answered : readPasted(address, callback.redirectUri, expected),
    );
    const answer = await unlessAborted(Promise.race([callback.answered, pasted]), until);
    if ('failure' in answer) throw answer.failure;
    return answer.code;
  } finally {
    clearTimeout(timer);
    ending.abort();
    hasEnded();
  }
}

function readPasted(address: string, redirectUri: string, expected: ExpectedAnswer): LogInAnswer {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  const isOurs = url !== null && `${url.origin}${url.pathname}` === redirectUri;
  const answer = isOurs ? readAnswer(url, expected) : null;
  if (answer !== null) return answer;
  const failure = new SimseError('auth_required', 'was not logged in to: what was pasted is not its answer', {
    hint: `The address to paste begins with ${redirectUri}?`,
  });
  return { failure };
}

function tooLate(timeoutMs: number, strays: number): SimseError {
  const others = strays === 0 ? '' : '; an answer to some other login was turned away';
  return new SimseError('auth_required', `was not logged in to within ${timeoutMs / 1000} s${others}`);
}
