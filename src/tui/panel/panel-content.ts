import type { PanelName } from '../../core/ports/session-commands.ts';
import { backendsPanel } from './pages/backends-panel.ts';
import { configPanel } from './pages/config-panel.ts';
import { contextPanel } from './pages/context-panel.ts';
import { costPanel } from './pages/cost-panel.ts';
import { diffPanel } from './pages/diff-panel.ts';
import { helpPanel } from './pages/help-panel.ts';
import { libraryPanel } from './pages/library-panel.ts';
import { modelPanel } from './pages/model-panel.ts';
import { permissionsPanel } from './pages/permissions-panel.ts';
import { sessionsPanel } from './pages/sessions-panel.ts';
import { statusPanel } from './pages/status-panel.ts';
import { toolsPanel } from './pages/tools-panel.ts';
import { serversPanel } from './servers-panel.ts';
import type { StepContext } from '../repl/step.ts';
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
