import { SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';

/** The arguments of a call, which every tool of others wants as an object. Throws SimseError('usage') for anything else. */
export function argumentsOf(tool: string, args: unknown): JsonObject {
  if (!isRecord(args)) throw new SimseError('usage', `${tool} wants its arguments as an object`);
  return args as JsonObject;
}
