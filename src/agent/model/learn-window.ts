import type { Model, ModelInfo, ModelPart, ModelRequest } from './model.ts';

/** Less holds hardly more than what an agent is told and its tools. */
const SMALL_WINDOW = 16_000;

/** A model whose window nobody knows before it is loaded, as with Ollama: it is asked for when the first answer has ended. */
export function learnWindow(
  model: Model,
  askWindow: (signal: AbortSignal) => Promise<number | null>,
  learned: (info: ModelInfo) => void,
): Model {
  let { info } = model;
  let hasAsked = false;
  return {
    get info() {
      return info;
    },
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      for await (const part of model.stream(request)) {
        if (part.type === 'end' && !hasAsked) {
          hasAsked = true;
          info = { ...info, contextWindow: await askWindow(request.signal) };
          if (info.contextWindow !== null) learned(info);
          const warning = describeSmallWindow(info);
          if (warning !== null) yield { type: 'reasoning', text: `\n(${warning})\n` };
        }
        yield part;
      }
    },
  };
}

/** What the user should know of a window that is too small to work in; null of any other. */
export function describeSmallWindow({ name, contextWindow }: ModelInfo): string | null {
  if (contextWindow === null || contextWindow >= SMALL_WINDOW) return null;
  return `the server has set aside ${contextWindow} tokens for ${name}, too few for an agent: what is longer is cut off or refused. With Ollama, OLLAMA_CONTEXT_LENGTH=64000 where it is started gives more.`;
}
