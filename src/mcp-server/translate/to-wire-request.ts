import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';
import type { ElicitationRequest, FormField } from '../../core/elicitation/elicitation.ts';
import { defined } from '../../core/json.ts';
import type { SamplingRequest } from '../../core/ports/mcp-host.ts';
import { toMcpBlock } from './to-wire-result.ts';

type WireField = ElicitRequestFormParams['requestedSchema']['properties'][string];

/** A form as MCP has it: a flat JSON Schema. */
export function toWireForm({
  message,
  fields,
}: Extract<ElicitationRequest, { mode: 'form' }>): ElicitRequestFormParams {
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.key, toWireField(field)])),
      required: fields.filter(({ required }) => required).map(({ key }) => key),
    },
  };
}

function toWireField(field: FormField): WireField {
  if (field.schema !== undefined) return field.schema as WireField;
  const { label: title, description, default: initial } = field;
  const common = {
    title,
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined ? {} : { default: initial }),
  };
  return { ...common, ...typeOf(field) } as WireField;
}

function typeOf({ type, options, minimum, maximum, format, pattern }: FormField): object {
  const bounds = (low: string, high: string): object => ({
    ...(minimum === undefined ? {} : { [low]: minimum }),
    ...(maximum === undefined ? {} : { [high]: maximum }),
  });
  const isPlain = options.every(({ value, label }) => value === label);
  const choices = isPlain
    ? { enum: options.map(({ value }) => value) }
    : { oneOf: options.map(({ value, label }) => ({ const: value, title: label })) };
  switch (type) {
    case 'text':
      return {
        type: 'string',
        ...bounds('minLength', 'maxLength'),
        ...(format === undefined ? {} : { format }),
        ...(pattern === undefined ? {} : { pattern }),
      };
    case 'number':
    case 'integer':
      return { type, ...bounds('minimum', 'maximum') };
    case 'boolean':
      return { type };
    case 'choice':
      return { type: 'string', ...choices };
    case 'choices':
      return { type: 'array', items: itemsOf(choices), ...bounds('minItems', 'maxItems') };
  }
}

/** What is one of several in a list: the protocol writes it with another word than by itself. */
function itemsOf({ oneOf, ...plain }: { enum?: string[]; oneOf?: object[] }): object {
  return oneOf === undefined ? { type: 'string', ...plain } : { anyOf: oneOf };
}

type Sampling = Omit<SamplingRequest, 'server' | 'modelHints'> & Partial<Pick<SamplingRequest, 'modelHints'>>;

/** The params of `sampling/createMessage`, with one block for each message, as all versions of the protocol have it. */
export function toWireSampling({ messages, modelHints = [], ...rest }: Sampling): object {
  const { systemPrompt, maxTokens, temperature, stopSequences } = rest;
  const hints = modelHints.map((name) => ({ name }));
  return defined({
    messages: messages.flatMap(({ role, content }) =>
      content.map((block) => ({ role, content: toMcpBlock(block) })),
    ),
    maxTokens,
    systemPrompt,
    temperature,
    stopSequences,
    modelPreferences: hints.length === 0 ? undefined : { hints },
  });
}
