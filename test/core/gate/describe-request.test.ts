import { expect, test } from 'vitest';
import { describeRequest } from '../../../src/core/gate/describe-request.ts';
import type { GateRequest } from '../../../src/core/gate/gate-request.ts';
import { suggestRules } from '../../../src/core/gate/suggest-rules.ts';
import {
  at,
  call,
  changedCall,
  claim,
  edit,
  editClaim,
  outcomeOf,
  read,
  run,
  sampling,
  shown,
} from '../gate-requests.ts';

const ROOTS = ['/w'];
const NEW_FILE: GateRequest = {
  kind: 'edit',
  path: at('/w/a'),
  diff: { path: 'a', oldText: null, newText: '' },
};

test.each<{ request: GateRequest; text: string }>([
  { request: read('/w/src/a.ts'), text: 'Read src/a.ts' },
  { request: read('/etc/passwd', '/w/link'), text: 'Read /etc/passwd' },
  { request: read('/w'), text: 'Read .' },
  { request: edit('/w/a'), text: 'Edit a' },
  { request: NEW_FILE, text: 'Create a' },
  { request: run('npm test'), text: 'Run npm test' },
  { request: run('npm test', '/w/packages/a'), text: 'Run npm test (in packages/a)' },
  { request: run('make', '/tmp'), text: 'Run make (in /tmp)' },
  { request: run('ls  -la\t\n\n  rm x\n'), text: 'Run ls  -la\\u{9} ⏎×2   rm x ⏎ ' },
  { request: call('fs/read'), text: 'Call fs/read' },
  { request: changedCall('fs/read'), text: 'Call fs/read, which has changed' },
  { request: changedCall('fs/read', 'new'), text: 'Call fs/read, which is new' },
  { request: sampling('fs'), text: 'Let fs ask your model' },
  { request: claim({ title: 'Look at  the\nweather' }), text: 'Look at  the ⏎ weather' },
  { request: claim({ title: '', toolKind: 'fetch' }), text: 'Use a tool (fetch)' },
  { request: claim({ title: 'List files', command: 'rm -rf ~' }), text: 'Run rm -rf ~' },
  { request: editClaim(at('/w/a')), text: 'Edit a' },
  { request: editClaim(at('/w/a'), at('/w/b'), at('/etc/x')), text: 'Edit a and 2 more' },
  { request: { ...editClaim(at('/w/a')), paths: [] }, text: 'Edit /w/a' },
])('the question is "$text"', ({ request, text }) => {
  expect(describeRequest(request, ROOTS)).toBe(text);
});

const HOSTILE =
  'a\u001b]0;x\u0007b\u001b[8mc\u009b1md\u202ee\u200bf\u0000g\rh\ni\u2028j\u00a0k\u{e0041}l\u3164m\u2066n';

test.each<[string, GateRequest]>([
  ['a path', read(`/w/${HOSTILE}`)],
  ['a path elsewhere', edit(`/x/${HOSTILE}`)],
  ['a command', run(HOSTILE)],
  ['a directory', run('ls', `/w/${HOSTILE}`)],
  ['a tool name', call(`fs/${HOSTILE}`)],
  ['a title', claim({ title: HOSTILE })],
  ['a claimed command', claim({ command: HOSTILE })],
  ['a claimed path', editClaim(at(`/w/${HOSTILE}`))],
])('nothing in %s draws on the terminal, and nothing is hidden', (_, request) => {
  const text = describeRequest(request, ROOTS);
  expect(text).not.toMatch(/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u);
  expect(text).toMatch(
    /a\\u\{1b\}\]0;x\\u\{7\}b.*\\u\{202e\}e\\u\{200b\}f\\u\{0\}g.*\\u\{a0\}k\\u\{e0041\}l/,
  );
});

const PATHS = [
  '/w/a.ts',
  '/w',
  '/w/.env',
  '/w/.git/config',
  '/w/a b/c',
  '/w/ a ',
  '/w/a\\b',
  '/w/~x',
  '/w/~',
  '/w/!x',
  '/w/#x',
  '/w/-x',
  '/w/a\nb',
  '/w/a\tb',
  '/w/a"b"c',
  "/w/it's",
  '/w/(group)/[id]/{x,y}/@(a|b)/+(c)/!(d)/*?.ts',
  '/w/$HOME/`x`/^a$/a|b&c;d',
  '/w/...',
  '/w/…/é/日本/👨‍👩‍👧',
  '/etc/passwd',
  '/etc/*',
  '/',
];

const LINES = [
  'ls',
  'ls *.ts',
  'ls a\\ ',
  'ls \\*',
  'git commit -m "a (b) [c] {d} *"',
  "grep 'a|b' \\\n src",
  'ls $HOME ~',
  'ls 2>&1 | grep x; pwd # done',
  'a; a; a',
  ' ls ',
  "echo 'a)'",
  'echo :*',
];

const SUGGESTED: GateRequest[] = [
  ...PATHS.flatMap((path) => [
    read(path),
    edit(path),
    editClaim(at(path)),
    editClaim(at(path), at('/w/other')),
    claim({ toolKind: 'read', paths: [at(path)] }),
    claim({ toolKind: 'delete', paths: [at(path)] }),
  ]),
  ...LINES.flatMap((line) => [run(line), claim({ toolKind: 'execute', command: line })]),
  ...['fs/read', 'fs/re*d', 'fs/re\\d', 'fs/[x]?', 'fs/a/b'].map((tool) => call(tool, { path: '/etc' })),
  sampling('fs'),
];

test.each(SUGGESTED.map((request) => ({ request, title: shown(describeRequest(request, ROOTS)) })))(
  'what is suggested for "$title" allows it, and would deny it',
  ({ request }) => {
    const rules = suggestRules(request, ROOTS);
    expect(rules).not.toEqual([]);
    expect(outcomeOf(request, { allow: rules })).toBe('allow');
    expect(outcomeOf(request, { rememberedAllow: rules, ask: ['*'] })).toBe('allow');
    expect(outcomeOf(request, { mode: 'bypassPermissions', rememberedDeny: rules })).toBe('deny');
  },
);

test.each([
  { suggested: run('ls'), other: run('ls -a') },
  { suggested: run('ls *'), other: run('ls a') },
  { suggested: run('ls; pwd'), other: run('ls; pwd; rm x') },
  { suggested: run('ls '), other: run('ls', '/tmp') },
  { suggested: edit('/w/a'), other: edit('/w/b') },
  { suggested: edit('/w/*'), other: edit('/w/b') },
  { suggested: edit('/w/[ab]'), other: edit('/w/a') },
  { suggested: edit('/w/{a,b}'), other: edit('/w/a') },
  { suggested: edit('/w/a'), other: edit('/w/a/b') },
  { suggested: edit('/w/a'), other: edit('/a') },
  { suggested: edit('/a'), other: edit('/w/a') },
  { suggested: read('/w/a'), other: edit('/w/a') },
  { suggested: call('fs/read'), other: call('fs/write') },
  { suggested: sampling('fs'), other: sampling('fs2') },
  { suggested: sampling('fs'), other: call('fs/read') },
  { suggested: call('fs/re*'), other: call('fs/read') },
])('what is suggested for $suggested allows nothing else', ({ suggested, other }) => {
  expect(outcomeOf(other, { allow: suggestRules(suggested, ROOTS) })).toBe('ask');
});

test.each<[string, GateRequest]>([
  ['a line that hides what it runs', run('ls $(x)')],
  ['a line that writes a file', run('ls > x')],
  ['a line with an open quote', run("ls 'x")],
  ['an empty line', run('')],
  ['a command outside the workspace', run('ls', '/tmp')],
  ['a tool whose name fits no rule', call('fs/a (b)')],
  ['a path of absurd length', read(`/w/${'a'.repeat(5000)}`)],
  ['a claim that says nothing', claim({})],
  ['a claim to fetch', claim({ toolKind: 'fetch', paths: [at('/w/a')] })],
  ['a claim to edit without paths', claim({ toolKind: 'edit' })],
  ['a claim of a command and a diff', { ...editClaim(at('/w/a')), command: 'ls' }],
])('for %s nothing is suggested, since no narrow rule allows it', (_, request) => {
  expect(suggestRules(request, ROOTS)).toEqual([]);
});

test('a compound line is suggested command by command, each once', () => {
  expect(suggestRules(run('git add . && npm test && git add .'), ROOTS)).toEqual([
    'shell(git add .)',
    'shell(npm test)',
  ]);
});

test('on Windows what is suggested allows paths in the workspace and outside', () => {
  const roots = ['C:\\w'];
  for (const request of [edit('C:\\w\\src\\[id].ts'), edit('D:\\x (1)\\a'), run('npm test', 'C:\\w')]) {
    expect(outcomeOf(request, { roots, allow: suggestRules(request, roots) })).toBe('allow');
  }
});
