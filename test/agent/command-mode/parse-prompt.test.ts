import { expect, test } from 'vitest';
import { parsePrompt } from '../../../src/agent/command-mode/parse-prompt.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

/** The steps of a prompt, or what is wrong with it, in a form that fits a table. */
function parse(prompt: string, attachment: string | null = null): unknown {
  const parsed = parsePrompt(prompt, attachment);
  if (parsed.kind === 'steps') return parsed.steps.map(({ step }) => step);
  if (parsed.kind === 'prose') return 'prose';
  return parsed.problems.map(({ lineNumber, problem }) => `${lineNumber}: ${problem}`);
}

test.each<[prompt: string, step: object]>([
  ['help', { command: 'help' }],
  ['/help', { command: 'help' }],
  ['  tools  ', { command: 'tools' }],
  ['read README.md', { command: 'read', path: 'README.md' }],
  ['/read README.md', { command: 'read', path: 'README.md' }],
  ['read a.ts 10-20', { command: 'read', path: 'a.ts', range: { line: 10, limit: 11 } }],
  ['read a.ts 10-10', { command: 'read', path: 'a.ts', range: { line: 10, limit: 1 } }],
  ['read a.ts 10-', { command: 'read', path: 'a.ts', range: { line: 10 } }],
  ['read a.ts 7', { command: 'read', path: 'a.ts', range: { line: 7, limit: 1 } }],
  ['read "my notes.md" 1-2', { command: 'read', path: 'my notes.md', range: { line: 1, limit: 2 } }],
  ["read 'my notes.md'", { command: 'read', path: 'my notes.md' }],
  ['read C:\\dir\\file', { command: 'read', path: 'C:\\dir\\file' }],
  ['list', { command: 'list', path: '.' }],
  ['list src', { command: 'list', path: 'src' }],
  ['glob **/*.ts', { command: 'glob', glob: '**/*.ts' }],
  ['find **/*.ts', { command: 'glob', glob: '**/*.ts' }],
  ['grep TODO', { command: 'grep', pattern: 'TODO', path: '.' }],
  ['grep \\bfoo\\b src', { command: 'grep', pattern: '\\bfoo\\b', path: 'src' }],
  ['grep "not found" src', { command: 'grep', pattern: 'not found', path: 'src' }],
  ["grep it's", { command: 'grep', pattern: "it's", path: '.' }],
  ['run git commit -m "a  b" | cat', { command: 'run', line: 'git commit -m "a  b" | cat' }],
  ['call fs/list', { command: 'call', tool: 'fs/list', args: {} }],
  ['call fs/list {"path":"."}', { command: 'call', tool: 'fs/list', args: { path: '.' } }],
  ['call fs/list {\n  "path": "."\n}', { command: 'call', tool: 'fs/list', args: { path: '.' } }],
  ['say  hello  there', { command: 'say', text: 'hello  there' }],
  ['write a.txt hello', { command: 'write', path: 'a.txt', text: 'hello\n' }],
  ['write a.txt\none\n\n  two\n\n', { command: 'write', path: 'a.txt', text: 'one\n\n  two\n' }],
  ['write "a b.txt" one\ntwo', { command: 'write', path: 'a b.txt', text: 'one\ntwo\n' }],
  ['write a.txt\r\none\r\n', { command: 'write', path: 'a.txt', text: 'one\n' }],
  ['write a.txt <<END\none\n\nEND', { command: 'write', path: 'a.txt', text: 'one\n\n' }],
  ["write a.txt << 'END'\nEND", { command: 'write', path: 'a.txt', text: '' }],
])('%j is one step', (prompt, step) => {
  expect(parse(prompt)).toEqual([step]);
});

test('several lines are several steps, blank lines between them do not count', () => {
  const prompt = 'list src\n\n/run node --version\nsay done';
  expect(parse(prompt)).toEqual([
    { command: 'list', path: 'src' },
    { command: 'run', line: 'node --version' },
    { command: 'say', text: 'done' },
  ]);
});

test('steps can follow a text that is ended by its mark', () => {
  expect(parse('write a.txt <<END\nlist\nEND\nlist')).toEqual([
    { command: 'write', path: 'a.txt', text: 'list\n' },
    { command: 'list', path: '.' },
  ]);
});

test('steps can follow a call whose JSON goes on over several lines', () => {
  expect(parse('call a/b {"x": {\n}\n}\nlist')).toEqual([
    { command: 'call', tool: 'a/b', args: { x: {} } },
    { command: 'list', path: '.' },
  ]);
});

test('a write without a text takes the text that came with the prompt, and only then', () => {
  expect(parse('write a.txt', 'from stdin')).toEqual([
    { command: 'write', path: 'a.txt', text: 'from stdin' },
  ]);
  expect(parse('write a.txt own', 'from stdin')).toEqual([
    { command: 'write', path: 'a.txt', text: 'own\n' },
  ]);
  expect(parse('write a.txt')).toEqual(['1: write needs a text after the path']);
});

test.each([
  '',
  ' \n ',
  'why does checkout fail?',
  'Read the docs and tell me more',
  'reading is fun',
  'please\nfix it\nsoon',
  '{"json": 1}',
])('%j is left to a model', (prompt) => {
  expect(parse(prompt)).toBe('prose');
});

test.each<[prompt: string, problem: string]>([
  ['help me', 'help takes no arguments'],
  ['tools filesystem', 'tools takes no arguments'],
  ['read', 'read needs a path'],
  ['read the docs', 'after the path, read takes a range of lines such as 10-20'],
  ['read a.ts 20-10', 'after the path, read takes a range of lines such as 10-20'],
  ['read a.ts 0-10', 'after the path, read takes a range of lines such as 10-20'],
  ['read a.ts 1-2 3', 'after the path, read takes a range of lines such as 10-20'],
  ['list a b', 'list takes one path'],
  ['glob', 'glob takes one pattern'],
  ['find all bugs', 'glob takes one pattern'],
  ['grep', 'grep takes a pattern and at most one path'],
  ['grep a in src', 'grep takes a pattern and at most one path'],
  ['run', 'run needs a command'],
  ['write', 'write needs a path and a text'],
  ['write a.txt <<END\nlist', 'there is no line END to end the text'],
  ['call', 'call needs a tool as server/tool'],
  ['call list', 'call needs a tool as server/tool'],
  ['call a/b x', 'after the tool, call takes a JSON object'],
  ['call a/b [1]', 'after the tool, call takes a JSON object'],
  ['call a/b {"x":', 'what follows the tool is not a whole JSON object'],
  ['call a/b {"x": }\nlist', 'what follows the tool is not a whole JSON object'],
])('%j cannot be done and says why', (prompt, problem) => {
  expect(parse(prompt)).toEqual([`1: ${problem}`]);
});

test('every line that is no command is named by its number', () => {
  expect(parse('list\n\nfoo\nread\nlist src')).toEqual(['3: this is not a command', '4: read needs a path']);
});

test('a step is labelled by its line, shortened, and a write by where it goes', () => {
  const parsed = parsePrompt(`/read a.ts\nsay ${'x'.repeat(200)}\nwrite "b c.md" one\ntwo`);
  const labels = parsed.kind === 'steps' ? parsed.steps.map(({ label }) => label) : [];
  expect(labels).toEqual(['read a.ts', `say ${'x'.repeat(75)}…`, 'write b c.md']);
});

test('a log of a hundred thousand lines is told from commands in no time', () => {
  const cpuMs = watchCpu();
  expect(parse('2026-11-20 something happened\n'.repeat(100_000))).toBe('prose');
  expect(cpuMs()).toBeLessThan(3000);
});
