import type { PanelName } from '../../core/ports.ts';
import { backendsPanel } from '../panels/backends-panel.ts';
import { configPanel } from '../panels/config-panel.ts';
import { contextPanel } from '../panels/context-panel.ts';
import { costPanel } from '../panels/cost-panel.ts';
import { diffPanel } from '../panels/diff-panel.ts';
import { helpPanel } from '../panels/help-panel.ts';
import { libraryPanel } from '../panels/library-panel.ts';
import { modelPanel } from '../panels/model-panel.ts';
import { permissionsPanel } from '../panels/permissions-panel.ts';
import { sessionsPanel } from '../panels/sessions-panel.ts';
import { statusPanel } from '../panels/status-panel.ts';
import { toolsPanel } from '../panels/tools-panel.ts';
import { serversPanel } from '../servers/servers-panel.ts';
import type { StepContext } from '../update/step.ts';
import type { PanelPage } from './panel-page.ts';

/** What panels are made of. */
export type PanelSources = Pick<StepContext, 'session' | 'commands' | 'keymap' | 'mcp' | 'loads' | 'now'>;

/** `typed` is the filter of the page, for one that searches. */
type Panel = (sources: PanelSources, typed: string) => PanelPage;

const PANELS: Readonly<Record<PanelName, Panel>> = {
  mcp: serversPanel,
  permissions: permissionsPanel,
  tools: toolsPanel,
  server: backendsPanel,
  model: modelPanel,
  config: configPanel,
  resume: sessionsPanel,
  library: libraryPanel,
  status: statusPanel,
  context: contextPanel,
  cost: costPanel,
  diff: diffPanel,
  help: helpPanel,
};

/** The first page of a panel. */
export function firstPage(name: PanelName, sources: PanelSources, typed: string): PanelPage {
  return PANELS[name](sources, typed);
}
