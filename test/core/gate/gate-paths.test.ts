import { expect, test } from 'vitest';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { edit, outcomeOf, read, shown } from '../gate-requests.ts';

interface PathCase {
  rule: string;
  request: ReturnType<typeof read> | ReturnType<typeof edit>;
  roots?: string[];
}

function titled<T extends PathCase>(cases: T[]) {
  return cases.map((one) => ({ ...one, title: `${one.request.kind} ${shown(one.request.path.real)}` }));
}

test.each(
  titled([
    { rule: 'write_file(src/**)', request: edit('/w/src/a.ts') },
    { rule: 'write_file(src/**)', request: edit('/w/src/deep/er/.hidden') },
    { rule: 'write_file(./src/**)', request: edit('/w/src/a.ts') },
    { rule: 'write_file(src/*.ts)', request: edit('/w/src/a.ts') },
    { rule: 'write_file(**/*.md)', request: edit('/w/docs/a.md') },
    { rule: 'write_file(*.{js,ts})', request: edit('/w/a.ts') },
    { rule: 'Edit(src/**)', request: edit('/w/src/a.ts') },
    { rule: 'Write(src/**)', request: edit('/w/src/a.ts') },
    { rule: 'write_file(/tmp/**)', request: edit('/tmp/x/y') },
    { rule: 'Write(//tmp/**)', request: edit('/tmp/x/y') },
    { rule: 'write_file', request: edit('/etc/hosts') },
    { rule: 'write_file(src/**)', request: edit('/other/src/a.ts'), roots: ['/w', '/other'] },
    { rule: 'write_file(a/**)', request: edit('/w/sub/a/b'), roots: ['/w', '/w/sub'] },
    { rule: 'write_file(src/**)', request: edit('/w/src/a\nb') },
    { rule: 'write_file(src/**)', request: edit('C:\\w\\src\\a.ts'), roots: ['C:\\w'] },
    { rule: 'write_file(C:/other/**)', request: edit('C:\\other\\a.ts'), roots: ['C:\\w'] },
    { rule: 'write_file(.git/config)', request: edit('/w/.git/config') },
    { rule: 'write_file(.git/**)', request: edit('/w/.git/hooks/pre-commit') },
    { rule: 'write_file', request: edit('/w/.git/config') },
    { rule: 'write_file(**)', request: edit('/w/.github/workflows/ci.yml') },
    { rule: 'read_file(/etc/*)', request: read('/etc/hosts') },
  ]),
)('$rule allows to $title', ({ rule, request, roots }) => {
  expect(outcomeOf(request, { allow: [rule], ...(roots && { roots }) })).toBe('allow');
});

test.each(
  titled([
    { rule: 'write_file(src/**)', request: edit('/w/lib/a.ts') },
    { rule: 'write_file(src/**)', request: edit('/w/srcs/a.ts') },
    { rule: 'write_file(src/*)', request: edit('/w/src/a/b.ts') },
    { rule: 'write_file(src/**)', request: edit('/w/a/src/b') },
    { rule: 'write_file(src/**)', request: edit('/w/SRC/a.ts') },
    // What is written through a link is judged by where it leads.
    { rule: 'write_file(src/**)', request: edit('/etc/passwd', '/w/src/link') },
    { rule: 'write_file(src/**)', request: edit('/w/lib/a', '/w/src/link') },
    // A path that still climbs is in no workspace.
    { rule: 'write_file(src/**)', request: edit('/w/src/../../etc/passwd') },
    { rule: 'write_file(**)', request: edit('/w/../etc/passwd') },
    { rule: 'write_file(**)', request: edit('/w/..') },
    // Relative patterns end with the workspace.
    { rule: 'write_file(**)', request: edit('/etc/passwd') },
    { rule: 'write_file(**/*.ts)', request: edit('/other/a.ts') },
    { rule: 'write_file(**)', request: edit('/w2/a') },
    { rule: 'write_file(**)', request: edit('/'), roots: ['/w'] },
    { rule: 'read_file(**)', request: read('/etc/passwd') },
    { rule: 'write_file(/w)', request: edit('/w/a') },
    { rule: 'write_file(/tmp/*)', request: edit('/tmp/a/b') },
    // Another tool's rule.
    { rule: 'read_file(src/**)', request: edit('/w/src/a.ts') },
    { rule: 'filesystem/*', request: edit('/w/src/a.ts') },
    // Globs do not reach what makes other programs run commands.
    { rule: 'write_file(**)', request: edit('/w/.git/hooks/pre-commit') },
    { rule: 'write_file(**/*)', request: edit('/w/.simse/config.json') },
    { rule: 'write_file(**)', request: edit('/w/sub/.git') },
    { rule: 'write_file(**)', request: edit('/w/.GIT/hooks/x') },
    { rule: 'write_file(**)', request: edit('/w/elsewhere/hooks/x', '/w/.git/hooks/x') },
    // A backslash in a POSIX name is no separator.
    { rule: 'write_file(/w/a/**)', request: edit('/w/a\\b') },
    { rule: 'write_file(a/**)', request: edit('/w/a\\b') },
    { rule: 'write_file(\\!(src)/**)', request: edit('/w/lib/a') },
    { rule: 'write_file(**)', request: edit(`/w/${'a/'.repeat(5000)}b`) },
    { rule: 'write_file(src/**)', request: edit('/w/src/a'), roots: [''] },
  ]),
)('$rule does not let it $title', ({ rule, request, roots }) => {
  expect(outcomeOf(request, { allow: [rule], ...(roots && { roots }) })).toBe('ask');
});

test.each(
  titled([
    { rule: 'read_file(.env)', request: read('/w/.env') },
    { rule: 'read_file(**/.env)', request: read('/w/.env') },
    { rule: 'read_file(**/.env)', request: read('/w/a/b/.env') },
    { rule: 'read_file(**/.env)', request: read('/other/.env') },
    { rule: 'read_file(.ENV)', request: read('/w/.env') },
    { rule: 'read_file(.env*)', request: read('/w/.env.local') },
    { rule: 'read_file(secrets)', request: read('/w/secrets/a/b') },
    { rule: 'read_file(secrets/)', request: read('/w/secrets/a') },
    { rule: 'read_file(./secrets)', request: read('/w/secrets/a') },
    { rule: 'read_file(secrets/**)', request: read('/w/secrets/a\nb') },
    { rule: 'read_file(secrets/**)', request: read('/w/secrets/.a') },
    { rule: 'read_file(secrets/**)', request: read('/w/public/link', '/w/secrets/link') },
    { rule: 'read_file(secrets/**)', request: read('/w/secrets/a', '/w/public/link') },
    { rule: 'read_file(secrets/**)', request: read('/w/sub/secrets/a'), roots: ['/w', '/w/sub'] },
    { rule: 'read_file(/etc/**)', request: read('/etc/passwd', '/w/link') },
    { rule: 'Read(//etc/**)', request: read('/etc/passwd') },
    { rule: 'read_file(*)', request: read('/w/a/b') },
    { rule: 'read_file(*)', request: read('/etc/passwd') },
    { rule: 'read_file(*)', request: read('/') },
    { rule: 'read_file(**)', request: read('/etc/passwd') },
    { rule: '*(secrets/**)', request: read('/w/secrets/a') },
    { rule: 'read*', request: read('/w/a') },
    { rule: 'read_file(secrets/**)', request: read(`/w/${'a/'.repeat(5000)}b`) },
    { rule: 'write_file(src/**)', request: edit('C:\\w\\SRC\\a.ts'), roots: ['C:\\w'] },
    { rule: 'write_file(C:/Windows/**)', request: edit('C:\\Windows\\x'), roots: ['C:\\w'] },
  ]),
)('$rule forbids to $title, even in bypassPermissions', ({ rule, request, roots }) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', deny: [rule], ...(roots && { roots }) })).toBe(
    'deny',
  );
});

test.each(
  titled([
    { rule: 'read_file(.env)', request: read('/w/.environment') },
    { rule: 'read_file(.env)', request: read('/w/sub/.env') },
    { rule: 'read_file(secrets)', request: read('/w/secrets.md') },
    { rule: 'read_file(src/*.ts)', request: read('/w/src/a/b.ts') },
    { rule: 'write_file(secrets/**)', request: read('/w/secrets/a') },
    { rule: 'shell(rm *)', request: edit('/w/rm x') },
    { rule: 'filesystem/*', request: read('/w/filesystem/x') },
  ]),
)('$rule does not forbid to $title', ({ rule, request }) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', deny: [rule] })).toBe('allow');
});

test.each(['**/a*/**/*b*/**/c', '*a*a*b', '**/**/**/**/x', '{a,b}{a,b}{a,b}*/**/c'])(
  'a path made to stall is held against %s at once',
  (pattern) => {
    const cpuMs = watchCpu();
    for (const path of [`/w/${'ab/'.repeat(340)}`, `/w/${'ab/'.repeat(100_000)}`, `/w/${'a'.repeat(255)}`]) {
      outcomeOf(read(path), { allow: [`read_file(${pattern})`], deny: [`read_file(${pattern})`] });
    }
    expect(cpuMs()).toBeLessThan(2000);
  },
);

test('the workspace / holds everything', () => {
  expect(outcomeOf(read('/etc/passwd'), { roots: ['/'] })).toBe('allow');
  expect(outcomeOf(read('C:\\x'), { roots: ['C:\\'] })).toBe('allow');
  expect(outcomeOf(read('/'), { roots: ['/'] })).toBe('allow');
});
