import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { everything, linesOf, mcpFile } from './mcp-files.mjs';

const MOCK = fileURLToPath(new URL('../fixtures/acp/mock-agent.mjs', import.meta.url));
const STREAM = ['--output-format', 'stream-json'];
const TRANSPORTS = ['stdio', 'http', 'sse'];
const SCRIPTED = { only: ['scripted agent'] };
const FEATURES = 'demo://resource/static/document/features.md';
const HTTP_ONLY = { mcpCapabilities: { http: true } };

/** What an agent does with the servers through the bridge. Real agents do what lines of the prompt say. */
export const AGENT_CASES = [
  ...TRANSPORTS.map((transport) => ({
    name: `everything over ${transport}`,
    async run(trial) {
      await trial.write(mcpFile(everything({ ...trial, column: { name: transport } })));
      const run = await use(trial, ['everything__echo', { message: 'ping' }], ['--allow', 'everything/echo']);
      trial.expect(run.exitCode === 0 && /Echo: ping/.test(run.stdout), 'the tool answers', run);
    },
  })),
  onEverything('everything: progress', async (trial) => {
    const args = { duration: 3, steps: 3 };
    const run = await use(trial, ['trigger-long-running-operation', args], ['--allow', 'everything/*']);
    const steps = linesOf(run).filter(({ type }) => type === 'tool_progress');
    trial.expect(steps.length > 1, 'how far it is, is told', run);
  }),
  onEverything('everything: pictures', async (trial) => {
    const run = await use(trial, ['get-tiny-image', {}], ['--allow', 'everything/*']);
    trial.expect(run.exitCode === 0 && /The image above/.test(run.stdout), 'the turn goes on', run);
  }),
  onEverything(
    'everything: links',
    async (trial) => {
      const run = await use(trial, ['get-resource-links', { count: 2 }], ['--allow', 'everything/*']);
      trial.expect(run.exitCode === 0 && /demo:\/\/resource\/dynamic/.test(run.stdout), 'links arrive', run);
    },
    { limits: { opencode: 'it hands its model the text of a result only' } },
  ),
  onEverything('everything: a form is declined', async (trial) => {
    const run = await use(trial, ['trigger-elicitation-request', {}], ['--allow', 'everything/*']);
    trial.expect(/decline/.test(run.stdout), 'it is declined', run);
    trial.expect(run.exitCode === 0, 'the turn goes on', run);
  }),
  onEverything('everything: denied', async (trial) => {
    const run = await use(trial, ['everything__echo', { message: 'ping' }], []);
    trial.expect(run.exitCode === 5 && !/Echo: ping/.test(run.stdout), 'the tool is not called', run);
    trial.expect(/everything\/echo/.test(run.stderr), 'what would allow it is named', run);
  }),
  ...overEach('logging', log),
  ...overEach('subscriptions', subscribe),
  onEverything('everything: prompts and resources', offers, SCRIPTED),
  {
    name: 'filesystem',
    async run(trial) {
      const { work, root } = trial.sandbox;
      await writeFile(path.join(work, 'notes.txt'), 'written before\n');
      const command = trial.environment.bin('filesystem');
      await trial.write(mcpFile({ name: 'files', command, args: [work] }));
      const read = (file) => ['files__read_text_file', { path: file }];
      const inside = await use(trial, read(path.join(work, 'notes.txt')), ['--allow', 'files/*']);
      trial.expect(/written before/.test(inside.stdout), 'the file is read', inside);
      const outside = await use(trial, read(path.join(root, 'config/mcp.json')), ['--allow', 'files/*']);
      trial.expect(/Access denied/.test(outside.stdout), 'outside its folder it is refused', outside);
    },
  },
  {
    name: 'memory',
    async run(trial) {
      const file = path.join(trial.sandbox.root, 'data/memory.jsonl');
      const env = { MEMORY_FILE_PATH: file };
      await trial.write(mcpFile({ name: 'memory', command: trial.environment.bin('memory'), env }));
      const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
      await use(trial, ['memory__create_entities', { entities }], ['--allow', 'memory/*']);
      const text = await readFile(file, 'utf8').catch(String);
      trial.expect(text.includes('likes tea'), 'it is in the file that env names', text);
      const graph = await use(trial, ['memory__read_graph', {}], ['--allow', 'memory/*']);
      trial.expect(/likes tea/.test(graph.stdout), 'it is read', graph);
    },
  },
];

function onEverything(name, run, how = {}) {
  return {
    name,
    ...how,
    async run(trial) {
      await trial.write(mcpFile(everything(trial)));
      await run(trial);
    },
  };
}

/** A case of the scripted agent for each transport. */
function overEach(name, run) {
  return TRANSPORTS.map((transport) => ({
    name: `everything: ${name} over ${transport}`,
    ...SCRIPTED,
    async run(trial) {
      const place = { ...trial, column: { name: transport } };
      await trial.write(mcpFile(everything(place, { logLevel: 'debug' })));
      await run(trial);
    },
  }));
}

/** Over HTTP and SSE a message may come later than the answer to the call that has started it. */
async function log(trial) {
  const toggle = { id: 't1', name: 'everything__toggle-simulated-logging' };
  const wait = {
    id: 't2',
    name: 'everything__trigger-long-running-operation',
    args: { duration: 1, steps: 1 },
  };
  const run = await script(
    trial,
    [{ tools: [toggle] }, { tools: [wait] }],
    ['--debug', '--allow', 'everything/*'],
  );
  const [file = ''] = /\/\S+\.log$/m.exec(run.stderr) ?? [];
  const text = await readFile(file, 'utf8').catch(String);
  trial.expect(
    /mcp everything: \w+: .*level.message/i.test(text),
    'it is in the debug log',
    text.slice(-500),
  );
}

async function subscribe(trial) {
  const request = { method: 'resources/subscribe', params: { uri: FEATURES } };
  const toggle = { id: 't1', name: 'everything__toggle-subscriber-updates' };
  const steps = [{ mcp: request }, { tools: [toggle] }, { notified: 'notifications/resources/updated' }];
  const run = await script(trial, steps, ['--allow', 'everything/*']);
  const said = linesOf(run).filter(({ type }) => type === 'message');
  trial.expect(JSON.stringify(said.at(-1)).includes(FEATURES), 'the change is told', run);
}

async function offers(trial) {
  const get = {
    method: 'prompts/get',
    params: { name: 'everything__args-prompt', arguments: { city: 'Paris' } },
  };
  const read = { method: 'resources/read', params: { uri: 'demo://resource/dynamic/text/3' } };
  const list = { method: 'resources/list', params: {} };
  const run = await script(trial, [{ mcp: list }, { mcp: get }, { mcp: read }], ['--allow', 'everything/*']);
  trial.expect(run.stdout.includes(FEATURES), 'resources are listed', run);
  trial.expect(/weather in Paris/.test(run.stdout), 'the prompt is filled in', run);
  trial.expect(/Resource 3: This is/.test(run.stdout), 'the resource is read', run);
}

/** A turn in which the agent calls a tool, given as its name and its arguments. */
function use(trial, [name, input], args) {
  const { column, sandbox } = trial;
  if (column.scripted)
    return script(trial, [{ tools: [{ id: 't1', name: fullName(name), args: input }] }], args);
  // Dots, as Codex offers its model `_` for every `-`.
  const prompt = `TOOL mcp name=${name.replaceAll('-', '.')} server=simse args=${JSON.stringify(input)}`;
  const command = column.command.replaceAll('{home}', path.join(sandbox.root, 'agent'));
  return trial.start(['--agent-command', command, '-p', prompt, ...args, ...STREAM]);
}

function fullName(name) {
  return name.includes('__') ? name : `everything__${name}`;
}

/** A turn of the scripted agent. */
async function script(trial, steps, args) {
  const file = path.join(trial.sandbox.root, 'data/scenario.json');
  const initialize = [{ result: { protocolVersion: 1, agentCapabilities: HTTP_ONLY } }];
  const prompt = [...steps, { result: { stopReason: 'end_turn' } }];
  await writeFile(file, JSON.stringify({ on: { initialize, 'session/prompt': prompt } }));
  return trial.start([
    '--agent-command',
    `${process.execPath} ${MOCK} ${file}`,
    '-p',
    'go',
    ...args,
    ...STREAM,
  ]);
}
