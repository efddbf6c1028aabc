import { expect, test } from 'vitest';
import { runFromFolder } from '../../src/platform/package-runner.ts';

/** What the launcher is given, with `…` for the script that goes back and `program` before the rest. */
function planned(line: string): string | null {
  const [command = '', ...args] = line.split(' ');
  const plan = runFromFolder({ command, args }, '/own');
  if (plan === null) return null;
  const [, , , folder, ...words] = plan.args;
  const inner = words.indexOf('/bin/sh');
  const [program = '', , , ...rest] = words.slice(inner + 4);
  return [folder, ...words.slice(0, inner), '…', program || 'own', ...rest].join(' ');
}

test.each([
  ['npx -y @a/b@1 --x y', '/own npx -y --package=@a/b@1 -- … own --x y'],
  ['/usr/bin/npx a', '/own /usr/bin/npx --package=a -- … own'],
  ['npx -y -p a --package=b cmd -z', '/own npx -y --package=a --package=b -- … cmd -z'],
  ['npx --registry https://r.example a', '/own npx --registry https://r.example --package=a -- … own'],
  ['npx -y -- a --b', '/own npx -y --package=a -- … own --b'],
  ['npx -p a -c run', '/own npx --package=a -- … /bin/sh -c run'],
  ['npx github:a/b', '/own npx --package=github:a/b -- … own'],
  ['npm exec -y a b -- --flag', '/own npm exec -y --package=a -- … own b --flag'],
  ['npm exec a -y', '/own npm exec -y --package=a -- … own'],
  ['npm x --package=a -- cmd --y', '/own npm x --package=a -- … cmd --y'],
  ['pnpm dlx a --b', '/own pnpm --package=a dlx … own --b'],
  ['pnpx --package a cmd', '/own pnpx --package=a dlx … cmd'],
])('%s is looked for in a folder of its own', (line, expected) => {
  expect(planned(line)).toBe(expected);
});

test.each([
  'node server.js',
  'npm run agent',
  'npx',
  'npx ./here',
  'npx .',
  'npx -y thing.tgz',
  'npx -p ../up cmd',
  'npx file:here',
  'npx -c thing',
  'pnpm run x',
])('%s stays as it is', (line) => {
  expect(planned(line)).toBeNull();
});
