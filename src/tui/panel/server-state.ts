import type { McpServerState, McpServerStatus } from '../../core/state/mcp-status.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';

/** How the state of an MCP server is shown. */
export const SERVER_STATES: Readonly<Record<McpServerState, { glyph: string; word: string; style: Style }>> =
  {
    ready: { glyph: GLYPHS.done, word: 'ready', style: 'good' },
    starting: { glyph: GLYPHS.active, word: 'starting', style: 'accent' },
    backing_off: { glyph: GLYPHS.active, word: 'restarting', style: 'warning' },
    needs_auth: { glyph: GLYPHS.warning, word: 'needs login', style: 'warning' },
    failed: { glyph: GLYPHS.failed, word: 'failed', style: 'bad' },
    disabled: { glyph: GLYPHS.open, word: 'disabled', style: 'dim' },
  };

/** Why a server is as it is, where that says more than the word for it. */
export function reasonOf({ state, detail }: McpServerStatus): string | undefined {
  return detail?.replace(' a ', ' ') === SERVER_STATES[state].word ? undefined : detail;
}
