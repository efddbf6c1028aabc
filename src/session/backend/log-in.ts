import { revealLine } from '../../core/reveal-text.ts';
import type { AuthMethod, Backend, Elicit } from '../../core/ports.ts';
import type { TerminalLoan } from '../run-in-terminal.ts';

/** `none` when the user did not log in, or nobody is there to ask; `restart` when only a new process will know of it. */
export type LogInOutcome = 'none' | 'done' | 'restart';

/** Lets the user log in at a backend. */
export type LogIn = (backend: Backend, signal: AbortSignal) => Promise<LogInOutcome>;

interface LogInServices {
  elicit: Elicit;
  terminal: TerminalLoan;
  interactive: boolean;
}

/** Shows the ways to log in that a backend offers and goes the one that the user chooses. */
export function createLogIn({ elicit, terminal, interactive }: LogInServices): LogIn {
  return async (backend, signal) => {
    const runInTerminal = terminal.run();
    const methods = backend.authMethods.filter(
      (method) => method.terminal === undefined || runInTerminal !== null,
    );
    if (!interactive || methods.length === 0) return 'none';
    const method = await chooseMethod(methods, backend, elicit, signal);
    if (method === null) return 'none';
    if (method.terminal === undefined || runInTerminal === null) {
      await backend.authenticate(method.id);
      return 'done';
    }
    return (await runInTerminal(method.terminal, signal)) === 0 ? 'restart' : 'none';
  };
}

async function chooseMethod(
  methods: readonly AuthMethod[],
  { name }: Backend,
  elicit: Elicit,
  signal: AbortSignal,
): Promise<AuthMethod | null> {
  const options = methods.map((method) => ({ value: method.id, label: labelOf(method) }));
  const answer = await elicit(
    {
      mode: 'form',
      message: `${name} needs you to log in.`,
      fields: [{ key: 'method', label: 'How', required: true, type: 'choice', options }],
    },
    { askedBy: name, signal },
  );
  if (answer.action !== 'accept') return null;
  return methods.find(({ id }) => id === answer.content?.['method']) ?? null;
}

function labelOf({ name, description }: AuthMethod): string {
  return revealLine(description === undefined ? name : `${name}: ${description}`);
}
