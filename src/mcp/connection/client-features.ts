import { createElicitationHandler } from '../../core/elicitation/elicitation-handler.ts';
import { SimseError } from '../../core/errors.ts';
import { recordOf } from '../../core/json.ts';
import type { McpClientServices, Sample } from '../../core/ports/mcp-host.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  RpcError,
  type RpcParams,
} from '../../core/rpc/rpc-message.ts';
import { toSamplingRequest } from '../translate/to-sampling-request.ts';
import type { Root } from './server-roots.ts';

/** What a task of the server asks is answered with, so that it finds its way back. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** What the protocol has for a request that the user does not allow. */
const REJECTED_BY_USER = -1;

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
  /** None are told of without it. */
  roots?(): Promise<Root[]>;
  log(line: string): void;
}

/** Roots, sampling and elicitation only where somebody answers them. */
export function createClientFeatures({ server, services, roots, log }: FeatureOptions): ClientFeatures {
  const { sample, elicit } = services;
  const elicitation =
    elicit === undefined
      ? null
      : createElicitationHandler({ elicit, askedBy: server, fillDefaults: true, log });

  const answer = async (method: string, params: RpcParams, signal: AbortSignal): Promise<RpcParams> => {
    switch (method) {
      case 'ping':
        return {};
      case 'roots/list':
        return { roots: await required(roots, method)() };
      case 'sampling/createMessage':
        return answerSampling(required(sample, method), server, params, signal);
      case 'elicitation/create':
        return required(elicitation, method).answer(params, signal);
      default:
        throw unknownMethod(method);
    }
  };

  return {
    capabilities: {
      ...(roots === undefined ? {} : { roots: { listChanged: true } }),
      ...(sample === undefined ? {} : { sampling: {} }),
      ...(elicitation === null ? {} : { elicitation: { form: { applyDefaults: true }, url: {} } }),
    },
    async answer(method, params, signal) {
      const result = await answer(method, params, signal);
      const task = recordOf(params['_meta'])[RELATED_TASK];
      return task === undefined ? result : { ...result, _meta: { [RELATED_TASK]: task } };
    },
    async showPages(pages, signal) {
      if (elicitation === null) return false;
      for (const page of pages) {
        const { action } = await elicitation.answer({ ...page, mode: 'url' }, signal);
        if (action !== 'accept') return false;
      }
      return true;
    },
    completePage: (elicitationId) => elicitation?.complete(elicitationId),
  };
}

/** Answers `sampling/createMessage` by the user's model. A thrown RpcError is the answer. */
async function answerSampling(
  sample: Sample,
  server: string,
  params: RpcParams,
  signal: AbortSignal,
): Promise<RpcParams> {
  if (params['tools'] !== undefined) throw new RpcError(INVALID_PARAMS, 'simse offers no tools for sampling');
  const request = toSamplingRequest(server, params);
  if (request === null) throw new RpcError(INVALID_PARAMS, 'a sampling request needs messages and maxTokens');
  try {
    const { text, model, stopReason } = await sample(request, { signal });
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    const code = error.code === 'denied' ? REJECTED_BY_USER : INTERNAL_ERROR;
    throw new RpcError(code, error.message);
  }
}

function required<T>(feature: T | null | undefined, method: string): T {
  if (feature === null || feature === undefined) throw unknownMethod(method);
  return feature;
}

function unknownMethod(method: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, `simse does not answer ${method}`);
}
