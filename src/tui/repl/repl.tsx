import { Box, type DOMElement, measureElement } from 'ink';
import { type Ref, useInsertionEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { SessionState } from '../../core/state/session-state.ts';
import type { Paint } from '../draw/paint.ts';
import { FrameContext, type Screen, ScreenContext, useScreen } from '../draw/rows.tsx';
import { Form } from '../form/form.tsx';
import type { Keymap } from '../keys/keymap.ts';
import { Keys } from '../keys/keys.tsx';
import { KeysContext } from '../keys/keys-context.ts';
import { Panel } from '../panel/panel.tsx';
import { completionsOf } from '../prompt/completion/complete-draft.ts';
import { Completions } from '../prompt/completions.tsx';
import { FoundPrompts } from '../prompt/found-prompts.tsx';
import { caretIn, KeptDraft, PromptEditor } from '../prompt/prompt-editor.tsx';
import { Queue } from '../prompt/queue.tsx';
import { Permission } from '../question/permission.tsx';
import { hasDraft } from '../question/permission-state.ts';
import type { Caret, InkScreen } from '../terminal/ink-screen.ts';
import { Plan } from '../transcript/plan.tsx';
import { paintItem } from '../transcript/scrollback.ts';
import { TranscriptTail } from '../transcript/transcript-tail.tsx';
import type { LiveView, ReplStore } from './repl-store.ts';
import { StatusLine } from './status-line.tsx';
import type { UiState } from './ui-state.ts';

interface ReplProps {
  store: ReplStore;
  screen: InkScreen;
  paint: Paint;
  keymap: Keymap;
}

/**
 * The REPL on the screen. What goes into the scrollback above it is written past Ink, whose <Static> would lay it out cell by
 * cell, and is not kept.
 */
export function Repl({ store, screen, paint, keymap }: ReplProps) {
  const { view, size } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const frame = useRef<DOMElement>(null);
  const { columns, rows } = size;
  const drawn = useMemo(
    () => ({ paint, columns: Math.max(1, columns - 1), height: Math.max(1, rows - 1) }),
    [paint, columns, rows],
  );
  // Before Ink writes, as an insertion effect is; a layout effect comes after.
  useInsertionEffect(() => {
    screen.print(store.takePrinted().flatMap((item) => paintItem(item, columns, paint, keymap)));
    screen.noteFrame({
      height: () => (frame.current === null ? 0 : measureElement(frame.current).height),
      caret: view === null ? null : caretOf(view.ui, drawn),
    });
  });
  if (view === null) return null;
  return (
    <ScreenContext value={drawn}>
      <KeysContext value={keymap}>
        <LiveRegion view={view} frame={frame} />
      </KeysContext>
    </ScreenContext>
  );
}

const SPACED_FROM = 9;
const ROOMY_FROM = 16;
const STATUS_ROWS = 1;

/**
 * What is redrawn. It never has as many rows as the terminal, whatever is in it, and no row reaches the last column: a
 * terminal would scroll or wrap, and what cannot be reached any more cannot be redrawn. The draft comes last, since terminals
 * differ in where they put the cursor when rows below it are wrapped anew.
 *
 * Where there is little room the end of the transcript gives way first, then lists and the plan. What is asked, the status
 * line and the draft do not. `frame` is what is drawn, without what is left of the screen above it.
 */
export function LiveRegion({ view, frame }: { view: LiveView; frame: Ref<DOMElement> }) {
  const { columns, height } = useScreen();
  const { session, ui } = view;
  const setOff = isRoomy(height);
  return (
    <FrameContext value={view}>
      <Box
        flexDirection="column"
        width={columns}
        height={height}
        justifyContent="flex-end"
        overflowY="hidden"
      >
        <Box ref={frame} flexDirection="column" justifyContent="flex-end" overflowY="hidden">
          <TranscriptTail live={view.live} now={view.now} session={session} />
          <Plan plan={visiblePlan(session)} isFolded={ui.planFolded} isSetOff={setOff} />
          <Box flexDirection="column" flexShrink={0} marginTop={setOff && isAsked(ui) ? 1 : 0}>
            <Asked view={view} />
          </Box>
          {ui.prompt.showsKeys && <Keys scroll={ui.keysScroll} />}
          {isSpaced(ui, height) && <Box height={1} flexShrink={0} />}
          <StatusLine session={session} ui={ui} now={view.now} home={view.home} />
          <Queue queue={session.queue} isHeld={session.queueHeld} mark={ui.prompt.queueMark} />
          <CompletionList view={view} />
          <Draft ui={ui} />
        </Box>
      </Box>
    </FrameContext>
  );
}

/** Where the cursor belongs; null while the keys are not for the draft. */
export function caretOf(ui: UiState, screen: Pick<Screen, 'columns' | 'height'>): Caret | null {
  return isAsked(ui) ? null : caretIn(ui.prompt.editor, screen);
}

/** Whether the keys are not for the draft. */
function isAsked({ dialog, elicitation, panel, prompt }: UiState): boolean {
  return dialog !== null || elicitation !== null || panel !== null || prompt.search !== null;
}

/** The permission question, else the request for information, that waits for an answer, else what is looked at. */
function Asked({ view }: { view: LiveView }) {
  const screen = useScreen();
  const { session, ui, now } = view;
  const { dialog, elicitation, panel } = ui;
  const { search, history } = ui.prompt;
  const height = roomForAsked(ui, screen);
  if (dialog !== null)
    return (
      <Permission
        session={session}
        dialog={dialog}
        hasDraft={hasDraft(dialog, ui.prompt.editor)}
        now={now}
        height={height}
      />
    );
  if (elicitation !== null)
    return <Form elicitations={session.elicitations} state={elicitation} height={height} />;
  if (panel !== null) return <Panel panel={panel} sources={view} />;
  return search === null ? null : <FoundPrompts search={search} history={history} height={height} />;
}

/** What is left when the draft, the status line and the empty rows that set them off have their rows. */
function roomForAsked(ui: UiState, screen: Screen): number {
  const { height } = screen;
  const kept = isDraftKept(ui) ? 1 : 0;
  const draft = ui.dialog === null ? caretIn(ui.prompt.editor, screen).rows : kept;
  const space = isSpaced(ui, height) ? 1 : 0;
  return Math.max(0, height - draft - STATUS_ROWS - space - (isRoomy(height) ? 1 : 0));
}

/** An empty row sets the prompt off. */
function isSpaced({ dialog }: UiState, height: number): boolean {
  return dialog === null ? height >= SPACED_FROM : isRoomy(height);
}

/** An empty row sets off what is asked, or looked at, and the plan. */
function isRoomy(height: number): boolean {
  return height >= ROOMY_FROM;
}

function CompletionList({ view }: { view: LiveView }) {
  const { ui, lookups } = view;
  if (isAsked(ui)) return null;
  const completions = completionsOf(ui.prompt, view);
  const isReading = lookups.files?.isReading === true;
  return (
    <Completions completions={completions} selected={ui.prompt.completion.selected} isReading={isReading} />
  );
}

function Draft({ ui }: { ui: UiState }) {
  if (ui.dialog === null) return <PromptEditor editor={ui.prompt.editor} />;
  return isDraftKept(ui) ? <KeptDraft editor={ui.prompt.editor} /> : null;
}

/** A draft that is said in the dialog is not shown a second time. */
function isDraftKept({ prompt: { editor }, dialog }: UiState): boolean {
  const isSaid = dialog?.field?.kind === 'reason' && !dialog.isDraftAside;
  return editor.text !== '' && !isSaid;
}

/** A plan stays on the screen until its turn has ended. */
function visiblePlan({ plan, turn }: SessionState): SessionState['plan'] {
  return turn === null ? [] : plan;
}
