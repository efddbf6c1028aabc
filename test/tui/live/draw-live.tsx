import type { PermissionQuestion } from '../../../src/core/gate/gate-request.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { edit } from '../../../src/tui/editor/editor.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { type Loads, NOTHING_LOADED } from '../../../src/tui/panel/panel-feed.ts';
import { NOTHING_LOOKED_UP } from '../../../src/tui/prompt/completion/lookups.ts';
import { type McpView, NO_SERVERS } from '../../../src/tui/prompt/completion/mcp-feed.ts';
import { caretOf, LiveRegion } from '../../../src/tui/repl/repl.tsx';
import type { LiveView } from '../../../src/tui/repl/repl-store.ts';
import { createUiState, type UiState } from '../../../src/tui/repl/ui-state.ts';
import { syncSession } from '../../../src/tui/repl/update-ui.ts';
import type { DrawnFrame } from '../../../src/tui/terminal/draw-frame.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { advanceTranscript, EMPTY_TRANSCRIPT } from '../../../src/tui/transcript/transcript.ts';
import type { FakeSession } from '../fake-session.ts';
import { drawFrame, screenOf } from './draw-component.tsx';

const COMMANDS = Array.from({ length: 30 }, (_, index) => ({
  name: `command${index}`,
  description: 'does 漢字 things',
}));

/** The live region of a session as it would be drawn. */
export function draw(
  session: FakeSession,
  ui: UiState,
  size: Size,
  mcp: McpView = NO_SERVERS,
  loads: Loads = NOTHING_LOADED,
): DrawnFrame {
  const state = session.getState();
  const keymap = DEFAULT_KEYMAP;
  const lookups = NOTHING_LOOKED_UP;
  const context = {
    session: state,
    commands: COMMANDS,
    mcp,
    lookups,
    loads,
    keymap,
    ...size,
    now: Date.now(),
  };
  const { live } = advanceTranscript(EMPTY_TRANSCRIPT, context.session);
  return drawView({ ...context, ui: syncSession(ui, context), live, home: '/home/me' }, size);
}

/** As the program draws it, without colours. */
export function drawView(view: LiveView, size: Size): DrawnFrame {
  const caret = caretOf(view.ui, screenOf(size));
  return drawFrame((frame) => <LiveRegion view={view} frame={frame} />, size, { caret });
}

export function withPrompt(ui: UiState, changed: Partial<UiState['prompt']>): UiState {
  return { ...ui, prompt: { ...ui.prompt, ...changed } };
}

/** The prompt with this draft in it. */
export const typed = (text: string): UiState => {
  const ui = createUiState([]);
  return withPrompt(ui, { editor: edit(ui.prompt.editor, { type: 'insert', text }) });
};

export function question(over: Partial<PermissionQuestion> = {}): PermissionQuestion {
  return {
    id: 'q',
    askedBy: 'claude',
    title: 'Run npm install',
    request: { kind: 'shell', command: 'npm install', cwd: '/home/me/shop' },
    rememberRule: 'shell(npm install)',
    options: [
      { id: 'a', label: 'Allow once', kind: 'allow_once' },
      { id: 'A', label: 'Allow for this session', kind: 'allow_always' },
      { id: 'r', label: 'Reject', kind: 'reject_once' },
    ],
    ...over,
  };
}

export const TURN: SessionEvent = {
  type: 'turn_started',
  turnId: 't',
  prompt: [{ type: 'text', text: 'go' }],
};
