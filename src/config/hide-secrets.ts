import type { McpServerConfig } from './mcp-server-config.ts';
import { findSecrets, SECRETS_IN_TEXT, type SecretHolder, secretPart } from './secrets.ts';

const MIN_CHARS = 6;
const HIDDEN = '***';
/** What a variable stands for in an entry is a secret more often than not; these are none. */
const PLAIN = /^(?:\d+|[.~]{0,2}[\\/].*|[A-Za-z]:\\.*|https?:\/\/[^@?]*)$/;

interface Known {
  /** As it is written. */
  config: McpServerConfig;
  /** With its variables replaced. May throw. */
  expand(): McpServerConfig;
  env: Readonly<Record<string, string>>;
}

/**
 * Takes out of a text what a server must not tell: the secrets of its own entry, wherever they stand in it, and what looks
 * like the token of a well-known service.
 */
export function createSecretHider(known: Known): (text: string) => string {
  let secrets: readonly string[] | null = null;
  return (text) => {
    secrets ??= secretsOf(known);
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, HIDDEN);
    for (const { pattern, replacement } of SECRETS_IN_TEXT) shown = shown.replace(pattern, replacement);
    return shown;
  };
}

/** The longest first, so that one within another leaves nothing of it. */
function secretsOf({ config, expand, env }: Known): string[] {
  const written: SecretHolder = config;
  const expanded = expandedOf(config, expand);
  const values = [
    ...findSecrets(expanded).map(({ value }) => secretPart(value)),
    ...variablesIn(written.env, expanded.env),
    ...variablesIn(written.headers, expanded.headers),
    ...config.requiredEnv.flatMap((name) => env[name] ?? []),
  ];
  // Of a key of several lines each is told by itself.
  const parts = values.flatMap((value) => [value, encodeURIComponent(value), ...value.split('\n')]);
  const long = parts
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_CHARS && !PLAIN.test(part));
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

function expandedOf(config: McpServerConfig, expand: () => McpServerConfig): SecretHolder {
  try {
    return expand();
  } catch {
    return config; // A variable is not set, which whoever starts the server is told.
  }
}

/** The values that were written with a variable. */
function variablesIn(written: Record<string, string> = {}, expanded: Record<string, string> = {}): string[] {
  return Object.entries(written)
    .filter(([, value]) => value.includes('${'))
    .map(([name]) => secretPart(expanded[name] ?? ''));
}
