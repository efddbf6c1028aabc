import { NOTHING_LOOKED_UP } from '../../../src/tui/prompt/completion/lookups.ts';
import { Writable } from 'node:stream';
import { type DOMElement, measureElement, render } from 'ink';
import { createRef, type ReactNode, type Ref } from 'react';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import type { PermissionQuestion } from '../../../src/core/gate/gate-request.ts';
import { edit } from '../../../src/tui/editor/editor.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { caretOf, LiveRegion, type LiveView } from '../../../src/tui/repl/live-region.tsx';
import { type Loads, NOTHING_LOADED } from '../../../src/tui/panel/source.ts';
import { type McpView, NO_SERVERS } from '../../../src/tui/prompt/completion/mcp-feed.ts';
import type { DrawnFrame } from '../../../src/tui/terminal/draw-frame.ts';
import { type Caret, readFrame } from '../../../src/tui/terminal/ink-screen.ts';
import { ScreenContext } from '../../../src/tui/draw/screen-context.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { advanceTranscript, EMPTY_TRANSCRIPT } from '../../../src/tui/transcript/transcript.ts';
import { createUiState, type UiState } from '../../../src/tui/repl/ui-state.ts';
import { syncSession } from '../../../src/tui/repl/update-ui.ts';
import type { FakeSession } from '../fake-session.ts';

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
  const caret = caretOf(view.ui, size.columns, size.rows);
  return drawNode((frame) => <LiveRegion view={view} frame={frame} />, size, caret);
}

/** What Ink makes of a component in a terminal of this size; `frame` goes to the box that counts. */
function drawNode(node: (frame: Ref<DOMElement>) => ReactNode, size: Size, caret: Caret | null): DrawnFrame {
  const stdout = new InkOutput(size.columns);
  const frame = createRef<DOMElement>();
  const screen = {
    paint: rowText,
    columns: Math.max(1, size.columns - 1),
    height: Math.max(1, size.rows - 1),
  };
  const ink = render(<ScreenContext value={screen}>{node(frame)}</ScreenContext>, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
    debug: true,
  });
  const height = frame.current === null ? 0 : measureElement(frame.current).height;
  const drawn = readFrame(stdout.written, { height: () => height, caret }, size.columns - 1);
  ink.unmount();
  return drawn;
}

/** Keeps what Ink wrote last. */
class InkOutput extends Writable {
  readonly columns: number;
  written = '';

  constructor(columns: number) {
    super({ decodeStrings: false });
    this.columns = columns;
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.written = chunk;
    done();
  }
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
