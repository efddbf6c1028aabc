import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { widthOf } from '../../../src/tui/draw/graphemes.ts';
import { span } from '../../../src/tui/draw/span.ts';
import { changeView, createPanel } from '../../../src/tui/panel/panel-state.ts';
import type { UiState } from '../../../src/tui/repl/ui-state.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { createRandom } from '../../helpers/random.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FEATURES, field, formAsked, pageAsked, REGION } from '../fields.ts';
import { draw, question, TURN, typed, withPrompt } from '../live/draw-live.tsx';
import { hasServer, tool, view } from '../servers.ts';

const TEXTS = [
  'word ',
  '漢字',
  '👩‍👩‍👧',
  '\n',
  '\n\n',
  '```\n',
  '- item\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  'x'.repeat(70),
];

const SERVERS = view({
  tools: TEXTS.map((text) => tool(text, text.repeat(9), { server: 'server-0' })),
  log: () => TEXTS.map((text) => text.repeat(9)),
  instructions: () => TEXTS.join(''),
});

function fill(seed: number): { session: FakeSession; ui: UiState } {
  const random = createRandom(seed);
  const session = new FakeSession();
  session.emit(...READY, TURN);
  let draft = random.pick(['', '/', '/co', '?']);
  for (let step = 0; step < 40; step += 1) {
    session.emit(randomEvent(random, step));
    if (random.below(3) === 0) draft += random.pick(TEXTS);
  }
  return {
    session,
    ui: {
      ...withPrompt(typed(draft), { showsKeys: random.below(4) === 0 }),
      planFolded: random.below(2) === 0,
    },
  };
}

/** Opens the panel of the servers, with nothing in front of it. */
function openPanel(session: FakeSession, ui: UiState, seed: number): UiState {
  closeQuestions(session);
  for (const { id } of session.getState().elicitations)
    session.emit({ type: 'elicitation_closed', elicitationId: id });
  const panel = changeView(createPanel('mcp', seed % 2 === 0 ? 'server-0' : null), { scroll: seed });
  return { ...ui, panel: { ...panel, message: seed % 4 === 0 ? [span('x'.repeat(seed * 9))] : null } };
}

/** Brings what the questions hide to the front. */
function closeQuestions(session: FakeSession): void {
  for (const { id } of session.getState().questions)
    session.emit({ type: 'question_closed', questionId: id });
}

function randomEvent(random: ReturnType<typeof createRandom>, step: number): SessionEvent {
  const id = String(step);
  switch (random.below(9)) {
    case 8: {
      const text = random.pick(TEXTS).repeat(9);
      return hasServer({
        name: `server-${random.below(20)}`,
        transport: text,
        detail: text,
        lastError: text,
      });
    }
    case 6: {
      const text = random.pick(TEXTS).repeat(9);
      const fields = [REGION, FEATURES, field(), field({ type: 'integer' })].map((one, index) => ({
        ...one,
        key: `${index}`,
        label: random.pick(TEXTS),
        required: random.below(2) === 0,
        description: text,
      }));
      return formAsked(fields.slice(random.below(4)), id, text);
    }
    case 7:
      return pageAsked(`https://example.org/${random.pick(TEXTS).repeat(9)}`, id);
    case 0:
      return { type: 'question_asked', question: question({ id, title: random.pick(TEXTS).repeat(9) }) };
    case 1:
      return { type: 'prompt_queued', prompt: { id, text: random.pick(TEXTS).repeat(9) } };
    case 2: {
      const entry = { content: random.pick(TEXTS).repeat(9), priority: 'low', status: 'pending' } as const;
      return { type: 'plan', entries: Array.from({ length: random.below(30) }, () => entry) };
    }
    case 3: {
      const content = [{ type: 'terminal' as const, terminalId: id }];
      return { type: 'tool_call', call: { id, title: random.pick(TEXTS), status: 'in_progress', content } };
    }
    case 4:
      return {
        type: 'terminal_output',
        terminalId: String(random.below(step + 1)),
        text: random.pick(TEXTS).repeat(99),
      };
    default:
      return agentSays(random.pick(TEXTS));
  }
}

const SIZES: Size[] = [
  { columns: 80, rows: 24 },
  { columns: 20, rows: 10 },
  { columns: 200, rows: 50 },
  { columns: 20, rows: 3 },
  { columns: 33, rows: 7 },
  { columns: 120, rows: 2 },
];

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'the frame never reaches the height of the terminal, nor a row its last column: seed %i',
  (seed) => {
    const { session, ui } = fill(seed);
    if (seed % 2 === 0) closeQuestions(session);
    const shown = seed % 3 === 0 ? openPanel(session, ui, seed) : ui;
    for (const size of SIZES) {
      const frame = draw(session, shown, size, SERVERS);
      expect(frame.rows.length).toBeLessThan(size.rows);
      expect(Math.max(...frame.rows.map((row) => widthOf(row)))).toBeLessThan(size.columns);
      expect(frame.cursor?.row ?? 0).toBeLessThan(frame.rows.length);
    }
  },
);
