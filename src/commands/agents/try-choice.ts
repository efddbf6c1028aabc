import { backendSchema } from '../../config/backend-config.ts';
import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { AppContext } from '../../session/app-context.ts';
import { type ChosenBackend, chooseBackend, withBackend } from '../../session/backend/choose-backend.ts';
import type { Project } from '../../session/load-project.ts';
import type { AgentChoice } from './agent-choices.ts';
import { type BackendTrial, tryBackend } from './test-agent.ts';

/** What came of starting an agent. */
export interface ChoiceTrial {
  /** Also where it only wants a login first. */
  works: boolean;
  /** One line for the user, or two. */
  text: string;
}

/** Starts the agent of a choice and opens a session on it. Ctrl+C ends the wait. Throws only when simse has to end. */
export async function tryChoice(
  app: AppContext,
  project: Project,
  choice: AgentChoice,
): Promise<ChoiceTrial> {
  const impatience = new AbortController();
  const stopListening = app.onInterrupt(() =>
    impatience.abort(new SimseError('cancelled', 'You did not wait for it.')),
  );
  const signal = AbortSignal.any([app.signal, impatience.signal]);
  try {
    const trial = await tryBackend({ ...app, signal }, backendOf(app, project, choice));
    app.signal.throwIfAborted();
    return describeTrial(choice, trial);
  } finally {
    stopListening();
  }
}

function backendOf(app: AppContext, project: Project, { name, entry }: AgentChoice): ChosenBackend {
  if (entry === null) return chooseBackend(app, withBackend(app, project, name), 1);
  const backend = { value: backendSchema.parse(entry), origin: { scope: 'user', file: 'acp.json' } } as const;
  return chooseBackend(app, { ...project, backend, untrusted: [] }, 1);
}

function describeTrial({ name }: AgentChoice, { handshake, session, failure }: BackendTrial): ChoiceTrial {
  if (failure?.code === 'auth_required') {
    const ways = (handshake?.authMethods ?? []).map((method) => cleanLine(method.name)).join(', ');
    const how = ways === '' ? (failure.hint ?? '') : `simse asks you how when it starts: ${ways}.`;
    return { works: true, text: `${name} is installed, but needs you to log in first. ${how}` };
  }
  if (failure !== null)
    return { works: false, text: [failure.message, failure.hint ?? ''].filter(Boolean).join('\n') };
  const { agent = null, milliseconds = 0 } = handshake ?? {};
  const called =
    agent === null
      ? ''
      : ` (${cleanLine([agent.title ?? agent.name, agent.version].filter(Boolean).join(' '))})`;
  const seconds = ((milliseconds + (session?.milliseconds ?? 0)) / 1000).toFixed(1);
  return { works: true, text: `${name}${called}: ready in ${seconds} s.` };
}
