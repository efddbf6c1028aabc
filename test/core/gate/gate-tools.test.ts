import { expect, test } from 'vitest';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { call, outcomeOf } from '../gate-requests.ts';

test.each([
  { rule: 'fs/*', tool: 'fs/read', args: {} },
  { rule: 'fs/read', tool: 'fs/read', args: { path: '/etc/passwd' } },
  { rule: '*/read', tool: 'fs/read', args: {} },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/a', head: 3 } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { paths: ['/w/a', '/w/b'] } },
  { rule: 'git/log(main..*)', tool: 'git/log', args: { range: 'main..topic' } },
])('$rule allows $tool with $args', ({ rule, tool, args }) => {
  expect(outcomeOf(call(tool, args), { allow: [rule] })).toBe('allow');
});

test.each([
  { rule: 'fs/*', tool: 'fs2/read', args: {} },
  { rule: 'fs/read', tool: 'fs/read_all', args: {} },
  { rule: 'read_file', tool: 'fs/read_file', args: {} },
  { rule: 'shell', tool: 'shell/run', args: {} },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: {} },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: null },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/etc/passwd' } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/../etc/passwd' } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/..' } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/a\\..\\..\\x' } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/%2e%2e/etc/passwd' } },
  { rule: 'fs/read(/w/*)', tool: 'fs/read', args: { path: '/w/..%2Fetc%2fpasswd' } },
  { rule: 'fs/read(src/*)', tool: 'fs/read', args: { path: 'src/../../x' } },
  { rule: 'fs/read(*)', tool: 'fs/read', args: { path: '../x' } },
  { rule: 'fs/read(*)', tool: 'fs/read', args: { path: '--file=../x' } },
  { rule: 'fs/copy(/w/*)', tool: 'fs/copy', args: { from: '/w/a', to: '/etc/passwd' } },
  { rule: 'fs/copy(/w/*)', tool: 'fs/copy', args: { from: '/w/a', deep: [{ er: ['/etc/passwd'] }] } },
  { rule: 'fs/write(/w/*)', tool: 'fs/write', args: { path: '/w/a', files: { '/etc/passwd': '/w/x' } } },
])('$rule does not allow $tool with $args', ({ rule, tool, args }) => {
  expect(outcomeOf(call(tool, args), { allow: [rule] })).toBe('ask');
});

test.each([
  { rule: 'fs/*', args: {} },
  { rule: '*', args: {} },
  { rule: 'fs/read(/etc/*)', args: { path: '/etc/passwd' } },
  { rule: 'fs/read(/etc/*)', args: { path: '/w/a', more: { also: ['/etc/passwd'] } } },
  { rule: 'fs/read(/etc/*)', args: { files: { '/etc/passwd': 'r' } } },
  { rule: 'fs/read(/etc/passwd)', args: { path: '/etc//passwd' } },
  { rule: 'fs/read(/etc/passwd)', args: { path: '/etc/./passwd' } },
  { rule: 'fs/read(/etc/passwd)', args: { path: '/w/../etc/passwd' } },
  { rule: 'fs/read(/etc/passwd)', args: { path: '/../../etc/passwd' } },
  { rule: 'fs/read(/etc/passwd)', args: { path: 'file:///etc/passwd' } },
  { rule: 'fs/read(/etc/passwd)', args: { path: 'file://localhost/etc/%2e/passwd' } },
  { rule: 'fs/read(*.env)', args: { path: '/w/.env' } },
  { rule: '*(*.env)', args: { path: '/w/.env' } },
])('$rule denies fs/read with $args, even in bypassPermissions', ({ rule, args }) => {
  expect(outcomeOf(call('fs/read', args), { mode: 'bypassPermissions', allow: ['*'], deny: [rule] })).toBe(
    'deny',
  );
});

test.each([
  { rule: 'fs/write', args: {} },
  { rule: 'fs/read(/etc/*)', args: { path: '/w/etc/x' } },
  { rule: 'fs/read(path)', args: { path: '/w/a' } },
  { rule: 'shell(rm *)', args: { command: 'rm x' } },
])('$rule does not deny fs/read with $args', ({ rule, args }) => {
  expect(outcomeOf(call('fs/read', args), { mode: 'bypassPermissions', deny: [rule] })).toBe('allow');
});

test('arguments of any depth and size are judged at once', () => {
  let deep: unknown = '/etc/passwd';
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
  const wide = Array.from({ length: 100_000 }, (_, index) => `/w/${index}/../a`);
  const cpuMs = watchCpu();
  expect(outcomeOf(call('fs/read', deep), { mode: 'bypassPermissions', deny: ['fs/read(/etc/*)'] })).toBe(
    'deny',
  );
  expect(outcomeOf(call('fs/read', wide), { allow: ['fs/read(/w/*)'], deny: ['fs/read(/etc/*)'] })).toBe(
    'ask',
  );
  expect(outcomeOf(call('fs/read', 'a'.repeat(1_000_000)), { deny: ['fs/read(*a*a*a*a*b)'] })).toBe('ask');
  expect(cpuMs()).toBeLessThan(2000);
});
