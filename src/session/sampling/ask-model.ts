import { blockToText } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { Backend, BackendSession, TurnResult } from '../../core/ports/backend.ts';
import type { SamplingAnswer, SamplingRequest } from '../../core/ports/mcp-host.ts';
import type { ConfigOption } from '../../core/state/events.ts';
import { createTempFolder } from '../../platform/temp-folder.ts';
import type { ChosenBackend } from '../backend/choose-backend.ts';
import { idleServices } from '../backend/session-services.ts';
import { samplingBlocks } from './sampling-prompt.ts';

/**
 * Backends do not say how many tokens they have written. Hardly any text has more characters to a token than this, so that
 * an answer within its limit is never cut.
 */
const MAX_CHARS_PER_TOKEN = 8;

interface SampledText {
  /** Takes the next piece; false when nothing more is wanted. */
  add(piece: string): boolean;
  end(): Pick<SamplingAnswer, 'text' | 'stopReason'>;
}

/** Gathers what the model says, up to the first stop sequence, which is left out, or to the limit of its length. */
function gatherSample({ stopSequences = [], maxTokens }: SamplingRequest): SampledText {
  const maxChars = maxTokens * MAX_CHARS_PER_TOKEN;
  const stops = stopSequences.filter((stop) => stop !== '');
  let text = '';
  const stopAt = (): number => {
    const found = stops.map((stop) => text.indexOf(stop)).filter((index) => index >= 0);
    return Math.min(...found, Number.POSITIVE_INFINITY);
  };
  return {
    add(piece) {
      text += piece;
      return text.length < maxChars && stopAt() === Number.POSITIVE_INFINITY;
    },
    end() {
      const stop = stopAt();
      if (stop <= maxChars && stop < text.length)
        return { text: text.slice(0, stop), stopReason: 'stopSequence' };
      if (text.length <= maxChars) return { text, stopReason: 'endTurn' };
      return { text: text.slice(0, maxChars), stopReason: 'maxTokens' };
    },
  };
}

/**
 * Has a new process of the backend answer, in an empty folder, without MCP servers, and without being granted anything.
 * The model is `model`, the user's own choice, where the backend offers it: hints of servers are not followed, as whoever
 * pays chooses. A temperature cannot be handed to an agent. Rejects with a SimseError; the process has ended either way.
 */
export async function askModel(
  chosen: ChosenBackend,
  request: SamplingRequest,
  { model, signal }: { model: string | null; signal: AbortSignal },
): Promise<SamplingAnswer> {
  const sample = gatherSample(request);
  const enough = new AbortController();
  let options: readonly ConfigOption[] = [];
  const services = idleServices((event) => {
    if (event.type === 'config_options') options = event.options;
    const isSaid = event.type === 'message_chunk' && event.role === 'agent';
    if (isSaid && !sample.add(blockToText(event.content))) enough.abort();
  });
  await using folder = await createTempFolder();
  await using backend = await chosen.connect(services, signal, folder.path);
  const session = await backend.openSession({ cwd: folder.path, additionalDirectories: [], mcpServers: [] });
  await chooseModel(session, modelOption(options), model);
  const either = AbortSignal.any([signal, enough.signal]);
  const ended = await session.prompt(samplingBlocks(request), { signal: either });
  await forget(backend, session);
  const { text, stopReason } = sample.end();
  if (!enough.signal.aborted) requireAnswer(ended, text, backend.name);
  const isCut = ended.stopReason === 'max_tokens';
  return { text, stopReason: isCut ? 'maxTokens' : stopReason, model: modelName(options) ?? backend.name };
}

function modelOption(options: readonly ConfigOption[]): ConfigOption | undefined {
  return options.find(({ category }) => category === 'model');
}

async function chooseModel(
  session: BackendSession,
  option: ConfigOption | undefined,
  wanted: string | null,
): Promise<void> {
  const isOffered = option?.choices.some(({ value }) => value === wanted) === true;
  if (isOffered && wanted !== null && option.value !== wanted)
    await session.setConfigOption(option.id, wanted);
}

function modelName(options: readonly ConfigOption[]): string | undefined {
  const option = modelOption(options);
  return option?.choices.find(({ value }) => value === option.value)?.name;
}

/** The user did not hold this conversation, and should not find it among their own. */
async function forget({ capabilities, deleteSession }: Backend, session: BackendSession): Promise<void> {
  await session.close();
  if (!capabilities.deleteSession) return;
  try {
    await deleteSession(session.id);
  } catch {
    // It stays in the backend's list, which is no reason to lose the answer.
  }
}

function requireAnswer({ stopReason, error }: TurnResult, text: string, backend: string): void {
  if (error !== undefined) throw new SimseError(error.code, error.message);
  if (stopReason === 'cancelled') throw new SimseError('cancelled', 'the request to the model was cancelled');
  if (stopReason === 'refusal') throw new SimseError('backend_failed', `${backend} refused to answer`);
  if (text.trim() === '') throw new SimseError('backend_failed', `${backend} answered nothing`);
}
