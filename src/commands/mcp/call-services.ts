import { messageOf } from '../../core/errors.ts';
import { parseRule } from '../../core/gate/permission-rule.ts';
import type { McpClientServices, Sample } from '../../core/ports/mcp-host.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../../session/app-context.ts';
import { chooseBackend } from '../../session/backend/choose-backend.ts';
import { loadProject, type Project } from '../../session/load-project.ts';
import { createGatekeeper } from '../../session/permissions/gatekeeper.ts';
import {
  createPendingElicitations,
  createPendingQuestions,
} from '../../session/permissions/pending-questions.ts';
import { createSampler } from '../../session/sampling/create-sampler.ts';
import { LineQuestions } from './line-questions.ts';

interface CallServices extends Disposable {
  services: McpClientServices;
  /** Whether the user is being asked something just now. */
  isAsking(): boolean;
}

/**
 * Who answers what servers ask for during a single call: the user on the terminal, when `canAsk`, and the default backend
 * once the user or a rule has allowed it. Without a terminal requests are declined.
 */
export async function openCallServices(app: AppContext, canAsk: boolean): Promise<CallServices> {
  const emit = (event: SessionEvent): void => {
    if (event.type === 'notice') app.note(`${event.source}: ${event.text}`);
    else line.take(event);
  };
  const questions = createPendingQuestions(emit);
  const elicitations = createPendingElicitations(emit, canAsk);
  const line = new LineQuestions(app, {
    answer: questions.settle,
    answerElicitation: elicitations.settle,
  });
  const project = await loadProject(app);
  const gate = createGatekeeper({
    emit,
    questions,
    roots: [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real),
    interactive: canAsk,
    policy: () => policyOf(project),
    bridgedTool: () => undefined,
    guardPaths: (request) => request,
    changes: { of: () => undefined, accept: () => Promise.resolve() },
  });
  const sample = createSampler({
    backend: () => chooseBackend(app, project, 1),
    gate,
    model: () => app.flags.model ?? null,
    turn: () => 'call',
    emit,
  });
  return {
    services: { elicit: elicitations.elicit, sample: telling(sample, app) },
    isAsking: () => line.isBusy,
    [Symbol.dispose]() {
      questions.close();
      elicitations.close();
      line[Symbol.dispose]();
    },
  };
}

/** The rules and the mode of the command line and of config.json; what a project wants to allow does not count. */
function policyOf({ config: { settings } }: Project) {
  return {
    mode: settings.permissionMode,
    allow: settings.allow.map(parseRule),
    ask: settings.ask.map(parseRule),
    deny: settings.deny.map(parseRule),
  };
}

/** The server may keep to itself why the model did not answer. */
function telling(sample: Sample, { note, signal: ended }: AppContext): Sample {
  return async (request, options) => {
    try {
      return await sample(request, options);
    } catch (thrown) {
      if (!ended.aborted) note(`${request.server} got no answer of the model: ${messageOf(thrown)}`);
      throw thrown;
    }
  };
}
