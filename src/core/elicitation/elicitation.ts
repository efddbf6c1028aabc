import type { JsonObject } from '../json.ts';

/** One field of a form. A server's schema that fits none of these is a `text`. */
export interface FormField {
  key: string;
  label: string;
  description?: string;
  required: boolean;
  type: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** For `choice` and `choices`. */
  options: { value: string; label: string }[];
  default?: FormValue;
  /** Of a text's length, a number's value, or how many choices. */
  minimum?: number;
  maximum?: number;
  /** `email`, `uri`, `date`, `date-time`. */
  format?: string;
  pattern?: string;
  /** The field in JSON Schema, where who asks wrote it so; sent on as it is. */
  schema?: JsonObject;
}

export type FormValue = string | number | boolean | string[];

/** A request for information, of a backend or an MCP server. */
export type ElicitationRequest =
  | { mode: 'form'; message: string; fields: FormField[] }
  /**
   * `id` is what the requester calls it by when it says that the page was dealt with. `opens`: accepting it opens the page;
   * otherwise the user opens it, and accepts when that is done.
   */
  | { mode: 'url'; message: string; url: string; id: string; opens?: true };

/** A request that waits for the user. */
export interface Elicitation {
  id: string;
  askedBy: string;
  request: ElicitationRequest;
}

export type ElicitationAnswer =
  | { action: 'accept'; content?: Record<string, FormValue> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** Who asks, and for what. */
export interface ElicitContext {
  askedBy: string;
  toolCallId?: string;
  signal?: AbortSignal;
}

/** Puts a request for information to the user. Never throws; without anybody to ask it declines. */
export type Elicit = (request: ElicitationRequest, context: ElicitContext) => Promise<ElicitationAnswer>;
