import { expect, onTestFinished } from 'vitest';
import type { PanelName } from '../../../src/core/ports/session-commands.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { panelNeeds } from '../../../src/tui/panel/open-page.ts';
import { PanelFeed } from '../../../src/tui/panel/panel-feed.ts';
import { createPanel } from '../../../src/tui/panel/panel-state.ts';
import { drawPanel } from '../live/draw-parts.tsx';
import { Person } from '../update/person.ts';

export const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 140, rows: 40 },
  { columns: 40, rows: 12 },
] as const;

/** Somebody with a panel open, which fetches what it shows from a session in memory. */
export class PanelTester {
  readonly person: Person;
  /** What acts of the panel came to. */
  readonly said: string[] = [];
  readonly #feed: PanelFeed;

  constructor(events: SessionEvent[] = []) {
    this.person = new Person(events);
    this.person.now = Date.now();
    this.#feed = new PanelFeed(this.person.session, () => {});
    this.person.loads = this.#feed;
    onTestFinished(() => this.#feed.close());
  }

  get session() {
    return this.person.session;
  }

  open(name: PanelName, item: string | null = null, filter = ''): this {
    this.person.ui = { ...this.person.ui, panel: createPanel(name, item, filter) };
    return this;
  }

  get isOpen(): boolean {
    return this.person.ui.panel !== null;
  }

  press(...chords: string[]): this {
    for (const chord of chords) {
      this.screen();
      this.person.press(chord);
    }
    return this;
  }

  type(text: string): this {
    this.person.type(text);
    return this;
  }

  /** The panel as it would be drawn now; empty when none is open. */
  screen(size: { columns: number; rows: number } = SIZES[0]): string {
    const { context, ui } = this.person;
    this.#feed.want(panelNeeds(ui.panel, context));
    if (ui.panel === null) return '';
    const columns = size.columns - 1;
    const rows = drawPanel(this.person, columns, size.rows);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
    expect(rows.length).toBeLessThan(size.rows - 2);
    return rows.join('\n');
  }

  /** Waits until the panel says it. */
  async sees(what: string | RegExp, size = SIZES[0] as { columns: number; rows: number }): Promise<string> {
    await expect.poll(() => this.screen(size)).toMatch(what);
    return this.screen(size);
  }

  /** Does what the keys asked for, and says what came of it. */
  async settle(): Promise<string[]> {
    for (const effect of this.person.effects.splice(0)) {
      if (effect.type !== 'act') continue;
      this.said.push(await effect.act(this.session).catch((thrown: Error) => `failed: ${thrown.message}`));
    }
    this.#feed.refresh();
    return this.said;
  }
}
