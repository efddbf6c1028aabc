import { expect, test } from 'vitest';
import { ownEnvironment, ownPath } from '../../src/platform/child-env.ts';

const place = { folders: ['/home/me/shop/packages/web'], home: '/home/me' };

test('programs that a project brings are not on PATH, those of the user are', () => {
  const path = [
    '/home/me/shop/packages/web/node_modules/.bin',
    '/home/me/shop/node_modules/.bin/',
    '/home/me/shop/x/../node_modules/.bin',
    'node_modules/.bin',
    '.',
    '',
    '/home/me/node_modules/.bin',
    '/home/me/.local/bin',
    '/usr/bin',
  ];
  expect(ownPath(path.join(':'), place)).toBe('/home/me/node_modules/.bin:/home/me/.local/bin:/usr/bin');
});

test('what npm sets for a script of a project is left out, what the user sets is not', () => {
  const env = { npm_config_registry: 'https://r.example', PATH: '/usr/bin', A: 'b' };
  expect(ownEnvironment(env, place)).toEqual(env);
  expect(ownEnvironment({ ...env, npm_command: 'run-script' }, place)).toEqual({ PATH: '/usr/bin', A: 'b' });
});
