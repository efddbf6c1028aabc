import { cleanText } from '../core/clean-text.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import { indentLines, type Line, line, textLines } from './draw/line.ts';
import { span } from './draw/span.ts';
import { GLYPHS } from './theme.ts';

/** What was typed, above its answer. */
export function echo(typed: string): Line {
  return line(span(`${GLYPHS.prompt} `, 'dim'), span(typed, 'dim'));
}

/** What went wrong, with what to do about it. */
export function errorLines(thrown: unknown): Line[] {
  const hint = thrown instanceof SimseError && thrown.hint !== undefined ? textLines(thrown.hint, 'dim') : [];
  const lines = [...textLines(cleanText(messageOf(thrown)), 'bad'), ...hint];
  return indentLines(lines, [span(`${GLYPHS.failed} `, 'bad')]);
}
