import type { AuthMethod } from '../../core/ports/backend.ts';
import { commandLineOf } from '../../platform/command-line.ts';
import { defined, recordOf, recordsOf, textOf } from '../../core/json.ts';

/** How the agent was started, which is also how a login in the terminal starts it. */
interface Launch {
  command: string;
  args: readonly string[];
  start?: { command: string; args: readonly string[] };
  cwd: string;
  env: Readonly<Record<string, string>>;
}

type Fields = Record<string, unknown>;

/** Where agents named the command of a login before the protocol had a type for it. */
const LEGACY_TERMINAL = 'terminal-auth';

/** The ways to log in that an agent offers in its answer to `initialize`. */
export function readAuthMethods(list: unknown, launch: Launch): AuthMethod[] {
  return recordsOf(list).flatMap((method) => {
    const id = textOf(method['id']);
    if (id === undefined) return [];
    const name = textOf(method['name']) ?? id;
    return [
      defined({
        id,
        name,
        description: textOf(method['description']),
        terminal: readTerminal(method, launch),
      }),
    ];
  });
}

/** The agent's own command with more arguments; in the older form a command of its own. */
function readTerminal(method: Fields, launch: Launch): AuthMethod['terminal'] {
  if (method['type'] === 'terminal') {
    const { command, args } = launch.start ?? launch;
    const more = textsOf(method['args']);
    const env = textEntriesOf(method['env']);
    return {
      command,
      args: [...args, ...more],
      cwd: launch.cwd,
      env: { ...launch.env, ...env },
      line: commandLineOf({ command: launch.command, args: [...launch.args, ...more], env }),
    };
  }
  const legacy = recordOf(recordOf(method['_meta'])[LEGACY_TERMINAL]);
  const command = textOf(legacy['command']);
  if (command === undefined) return undefined;
  const args = textsOf(legacy['args']);
  const env = textEntriesOf(legacy['env']);
  const line = commandLineOf({ command, args, env });
  return { command, args, cwd: launch.cwd, env: { ...launch.env, ...env }, line };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

function textEntriesOf(value: unknown): Record<string, string> {
  const entries = Object.entries(recordOf(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
