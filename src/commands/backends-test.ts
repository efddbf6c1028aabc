import { printableJson } from '../core/text/printable-json.ts';
import type { AgentInfo, ConfigOption } from '../core/state/events.ts';
import { formatTable } from '../core/text/format-table.ts';
import type { AppContext } from '../session/app-context.ts';
import type { ChosenBackend } from '../session/backend/choose-backend.ts';
import { trustedBackend } from '../session/backend/trusted-backend.ts';
import { type BackendTrial, tryBackend } from '../session/backend/try-backend.ts';

const SHOWN_CHOICES = 8;

/**
 * `simse backends test [name]`: starts a backend, opens a session on it, and prints what it said of itself and how long it
 * took; also when it got only half the way, which then ends as a run with it would.
 */
export async function runBackendsTest(app: AppContext, name: string | undefined): Promise<number> {
  const backend = await trustedBackend(app, name);
  const trial = await tryBackend(app, backend);
  if (app.flags.outputFormat === 'text') app.stdout.write(formatTable(describe(backend, trial)));
  else app.stdout.write(`${printableJson(toJson(backend, trial))}\n`);
  if (trial.failure !== null) throw trial.failure;
  return 0;
}

function toJson({ name, command }: ChosenBackend, { handshake, session, failure }: BackendTrial): object {
  const error = failure && { code: failure.code, message: failure.message, hint: failure.hint };
  return { name, command, handshake, session, error };
}

function describe({ name, command }: ChosenBackend, { handshake, session }: BackendTrial): string[][] {
  const rows = [[name, command]];
  if (handshake !== null) {
    const { agent, authMethods, capabilities, milliseconds } = handshake;
    const offered = Object.entries(capabilities).flatMap(([key, isOffered]) =>
      isOffered ? [inWords(key)] : [],
    );
    rows.push(
      ['agent', describeAgent(agent)],
      ['offers', offered.join(', ') || 'the least there is'],
      ['logins', authMethods.map((method) => method.name).join(', ') || 'none'],
      ['initialize', `${milliseconds} ms`],
    );
  }
  if (session !== null) {
    rows.push(['session/new', `${session.milliseconds} ms`], ...session.settings.map(describeSetting));
  }
  return rows;
}

function describeAgent(agent: AgentInfo | null): string {
  if (agent === null) return 'does not say its name';
  return [agent.title ?? agent.name, agent.version].filter(Boolean).join(' ');
}

/** `mcpHttp` as `mcp http`. */
function inWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function describeSetting({ name, value, choices }: ConfigOption): string[] {
  if (typeof value === 'boolean') return [name, value ? 'on' : 'off'];
  const shown = choices.slice(0, SHOWN_CHOICES).map((choice) => choice.value);
  const hidden = choices.length - shown.length;
  const others = hidden > 0 ? `, and ${hidden} more` : '';
  return [name, `${value} (of ${shown.join(', ')}${others})`];
}
