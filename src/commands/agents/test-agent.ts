import { SimseError } from '../../core/errors.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { AgentInfo, ConfigOption } from '../../core/state/events.ts';
import { formatTable, printableJson } from '../../core/text/format-table.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { ChosenBackend } from '../../session/backend/choose-backend.ts';
import { idleServices } from '../../session/backend/session-services.ts';
import { trustedBackend } from '../shared/confirm-trust.ts';

const SHOWN_CHOICES = 8;

/**
 * `simse agents test [name]`: starts a backend, opens a session on it, and prints what it said of itself and how long it
 * took; also when it got only half the way, which then ends as a run with it would.
 */
export async function runAgentsTest(app: AppContext, name: string | undefined): Promise<number> {
  const backend = await trustedBackend(app, name);
  const trial = await tryBackend(app, backend);
  if (app.flags.outputFormat === 'text') app.stdout.write(formatTable(describe(backend, trial)));
  else app.stdout.write(`${printableJson(toJson(backend, trial))}\n`);
  if (trial.failure !== null) throw trial.failure;
  return 0;
}

export interface BackendTrial {
  /** null when it did not get as far as answering `initialize`. */
  handshake: (Pick<Backend, 'agent' | 'capabilities' | 'authMethods'> & { milliseconds: number }) | null;
  /** null when it opened no session. */
  session: { settings: ConfigOption[]; milliseconds: number } | null;
  /** Why it got no further; null when it did all. */
  failure: SimseError | null;
}

/** Starts a backend, opens a session and stops it again; nothing that it asks for is granted. */
export async function tryBackend(app: AppContext, backend: ChosenBackend): Promise<BackendTrial> {
  const trial: BackendTrial = { handshake: null, session: null, failure: null };
  try {
    await runTrial(app, backend, trial);
  } catch (thrown) {
    if (!(thrown instanceof SimseError)) throw thrown;
    trial.failure = thrown;
  }
  return trial;
}

async function runTrial(
  { cwd, signal }: AppContext,
  backend: ChosenBackend,
  trial: BackendTrial,
): Promise<void> {
  let settings: ConfigOption[] = [];
  const services = idleServices((event) => {
    if (event.type === 'config_options') settings = event.options;
  });
  const startedAt = performance.now();
  await using running = await backend.connect(services, signal, cwd);
  const { agent, capabilities, authMethods } = running;
  const shookAt = performance.now();
  trial.handshake = { agent, capabilities, authMethods, milliseconds: Math.round(shookAt - startedAt) };
  await running.openSession({ cwd, additionalDirectories: [], mcpServers: [] });
  trial.session = { settings, milliseconds: Math.round(performance.now() - shookAt) };
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
