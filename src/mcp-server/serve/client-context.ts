import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Elicit, ElicitationAnswer, FormValue } from '../../core/elicitation/elicitation.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isAsGrave } from '../../core/ports/mcp-host.ts';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { toWireForm, toWireSampling } from '../translate/to-wire-request.ts';
import type { Connection } from './offering.ts';

/** A person answers when they like: longer than the SDK would wait. */
const ANSWER_MS = 60 * 60 * 1000;
/** What the protocol has for a request that the user does not allow. */
const REJECTED_BY_USER = -1;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a tool may do with the client that called it, beside telling its progress. */
export function clientContext(connection: Connection, extra: Extra): Omit<OwnToolContext, 'onProgress'> {
  const { signal, sendNotification } = extra;
  const capabilities = connection.client?.capabilities;
  return {
    signal,
    caller: clientName(connection),
    client: connection,
    log(level, text) {
      if (!isAsGrave(level, connection.logLevel)) return;
      const params = { level, logger: 'simse', data: text };
      // A client that has gone needs no log.
      sendNotification({ method: 'notifications/message', params }).catch(() => {});
    },
    ...(extra.closeSSEStream === undefined ? {} : { releaseStream: extra.closeSSEStream }),
    ...(capabilities?.elicitation === undefined ? {} : { elicit: elicitBy(extra, capabilities.elicitation) }),
    ...(capabilities?.sampling === undefined ? {} : { sample: sampleBy(extra) }),
  };
}

/** What the client calls itself, for logs and records; it may be anything. */
export function clientName({ client }: Pick<Connection, 'client'>): string {
  return client?.name ?? 'an MCP client';
}

function elicitBy({ sendRequest }: Extra, offered: { form?: unknown; url?: unknown }): Elicit {
  // Clients of before there were pages say nothing more than that they can be asked.
  const modes = {
    url: offered.url !== undefined,
    form: offered.form !== undefined || offered.url === undefined,
  };
  return async (request, { signal }) => {
    if (!modes[request.mode]) return { action: 'decline' };
    const params =
      request.mode === 'form'
        ? toWireForm(request)
        : { mode: 'url' as const, message: request.message, url: request.url, elicitationId: request.id };
    try {
      const answer = await sendRequest(
        { method: 'elicitation/create', params },
        ElicitResultSchema,
        waiting(signal),
      );
      return toAnswer(answer);
    } catch {
      return { action: 'cancel' }; // The client cannot after all, or has gone.
    }
  };
}

function toAnswer({
  action,
  content,
}: {
  action: ElicitationAnswer['action'];
  content?: Record<string, FormValue> | undefined;
}): ElicitationAnswer {
  if (action !== 'accept') return { action };
  return content === undefined ? { action } : { action, content };
}

function sampleBy({ sendRequest, signal }: Extra): NonNullable<OwnToolContext['sample']> {
  return async (asked, withdrawn) => {
    const request = { method: 'sampling/createMessage', params: toWireSampling(asked) } as ServerRequest;
    const either = withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn]);
    const answer = await sendRequest(request, CreateMessageResultSchema, waiting(either)).catch(refused);
    const { content, model, stopReason } = answer;
    const isKnown = stopReason === 'maxTokens' || stopReason === 'stopSequence';
    return {
      text: content.type === 'text' ? content.text : `[${content.type}]`,
      model,
      stopReason: isKnown ? stopReason : 'endTurn',
    };
  };
}

function refused(error: unknown): never {
  const isDenied = error instanceof McpError && error.code === REJECTED_BY_USER;
  throw new SimseError(isDenied ? 'denied' : 'mcp_failed', cleanLine(messageOf(error)), { cause: error });
}

function waiting(signal: AbortSignal | undefined): { timeout: number; signal?: AbortSignal } {
  return { timeout: ANSWER_MS, ...(signal === undefined ? {} : { signal }) };
}
