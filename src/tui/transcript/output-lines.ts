import { blockToText } from '../../core/content.ts';
import type { TerminalState } from '../../core/state/session-state.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import { type Line, line, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { type KeyLabels, keyHint } from '../keys/hints-row.ts';
import { terminalRows } from './terminal-rows.ts';

export type Part = 'all' | 'beginning' | 'end';

const OUTPUT_LINES = 5;
/** Of one line of output in a card, and where all is shown. */
const CARD_LINE_CHARS = 400;
const WHOLE_LINE_CHARS = 20_000;
/** Of an output no more than this is gone through for the few lines of a card. */
const CARD_CHARS = 16 * 1024;
const ALL_LINES = 20_000;

/** What a call gave: what its terminals show, else its texts; with `whole` also its raw output, where there is neither. */
export function outputOf(call: ToolCall, terminals: readonly TerminalState[], whole: boolean): string {
  const texts = call.content.flatMap((content) =>
    content.type === 'content' ? withoutFence(blockToText(content.block)) : [],
  );
  const text = [...terminals.map(terminalText), ...texts].join('\n').trim();
  if (text !== '' || !whole || call.output === undefined) return text;
  return typeof call.output === 'string' ? call.output : JSON.stringify(call.output, null, 2);
}

function terminalText({ output, omitted = 0 }: TerminalState): string {
  if (omitted === 0) return output;
  const left = `${omitted.toLocaleString('en-US')} earlier characters`;
  return `${GLYPHS.more} (${left} are only in the session's record)\n${output}`;
}

/** Some agents put what a command wrote into a code block. */
function withoutFence(text: string): string {
  return /^```\w*\n([^]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

/** Some lines of an output in the colours that it came with, or all. */
export function outputLines(output: string, part: Part, style: Style, keymap: KeyLabels): Line[] {
  const count = output.split('\n').length;
  if (part === 'all') return rowsToLines(output, ALL_LINES, WHOLE_LINE_CHARS, style);
  const text = part === 'end' ? output.slice(-CARD_CHARS) : output.slice(0, CARD_CHARS);
  const rows = rowsToLines(text, Number.POSITIVE_INFINITY, CARD_LINE_CHARS, style);
  const shown = part === 'end' ? rows.slice(-OUTPUT_LINES) : rows.slice(0, OUTPUT_LINES);
  const left = count - shown.length;
  if (left <= 0) return shown;
  const more = moreLine(left, keymap);
  return part === 'end' ? [more, ...shown] : [...shown, more];
}

function rowsToLines(text: string, most: number, maxChars: number, style: Style): Line[] {
  const rows = terminalRows(text, { styles: [style], maxChars });
  const lines = rows.slice(0, most).map((row) => verbatimLine(...row));
  if (rows.length <= most) return lines;
  return [...lines, line(span(`${GLYPHS.more} ${countOf(rows.length - most, 'more line')}`, 'dim'))];
}

/** That there is more, and which key shows it. */
export function moreLine(count: number, keymap: KeyLabels): Line {
  const text = [countOf(count, 'more line'), ...keyHint(keymap, 'show-output', 'to show all')].join(', ');
  return line(span(`${GLYPHS.more} ${text}`, 'dim'));
}
