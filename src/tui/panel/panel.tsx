import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import type { PanelSources } from './panel-page.ts';
import { panelRows } from './panel-rows.ts';
import type { PanelState } from './panel-state.ts';

interface PanelProps {
  panel: PanelState;
  sources: PanelSources;
}

/** What is looked at and worked with in place of the draft. */
export function Panel({ panel, sources }: PanelProps) {
  const { columns, height } = useScreen();
  return <Rows rows={panelRows(panel, sources, { columns, rows: height + 1 })} />;
}
