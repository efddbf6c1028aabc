import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

interface Definition {
  'x-method'?: string;
  'x-side'?: string;
}

const schema = createRequire(import.meta.url)('@agentclientprotocol/sdk/schema/v1/schema.json') as {
  $defs: Record<string, Definition>;
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'acp');

/** Methods from before the schema that agents still know. */
const LEGACY = new Set(['session/set_model']);
/** Methods of vendors, and what is no request by the schema: their answers cannot be checked. */
const EXTENSION = /^_|^(?:cursor|x\.ai)\/|^session\/update$/;

/** Every message of simse, and the `asked` notes of the mock agent, against the schema that the SDK ships. */
export function expectValidAcp(log: readonly Record<string, unknown>[]): void {
  const asked = new Map<unknown, string>();
  for (const line of log) {
    if ('asked' in line) {
      const { id, method } = line['asked'] as { id: unknown; method: string };
      asked.set(id, method);
    } else if (typeof line['method'] === 'string') {
      if (!LEGACY.has(line['method']) && !EXTENSION.test(line['method']))
        expectValid('Request', 'Notification', line['method'], line['params'], line);
    } else if ('result' in line) {
      const method = asked.get(line['id']);
      expect(method, `an answer to nothing: ${JSON.stringify(line)}`).toBeDefined();
      if (!EXTENSION.test(method ?? ''))
        expectValid('Response', 'Response', method ?? '', line['result'], line);
    } else {
      expect(line).toMatchObject({
        jsonrpc: '2.0',
        error: { code: expect.any(Number), message: expect.any(String) },
      });
    }
  }
}

function expectValid(first: string, second: string, method: string, value: unknown, line: unknown): void {
  const [name] =
    Object.entries(schema.$defs).find(
      ([definition, { 'x-method': of }]) =>
        of === method && (definition.endsWith(first) || definition.endsWith(second)),
    ) ?? [];
  expect(name, `the schema has no ${method}`).toBeDefined();
  const validate = ajv.getSchema(`acp#/$defs/${name ?? ''}`) as ValidateFunction;
  validate(value);
  expect({ line, errors: validate.errors }).toEqual({ line, errors: null });
}
