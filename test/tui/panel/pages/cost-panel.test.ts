import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/state/events.ts';
import { PanelTester } from '../panel-tester.ts';

test('/cost shows what a turn took, where the agent tells', () => {
  const ended = { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' } as const;
  const tester = new PanelTester([
    { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text: 'mend it' }] },
    { ...ended, tokens: { input: 1200, output: 340, cached: 18_000 } },
  ]).open('cost');
  expect(tester.screen()).toMatch(/ 1 +1\.2k \+ 18k cached in, 340 out .*mend it/);
});

test('tokens of a turn’s last request alone are not taken for those of the turn', () => {
  const ran = (id: string, byUser?: true): SessionEvent => ({
    type: 'tool_call',
    call: { id, title: 'ls', kind: 'execute', status: 'completed', ...(byUser && { byUser }) },
  });
  const told = (text: string, calls: SessionEvent[], cached: number): SessionEvent[] => [
    { type: 'turn_started', turnId: text, prompt: [{ type: 'text', text }] },
    ...calls,
    { type: 'usage', usage: { used: 3197, size: 100_000, cost: { amount: 0, currency: 'USD' } } },
    {
      type: 'turn_ended',
      turnId: text,
      stopReason: 'end_turn',
      tokens: { input: 3000, output: 142, cached },
    },
  ];
  const turns = [
    ...told('last', [ran('1')], 197),
    ...told('all', [ran('2')], 6197),
    ...told('mine', [ran('3', true)], 197),
  ];
  const shown = new PanelTester(turns).open('cost').screen();
  expect(shown).toContain('last: only the last request of the turn');
  expect(shown).toMatch(/ 1 +last: 3\.0k \+ 197 cached in, 142 out .* 1 tool call +last/);
  expect(shown).toMatch(/ 2 +3\.0k \+ 6\.2k cached in, 142 out .* 1 tool call +all/);
  expect(shown).toMatch(/ 3 +3\.0k \+ 197 cached in, 142 out +0 ms +mine/);
});
