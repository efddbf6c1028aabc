import { defined, idOf, textOf } from '../json.ts';
import { INVALID_PARAMS, RpcError, type RpcParams } from '../rpc/rpc-message.ts';
import type { Elicit, ElicitationAnswer, ElicitationRequest, ElicitContext } from './elicitation.ts';
import { readForm } from './read-form.ts';

const MAX_MESSAGE_CHARS = 10_000;
const PAGE_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:']);

/** The requests of one agent or MCP server for information from the user: forms, and pages to open. */
export interface ElicitationHandler {
  /** Answers `elicitation/create`. A thrown RpcError is the answer. */
  answer(params: RpcParams, signal: AbortSignal): Promise<RpcParams>;
  /** The requester says that a page was dealt with: nobody needs to be asked about it any more. */
  complete(elicitationId: unknown): void;
}

interface HandlerOptions {
  elicit: Elicit;
  /** How the user calls the requester. */
  askedBy: string;
  /** What the user leaves out is answered with its default. */
  fillDefaults?: boolean;
  log(line: string): void;
}

export function createElicitationHandler({
  elicit,
  askedBy,
  fillDefaults = false,
  log,
}: HandlerOptions): ElicitationHandler {
  const pages = new Map<string, AbortController>();

  const ask = (request: ElicitationRequest, params: RpcParams, signal: AbortSignal) => {
    if (signal.aborted) return Promise.resolve<ElicitationAnswer>({ action: 'cancel' });
    const context: ElicitContext = defined({ askedBy, toolCallId: idOf(params['toolCallId']), signal });
    return elicit(request, context);
  };

  const answerForm = async (params: RpcParams, signal: AbortSignal): Promise<RpcParams> => {
    const { fields, toContent } = readForm(params['requestedSchema']);
    const answer = await ask({ mode: 'form', message: messageOf(params), fields }, params, signal);
    if (answer.action !== 'accept') return answer;
    const content = toContent(answer.content ?? {}, { fillDefaults });
    if (content !== null) return { action: 'accept', content };
    log(`the answer to "${messageOf(params)}" does not fit its form`);
    return { action: 'cancel' };
  };

  const answerPage = async (params: RpcParams, signal: AbortSignal): Promise<RpcParams> => {
    const id = idOf(params['elicitationId']) ?? '';
    const url = readPage(params['url']);
    const completed = new AbortController();
    pages.set(id, completed);
    try {
      const either = AbortSignal.any([signal, completed.signal]);
      const answer = await ask({ mode: 'url', message: messageOf(params), url, id }, params, either);
      // Whoever has dealt with the page has agreed to it.
      return { action: completed.signal.aborted ? 'accept' : answer.action };
    } finally {
      if (pages.get(id) === completed) pages.delete(id);
    }
  };

  return {
    async answer(params, signal) {
      switch (params['mode']) {
        case 'form':
        case undefined:
          return answerForm(params, signal);
        case 'url':
          return answerPage(params, signal);
        default:
          throw new RpcError(
            INVALID_PARAMS,
            `simse knows no elicitation of the mode ${String(params['mode'])}`,
          );
      }
    },
    complete(elicitationId) {
      pages.get(idOf(elicitationId) ?? '')?.abort();
    },
  };
}

function messageOf(params: RpcParams): string {
  return textOf(params['message'])?.slice(0, MAX_MESSAGE_CHARS) ?? '';
}

/** Whatever else a link could be would start a program. */
function readPage(url: unknown): string {
  const isPage = typeof url === 'string' && URL.canParse(url) && PAGE_PROTOCOLS.has(new URL(url).protocol);
  if (!isPage) throw new RpcError(INVALID_PARAMS, 'url must be that of a page (http or https)');
  return url;
}
