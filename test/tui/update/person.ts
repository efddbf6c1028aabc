import type { SessionEvent } from '../../../src/core/state/events.ts';
import { draftOf } from '../../../src/tui/editor/editor.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { type Loads, NOTHING_LOADED } from '../../../src/tui/panel/panel-feed.ts';
import { joinCommands } from '../../../src/tui/prompt/completion/complete-command.ts';
import { NOTHING_LOOKED_UP } from '../../../src/tui/prompt/completion/lookups.ts';
import { NO_SERVERS } from '../../../src/tui/prompt/completion/mcp-feed.ts';
import {
  createUiState,
  type Effect,
  type StepContext,
  type UiState,
} from '../../../src/tui/repl/ui-state.ts';
import { splitIntoKeys, updateUi } from '../../../src/tui/repl/update-ui.ts';
import type { InputEvent } from '../../../src/tui/terminal/input/input-event.ts';
import { FakeSession, READY } from '../fake-session.ts';

const COMMANDS = [
  { name: 'help', description: '' },
  { name: 'mode', description: '' },
  { name: 'model', description: '' },
];

export const TURN: SessionEvent = { type: 'turn_started', turnId: 't', prompt: [] };

/** Somebody at the keyboard of a REPL whose session is ready, and what came of it. */
export class Person {
  ui: UiState;
  effects: Effect[] = [];
  now = 1000;
  mcp = NO_SERVERS;
  keymap = DEFAULT_KEYMAP;
  lookups = NOTHING_LOOKED_UP;
  loads: Loads = NOTHING_LOADED;
  readonly session = new FakeSession();

  constructor(events: SessionEvent[] = [], history: string[] = []) {
    this.session.emit(...READY, ...events);
    this.ui = createUiState(history);
  }

  press(...chords: string[]): this {
    for (const chord of chords) this.#take({ type: 'key', chord });
    return this;
  }

  type(text: string): this {
    this.#take({ type: 'text', text });
    return this;
  }

  paste(text: string): this {
    this.#take({ type: 'paste', text });
    return this;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  get draft(): string {
    return draftOf(this.ui.prompt.editor);
  }

  get context(): StepContext {
    return {
      session: this.session.getState(),
      commands: joinCommands(COMMANDS, [], [], this.mcp.prompts),
      mcp: this.mcp,
      lookups: this.lookups,
      loads: this.loads,
      keymap: this.keymap,
      columns: 80,
      rows: 24,
      now: this.now,
    };
  }

  #take(event: InputEvent): void {
    for (const part of splitIntoKeys(this.ui, event)) {
      const { state: ui, effects } = updateUi(this.ui, part, this.context);
      this.ui = ui;
      this.effects.push(...effects);
      for (const effect of effects) {
        if (effect.type === 'answer') this.session.answer(effect.questionId, effect.answer);
        if (effect.type === 'answer-elicitation')
          this.session.answerElicitation(effect.elicitationId, effect.answer);
      }
    }
  }
}

/** What follows when a prompt is sent. */
export function sent(text: string): Effect[] {
  return [
    { type: 'remember', text },
    { type: 'prompt', blocks: [{ type: 'text', text }] },
  ];
}
