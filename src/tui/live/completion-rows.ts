import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';
import type { CommandInfo } from '../update/completion.ts';
import { windowAround } from './window-around.ts';

/** The commands that the draft may become, in at most `height` rows. */
export function completionRows(
  commands: readonly CommandInfo[],
  selected: number,
  columns: number,
  height: number,
): Row[] {
  const chosen = Math.min(selected, commands.length - 1);
  const labels = commands.map(({ name, hint }) => `/${name}${hint === undefined ? '' : ` ${hint}`}`);
  const width = Math.max(0, ...labels.map((label) => label.length));
  const rows = commands.map(({ description }, index): Row => {
    const label = (labels[index] ?? '').padEnd(width);
    const isChosen = index === chosen;
    const mark = span(isChosen ? `${GLYPHS.prompt} ` : '  ', 'accent');
    const name = isChosen ? span(label, 'strong', 'accent') : span(label);
    return fitRow([mark, name, span(`  ${description}`, 'dim')], columns);
  });
  return windowAround(rows, chosen, height);
}
