import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { isNestedDeeper } from '../core/rpc/message-bounds.ts';
import { cleanLine } from '../core/text/clean-text.ts';
import { runTimeBoxed } from '../platform/time-box.ts';

/** A schema may be made so that reading it, or holding something against it, never ends. */
const COMPILE_MS = 1000;
const CHECK_MS = 200;
const MAX_SCHEMA_DEPTH = 64;
const MAX_PROBLEM_CHARS = 500;

/** What lets a small schema take long: references, which may fan out, and what compares or matches. */
const MAY_BE_SLOW = /"(?:\$ref|\$dynamicRef|pattern|patternProperties|uniqueItems)":/;

interface Validator {
  validate: ValidateFunction;
  /** It cannot take long, and so needs no watch, which costs more than most checks. */
  isTrusty: boolean;
}

/** By the schema object: a list that is read again without a change keeps its objects. null where one cannot be used. */
const validators = new WeakMap<JsonObject, Validator | null>();

/**
 * What is wrong with structured content by its schema (JSON Schema 2020-12), as the end of a sentence about the result;
 * null when it fits. A schema that cannot be used is said so once, and then anything fits. A `$ref` is followed within
 * the schema alone.
 */
export function checkOutput(schema: JsonObject, value: unknown): string | null {
  const known = validators.get(schema);
  if (known === null) return null;
  try {
    const validator = known ?? compile(schema);
    validators.set(schema, validator);
    const { validate, isTrusty } = validator;
    const fits = isTrusty ? validate(value) : runTimeBoxed(() => validate(value), CHECK_MS);
    if (fits === true) return null;
    const [error] = validate.errors ?? [];
    return `does not match its schema: ${shorten(`${error?.instancePath ?? ''} ${error?.message ?? ''}`)}`;
  } catch (error) {
    validators.set(schema, null);
    return `was not checked, since its schema cannot be used: ${shorten(messageOf(error))}`;
  }
}

/** Throws for a schema that is none, refers to another one, or is too large to read. */
function compile(schema: JsonObject): Validator {
  if (isNestedDeeper(schema, MAX_SCHEMA_DEPTH))
    throw new Error(`it is nested over ${MAX_SCHEMA_DEPTH} levels`);
  // Nearly every schema names some draft, and hardly one makes use of the difference.
  const { $schema: _draft, ...rest } = schema;
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
  });
  const validate = runTimeBoxed(() => ajv.compile(rest), COMPILE_MS);
  return { validate, isTrusty: !MAY_BE_SLOW.test(JSON.stringify(rest)) };
}

function shorten(text: string): string {
  return cleanLine(text.slice(0, MAX_PROBLEM_CHARS));
}
