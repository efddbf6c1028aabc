import { everything, jsonOf, linesOf, mcpFile } from './mcp-files.mjs';

const JSON_OUT = ['--output-format', 'json'];
const STREAM = ['--output-format', 'stream-json'];
const LONG = 'everything/trigger-long-running-operation';
const STATIC = 'demo://resource/static/document/features.md';

/** What server-everything offers, each by one command as a user types it. */
export const EVERYTHING_CASES = [
  oneServer('status', async (trial) => {
    const { servers } = jsonOf(await trial.start(['mcp', 'status', ...JSON_OUT]));
    const [server] = servers ?? [];
    trial.expect(server?.state === 'ready' && server.transport === trial.column.name, 'it is ready', server);
    trial.expect(server?.tools > 10 && server.prompts > 2 && server.templates > 1, 'it has offers', server);
  }),
  oneServer('echo and sum', async (trial) => {
    await expectText(trial, ['everything/echo', { message: 'háé 🎈' }], /^Echo: háé 🎈\n$/);
    await expectText(trial, ['everything/get-sum', { a: 2, b: 40 }], /is 42\./);
    const wrong = await trial.call('everything/get-sum', { a: 'two' });
    trial.expect(wrong.exitCode === 1, 'wrong arguments are an error', wrong);
    trial.expect(/number/.test(wrong.stdout + wrong.stderr), 'and say what is wrong', wrong);
  }),
  oneServer('progress', async (trial) => {
    const lines = linesOf(await trial.call(LONG, { duration: 2, steps: 4 }, STREAM));
    const steps = lines.filter(({ type }) => type === 'progress').map(({ progress }) => progress);
    trial.expect(steps.join() === '1,2,3,4', 'every step is told', lines);
    trial.expect(lines.at(-1)?.type === 'result' && !lines.at(-1).isError, 'the result comes last', lines);
  }),
  oneServer('cancelled by Ctrl+C', (trial) => stop(trial, 'SIGINT', 130)),
  oneServer('ended by SIGTERM', (trial) => stop(trial, 'SIGTERM', 143)),
  oneServer('resource links', async (trial) => {
    await expectText(
      trial,
      ['everything/get-resource-links', { count: 3 }],
      /demo:\/\/resource\/dynamic\/text\/2/,
    );
  }),
  oneServer('embedded resources', async (trial) => {
    const tool = 'everything/get-resource-reference';
    await expectText(
      trial,
      [tool, { resourceType: 'Text', resourceId: 1 }],
      /Resource 1: This is a plaintext/,
    );
    const blob = jsonOf(await trial.call(tool, { resourceType: 'Blob', resourceId: 1 }, JSON_OUT));
    const bytes = Buffer.from(blob.content?.find(({ type }) => type === 'resource')?.blob ?? '', 'base64');
    trial.expect(/base64 blob/.test(bytes.toString()), 'the bytes are whole', blob);
  }),
  oneServer('images', async (trial) => {
    await expectText(trial, ['everything/get-tiny-image'], /\[image image\/png, \d+ bytes\]/);
    const { content } = jsonOf(await trial.call('everything/get-tiny-image', {}, JSON_OUT));
    const image = content?.find(({ type }) => type === 'image');
    const magic = Buffer.from(image?.data ?? '', 'base64')
      .subarray(1, 4)
      .toString();
    trial.expect(magic === 'PNG', 'the picture is whole', magic);
  }),
  oneServer('structured content', async (trial) => {
    const args = { location: 'Chicago' };
    const result = jsonOf(await trial.call('everything/get-structured-content', args, JSON_OUT));
    trial.expect(typeof result.structuredContent?.temperature === 'number', 'it is structured', result);
  }),
  oneServer('annotated messages', async (trial) => {
    const args = { messageType: 'error', includeImage: true };
    await expectText(trial, ['everything/get-annotated-message', args], /Error: Operation failed\n\[image/);
  }),
  oneServer('a task', async (trial) => {
    await expectText(
      trial,
      ['everything/simulate-research-query', { topic: 'bees' }],
      /Research Report: bees/,
    );
  }),
  oneServer('prompts', async (trial) => {
    const list = await trial.start(['mcp', 'prompts']);
    trial.expect(/everything:args-prompt\s+city= \[state=\]/.test(list.stdout), 'they are listed', list);
    const plain = await trial.start(['mcp', 'get', 'everything:args-prompt', 'city=Paris']);
    trial.expect(/weather in Paris/.test(plain.stdout), 'one is filled in', plain);
    const args = ['resourceType=Text', 'resourceId=1'];
    const whole = await trial.start(['mcp', 'get', 'everything:resource-prompt', ...args]);
    trial.expect(/Resource 1: This is a plaintext/.test(whole.stdout), 'a resource in one is shown', whole);
    const lacking = await trial.start(['mcp', 'get', 'everything:args-prompt']);
    trial.expect(lacking.exitCode !== 0 && /city/.test(lacking.stderr), 'what is missing is named', lacking);
  }),
  oneServer('resources', async (trial) => {
    const list = await trial.start(['mcp', 'resources']);
    trial.expect(list.stdout.includes(STATIC), 'they are listed', list);
    trial.expect(/text\/\{resourceId\}/.test(list.stdout), 'templates are listed', list);
    const read = await trial.start(['mcp', 'read', `everything:${STATIC}`]);
    trial.expect(read.stdout.startsWith('# '), 'one is read', read);
    const filled = await trial.start(['mcp', 'read', 'everything:demo://resource/dynamic/text/7']);
    trial.expect(filled.stdout.startsWith('Resource 7'), 'one of a template is read', filled);
    const none = await trial.start(['mcp', 'read', 'everything:demo://resource/nope']);
    trial.expect(none.exitCode === 1 && /not found/.test(none.stderr), 'one that is not there is told', none);
  }),
  oneServer('roots', async (trial) => {
    await expectText(trial, ['everything/get-roots-list'], new RegExp(`file://${trial.sandbox.work}`));
  }),
  {
    name: 'environment',
    only: ['stdio'],
    async run(trial) {
      await trial.write(mcpFile(everything(trial, { env: { SHOWN: 'what the entry names' } })));
      const env = { API_TOKEN: 'a-secret', AWS_SECRET_ACCESS_KEY: 'a-secret' };
      const run = await trial.call('everything/get-env', {}, [], { env });
      trial.expect(/what the entry names/.test(run.stdout), 'what the entry names is there', run);
      trial.expect(!/a-secret|SIMSE_/.test(run.stdout), 'nothing else of simse is', run);
    },
  },
  {
    name: 'session ended',
    only: ['http'],
    async run(trial) {
      await trial.write(mcpFile(everything(trial)));
      const ends = () => trial.servers.log().split('session termination request').length;
      const before = ends();
      await expectText(trial, ['everything/echo', { message: 'x' }], /x/);
      trial.expect(ends() === before + 1, 'the server is told that the session is over', trial.servers.log());
    },
  },
];

function oneServer(name, run) {
  return {
    name,
    async run(trial) {
      await trial.write(mcpFile(everything(trial)));
      await run(trial);
    },
  };
}

async function expectText(trial, [tool, args], pattern) {
  const run = await trial.call(tool, args);
  trial.expect(run.exitCode === 0, `${tool} ends with 0`, run);
  trial.expect(pattern.test(run.stdout), `${tool} says ${pattern}`, run);
}

async function stop(trial, name, exitCode) {
  const run = await trial.call(LONG, { duration: 60, steps: 120 }, STREAM, {
    async during({ until, signal }) {
      if (await until((stdout) => stdout.includes('"progress"'))) signal(name);
    },
  });
  trial.expect(run.exitCode === exitCode, `it ends with ${exitCode}`, run);
  trial.expect(run.milliseconds < 30_000, 'it does not wait for the end of the call', run);
}
