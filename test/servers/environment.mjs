import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment as readAgents } from '../agents/environment.mjs';

export const USAGE = `
npm run test:servers -- <folder> [options]
  <folder>           where the servers are installed: an npm prefix
  --install          installs them there first
  --agents FILE      real agents too, as for npm run test:agents
  --cases NAME,…     only these
  --simse FILE       another bin/simse.js
  --json FILE        where the results go (simse-servers.json in the folder for temporary files)
`;

const OPTIONS = {
  install: { type: 'boolean', default: false },
  agents: { type: 'string' },
  cases: { type: 'string', default: '' },
  simse: { type: 'string' },
  json: { type: 'string', default: path.join(tmpdir(), 'simse-servers.json') },
};

const VERSION = '2026.8.31';
const SERVERS = ['everything', 'filesystem', 'memory'];

/** The folder with the servers, the agents beside the scripted one, and what is to be run. */
export async function readEnvironment(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (positionals.length !== 1) throw new Error('One folder is needed.');
  const folder = path.resolve(positionals[0]);
  if (values.install) install(folder);
  await expectInstalled(folder);
  const { agents, env } =
    values.agents === undefined ? { agents: [], env: {} } : await readAgents([values.agents]);
  return {
    folder,
    bin: (server) => path.join(folder, 'node_modules/.bin', `mcp-server-${server}`),
    agents: agents.filter(({ model }) => model !== false),
    env,
    cases: values.cases.split(',').filter(Boolean),
    simse: values.simse,
    json: path.resolve(values.json),
  };
}

function install(folder) {
  const packages = SERVERS.map((name) => `@modelcontextprotocol/server-${name}@${VERSION}`);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--save-exact', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...args, ...packages], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('npm could not install the servers.');
}

async function expectInstalled(folder) {
  for (const name of SERVERS) {
    const file = path.join(folder, `node_modules/@modelcontextprotocol/server-${name}/package.json`);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) throw new Error(`${folder} has no server-${name}; --install installs it.`);
    const { version } = JSON.parse(text);
    if (version !== VERSION) process.stderr.write(`server-${name} is ${version}, not ${VERSION}.\n`);
  }
}
