import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

interface Definition {
  'x-method'?: string;
  'x-side'?: string;
}

interface Schema {
  $defs: Record<string, Definition>;
}

const load = createRequire(import.meta.url);
/** The stable schema comes first: the other one is for methods that it does not have yet. */
const SCHEMAS = ['schema.json', 'schema.unstable.json'].map((file) => ({
  file,
  schema: load(`@agentclientprotocol/sdk/schema/v1/${file}`) as Schema,
}));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const { file, schema } of SCHEMAS) ajv.addSchema(schema, file);

/** Methods from before the schema that agents still know. */
const LEGACY = new Set(['session/set_model']);
/** Methods of vendors, and what is no request by the schema: their answers cannot be checked. */
const EXTENSION = /^_|^(?:cursor|x\.ai)\/|^session\/update$/;

/** Every message of simse, and the `asked` notes of the mock agent, against the schemas that the SDK ships. */
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
  const [path] = SCHEMAS.flatMap(({ file, schema }) =>
    Object.entries(schema.$defs)
      .filter(
        ([definition, { 'x-method': of }]) =>
          of === method && (definition.endsWith(first) || definition.endsWith(second)),
      )
      .map(([name]) => `${file}#/$defs/${name}`),
  );
  expect(path, `no schema has ${method}`).toBeDefined();
  const validate = ajv.getSchema(path ?? '') as ValidateFunction;
  validate(value);
  expect({ line, errors: validate.errors }).toEqual({ line, errors: null });
}
