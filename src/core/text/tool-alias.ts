import { splitQualifiedName } from './tool-names.ts';

/**
 * The longest alias. Models take tool names of 64 characters, and agents put up to 12 of their own in front
 * (`mcp__simse__`).
 */
const MAX_ALIAS_CHARS = 52;
const HASH_CHARS = 8;

/**
 * `server/tool` in the letters that every model takes: `server__tool`. A name that does not fit, or could be read as that
 * of another tool, is changed as little as needed and ends with a hash of the name itself.
 */
export function toolAlias(name: string): string {
  const { server, tool } = splitQualifiedName(name) ?? { server: '', tool: name };
  const plain = `${server}__${tool}`;
  const alias = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  const isAmbiguous = server === '' || server.includes('__') || server.endsWith('_');
  if (alias === plain && alias.length <= MAX_ALIAS_CHARS && !isAmbiguous) return alias;
  return `${alias.slice(0, MAX_ALIAS_CHARS - HASH_CHARS - 1)}_${hash(name)}`;
}

/** FNV-1a over UTF-16 units, 32 bits in hex: tells names apart, keeps no secret. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(HASH_CHARS, '0');
}
