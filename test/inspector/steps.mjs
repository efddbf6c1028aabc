const SHELVE = { topic: 'build', title: 'Fridays', text: 'Releases go out on Fridays.' };
const complete = (type, ref, argument, value) => [
  'prompts/complete',
  ...['--complete-ref-type', type, '--complete-ref', ref],
  ...['--complete-arg-name', argument, '--complete-arg-value', value],
];

/**
 * What is done, by which of the Inspector's programs, and what it has to show: `cli` connects for each step anew,
 * `connected` uses the connection of the step `connect`. An option that takes several, as --tool-arg, does not stand last,
 * or it would take what follows.
 */
export const STEPS = [
  { name: 'initialize', by: 'cli', args: ['--method', 'initialize'], expected: /"simse"/ },
  {
    name: 'tools/list, schemas every client can take',
    by: 'cli',
    args: ['--method', 'tools/list', '--strict'],
    expected: /"library_search"[^]*"session_read"/,
  },
  {
    name: 'tools/call library_shelve',
    by: 'cli',
    args: [
      ...['--method', 'tools/call', '--tool-name', 'library_shelve'],
      ...['--tool-args-json', JSON.stringify(SHELVE)],
    ],
    expected: /"structuredContent":\{"id":"build\/fridays"/,
  },
  {
    name: 'tools/call library_search',
    by: 'cli',
    args: ['--tool-arg', 'query=fridys', '--method', 'tools/call', '--tool-name', 'library_search'],
    expected: /Releases go out on Fridays/,
  },
  {
    name: 'resources/list',
    by: 'cli',
    args: ['--method', 'resources/list'],
    expected: /"simse:\/\/sessions"[^]*"simse:\/\/library\/build\/fridays"/,
  },
  {
    name: 'resources/templates/list',
    by: 'cli',
    args: ['--method', 'resources/templates/list'],
    expected: /simse:\/\/library\/\{topic\}\/\{entry\}/,
  },
  {
    name: 'resources/read',
    by: 'cli',
    args: ['--method', 'resources/read', '--uri', 'simse://library/build/fridays'],
    expected: /Releases go out on Fridays/,
  },
  { name: 'prompts/list', by: 'cli', args: ['--method', 'prompts/list'], expected: /"from_library"/ },
  {
    name: 'prompts/get',
    by: 'cli',
    args: [
      ...['--prompt-args', 'question=when do releases go?'],
      ...['--method', 'prompts/get', '--prompt-name', 'from_library'],
    ],
    expected: /simse:\/\/library\/build\/fridays/,
  },
  {
    name: 'logging/setLevel',
    by: 'cli',
    args: ['--method', 'logging/setLevel', '--log-level', 'warning'],
    expected: /\{/,
  },
  { name: 'a connection that stays', by: 'connect', expected: /./ },
  {
    name: 'completion/complete, a topic',
    by: 'connected',
    args: complete('ref/resource', 'simse://library/{topic}', 'topic', 'bu'),
    expected: /"build"/,
  },
  {
    name: 'completion/complete, an entry',
    by: 'connected',
    args: complete('ref/resource', 'simse://library/{topic}/{entry}', 'entry', 'fr'),
    expected: /"fridays"/,
  },
  {
    name: "completion/complete, a prompt's argument",
    by: 'connected',
    args: complete('ref/prompt', 'from_library', 'topic', 'b'),
    expected: /"build"/,
  },
  { name: 'the connection ends', by: 'connected', args: ['daemon', 'stop'], expected: /./ },
];
