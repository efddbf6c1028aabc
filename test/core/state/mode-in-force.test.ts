import { expect, test } from 'vitest';
import type { ModeLike, PermissionMode } from '../../../src/core/gate/permission-mode.ts';
import type { ConfigOption } from '../../../src/core/state/events.ts';
import { gateMode, modeInForce } from '../../../src/core/state/mode-in-force.ts';

function option(like?: ModeLike, id = 'mode'): ConfigOption {
  const value = like ?? 'unknown';
  const choices = [{ value, name: `The ${value}` }];
  return { id, name: 'Mode', category: id, value, choices, ...(like === undefined ? {} : { like }) };
}

const CASES: [PermissionMode, ModeLike | undefined, ModeLike, PermissionMode][] = [
  ['default', undefined, 'default', 'default'],
  ['default', 'default', 'default', 'default'],
  ['default', 'acceptEdits', 'acceptEdits', 'default'],
  ['default', 'auto', 'auto', 'default'],
  ['default', 'bypassPermissions', 'bypassPermissions', 'default'],
  ['default', 'plan', 'plan', 'plan'],
  ['default', 'dontAsk', 'dontAsk', 'dontAsk'],
  ['plan', 'default', 'plan', 'plan'],
  ['plan', 'acceptEdits', 'acceptEdits', 'plan'],
  ['plan', 'dontAsk', 'plan', 'plan'],
  ['acceptEdits', 'default', 'acceptEdits', 'acceptEdits'],
  ['acceptEdits', 'plan', 'plan', 'plan'],
  ['dontAsk', 'default', 'dontAsk', 'dontAsk'],
  ['dontAsk', 'bypassPermissions', 'bypassPermissions', 'dontAsk'],
  ['bypassPermissions', 'default', 'bypassPermissions', 'bypassPermissions'],
  ['bypassPermissions', 'plan', 'plan', 'plan'],
];
test.each(CASES)(
  "with simse's mode %s and the agent's like %s, %s is shown and the gate judges by %s",
  (mode, like, shown, judged) => {
    const state = { mode, configOptions: [option(like)] };
    const inForce = modeInForce(state);
    expect(inForce.mode).toBe(shown);
    expect(inForce.agents?.name).toBe(shown === mode ? undefined : `The ${shown}`);
    expect(gateMode(state)).toBe(judged);
  },
);

test.each<[ModeLike, ModeLike, ModeLike]>([
  ['default', 'plan', 'plan'],
  ['acceptEdits', 'default', 'acceptEdits'],
  ['bypassPermissions', 'plan', 'bypassPermissions'],
])('of an agent in two kinds of modes at once, %s and %s, %s counts', (one, other, shown) => {
  const configOptions = [option(one), option(other, 'collaboration_mode')];
  expect(modeInForce({ mode: 'default', configOptions }).mode).toBe(shown);
});
