import { SimseError } from '../../core/errors.ts';
import { followStream, type StreamCursor, type StreamEnd, waitToRetry } from './follow-stream.ts';
import { contentType, type HttpEndpoint, isEventStream } from './http-endpoint.ts';
import { messageTooLarge } from '../../core/rpc/message-bounds.ts';
import { openStream } from './open-stream.ts';
import { readText } from './read-body.ts';

/** How often in a row a stream may be asked for again without bringing anything. */
const MAX_RESUMPTIONS = 5;

export interface AnswerContext {
  endpoint: HttpEndpoint;
  /** What is answered, as `tools/call`. */
  what: string;
  deliver(text: string): void;
  /** Whether the answer has been delivered. */
  isSettled(): boolean;
  signal: AbortSignal;
}

/** Why there is no answer. */
export interface Loss {
  failure: SimseError;
  /** Whether the server took the request and said nothing, so that it may answer on another stream. */
  mayComeElsewhere: boolean;
}

/**
 * Delivers what a request is answered with: one JSON text, or a stream, which is continued when it breaks and the server
 * can do that. Resolves with null when the answer was among it. Rejects with `limit` for an answer over the limit.
 */
export async function readAnswer(response: Response, context: AnswerContext): Promise<Loss | null> {
  const loss = isEventStream(response)
    ? await readStream(response, context)
    : await readWhole(response, context);
  return context.isSettled() ? null : loss;
}

async function readWhole(
  response: Response,
  { what, deliver, isSettled }: AnswerContext,
): Promise<Loss | null> {
  const text = await readText(response).catch((error: unknown) => {
    throw error instanceof SimseError ? error : brokenOff(what, error);
  });
  if (text.trim() === '') return silence(what);
  deliver(text);
  if (isSettled()) return null;
  const type = contentType(response);
  const kind = type === '' || type === 'application/json' ? 'something' : type;
  const failure = new SimseError('protocol', `answered ${what} with ${kind} that is no answer to it`, {
    hint: 'Is the "url" in mcp.json that of an MCP server?',
  });
  return { failure, mayComeElsewhere: false };
}

async function readStream(response: Response, context: AnswerContext): Promise<Loss | null> {
  const { what, deliver } = context;
  const cursor: StreamCursor = {};
  const follow = (stream: Response): Promise<StreamEnd> =>
    followStream(stream, cursor, deliver, (bytes) => {
      throw messageTooLarge(bytes);
    });
  const { fault } = await follow(response);
  if (context.isSettled()) return null;
  if (cursor.lastEventId !== undefined) return resume(follow, cursor, context);
  return fault === null ? silence(what) : { failure: brokenOff(what, fault), mayComeElsewhere: false };
}

/** Asks for the rest of a stream, until the answer is there or there is no hope. */
async function resume(
  follow: (stream: Response) => Promise<StreamEnd>,
  cursor: StreamCursor,
  { endpoint, what, isSettled, signal }: AnswerContext,
): Promise<Loss | null> {
  let why = 'its stream brought no more';
  for (let inVain = 0; inVain <= MAX_RESUMPTIONS; ) {
    await waitToRetry(cursor, inVain, signal);
    if (isSettled()) return null;
    const stream = await openStream(endpoint, cursor.lastEventId, signal);
    if (stream instanceof Response) {
      const { count } = await follow(stream);
      if (isSettled()) return null;
      inVain = count > 0 ? 0 : inVain + 1;
    } else {
      why = `it ${stream.failure.message}`;
      if (stream.isLasting) break;
      inVain += 1;
    }
  }
  return {
    failure: new SimseError('mcp_failed', `lost the answer to ${what}: ${why}`),
    mayComeElsewhere: false,
  };
}

function silence(what: string): Loss {
  const failure = new SimseError('mcp_failed', `ended its stream without an answer to ${what}`);
  return { failure, mayComeElsewhere: true };
}

function brokenOff(what: string, error: unknown): SimseError {
  return new SimseError('mcp_failed', `broke off its answer to ${what}`, {
    cause: error,
  });
}
