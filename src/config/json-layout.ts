/** How a file is laid out, so that what is added to it looks like the rest. */
export interface JsonLayout {
  /** The line break. */
  eol: string;
  /** One step of indentation. */
  step: string;
}

export function layoutOf(text: string): JsonLayout {
  const [, step = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', step };
}

/** The blanks that begin the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** An object over several lines, each of its values on one; the first line is not indented. */
export function writeBlock(object: object, indent: string, { eol, step }: JsonLayout): string {
  const lines = Object.entries(object).map(
    ([key, value]) => `${indent}${step}${JSON.stringify(key)}: ${writeInline(value)}`,
  );
  return `{${eol}${lines.join(`,${eol}`)}${eol}${indent}}`;
}

/** A value on one line, with a blank after each comma and colon. */
export function writeInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${writeInline(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
