import type { GateRequest } from '../../core/gate-request.ts';
import { wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import { type Asked, questionLines } from '../transcript/question-lines.ts';

/** What would be done does not change while it is asked about, and a diff takes its time. */
const drawn = new WeakMap<GateRequest, { columns: number; rows: readonly Row[] }>();

/** What a question's request would really do, in rows. */
export function requestRows(asked: Asked, columns: number): readonly Row[] {
  const before = drawn.get(asked.request);
  if (before?.columns === columns) return before.rows;
  const rows = wrapLines(questionLines(asked), columns);
  drawn.set(asked.request, { columns, rows });
  return rows;
}
