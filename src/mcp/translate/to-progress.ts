import type { ToolCallOptions } from '../../core/ports/catalogue.ts';
import { numberOf, textOf } from '../../core/json.ts';

const MAX_MESSAGE_CHARS = 2000;

type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

/** The params of a progress notification; null when they say nothing. */
export function toProgress(params: Readonly<Record<string, unknown>>): Progress | null {
  const progress = numberOf(params['progress']);
  const total = numberOf(params['total']);
  const message = textOf(params['message'])?.slice(0, MAX_MESSAGE_CHARS);
  if (progress === undefined) return null;
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}
