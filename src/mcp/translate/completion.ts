import type { CompletionQuery } from '../../core/ports/mcp-offers.ts';
import { recordOf } from '../../core/json.ts';
import { usableId } from './server-text.ts';

const MAX_VALUES = 100;

/** The params of `completion/complete`. */
export function toCompletionParams({ target, argument, context }: CompletionQuery): Record<string, unknown> {
  const ref =
    target.kind === 'prompt'
      ? { type: 'ref/prompt', name: target.name }
      : { type: 'ref/resource', uri: target.uriTemplate };
  const isAlone = Object.keys(context).length === 0;
  return { ref, argument, ...(isAlone ? {} : { context: { arguments: context } }) };
}

/** The values of its result that can be used. */
export function toCompletions(answer: unknown): string[] {
  const { values } = recordOf(recordOf(answer)['completion']);
  if (!Array.isArray(values)) return [];
  return values.slice(0, MAX_VALUES).flatMap((value) => usableId(value) ?? []);
}
