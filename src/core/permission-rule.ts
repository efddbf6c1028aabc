import { SimseError } from './errors.ts';

/** A rule as it is written: `tool` or `tool(argument)`, both with `*`. */
export interface PermissionRule {
  /** As the user wrote it, for messages. */
  text: string;
  tool: string;
  /** null matches every argument. */
  argument: string | null;
}

// The names other tools use in their rules, so that a rule copied from there means what it meant.
const ALIASES: Readonly<Record<string, string>> = {
  Bash: 'shell',
  Read: 'read_file',
  Edit: 'write_file',
  Write: 'write_file',
};

const RULE_SHAPE = /^([^\s()]+)(?:\(([\s\S]*)\))?$/;

/** Reads a rule; throws SimseError('usage') with the forms that exist. */
export function parseRule(text: string): PermissionRule {
  const match = RULE_SHAPE.exec(text.trim());
  const tool = match?.[1];
  if (tool === undefined) {
    throw new SimseError('usage', `"${text}" is not a permission rule.`, {
      hint: 'Write a tool, or a tool and what it may do: shell(git status*), write_file(src/**), filesystem/*.',
    });
  }
  return { text: text.trim(), tool: ALIASES[tool] ?? tool, argument: match?.[2] ?? null };
}

/** Quotes a text so that a rule's pattern matches it to the letter. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&');
}

/**
 * Whether `text` fits a pattern in which `*` stands for anything and `\\` takes the next character to the letter.
 * A trailing ` *` also fits the text without it: `git status *` fits `git status`.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.match(/\\[\s\S]|\*+|[\s\S]/gu) ?? [];
  const optionalTail = pieces.length > 2 && pieces.at(-1) === '*' && pieces.at(-2) === ' ';
  const source = (optionalTail ? pieces.slice(0, -2) : pieces).map(pieceToSource).join('');
  return new RegExp(`^${source}${optionalTail ? '(?: [^]*)?' : ''}$`, 'u').test(text);
}

function pieceToSource(piece: string): string {
  if (piece.startsWith('*')) return '[^]*';
  const literal = piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece;
  return /[\\^$.*+?()[\]{}|/]/.test(literal) ? `\\${literal}` : literal;
}
