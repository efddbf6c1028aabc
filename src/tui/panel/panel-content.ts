import type { PanelName } from '../../core/ports.ts';
import { serversPanel } from '../servers/servers-panel.ts';
import type { StepContext } from '../update/step.ts';
import type { PanelPage } from './panel-page.ts';

/** What panels are made of. */
export type PanelSources = Pick<StepContext, 'session' | 'commands' | 'mcp' | 'loads' | 'now'>;

/** `typed` is the filter of the page, for one that searches. */
type Panel = (sources: PanelSources, typed: string) => PanelPage;

const PANELS: Readonly<Record<PanelName, Panel>> = {
  mcp: serversPanel,
};

/** The first page of a panel. */
export function firstPage(name: PanelName, sources: PanelSources, typed: string): PanelPage {
  return PANELS[name](sources, typed);
}
