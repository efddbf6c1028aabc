import type { Session } from '../../core/ports/session.ts';
import type { AgentCommand } from '../../core/state/events.ts';
import { throttle } from '../../core/throttle.ts';
import type { Line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import type { Keymap } from '../keys/keymap.ts';
import { panelNeeds } from '../panel/open-page.ts';
import { PanelFeed } from '../panel/panel-feed.ts';
import { createPanel } from '../panel/panel-state.ts';
import { joinCommands } from '../prompt/completion/complete-command.ts';
import { completionLookup, completionQuery } from '../prompt/completion/complete-draft.ts';
import { LookupFeed } from '../prompt/completion/lookups.ts';
import { McpFeed } from '../prompt/completion/mcp-feed.ts';
import type { PromptState } from '../prompt/prompt-state.ts';
import { DraftWatch } from '../prompt/unsent-draft.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Size } from '../terminal/terminal.ts';
import type { CursorShape } from '../terminal/terminal-modes.ts';
import type { TranscriptItem } from '../transcript/block.ts';
import { Scrollback } from '../transcript/scrollback.ts';
import type { PanelToOpen } from './perform-effect.ts';
import type { ReplOptions } from './repl-options.ts';
import { createUiState, type Effect, type StepContext, type UiState } from './ui-state.ts';
import { splitIntoKeys, syncSession, updateUi } from './update-ui.ts';

/** All that is drawn below the scrollback, as it is now. */
export interface LiveView extends Omit<StepContext, 'columns' | 'rows'> {
  ui: UiState;
  /** What of the transcript may still change. */
  live: readonly TranscriptItem[];
  /** The user's home directory, shown as a tilde. */
  home: string;
}

/** What is on the screen below the scrollback. */
export interface Snapshot {
  /** Null when the REPL has been taken off the screen. */
  readonly view: LiveView | null;
  /** Of the terminal. */
  readonly size: Size;
}

export interface ReplSetup {
  session: Session;
  version: string;
  banner: readonly string[];
  /** simse's own commands. */
  commands: readonly AgentCommand[];
  /** Earlier prompts, oldest first. */
  history: readonly string[];
  keymap: Keymap;
  /** The draft is edited with the keys of vim from the beginning. */
  hasVim: boolean;
  /** Called when the cursor is to look otherwise. */
  showCursor(shape: CursorShape): void;
  drafts: ReplOptions['drafts'];
  /** The user's home directory, shown as a tilde. */
  home: string;
  size: Size;
  /** Does what a key asked for. */
  perform(effect: Effect): void;
}

const FRAME_MS = 1000 / 30;
const CLOCK_MS = 1000;
/** For how long the header waits for what starts. */
const HEADER_MS = 2000;
/** Between two bits of a long history, for what the user types meanwhile. */
const PRINT_PAUSE_MS = 4;

/** The state of the REPL, for useSyncExternalStore, and everything that changes it. */
export class ReplStore {
  readonly #setup: ReplSetup;
  readonly #listeners = new Set<() => void>();
  readonly #frames = throttle(() => this.#publish(), FRAME_MS);
  readonly #unsubscribe: () => void;
  readonly #servers: McpFeed;
  readonly #lookups: LookupFeed;
  readonly #loads: PanelFeed;
  readonly #drafts: DraftWatch;
  #size: Size;
  #ui: UiState;
  readonly #scrollback: Scrollback;
  #isPaused = false;
  #shape: CursorShape = 'usual';
  #clock: NodeJS.Timeout | undefined;
  #printing: NodeJS.Timeout | undefined;
  readonly #header: NodeJS.Timeout;
  #snapshot: Snapshot;

  constructor(setup: ReplSetup) {
    this.#setup = setup;
    this.#scrollback = new Scrollback(setup);
    this.#size = setup.size;
    this.#ui = createUiState(setup.history, setup.drafts.restored, setup.hasVim);
    this.#drafts = new DraftWatch(this.#ui.prompt.editor.text, (draft) => setup.drafts.save(draft));
    this.#servers = new McpFeed(setup.session, () => this.#frames.request());
    this.#lookups = new LookupFeed(setup.session, () => this.#frames.request());
    this.#loads = new PanelFeed(setup.session, () => this.#frames.request());
    this.#snapshot = this.#takeSnapshot();
    this.#unsubscribe = setup.session.subscribe(() => this.#frames.request());
    this.#header = setTimeout(() => this.#begin(), HEADER_MS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Snapshot => this.#snapshot;

  /** What was read from the keyboard at once; drawn once. */
  handleInput(events: readonly InputEvent[]): void {
    for (const event of events) for (const part of splitIntoKeys(this.#ui, event)) this.#handle(part);
    this.#publish();
  }

  /** Adds lines to the scrollback. */
  print(lines: readonly Line[]): void {
    this.#scrollback.print(lines, this.#setup.session.getState());
    this.#publish();
  }

  /** What is to be written to the scrollback; it is handed out once. */
  takePrinted(): readonly TranscriptItem[] {
    return this.#scrollback.take();
  }

  /** Prints the last of the entries that were left out when the session was taken up again, bit by bit. */
  printEarlier(most: number): void {
    this.#scrollback.printEarlier(this.#setup.session.getState(), most);
    this.#printOn();
  }

  readonly #printOn = (): void => {
    const hasMore = this.#scrollback.step();
    this.#publish();
    if (hasMore) this.#printing = setTimeout(this.#printOn, PRINT_PAUSE_MS);
  };

  openPanel({ panel, item, filter }: PanelToOpen): void {
    this.#ui = { ...this.#ui, panel: createPanel(panel, item, filter) };
    this.#publish();
  }

  /** Has what the open panel shows fetched anew. */
  refreshPanel(): void {
    this.#loads.refresh();
  }

  closePanel(): void {
    this.#ui = { ...this.#ui, panel: null };
    this.#publish();
  }

  /** Says a line of what was done: in the panel that is open, else in the scrollback. */
  tell(lines: readonly Line[]): void {
    const { panel } = this.#ui;
    if (panel === null) return this.print(lines);
    const message = lines.flatMap(({ head, spans }, index) => [
      ...(index === 0 ? [] : [span(' ')]),
      ...head,
      ...spans,
    ]);
    this.#ui = { ...this.#ui, panel: { ...panel, message } };
    this.#publish();
  }

  /** Takes in what the prompt has waited for. */
  changePrompt(change: (prompt: PromptState) => PromptState): void {
    this.#ui = { ...this.#ui, prompt: change(this.#ui.prompt) };
    this.#publish();
  }

  /** Nothing is drawn until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(size: Size): void {
    this.#isPaused = false;
    // Whoever had the terminal meanwhile may have left another one.
    this.#shape = 'usual';
    this.#size = size;
    this.#publish();
  }

  /** Takes the frame off the screen for good; what was finished while nothing was drawn is printed. */
  close(): void {
    this.#unsubscribe();
    this.#servers.close();
    this.#lookups.close();
    this.#loads.close();
    this.#frames.cancel();
    clearTimeout(this.#clock);
    clearTimeout(this.#printing);
    clearTimeout(this.#header);
    this.#isPaused = true;
    const state = this.#setup.session.getState();
    if (state.entries.length > 0) this.#scrollback.begin(state);
    this.#scrollback.advance(state);
    this.#show({ ...this.#snapshot, view: null });
  }

  #begin(): void {
    this.#scrollback.begin(this.#setup.session.getState());
    this.#publish();
  }

  #handle(event: InputEvent): void {
    const { state, effects } = updateUi(this.#ui, event, this.#context());
    this.#ui = state;
    for (const effect of effects) this.#setup.perform(effect);
  }

  #context(): StepContext {
    const session = this.#setup.session.getState();
    const mcp = this.#servers.view();
    const { keymap, commands: own, session: port } = this.#setup;
    const commands = joinCommands(own, port.commands.custom(), session.commands, mcp.prompts);
    const lookups = this.#lookups.view();
    return { session, commands, mcp, lookups, loads: this.#loads, keymap, ...this.#size, now: Date.now() };
  }

  #publish(): void {
    if (this.#isPaused) return;
    const context = this.#context();
    this.#servers.want(completionQuery(this.#ui.prompt, context));
    this.#lookups.want(completionLookup(this.#ui.prompt));
    this.#loads.want(panelNeeds(this.#ui.panel, context));
    this.#drafts.note(this.#ui.prompt.editor, context.session.queue);
    this.#showCursor();
    this.#show(this.#takeSnapshot());
    this.#setClock();
  }

  #showCursor(): void {
    const { vim } = this.#ui.prompt;
    const shape = vim === null ? 'usual' : vim.mode === 'insert' ? 'bar' : 'block';
    if (shape !== this.#shape) this.#setup.showCursor(shape);
    this.#shape = shape;
  }

  #show(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): Snapshot {
    const context = this.#context();
    this.#advance(context);
    const { live } = this.#scrollback;
    return { view: { ...context, ui: this.#ui, live, home: this.#setup.home }, size: this.#size };
  }

  #advance(context: StepContext): void {
    const { session } = context;
    this.#ui = syncSession(this.#ui, context);
    this.#scrollback.advance(session);
  }

  /**
   * Time passes on the screen only while a turn runs, a panel is open or a key waits for its second press; and a question says
   * from when on it can be answered.
   */
  #setClock(): void {
    clearTimeout(this.#clock);
    const { prompt, panel, dialog } = this.#ui;
    const passes = this.#setup.session.getState().turn !== null || prompt.armed !== null || panel !== null;
    const quietIn = dialog === null ? 0 : dialog.quietFrom - Date.now();
    const wait = quietIn > 0 ? Math.min(CLOCK_MS, quietIn + 1) : CLOCK_MS;
    if (passes || quietIn > 0) this.#clock = setTimeout(() => this.#publish(), wait);
  }
}
