import { userInfo } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { homeFolder } from '../../src/platform/app-dirs.ts';

const VARIABLE = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the home is where the environment says', () => {
  const said = process.platform === 'win32' ? 'C:\\ada' : '/home/ada';
  vi.stubEnv(VARIABLE, said);
  expect(homeFolder()).toBe(said);
});

test.each(['', 'ada', './ada'])(
  'a home of %j is that of the account, not in the current directory',
  (said) => {
    vi.stubEnv(VARIABLE, said);
    expect(homeFolder()).toBe(userInfo().homedir);
  },
);
