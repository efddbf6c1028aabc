import { SimseError } from '../../core/errors.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { McpClientServices, SamplingRequest } from '../../core/ports/mcp-host.ts';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import { createGatekeeper, type GatekeeperOptions } from '../permissions/gatekeeper.ts';
import { createPendingQuestions } from '../permissions/pending-questions.ts';
import { authorizeSampling } from '../sampling/sampling-prompt.ts';
import { answerByElicitation } from './pass-questions.ts';

/** What is the same for every call. */
export type ServedGate = Pick<GatekeeperOptions, 'roots' | 'policy' | 'changes'>;

/**
 * The gate for one call of a client, of a `tool` or of its model. What it has to ask goes to that client, where it can be asked. An answer holds for
 * this call only, since nothing tells the sessions of clients apart here, and what one of them is allowed no other has asked.
 */
export function gateForCaller(served: ServedGate, context: OwnToolContext, tool?: string): Gatekeeper {
  const { elicit, signal, log } = context;
  const isChanged = tool !== undefined && served.changes.of(tool) !== undefined;
  const emit = (event: SessionEvent): void => {
    if (event.type !== 'permission_decided') return;
    log(event.allowed ? 'info' : 'warning', `${event.subject}: ${event.reason}`);
  };
  const questions = createPendingQuestions((event) => {
    if (event.type !== 'question_asked' || elicit === undefined) return;
    const { question } = event;
    const options = question.options.filter(({ kind }) => kind === 'allow_once' || kind === 'reject_once');
    void answerByElicitation({ ...question, options }, elicit, signal).then((answer) =>
      questions.settle(question.id, answer),
    );
  });
  return createGatekeeper({
    ...served,
    emit,
    questions,
    interactive: elicit !== undefined && !isChanged,
    bridgedTool: () => undefined,
    guardPaths: (request) => request,
  });
}

/** How often a server may ask a client's model in one call. */
const MAX_SAMPLES = 10;

/** Hands what a server asks during a call on to the client that called. */
export interface CallerRelay {
  services: McpClientServices;
  /** Runs a call of a server's tool for a client. */
  during<T>(server: string, context: OwnToolContext, call: () => Promise<T>): Promise<T>;
}

interface RunningCall {
  context: OwnToolContext;
  samples: number;
}

/**
 * What a server asks does not say to which call it belongs. So it is handed on while all calls that the server is running are
 * of one client, and declined otherwise, as is what that client cannot do.
 */
export function createCallerRelay(gate: ServedGate): CallerRelay {
  const running = new Map<string, Set<RunningCall>>();
  const callOf = (server: string): RunningCall | undefined => {
    const calls = [...(running.get(server) ?? [])];
    const clients = new Set(calls.map(({ context }) => context.client ?? context));
    return clients.size === 1 ? calls.at(-1) : undefined;
  };

  return {
    services: {
      async elicit(request, asked) {
        const { elicit, signal } = callOf(asked.askedBy)?.context ?? {};
        if (elicit === undefined) return { action: 'decline' };
        const message = `${asked.askedBy} asks: ${request.message}`;
        return elicit({ ...request, message }, { ...asked, signal: anyOf(asked.signal, signal) });
      },
      async sample(request, { signal }) {
        const call = callOf(request.server);
        if (call?.context.sample === undefined)
          throw new SimseError('denied', 'the client that called has no model to ask');
        return sampleBy(gate, call, call.context.sample, request, anyOf(signal, call.context.signal));
      },
    },
    async during(server, context, call) {
      const calls = running.get(server) ?? new Set();
      const own = { context, samples: 0 };
      running.set(server, calls.add(own));
      try {
        return await call();
      } finally {
        calls.delete(own);
      }
    },
  };
}

async function sampleBy(
  gate: ServedGate,
  call: RunningCall,
  sample: NonNullable<OwnToolContext['sample']>,
  { server, ...request }: SamplingRequest,
  signal: AbortSignal,
): ReturnType<typeof sample> {
  call.samples += 1;
  if (call.samples > MAX_SAMPLES)
    throw new SimseError(
      'limit',
      `${server} has asked the model ${MAX_SAMPLES} times in this call, which is the limit`,
    );
  await authorizeSampling(gateForCaller(gate, call.context), { server, ...request }, signal);
  return sample(request, signal);
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
