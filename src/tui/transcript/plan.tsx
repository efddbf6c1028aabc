import { memo } from 'react';
import type { PlanEntry } from '../../core/state/events.ts';
import { Fit, TextRow, useScreen } from '../draw/rows.tsx';
import { windowAround } from '../draw/scrolled-rows.ts';
import { span } from '../draw/span.ts';
import { planEntry, planTitle } from './plan-spans.ts';

/** Of the screen. */
const LARGEST_SHARE = 1 / 3;

interface PlanProps {
  plan: readonly PlanEntry[];
  isFolded: boolean;
  /** An empty row sets it off. */
  isSetOff: boolean;
}

/** The agent's plan as a checklist, or folded as its step in work. */
export function Plan({ plan, isFolded, isSetOff }: PlanProps) {
  const { height: most } = useScreen();
  const above = isSetOff ? 1 : 0;
  const wanted = Math.min(isFolded ? 1 : plan.length + 1, Math.floor(most * LARGEST_SHARE));
  if (plan.length === 0 || wanted === 0) return null;
  const title = planTitle(plan);
  const current = Math.max(
    0,
    plan.findIndex(({ status }) => status === 'in_progress'),
  );
  return (
    <Fit height={wanted + above}>
      {(height) => {
        const isBrief = isFolded || height - above < 2;
        const shown = isBrief ? [] : windowAround(plan, current, height - above - 1);
        return (
          <>
            {isSetOff && <TextRow spans={[]} />}
            <TextRow spans={isBrief ? [...title, span(`  ${plan[current]?.content ?? ''}`, 'dim')] : title} />
            {shown.map((entry, index) => (
              <Entry key={index} entry={entry} />
            ))}
          </>
        );
      }}
    </Fit>
  );
}

const Entry = memo(({ entry }: { entry: PlanEntry }) => <TextRow spans={planEntry(entry)} />);
