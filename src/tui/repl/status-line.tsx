import { Box } from 'ink';
import type { ModeLike } from '../../core/gate/permission-mode.ts';
import type { McpServerState } from '../../core/state/events.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { formatTokens } from '../../core/state/usage.ts';
import { formatElapsed } from '../../core/text/quantities.ts';
import { widthOf } from '../draw/graphemes.ts';
import { Spans, useScreen } from '../draw/rows.tsx';
import { shortPath } from '../draw/short-path.ts';
import { type Row, rowText, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { type KeyLabels, keyHint } from '../keys/hints-row.ts';
import type { ActionName } from '../keys/keymap.ts';
import { useKeys } from '../keys/keys-context.ts';
import { SERVER_STATES } from '../panel/pages/servers-panel.ts';
import { runsCommand } from '../prompt/last-command.ts';
import { isStuck } from '../prompt/leave-draft.ts';
import { readDraft } from '../prompt/read-draft.ts';
import type { UiState } from './ui-state.ts';

/** A piece of the status line; where there is little room, those with the highest rank go first. */
interface Part {
  text: string;
  rank: number;
  style?: Style;
}

const SEPARATOR = ' · ';
/** Between the clock and what stands before it. */
const CLOCK_GAP = 2;
const TROUBLE: readonly McpServerState[] = ['needs_auth', 'backing_off', 'failed'];

export interface StatusProps {
  session: SessionState;
  ui: UiState;
  /** Epoch milliseconds. */
  now: number;
  /** The user's home directory, shown as a tilde. */
  home: string;
}

type StatusView = StatusProps & { keymap: KeyLabels };

/**
 * Mode, agent, context, cost, trouble, and what can be done now, in one row. The clock of a running turn stands at the end of
 * the row, so that nothing else moves when it grows.
 */
export function StatusLine(props: StatusProps) {
  const { columns } = useScreen();
  const { turn } = props.session;
  const clock = turn === null ? '' : formatElapsed(props.now - turn.startedAt);
  const beside = clock === '' ? 0 : clock.length + CLOCK_GAP;
  return (
    <Box flexShrink={0} height={1} columnGap={CLOCK_GAP} justifyContent="space-between">
      <Spans spans={statusSpans({ ...props, keymap: useKeys() }, columns - beside)} />
      {clock !== '' && beside <= columns && (
        <Box flexShrink={0}>
          <Spans spans={[span(clock, 'accent')]} />
        </Box>
      )}
    </Box>
  );
}

/** As much as there is room for: the least important parts go first. */
function statusSpans(view: StatusView, columns: number): Row {
  const parts = [...partsOf(view), hintOf(view)].filter((part) => part.text !== '');
  for (;;) {
    const row = joinParts(parts);
    if (widthOf(rowText(row)) <= columns || parts.length <= 1) return row;
    const ranks = parts.map((part) => part.rank);
    parts.splice(ranks.lastIndexOf(Math.max(...ranks)), 1);
  }
}

function joinParts(parts: readonly Part[]): Row {
  return parts.flatMap(({ text, style = 'dim' }, index): Span[] => {
    const shown = span(text, style);
    return index === 0 ? [shown] : [span(SEPARATOR, 'dim'), shown];
  });
}

function partsOf({ session, ui, home }: StatusView): Part[] {
  const { usage, queue } = session;
  return [
    vimPart(ui),
    modePart(session),
    ...backendParts(session),
    { text: usageText(session), rank: 5 },
    { text: usage.used === undefined ? shortPath(session.cwd, home) : '', rank: 7 },
    { text: queue.length === 0 ? '' : `${queue.length} queued`, rank: 3 },
    { text: mcpTrouble(session), rank: 4, style: 'warning' },
  ];
}

/** Which mode the draft is edited in, as vim says it, with the keys of a command that is not whole yet. */
function vimPart({ prompt: { vim } }: UiState): Part {
  if (vim === null) return { text: '', rank: 0 };
  const mode = vim.mode.toUpperCase().replace('-', ' ');
  return { text: vim.pending === '' ? mode : `${mode} ${vim.pending}`, rank: 1, style: 'accent' };
}

const MODE_LOOKS: Readonly<Record<ModeLike, { glyph: string; style: Style }>> = {
  default: { glyph: GLYPHS.mode, style: 'dim' },
  acceptEdits: { glyph: GLYPHS.freeMode, style: 'accent' },
  plan: { glyph: GLYPHS.heldMode, style: 'accent' },
  dontAsk: { glyph: GLYPHS.heldMode, style: 'accent' },
  auto: { glyph: GLYPHS.freeMode, style: 'warning' },
  bypassPermissions: { glyph: GLYPHS.freeMode, style: 'bad' },
};

/** What is in force of simse's mode and the agent's own. */
function modePart(session: SessionState): Part {
  const { mode } = modeInForce(session);
  const { glyph, style } = MODE_LOOKS[mode];
  return { text: `${glyph} ${mode}`, rank: 0, style };
}

/** The agent and its model. */
function backendParts(session: SessionState): Part[] {
  const { backend, backendState } = session;
  if (backendState === 'starting')
    return [{ text: `starting ${backend}${GLYPHS.more}`, rank: 2, style: 'accent' }];
  if (backendState === 'exited') return [{ text: `${backend} has ended`, rank: 2, style: 'bad' }];
  const model = session.configOptions.find((option) => option.category === 'model');
  const choice = model?.choices.find(({ value }) => value === model.value);
  return [
    { text: backend, rank: 4 },
    { text: choice === undefined ? '' : modelName(choice.name), rank: 6 },
  ];
}

/** Beside the mode, a bare "Default" would be anything's. */
function modelName(name: string): string {
  return /^default\b/i.test(name) ? 'default model' : name;
}

function usageText({ usage: { used, size, cost } }: SessionState): string {
  const share =
    size === undefined || size === 0
      ? ''
      : `${Math.round(((used ?? 0) / size) * 100)}% of ${formatTokens(size)}`;
  const context = used === undefined ? '' : share || `${formatTokens(used)} tokens`;
  return [context, cost === undefined ? '' : formatCost(cost)].filter((text) => text !== '').join(SEPARATOR);
}

function formatCost({ amount, currency }: { amount: number; currency: string }): string {
  return currency === 'USD' ? `$${amount.toFixed(2)}` : `${amount.toFixed(2)} ${currency}`;
}

/**
 * In words that lead to what can be done: `MCP fs failed`, `MCP: 1 needs login, 2 failed`. A turn may wait for servers that
 * are starting, so they are named as long as it runs.
 */
function mcpTrouble({ mcp, turn }: SessionState): string {
  const told: readonly McpServerState[] = turn === null ? TROUBLE : [...TROUBLE, 'starting'];
  const troubled = mcp.filter(({ state }) => told.includes(state));
  const [first, second] = troubled;
  if (first === undefined) return '';
  if (second === undefined) return `MCP ${first.name} ${SERVER_STATES[first.state].word}`;
  const counts = told.map((state) => {
    const count = troubled.filter((server) => server.state === state).length;
    return count === 0 ? '' : `${count} ${SERVER_STATES[state].word}`;
  });
  return `MCP: ${counts.filter((text) => text !== '').join(', ')}`;
}

function hintOf({ session, ui, now, keymap }: StatusView): Part {
  const hint = (name: ActionName, does: string) => keyHint(keymap, name, does).join('');
  const interrupting = session.turn?.cancelling === true ? `interrupting${GLYPHS.more}` : '';
  if (ui.prompt.armed?.key === 'interrupt') {
    const text = [interrupting, hint('interrupt', 'again to exit')]
      .filter((part) => part !== '')
      .join(SEPARATOR);
    return { text, rank: 0, style: 'warning' };
  }
  if (ui.prompt.armed?.key === 'escape') {
    const does = ui.prompt.editor.text === '' ? 'edit the last prompt' : 'clear the draft';
    return { text: hint('escape', `again to ${does}`), rank: 0, style: 'warning' };
  }
  if (isStuck(session.turn, now))
    return {
      text: `${session.backend} is not stopping · ${hint('interrupt', 'to end it')}`,
      rank: 0,
      style: 'warning',
    };
  if (interrupting !== '') return { text: interrupting, rank: 0, style: 'warning' };
  if (session.questions.length + session.elicitations.length > 0)
    return { text: 'waiting for your answer', rank: 2, style: 'warning' };
  // They say themselves what Esc does.
  if (ui.panel !== null || ui.prompt.search !== null || ui.prompt.showsKeys) return { text: '', rank: 0 };
  if (runsCommand(session)) return { text: hint('escape', 'to stop the command'), rank: 2 };
  if (session.turn === null) return { text: '? for keys', rank: 3 };
  return {
    text: [...sendHints(ui, session, keymap), hint('escape', 'to interrupt')].join(SEPARATOR),
    rank: 2,
  };
}

/** What Enter does with a prompt that is typed while a turn runs. */
function sendHints({ prompt: { editor } }: UiState, { takes }: SessionState, keymap: KeyLabels): string[] {
  if (editor.text === '' || readDraft(editor.text).kind !== 'prompt') return [];
  if (takes?.steering !== true) return keyHint(keymap, 'send', 'to queue');
  return [...keyHint(keymap, 'send', 'to add to the turn'), ...keyHint(keymap, 'queue', 'to queue')];
}
