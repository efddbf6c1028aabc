import type { PlanEntry } from '../../core/state/events.ts';
import { Fit, Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { planRows } from './plan-rows.ts';

interface PlanProps {
  plan: readonly PlanEntry[];
  isFolded: boolean;
  /** An empty row sets it off. */
  isSetOff: boolean;
}

/** The agent's plan as a checklist, in a third of the screen at most. */
export function Plan({ plan, isFolded, isSetOff }: PlanProps) {
  const { columns, height } = useScreen();
  const above = isSetOff ? 1 : 0;
  const rows = (most: number) => planRows(plan, isFolded, columns, most);
  const wanted = rows(Math.floor(height / 3)).length;
  if (wanted === 0) return null;
  return (
    <Fit height={wanted + above}>
      {(given) => <Rows rows={[...(isSetOff ? [[]] : []), ...rows(given - above)]} />}
    </Fit>
  );
}
