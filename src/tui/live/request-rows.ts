import type { GateRequest } from '../../core/gate-request.ts';
import { wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import { questionLines } from '../transcript/question-lines.ts';

/** What would be done does not change while it is asked about, and a diff takes its time. */
const drawn = new WeakMap<GateRequest, { columns: number; rows: readonly Row[] }>();

/** What a request would really do, in rows. */
export function requestRows(request: GateRequest, columns: number): readonly Row[] {
  const before = drawn.get(request);
  if (before?.columns === columns) return before.rows;
  const rows = wrapLines(questionLines(request), columns);
  drawn.set(request, { columns, rows });
  return rows;
}
