import type { PermissionQuestion, QuestionOption } from '../../core/gate-request.ts';
import { fitRow, wrapLines } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';
import { questionLines } from '../transcript/question-lines.ts';
import type { DialogState } from '../update/ui-state.ts';
import { ruleRow } from './rule-row.ts';
import { windowAround } from './window-around.ts';

/** The open question in at most `height` rows: what would happen, who asks, and the answers there are. */
export function dialogRows(
  questions: readonly PermissionQuestion[],
  { selected }: DialogState,
  columns: number,
  height: number,
): Row[] {
  const [question] = questions;
  if (question === undefined || height < 1) return [];
  const title = ruleRow(
    columns,
    'warning',
    [span(question.title, 'strong')],
    noteOf(question.askedBy, questions.length),
  );
  const optionCount = Math.max(1, Math.min(question.options.length, height - 2));
  const options = optionRows(question, selected, columns, optionCount);
  const hints = fitRow([span('↑↓ choose · Enter · Esc rejects · d shows all', 'dim')], columns);
  const free = height - 1 - options.length;
  const body = bodyRows(question, columns, free > 1 ? free - 1 : free);
  const rows = [title, ...body, ...options, hints];
  return rows.slice(0, height);
}

/** Who asks, and how many questions there are. */
export function noteOf(askedBy: string, count: number): string {
  return count > 1 ? `1 of ${count} · asked by ${askedBy}` : `asked by ${askedBy}`;
}

function bodyRows(question: PermissionQuestion, columns: number, height: number): Row[] {
  const rows = wrapLines(questionLines(question.request), columns);
  if (rows.length <= height) return rows;
  const shown = Math.max(0, height - 1);
  const more = fitRow(
    [span(`${GLYPHS.more} ${rows.length - shown} more lines, d shows all`, 'warning')],
    columns,
  );
  return [...rows.slice(0, shown), more].slice(0, height);
}

function optionRows(question: PermissionQuestion, selected: number, columns: number, height: number): Row[] {
  const rows = question.options.map((option, index) =>
    fitRow(optionRow(option, index, index === selected, question.rememberRule), columns),
  );
  return windowAround(rows, selected, height);
}

function optionRow({ label, kind }: QuestionOption, index: number, chosen: boolean, rule?: string): Row {
  const mark = span(chosen ? `${GLYPHS.prompt} ` : '  ', 'accent');
  const number = span(`${index + 1} `, 'dim');
  const text = chosen ? span(label, 'strong') : span(label);
  const remembers = kind === 'allow_always' && rule !== undefined ? [span(`  ${rule}`, 'dim')] : [];
  return [mark, number, text, ...remembers];
}
