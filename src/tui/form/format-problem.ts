const DATE = /^(\d{4}-\d{2}-\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

interface Format {
  accepts(text: string): boolean;
  problem: string;
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  [
    'email',
    {
      accepts: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text),
      problem: 'must be an email address, such as ada@example.org',
    },
  ],
  [
    'uri',
    {
      accepts: (text) => !/\s/.test(text) && URL.canParse(text),
      problem: 'must be an address, such as https://example.org',
    },
  ],
  ['date', { accepts: (text) => isMoment(DATE, text), problem: 'must be a date, such as 2026-03-31' }],
  [
    'date-time',
    {
      accepts: (text) => isMoment(DATE_TIME, text),
      problem: 'must be a date and time, such as 2026-03-31T12:00:00Z',
    },
  ],
]);

/** What is wrong with a text of one of JSON Schema's formats; null for a format that is not known here. */
export function formatProblem(format: string, text: string): string | null {
  const known = FORMATS.get(format);
  return known === undefined || known.accepts(text) ? null : known.problem;
}

/** Whether there is such a moment: Date itself takes the 31st of February for one in March. */
function isMoment(shape: RegExp, text: string): boolean {
  const [, date] = shape.exec(text) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
