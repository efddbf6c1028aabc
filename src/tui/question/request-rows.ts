import type { GateRequest } from '../../core/gate/gate-request.ts';
import { wrapEnds, type WrappedEnds } from '../draw/line.ts';
import { type Asked, questionLines } from './question-lines.ts';

/** What is longer is for the pager, which lays it out as it is looked at. */
const MAX_ROWS = 2000;

/** How many lines around a change are shown, from the most that there is room for to none. */
const CONTEXTS = [3, 1, 0] as const;

/** What would be done does not change while it is asked about, and a diff takes its time. */
const drawn = new WeakMap<GateRequest, Map<string, WrappedEnds>>();

/** What a question's request would really do, in rows; of what stands around a change as much as fits into `height`. */
export function requestRows(
  asked: Asked,
  columns: number,
  isTitled: boolean,
  height = Number.POSITIVE_INFINITY,
): WrappedEnds {
  const [most, ...fewer] = CONTEXTS;
  return fewer.reduce(
    (roomy, context) => (roomy.rows.length <= height ? roomy : rowsOf(asked, columns, { isTitled, context })),
    rowsOf(asked, columns, { isTitled, context: most }),
  );
}

function rowsOf(asked: Asked, columns: number, view: { isTitled: boolean; context: number }): WrappedEnds {
  const key = `${columns} ${view.isTitled} ${view.context}`;
  const known = drawn.get(asked.request) ?? new Map<string, WrappedEnds>();
  // Only the terminal's size of now is of use.
  const kept = [...known.keys()].some((other) => other.startsWith(`${columns} `)) ? known : new Map();
  const rows = kept.get(key) ?? wrapEnds(questionLines(asked, view), columns, MAX_ROWS);
  drawn.set(asked.request, kept.set(key, rows));
  return rows;
}
