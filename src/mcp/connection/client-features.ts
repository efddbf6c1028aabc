import { createElicitationHandler } from '../../core/elicitation/elicitation-handler.ts';
import type { McpClientServices } from '../../core/ports/mcp-host.ts';
import { recordOf } from '../../core/json.ts';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import { answerSampling } from './answer-sampling.ts';
import type { Root } from './server-roots.ts';

/** What a task of the server asks is answered with, so that it finds its way back. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** What simse does for a server: it says so in the handshake, and answers what is asked of it. */
export interface ClientFeatures {
  readonly capabilities: RpcParams;
  /** A thrown RpcError is the answer. */
  answer(method: string, params: RpcParams, signal: AbortSignal): Promise<unknown>;
  /** Puts pages to the user that a call cannot go on without. Resolves with whether all were dealt with. */
  showPages(pages: readonly RpcParams[], signal: AbortSignal): Promise<boolean>;
  /** The server says that a page was dealt with. */
  completePage(elicitationId: unknown): void;
}

interface FeatureOptions {
  /** How the user calls the server. */
  server: string;
  services: McpClientServices;
  roots(): Promise<Root[]>;
  log(line: string): void;
}

/** Roots always; sampling and elicitation only where somebody answers them. */
export function createClientFeatures({ server, services, roots, log }: FeatureOptions): ClientFeatures {
  const { sample, elicit } = services;
  const desk =
    elicit === undefined
      ? null
      : createElicitationHandler({ elicit, askedBy: server, fillDefaults: true, log });

  const answer = async (method: string, params: RpcParams, signal: AbortSignal): Promise<RpcParams> => {
    switch (method) {
      case 'ping':
        return {};
      case 'roots/list':
        return { roots: await roots() };
      case 'sampling/createMessage':
        return answerSampling(required(sample, method), server, params, signal);
      case 'elicitation/create':
        return required(desk, method).answer(params, signal);
      default:
        throw unknownMethod(method);
    }
  };

  return {
    capabilities: {
      roots: { listChanged: true },
      ...(sample === undefined ? {} : { sampling: {} }),
      ...(desk === null ? {} : { elicitation: { form: { applyDefaults: true }, url: {} } }),
    },
    async answer(method, params, signal) {
      const result = await answer(method, params, signal);
      const task = recordOf(params['_meta'])[RELATED_TASK];
      return task === undefined ? result : { ...result, _meta: { [RELATED_TASK]: task } };
    },
    async showPages(pages, signal) {
      if (desk === null) return false;
      for (const page of pages) {
        const { action } = await desk.answer({ ...page, mode: 'url' }, signal);
        if (action !== 'accept') return false;
      }
      return true;
    },
    completePage: (elicitationId) => desk?.complete(elicitationId),
  };
}

function required<T>(feature: T | null | undefined, method: string): T {
  if (feature === null || feature === undefined) throw unknownMethod(method);
  return feature;
}

function unknownMethod(method: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, `simse does not answer ${method}`);
}
