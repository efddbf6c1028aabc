import { messageOf, SimseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { indentLines, type Line, line, textLines } from './line.ts';
import { span } from './span.ts';
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
