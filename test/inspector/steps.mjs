const SHELVE = { topic: 'build', title: 'Fridays', text: 'Releases go out on Fridays.' };
const ENTRY = 'simse://library/build/fridays';

/**
 * What is done, by which of the Inspector's programs, and what it has to show: `cli` connects for each step anew,
 * `connected` uses the connection of the step `connect`.
 */
export const STEPS = [
  step('initialize', {}, /"simse"/),
  step('tools/list', { '--strict': [] }, /"library_search"[^]*"session_read"/),
  callTool('library_shelve', SHELVE, /"structuredContent":\{"id":"build\/fridays"/),
  callTool('library_search', { query: 'fridys' }, /Releases go out on Fridays/),
  step('resources/list', {}, /"simse:\/\/sessions"[^]*"simse:\/\/library\/build\/fridays"/),
  step('resources/templates/list', {}, /simse:\/\/library\/\{topic\}\/\{entry\}/),
  step('resources/read', { '--uri': ENTRY }, /Releases go out on Fridays/),
  step('prompts/list', {}, /"from_library"/),
  // An option that takes several does not stand last, or it would take what follows.
  step(
    'prompts/get',
    { '--prompt-args': 'question=when do releases go?', '--prompt-name': 'from_library' },
    /simse:\/\/library\/build\/fridays/,
  ),
  step('logging/setLevel', { '--log-level': 'warning' }, /\{/),
  { name: 'a connection that stays', by: 'connect', args: [], expected: /./ },
  complete('ref/resource', 'simse://library/{topic}', { topic: 'bu' }, /"build"/),
  complete('ref/resource', 'simse://library/{topic}/{entry}', { entry: 'fr' }, /"fridays"/),
  complete('ref/prompt', 'from_library', { topic: 'b' }, /"build"/),
  { name: 'the connection ends', by: 'connected', args: ['daemon', 'stop'], expected: /./ },
];

function step(method, options, expected) {
  return { name: method, by: 'cli', args: [...flags(options), '--method', method], expected };
}

function callTool(tool, args, expected) {
  const options = { '--tool-name': tool, '--tool-args-json': JSON.stringify(args) };
  return { ...step('tools/call', options, expected), name: `tools/call ${tool}` };
}

function complete(type, ref, typed, expected) {
  const [[name, value]] = Object.entries(typed);
  const options = {
    '--complete-ref-type': type,
    '--complete-ref': ref,
    '--complete-arg-name': name,
    '--complete-arg-value': value,
  };
  const args = ['prompts/complete', ...flags(options)];
  return { name: `completion/complete ${ref} ${name}`, by: 'connected', args, expected };
}

/** The words of a command line; an option without a value has an empty list. */
function flags(options) {
  return Object.entries(options).flat(2);
}
