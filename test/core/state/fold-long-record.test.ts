import { describe, expect, test } from 'vitest';
import type { SessionEvent, StampedEvent } from '../../../src/core/state/events.ts';
import { foldEvents, restoreState } from '../../../src/core/state/fold-events.ts';
import { INITIAL_STATE, reduce } from '../../../src/core/state/reduce.ts';
import { forgetOldOutput } from '../../../src/core/state/reduce-terminals.ts';
import { createRandom } from '../../helpers/random.ts';
import { chunk, denied, END, START, tool } from '../fold-events.ts';

const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;

/** Whatever order things come in. */
function randomEvents(seed: number): StampedEvent[] {
  const random = createRandom(seed);
  const id = () => random.pick(['a', 'b', 'c', '1', '__proto__']);
  const one = (): SessionEvent => {
    switch (random.below(14)) {
      case 0:
        return START;
      case 1:
        return END;
      case 2:
        return denied(id());
      case 3:
        return { type: 'compacted', summary: 'So far.' };
      case 4:
        return { type: 'terminal_started', terminalId: id(), command: 'ls', cwd: '/' };
      case 5:
        return { type: 'terminal_output', terminalId: id(), text: 'out'.repeat(random.below(30_000)) };
      case 6:
        return { type: 'terminal_exited', terminalId: id(), exitCode: 0, signal: null };
      case 7:
        return { type: 'notice', level: 'info', source: 's', text: 'told' };
      case 8:
        return { type: 'turn_cancelling', turnId: 't1' };
      case 9:
        return { type: 'tool_started', tool: 's/t', run: random.below(3), toolCallId: id(), args: '{}' };
      case 10:
      case 11:
        return tool({
          id: id(),
          title: 'T',
          status: random.pick(STATUSES),
          ...(random.below(6) === 0 ? { byUser: true } : {}),
        });
      default:
        return chunk(
          'words ',
          random.below(2) === 0 ? undefined : 'm',
          random.pick(['agent', 'thought', 'user']),
        );
    }
  };
  return Array.from({ length: random.below(60) }, (_, index) => ({
    ...one(),
    seq: index + 1,
    at: index * 10,
  }));
}

test('a record is folded at once into what its events make one after the other', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const events = randomEvents(seed);
    const folded = foldEvents(events);
    expect(folded, `seed ${seed}`).toEqual(events.reduce(reduce, INITIAL_STATE));
    expect(foldEvents(events)).toEqual(folded);
  }
});

const ran = (terminals: number, chars: number): StampedEvent[] =>
  Array.from({ length: terminals }, (_, index): SessionEvent[] => [
    { type: 'terminal_output', terminalId: `t${index}`, text: `${'x'.repeat(chars)}end` },
    { type: 'terminal_exited', terminalId: `t${index}`, exitCode: 0, signal: null },
  ])
    .flat()
    .map((event, index) => ({ ...event, seq: index + 1, at: index }));

describe('what old commands wrote', () => {
  test('is kept by its tail, of the last fifty whole', () => {
    const terminals = [...forgetOldOutput(foldEvents(ran(60, 10_000)).terminals)];
    expect(terminals.map(({ output }) => output.length)).toEqual([
      ...Array.from({ length: 10 }, () => 4096),
      ...Array.from({ length: 50 }, () => 10_003),
    ]);
    expect(terminals[0]).toMatchObject({ output: expect.stringMatching(/end$/), omitted: 10_003 - 4096 });
  });

  test('is counted on where it was cut before', () => {
    const [terminal] = [...forgetOldOutput(foldEvents(ran(60, 100_000)).terminals)];
    expect(terminal).toMatchObject({ omitted: 100_003 - 4096 });
  });

  test('stays whole while it runs', () => {
    const events = ran(60, 10_000).filter(({ type }) => type === 'terminal_output');
    const { terminals } = foldEvents(events);
    expect(forgetOldOutput(terminals)).toBe(terminals);
  });

  test('is there again when the session goes on, and runs no longer', () => {
    const events = ran(2, 5).slice(0, -1);
    expect([...restoreState(events).terminals]).toMatchObject([
      { output: 'xxxxxend', exitCode: 0, signal: null, running: false },
      { output: 'xxxxxend', exitCode: null, signal: null, running: false },
    ]);
  });
});

test('a record of very many entries is folded in a moment', () => {
  const events = Array.from({ length: 60_000 }, (_, index): StampedEvent => {
    const event: SessionEvent = index % 3 === 0 ? START : index % 3 === 1 ? chunk('words') : END;
    return { ...event, seq: index + 1, at: index };
  });
  const { cpuUsage } = process;
  const before = cpuUsage();
  expect(foldEvents(events).entries).toHaveLength(60_000);
  expect(cpuUsage(before).user / 1000).toBeLessThan(1000);
});
