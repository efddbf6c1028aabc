import { extname } from 'node:path';
import type { LineRange } from '../../tools/read-text.ts';
import { countOf } from './count-of.ts';
import { textContent, type ToolContext, type ToolInvocation, type ToolSummary } from './tool-invocation.ts';
import { readFileText } from './workspace-access.ts';

/** Reads a text file, or some lines of it. */
export function readFile(context: ToolContext, input: { path: string; range?: LineRange }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const { range } = input;
  const what: ToolSummary = {
    name: 'read_file',
    kind: 'read',
    title: `Read ${context.workspace.display(path.given)}${describeRange(range)}`,
    locations: [{ path: path.given, ...(range === undefined ? {} : { line: range.line }) }],
    rawInput: { path: path.given, ...range },
  };
  return {
    ...what,
    async run(call) {
      const text = await readFileText(context, call, what, path, range);
      if (range === undefined) context.seen.note(path.real, text);
      const [language = ''] = /\w*$/.exec(extname(path.given)) ?? [];
      return {
        ok: true,
        answer: { text, form: 'verbatim', language },
        content: [textContent(countOf(countLines(text), 'line'))],
      };
    },
  };
}

function describeRange(range: LineRange | undefined): string {
  if (range === undefined) return '';
  const { line, limit } = range;
  if (limit === 1) return ` (${line})`;
  return limit === undefined ? ` (${line}–)` : ` (${line}–${line + limit - 1})`;
}

function countLines(text: string): number {
  const breaks = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1;
}
