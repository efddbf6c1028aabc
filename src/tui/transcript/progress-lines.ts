import { cleanLine } from '../../core/text/clean-text.ts';
import type { ToolProgress } from '../../core/tool-call.ts';
import { fitRow, indentLines, type Line, line } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import type { ToolBlock } from './block.ts';

const INDENT = '  ';
const BAR_COLUMNS = 20;

/** How far a running call is, on one line whatever it says, so that nothing below it moves. */
export function progressLines({ call: { progress }, isOrphan }: ToolBlock, columns: number): Line[] {
  if (progress === undefined) return [];
  const indent = isOrphan ? INDENT + INDENT : INDENT;
  const row = [...amountSpans(progress), span(`  ${cleanLine(progress.message ?? '')}`, 'dim')];
  return indentLines([line(...fitRow(row, Math.max(1, columns - indent.length)))], [span(indent)]);
}

/** A bar where the end is known, else the count. */
function amountSpans({ progress, total }: ToolProgress): Row {
  if (total === undefined || !(total > 0)) return [span(formatCount(progress), 'accent')];
  const share = Math.min(1, Math.max(0, progress / total));
  const done = Math.round(share * BAR_COLUMNS);
  return [
    span('━'.repeat(done), 'accent'),
    span('─'.repeat(BAR_COLUMNS - done), 'dim'),
    span(`${Math.floor(share * 100)}%`.padStart(5)),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
