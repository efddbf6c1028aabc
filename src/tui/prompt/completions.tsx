import { Fit, Line, Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { completionRows } from './completion-rows.ts';
import type { Completion } from './completion/completion.ts';

const MAX_ROWS = 7;
const READING = `reading the names of files${GLYPHS.more}`;

interface CompletionsProps {
  completions: readonly Completion[];
  selected: number;
  /** The names of files are still being read. */
  isReading: boolean;
}

/** What the draft may become. */
export function Completions({ completions, selected, isReading }: CompletionsProps) {
  const { columns } = useScreen();
  if (completions.length === 0) return isReading ? <Line spans={[span(`  ${READING}`, 'dim')]} /> : null;
  return (
    <Fit height={Math.min(completions.length, MAX_ROWS)}>
      {(rows) => <Rows rows={completionRows(completions, selected, columns, rows)} />}
    </Fit>
  );
}
