import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { AuthMethod, Backend } from '../../core/ports/backend.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { TerminalLender } from '../../core/ports/session.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { runInteractive } from '../../platform/run-interactive.ts';
import type { ProcessOptions } from '../../platform/spawn-program.ts';

/** `none` when the user did not log in, or nobody is there to ask; `restart` when only a new process will know of it. */
type LogInOutcome = 'none' | 'done' | 'restart';

/** Lets the user log in at a backend. */
export type LogIn = (backend: Backend, signal: AbortSignal) => Promise<LogInOutcome>;

interface LogInServices {
  elicit: Elicit;
  gate: Pick<Gatekeeper, 'authorize'>;
  terminal: TerminalLoan;
  interactive: boolean;
}

/**
 * Shows the ways to log in that a backend offers and goes the one that the user chooses. A command that the backend names for it
 * is a command like any other of its own: it is shown whole, and passes the gate.
 */
export function createLogIn({ elicit, gate, terminal, interactive }: LogInServices): LogIn {
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
    const { line, ...program } = method.terminal;
    const cwd = resolvePath('.', program.cwd).real;
    const request = { kind: 'shell', command: line, cwd } as const;
    const { allowed } = await gate.authorize(request, { askedBy: backend.name, signal });
    return allowed && (await runInTerminal(program, signal)) === 0 ? 'restart' : 'none';
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

function labelOf({ name, description, terminal }: AuthMethod): string {
  const label = description === undefined ? name : `${name}: ${description}`;
  return revealLine(terminal === undefined ? label : `${label} (runs ${terminal.line})`);
}

/** Runs a command that talks to the user itself, until `signal` aborts. Resolves with its exit code, null when a signal ended it. */
type RunInTerminal = (command: ProcessOptions, signal: AbortSignal) => Promise<number | null>;

interface TerminalLoan {
  setLender(lender: TerminalLender): void;
  /** null while nobody lends a terminal. */
  run(): RunInTerminal | null;
}

/** The front end's terminal, for programs that need one of their own. */
export function createTerminalLoan(env: Readonly<Record<string, string>>): TerminalLoan {
  let lender: TerminalLender | null = null;
  const runOn =
    (lend: TerminalLender): RunInTerminal =>
    async ({ env: extra, ...program }, signal) => {
      let exitCode: number | null = null;
      await lend(async () => {
        exitCode = await runInteractive({ ...program, env: { ...env, ...extra } }, signal);
      });
      return exitCode;
    };
  return {
    setLender(next) {
      lender = next;
    },
    run() {
      const lend = lender;
      return lend === null ? null : runOn(lend);
    },
  };
}
