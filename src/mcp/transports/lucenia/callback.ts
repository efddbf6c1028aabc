import { defined, idOf, isRecord, numberOf, textOf } from '../../../core/json.ts';
import { RpcError, readRpcMessage } from '../../../core/rpc/rpc-message.ts';
import { TOOL_EXECUTION_FAILED } from '../../protocol/lucenia-names.ts';

const RUNNING = new Set([
  'accepted',
  'in_progress',
  'pending',
  'processing',
  'queued',
  'running',
  'scheduled',
  'started',
  'submitted',
]);

const FAILED = new Set(['cancelled', 'canceled', 'error', 'failed', 'failure', 'timeout']);
/** What says only that a call was taken. */
const RECEIPT_KEYS = new Set(['async', 'accepted', 'callback_id', 'message', 'status']);
/** Where the documentation, which shows no callback, would have the id of one. */
const HOLDERS = ['params', 'result', 'data', 'error'];

/** What is heard of an asynchronous call after it was taken. */
export type CallNews =
  | { kind: 'running'; progress?: number; total?: number; message?: string }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; error: RpcError };

/** The asynchronous call that a value is about, wherever it says so. */
export function callbackIdOf(value: Record<string, unknown>): string | undefined {
  const own = idOf(value['callback_id']);
  if (own !== undefined) return own;
  const holder = holderOf(value);
  return holder === undefined ? undefined : idOf(holder['callback_id']);
}

/** What a value with a callback id says. */
export function readCallback(value: Record<string, unknown>): CallNews {
  const message = readRpcMessage(value);
  if (message.kind === 'failure') {
    const { code, message: text, data } = message.error;
    return { kind: 'failed', error: new RpcError(code, text, data) };
  }
  return readNews('callback_id' in value ? value : (holderOf(value) ?? value));
}

/** What the result of the request itself says of an asynchronous call: that it was taken, or already how it ended. */
export function readFirstResult(result: unknown): CallNews {
  if (result === null) return { kind: 'running' };
  if (!isRecord(result)) return { kind: 'done', result };
  const isReceipt = Object.keys(result).every((key) => RECEIPT_KEYS.has(key));
  if (isReceipt || isRunning(result)) return running(result);
  return { kind: 'done', result: withoutEnvelope(result) };
}

function readNews(body: Record<string, unknown>): CallNews {
  if (isRunning(body)) return running(body);
  if (FAILED.has(String(body['status']).toLowerCase())) {
    const text = textOf(body['message']) ?? String(body['status']);
    return { kind: 'failed', error: new RpcError(TOOL_EXECUTION_FAILED, text, body['data']) };
  }
  return { kind: 'done', result: 'result' in body ? body['result'] : withoutEnvelope(body) };
}

function isRunning(body: Record<string, unknown>): boolean {
  return RUNNING.has(String(body['status']).toLowerCase());
}

function running({ progress, total, message }: Record<string, unknown>): CallNews {
  const fields = { progress: numberOf(progress), total: numberOf(total), message: textOf(message) };
  return { kind: 'running', ...defined(fields) };
}

function withoutEnvelope({ callback_id: _id, jsonrpc: _version, ...rest }: Record<string, unknown>) {
  return rest;
}

function holderOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  return HOLDERS.map((key) => value[key])
    .filter(isRecord)
    .find((part) => 'callback_id' in part);
}
