import type { SamplingAnswer, SamplingRequest } from '../../core/ports/mcp-host.ts';

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
export function gatherSample({ stopSequences = [], maxTokens }: SamplingRequest): SampledText {
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
