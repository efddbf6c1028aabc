import type { TrustSubject } from '../../config/trust-subject.ts';
import type { AppContext } from '../../session/app-context.ts';
import { askLine } from './ask-yes-no.ts';

/** Rows that the question itself takes, and what stands above it. */
const QUESTION_ROWS = 8;
const PROMPT_ROWS = 2;
const DEFAULT_SIZE = { rows: 24, columns: 80 };

/** Of a long one, how much of its beginning and of its end. */
const HEAD_CHARS = 120;
const TAIL_CHARS = 80;

/**
 * Shows what is to be trusted. What does not fit on the screen would scroll its beginning away: of that the beginnings and
 * ends are shown with how much is between them, and it is paged whole before anybody can agree. Resolves with whether
 * all of it has been on the screen.
 */
export async function showWhole(app: AppContext, subjects: readonly TrustSubject[]): Promise<boolean> {
  const size = { ...DEFAULT_SIZE, ...sizeOf(app.stdout) };
  const whole = subjects.flatMap((subject) => wrap(describe(subject, subject.summary), size.columns));
  const room = Math.max(1, size.rows - QUESTION_ROWS);
  if (whole.length <= room) {
    app.stdout.write(`${whole.join('\n')}\n\n`);
    return true;
  }
  app.stdout.write(`${outline(subjects, size.columns, room).join('\n')}\n\n`);
  const question = 'There is more. v shows all of it, n continues without it. [v/N] ';
  if (!/^v$/i.test((await askLine(app, app.stdout, question)) ?? '')) return false;
  return page(app, whole, Math.max(1, size.rows - PROMPT_ROWS));
}

async function page(app: AppContext, rows: readonly string[], perPage: number): Promise<boolean> {
  for (let from = 0; from < rows.length; from += perPage) {
    app.stdout.write(`${rows.slice(from, from + perPage).join('\n')}\n`);
    const left = rows.length - from - perPage;
    if (left <= 0) break;
    const answer = await askLine(app, app.stdout, `-- ${left} more lines: Enter to continue, n to stop -- `);
    if (answer !== '') return false;
  }
  return true;
}

/** As many as there is room for, each with its beginning and its end. */
function outline(subjects: readonly TrustSubject[], columns: number, room: number): string[] {
  const rows: string[] = [];
  for (const [index, subject] of subjects.entries()) {
    const next = wrap(describe(subject, cut(subject.summary)), columns);
    if (index > 0 && rows.length + next.length >= room)
      return [...rows, `  … and ${subjects.length - index} more`];
    rows.push(...next);
  }
  return rows;
}

function describe({ name, file }: TrustSubject, summary: string): string {
  return `  ${name}: ${summary}\n    (${file})`;
}

function cut(text: string): string {
  const left = text.length - HEAD_CHARS - TAIL_CHARS;
  if (left <= 0) return text;
  return `${text.slice(0, HEAD_CHARS)} [… ${left} characters left out …] ${text.slice(-TAIL_CHARS)}`;
}

/** Broken where a terminal would, and sooner: all but plain characters may be two columns wide. */
function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    const rows = [''];
    let width = 0;
    for (const char of line) {
      const wide = char > '~' ? 2 : 1;
      if (width + wide > columns) {
        rows.push('');
        width = 0;
      }
      rows[rows.length - 1] += char;
      width += wide;
    }
    return rows;
  });
}

function sizeOf(stdout: AppContext['stdout']): { rows?: number; columns?: number } {
  const { rows, columns } = stdout as { rows?: number; columns?: number };
  return { ...(rows ? { rows } : {}), ...(columns ? { columns } : {}) };
}
