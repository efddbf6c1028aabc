import type { SessionState } from '../../core/state/session-state.ts';
import { fitRow, fitRowEnd } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { draftHeight } from '../editor/editor-rows.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Size } from '../terminal/terminal.ts';
import type { TranscriptItem } from '../transcript/block.ts';
import type { LookupView } from '../prompt/completion/lookups.ts';
import type { CommandInfo } from '../prompt/completion/command-info.ts';
import { completionsOf } from '../prompt/completion/completion.ts';
import type { Loads } from '../panel/source.ts';
import type { McpView } from '../prompt/completion/mcp-feed.ts';
import { hasDraft } from '../question/handle-dialog.ts';
import type { UiState } from './ui-state.ts';
import { typedSpans } from '../form/shown-value.ts';
import { GLYPHS } from '../draw/theme.ts';
import { askedCalls } from '../transcript/asked-calls.ts';
import { completionRows } from '../prompt/completion-rows.ts';
import { dialogRows } from '../question/dialog-rows.ts';
import { elicitationRows } from '../form/elicitation-rows.ts';
import { keysRows } from '../keys/keys-rows.ts';
import { panelRows } from '../panel/panel-rows.ts';
import { planRows } from '../transcript/plan-rows.ts';
import { promptRows } from '../prompt/prompt-rows.ts';
import { queueRows, type QueueView } from '../prompt/queue-rows.ts';
import { searchRows } from '../prompt/search-rows.ts';
import { statusRow } from './status-row.ts';
import { tailRows } from '../transcript/tail-rows.ts';

export interface LiveView {
  session: SessionState;
  ui: UiState;
  /** What of the transcript may still change. */
  live: readonly TranscriptItem[];
  commands: readonly CommandInfo[];
  mcp: McpView;
  lookups: LookupView;
  loads: Loads;
  keymap: Keymap;
  size: Size;
  now: number;
  home: string;
}

/** What is drawn below the scrollback, row by row. */
export interface Frame {
  rows: readonly Row[];
  /** From 0 within the rows; null where no cursor belongs. */
  cursor: { row: number; column: number } | null;
}

/** From this height on, an empty row sets the prompt off. */
const SPACED_FROM = 9;
/** From this height on, an empty row sets off what is asked, or looked at, and the plan. */
const ROOMY_FROM = 16;
const MAX_COMPLETION_ROWS = 7;
const MAX_QUEUED = 4;
const READING = `reading the names of files${GLYPHS.more}`;

/**
 * Lays out everything that is redrawn. It never has as many rows as the terminal, whatever is in it, and no row reaches
 * the last column: a terminal would scroll or wrap, and what cannot be reached any more cannot be redrawn. The draft comes
 * last, since terminals differ in where they put the cursor when rows below it are wrapped anew.
 */
export function layOutLive(view: LiveView): Frame {
  const { session, ui } = view;
  const columns = Math.max(1, view.size.columns - 1);
  const height = Math.max(1, view.size.rows - 1);
  const isRoomy = height >= ROOMY_FROM;
  let free = height;
  const take = (rows: Row[]): Row[] => {
    const taken = rows.slice(0, free);
    free -= taken.length;
    return taken;
  };
  const prompt =
    ui.dialog === null
      ? promptRows(ui.editor, view.size.columns, draftHeight(view.size.rows))
      : { rows: keptDraft(ui, columns), cursor: { row: 0, column: 0 } };
  const draft = take(prompt.rows);
  const status = take([statusRow(view, columns)]);
  const space = height >= (ui.dialog === null ? SPACED_FROM : ROOMY_FROM) ? take([[]]) : [];
  const setOff = (rows: Row[]): Row[] => (rows.length > 0 && isRoomy ? [[], ...rows] : rows);
  const dialog = take(setOff(askedRows(view, columns, isRoomy ? free - 1 : free)));
  const list = take(completionList(view, columns, Math.min(free, MAX_COMPLETION_ROWS)));
  const keys = ui.showsKeys ? take(keysRows(view.keymap, ui.keysScroll, columns, free)) : [];
  const queue = take(queueRows(queueView(view), columns, Math.min(free, MAX_QUEUED)));
  const planHeight = Math.min(isRoomy ? free - 1 : free, Math.floor(height / 3));
  const plan = take(setOff(planRows(visiblePlan(session), ui.planFolded, columns, planHeight)));
  const tail = take(tailRows(view.live, { ...view, columns, height: free, asked: askedCalls(session) }));

  const above = [...tail, ...plan, ...dialog, ...keys, ...space, ...status, ...queue, ...list];
  const rows = [...above, ...draft];
  return {
    rows,
    cursor: isAsked(ui) ? null : { row: above.length + prompt.cursor.row, column: prompt.cursor.column },
  };
}

function queueView({ session, ui, keymap }: LiveView): QueueView {
  return { queue: session.queue, isHeld: session.queueHeld, mark: ui.queueMark, keymap };
}

/** Whether the keys are not for the draft. */
function isAsked({ dialog, elicitation, panel, search }: UiState): boolean {
  return dialog !== null || elicitation !== null || panel !== null || search !== null;
}

/** The permission question, else the request for information, that waits for an answer, else what is looked at. */
function askedRows(view: LiveView, columns: number, height: number): Row[] {
  const { session, ui, keymap } = view;
  const { dialog } = ui;
  if (dialog !== null)
    return dialogRows({ session, dialog, hasDraft: hasDraft(ui), keymap, now: view.now }, columns, height);
  if (ui.elicitation !== null)
    return elicitationRows(session.elicitations, ui.elicitation, columns, height, keymap);
  if (ui.panel !== null) return panelRows(ui.panel, view, { columns, rows: view.size.rows });
  return ui.search === null ? [] : searchRows(ui.search, ui.history, keymap, columns, height);
}

function completionList(view: LiveView, columns: number, height: number): Row[] {
  if (view.ui.dialog !== null || view.ui.panel !== null || view.ui.search !== null) return [];
  const completions = completionsOf(view.ui, view);
  const isReading = completions.length === 0 && view.lookups.files?.isReading === true;
  if (isReading && height > 0) return [fitRow([span(`  ${READING}`, 'dim')], columns)];
  return completionRows(completions, view.ui.completion.selected, columns, height);
}

const KEPT = 'draft kept: ';

/** What was typed under a question, which takes no prompt: it waits. */
function keptDraft({ editor, dialog }: UiState, columns: number): Row[] {
  const isSaid = dialog?.field?.kind === 'reason' && !dialog.isDraftAside;
  if (editor.text === '' || isSaid) return [];
  return [[span(KEPT, 'dim'), ...fitRowEnd(typedSpans(editor), columns - KEPT.length)]];
}

/** A plan stays on the screen until its turn has ended. */
function visiblePlan({ plan, turn }: SessionState): SessionState['plan'] {
  return turn === null ? [] : plan;
}
