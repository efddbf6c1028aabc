import type { GateRequest } from '../../core/gate-request.ts';
import { wrapUpTo } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import { type Asked, questionLines } from '../transcript/question-lines.ts';

/** What is longer is for the pager, which lays it out as it is looked at. */
const MAX_ROWS = 2000;

/** What would be done does not change while it is asked about, and a diff takes its time. */
const drawn = new WeakMap<GateRequest, { columns: number; rows: readonly Row[] }>();

/** What a question's request would really do, in rows. */
export function requestRows(asked: Asked, columns: number): readonly Row[] {
  const before = drawn.get(asked.request);
  if (before?.columns === columns) return before.rows;
  const rows = wrapUpTo(questionLines(asked), columns, MAX_ROWS);
  drawn.set(asked.request, { columns, rows });
  return rows;
}
