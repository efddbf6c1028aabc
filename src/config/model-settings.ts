import * as z from 'zod';
import { addressProblem, MODEL_PROTOCOLS } from '../core/model-providers.ts';
import { flag, text, textMap, wholeNumber } from './check-shape.ts';
import type { JsonPath } from './config-problem.ts';

const tokens = wholeNumber(100_000_000, 'a whole number of tokens above 0').exactOptional();
const dollars = z.number('US dollars per million tokens').min(0, 'US dollars per million tokens');

const priceSchema = z.strictObject(
  {
    input: dollars,
    output: dollars,
    cacheRead: dollars.exactOptional(),
    cacheWrite: dollars.exactOptional(),
  },
  'an object with "input" and "output"',
);

const modelSchema = z.strictObject(
  {
    id: text,
    name: text.exactOptional(),
    contextWindow: tokens,
    maxOutput: tokens,
    images: flag.exactOptional(),
    reasoning: flag.exactOptional(),
    price: priceSchema.exactOptional(),
  },
  'an object with an "id"',
);

const providerSchema = z.strictObject(
  {
    name: z
      .string('a name')
      .regex(/^[A-Za-z0-9._-]{1,64}$/, 'a name of 1 to 64 letters, digits, ".", "_" and "-"'),
    kind: z.enum(MODEL_PROTOCOLS, '"openai", "openai-responses", "anthropic" or "google"').default('openai'),
    baseUrl: z
      .string('the address of an API')
      .refine((url) => addressProblem(url) === null, 'an http(s) address without a key, "?" or "#" in it'),
    /** The variable that has its key: keys themselves do not belong into the file. */
    apiKeyEnv: z
      .string('the name of a variable')
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of the variable that has the key')
      .exactOptional(),
    headers: textMap.exactOptional(),
    models: z.array(modelSchema, 'a list of models').exactOptional(),
  },
  'an object with "name" and "baseUrl"',
);

/** `models` of the user's config.json. */
export const modelsSchema = z.strictObject(
  {
    default: text.exactOptional(),
    providers: z
      .array(providerSchema, 'a list of providers')
      .refine(
        (list) => new Set(list.map(({ name }) => name)).size === list.length,
        'providers with distinct names',
      )
      .exactOptional(),
  },
  'an object with "default" and "providers"',
);
export type ConfiguredModels = z.output<typeof modelsSchema>;

/** The keys that the object at a path below `models` may have. */
export function modelKeysAt(path: JsonPath): string[] {
  const schemas = [modelsSchema, modelsSchema, providerSchema, providerSchema, modelSchema];
  return Object.keys((schemas[path.length] ?? priceSchema).shape);
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)/g;

/** The variables that have the keys of these providers: also those that a header is made of. */
export function keyVariablesOf({ providers = [] }: ConfiguredModels): string[] {
  return providers.flatMap(({ apiKeyEnv, headers = {} }) => [
    ...[apiKeyEnv ?? []].flat(),
    ...Object.values(headers).flatMap((value) =>
      [...value.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []),
    ),
  ]);
}
