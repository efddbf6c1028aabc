import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ElicitationAnswer, FormValue } from '../../core/elicitation.ts';
import { isAsGrave } from '../../core/log-level.ts';
import type { OwnToolContext } from '../../core/own-tool.ts';
import type { Elicit } from '../../core/ports.ts';
import { toWireBlock } from '../translate/to-wire-content.ts';
import { toWireForm } from '../translate/to-wire-form.ts';
import { clientName, type Connection } from './connection.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A person answers when they like: longer than the SDK would wait. */
const ANSWER_MS = 60 * 60 * 1000;

/** What a tool may do with the client that called it. Nothing that it sends to a client that has gone is an error. */
export function toolContext(connection: Connection, extra: Extra): OwnToolContext {
  const { signal, sendNotification, _meta } = extra;
  const capabilities = connection.server.getClientCapabilities();
  const token = _meta?.progressToken;
  const tell = (notification: ServerNotification): void =>
    void sendNotification(notification).catch(() => {});
  return {
    signal,
    caller: clientName(connection),
    onProgress(progress) {
      if (token !== undefined)
        tell({ method: 'notifications/progress', params: { progressToken: token, ...progress } });
    },
    log(level, text) {
      if (!isAsGrave(level, connection.logLevel)) return;
      tell({ method: 'notifications/message', params: { level, logger: 'simse', data: text } });
    },
    ...(extra.closeSSEStream === undefined ? {} : { releaseStream: extra.closeSSEStream }),
    ...(capabilities?.elicitation === undefined ? {} : { elicit: elicitBy(extra, capabilities.elicitation) }),
    ...(capabilities?.sampling === undefined ? {} : { sample: sampleBy(extra) }),
  };
}

function elicitBy({ sendRequest }: Extra, offered: { url?: unknown }): Elicit {
  return async (request, { signal }) => {
    if (request.mode === 'url' && offered.url === undefined) return { action: 'decline' };
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
  return async ({ messages, systemPrompt, maxTokens, temperature, stopSequences }) => {
    const params = {
      messages: messages.flatMap(({ role, content }) =>
        content.map((block) => ({ role, content: toWireBlock(block) })),
      ),
      maxTokens,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stopSequences === undefined ? {} : { stopSequences }),
    };
    const request = { method: 'sampling/createMessage', params } as ServerRequest;
    const { content, model, stopReason } = await sendRequest(
      request,
      CreateMessageResultSchema,
      waiting(signal),
    );
    const isKnown = stopReason === 'maxTokens' || stopReason === 'stopSequence';
    return {
      text: content.type === 'text' ? content.text : `[${content.type}]`,
      model,
      stopReason: isKnown ? stopReason : 'endTurn',
    };
  };
}

function waiting(signal: AbortSignal | undefined): { timeout: number; signal?: AbortSignal } {
  return { timeout: ANSWER_MS, ...(signal === undefined ? {} : { signal }) };
}
