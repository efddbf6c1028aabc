import { SimseError } from '../../core/errors.ts';
import type { SamplingRequest } from '../../core/ports/mcp-host.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { describeSampling } from './sampling-prompt.ts';

const MAX_REQUEST_CHARS = 100_000;

/** Asks the gate whether a server may ask the model this. Rejects with SimseError('denied'), or ('limit') for what is too long. */
export async function authorizeSampling(
  gate: Gatekeeper,
  request: SamplingRequest,
  signal: AbortSignal,
): Promise<void> {
  const { server } = request;
  const prompt = describeSampling(request);
  if (prompt.length > MAX_REQUEST_CHARS)
    throw new SimseError('limit', `what ${server} asks of the model is too long to be shown`);
  const verdict = await gate.authorize({ kind: 'sampling', server, prompt }, { askedBy: server, signal });
  if (!verdict.allowed) throw new SimseError('denied', `${server} may not ask the model: ${verdict.reason}`);
}
