/** One piece of a template of addresses (RFC 6570): a text, or a variable whose value stands there. */
type Part =
  | { kind: 'text'; text: string }
  /** `reserved`: its value may have slashes and the like. */
  | { kind: 'variable'; name: string; reserved: boolean };

/** How far an address has been typed that follows a template. */
export interface TypedAddress {
  /** The variable that is being typed. */
  name: string;
  value: string;
  /** Where its value begins, as a UTF-16 offset in the address. */
  start: number;
  /** The variables before it. */
  context: Record<string, string>;
  /** What follows it up to the next variable, and whether that is the end. */
  rest: string;
  isLast: boolean;
  reserved: boolean;
}

const EXPRESSIONS = /\{([^}]*)\}/g;
/** One variable, without a prefix or an explode. The other forms of the standard are not completed. */
const SIMPLE = /^(\+?)(\w+)$/;

/** The text before the first variable. */
export function templateStart(template: string): string {
  const [start = ''] = template.split('{', 1);
  return start;
}

/** The variable of a template at the end of what was typed; null where it does not follow the template so far. */
export function readAddress(template: string, typed: string): TypedAddress | null {
  const parts = partsOf(template);
  if (parts === null) return null;
  const context: Record<string, string> = {};
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!typed.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const next = parts[index + 1];
    const rest = next?.kind === 'text' ? next.text : '';
    const end = rest === '' ? -1 : typed.indexOf(rest, at);
    if (end < 0)
      return readLast(part, typed.slice(at), { start: at, context, rest, isLast: index + 2 >= parts.length });
    context[part.name] = decode(typed.slice(at, end));
    at = end;
  }
  return null;
}

/** A value as it stands in an address. */
export function encodeValue(value: string, { reserved }: Pick<TypedAddress, 'reserved'>): string {
  return reserved ? encodeURI(value) : encodeURIComponent(value);
}

type Variable = Extract<Part, { kind: 'variable' }>;
type Place = Pick<TypedAddress, 'start' | 'context' | 'rest' | 'isLast'>;

function readLast({ name, reserved }: Variable, typed: string, place: Place): TypedAddress | null {
  if (!reserved && typed.includes('/')) return null;
  return { name, reserved, value: decode(typed), ...place };
}

function partsOf(template: string): Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: whole, 1: expression = '', index } of template.matchAll(EXPRESSIONS)) {
    const [, plus, name] = SIMPLE.exec(expression) ?? [];
    if (name === undefined) return null;
    if (index > at) parts.push({ kind: 'text', text: template.slice(at, index) });
    parts.push({ kind: 'variable', name, reserved: plus === '+' });
    at = index + whole.length;
  }
  if (at < template.length) parts.push({ kind: 'text', text: template.slice(at) });
  return parts;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign of the user's own.
    return text;
  }
}
