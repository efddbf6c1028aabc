/**
 * `npm run test:inspector`: the MCP Inspector's command lines against `simse mcp serve`, over stdio and over HTTP: tools are
 * listed and called, resources listed, read and completed. The Inspector and the Node that it needs are installed when they
 * are first needed. Prints a line a step; ends with 1 when one fails.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildDist } from '../../scripts/build.mjs';
import { installTools } from '../helpers/install-tools.mjs';
import { STEPS } from './steps.mjs';

const run = promisify(execFile);
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const SIMSE = fileURLToPath(new URL('../../bin/simse.js', import.meta.url));
/** What the connection is called that stays. */
const CONNECTION = ['--connection', 'simse'];
const STEP_MS = 60_000;
const TOKEN = /Authorization: (Bearer \S+)/;
const ADDRESS = /serving MCP at (\S+)/;

async function main() {
  const [programs] = await Promise.all([install(), buildDist()]);
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-inspector-')));
  try {
    const passed = [await inspectStdio(programs, dir), await inspectHttp(programs, dir)];
    if (passed.includes(false)) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function install() {
  const { node, modules } = await installTools(TOOLS, 'simse-inspector');
  const clients = path.join(modules, '@modelcontextprotocol/inspector/clients');
  return {
    node,
    cli: [path.join(clients, 'launcher/build/index.js'), '--cli'],
    connections: [path.join(clients, 'mcpdo/build/mcp-bin.js')],
  };
}

async function inspectStdio(programs, dir) {
  const env = await newUser(path.join(dir, 'stdio'));
  const target = [process.execPath, SIMSE, 'mcp', 'serve'];
  return inspect('stdio', { programs, env, target, connectTo: ['--', ...target] });
}

async function inspectHttp(programs, dir) {
  const env = await newUser(path.join(dir, 'http'));
  const args = [SIMSE, 'mcp', 'serve', '--http', '127.0.0.1:0'];
  const server = spawn(process.execPath, args, { env, cwd: env.HOME, stdio: ['ignore', 'inherit', 'pipe'] });
  try {
    const { url, authorization } = await readAddress(server.stderr);
    const header = ['--header', `Authorization: ${authorization}`];
    const target = ['--server-url', url, '--transport', 'http', ...header];
    const connectTo = [url, '--transport', 'http', ...header];
    return await inspect('http', { programs, env, target, connectTo });
  } finally {
    server.kill();
  }
}

async function readAddress(stderr) {
  let said = '';
  for await (const chunk of stderr) {
    said += chunk;
    const [url, authorization] = [ADDRESS.exec(said)?.[1], TOKEN.exec(said)?.[1]];
    if (url !== undefined && authorization !== undefined) return { url, authorization };
  }
  throw new Error(`simse did not say where it serves:\n${said}`);
}

/** Every step in its order, also after one has failed. */
async function inspect(transport, { programs, env, target, connectTo }) {
  const { node, cli, connections } = programs;
  const { stdout: exports } = await run(node, [...connections, 'private'], { env });
  const own = Object.fromEntries(
    [...exports.matchAll(/export (\w+)='([^']*)'/g)].map((match) => match.slice(1)),
  );
  const call = async (args) => run(node, args, { env: { ...env, ...own }, cwd: env.HOME, timeout: STEP_MS });
  const programsOf = {
    cli: (args) => call([...cli, '--format', 'json', ...args, ...target]),
    connect: () => call([...connections, ...CONNECTION, 'connect', ...connectTo]),
    connected: (args) => call([...connections, ...CONNECTION, '--format', 'json', ...args]),
  };
  let passed = true;
  for (const { name, by, args, expected } of STEPS) {
    const started = performance.now();
    const problem = await check(() => programsOf[by](args), expected);
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    say(`${problem === null ? 'pass' : 'FAIL'}  ${transport.padEnd(5)}  ${name.padEnd(68)} ${seconds}`);
    if (problem === null) continue;
    passed = false;
    say(problem.replace(/^/gm, '      '));
  }
  await rm(own.MCP_INSPECTOR_DAEMON_DIR, { recursive: true, force: true });
  return passed;
}

async function check(step, expected) {
  try {
    const { stdout, stderr } = await step();
    return expected.test(stdout) ? null : `${expected} is not in\n${stdout}${stderr}`;
  } catch (error) {
    return `${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`;
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Who has no config, no sessions and an empty library. */
async function newUser(home) {
  const folder = (name) => path.join(home, name);
  for (const name of ['config', 'data', 'tmp']) await mkdir(folder(name), { recursive: true });
  return {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: folder('tmp'),
    SIMSE_CONFIG_DIR: folder('config'),
    SIMSE_DATA_DIR: folder('data'),
  };
}

await main();
