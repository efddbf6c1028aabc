import { isRecord } from '../core/json.ts';

/** Images and other data up to this length, in characters of base64, are recorded. */
const MAX_DATA_CHARS = 64 * 1024;

const BASE64 = /^[\w+/-]+={0,2}$/;

/**
 * An event as one line of JSON, where long data of images, sounds and files is replaced by its size: a record is read whole
 * many times over, by lists, searches and exports, and none of them looks at pictures. The agent has got them.
 */
export function eventLine(event: object): string {
  const line = JSON.stringify(event);
  return line.length <= MAX_DATA_CHARS ? line : JSON.stringify(event, leaveOut);
}

function leaveOut(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const long = ['data', 'blob'].find((field) => isLongData(value[field]));
  return long === undefined ? value : { ...value, [long]: '', bytes: bytesOf(String(value[long])) };
}

function isLongData(value: unknown): boolean {
  return typeof value === 'string' && value.length > MAX_DATA_CHARS && BASE64.test(value);
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
