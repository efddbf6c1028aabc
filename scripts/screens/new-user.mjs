import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from './coding-session.mjs';

const FIXTURES = fileURLToPath(new URL('../../test/fixtures', import.meta.url));
/** What the user of the first run has on PATH, and finds. */
const PROGRAMS = ['opencode', 'claude-agent-acp', 'npx'];

/** A user with a project, and with the scene's agent and servers. Resolves with what simse is to be started with. */
export async function createUser(home, { scenario, hasServers = false }) {
  const cwd = path.join(home, 'src/shop');
  const bin = path.join(home, '.local/bin');
  const config = path.join(home, '.config/simse');
  for (const folder of [cwd, bin, config]) await mkdir(folder, { recursive: true });
  await symlink(process.execPath, path.join(bin, 'node'));
  for (const [name, content] of Object.entries(PROJECT)) await write(path.join(cwd, name), content);
  if (scenario === null) await installPrograms(bin);
  else await configureAgent(home, config, cwd, scenario);
  if (hasServers) await write(path.join(config, 'mcp.json'), JSON.stringify({ servers: mcpServers() }));
  const env = {
    HOME: home,
    PATH: bin,
    TMPDIR: home,
    COLORTERM: 'truecolor',
    SIMSE_CONFIG_DIR: config,
    SIMSE_DATA_DIR: path.join(home, 'data'),
  };
  return { cwd, env };
}

async function installPrograms(bin) {
  for (const name of PROGRAMS) {
    await write(path.join(bin, name), '#!/bin/sh\n');
    await chmod(path.join(bin, name), 0o755);
  }
}

async function configureAgent(home, config, cwd, scenario) {
  const file = path.join(home, 'scenario.json');
  await write(file, JSON.stringify(scenario).replaceAll('$cwd', cwd));
  const server = {
    name: 'demo',
    command: process.execPath,
    args: [path.join(FIXTURES, 'acp/mock-agent.mjs'), file],
  };
  await write(path.join(config, 'acp.json'), JSON.stringify({ servers: [server] }));
}

function mcpServers() {
  const server = (name, file, rest = {}) => ({
    name,
    command: process.execPath,
    args: [path.join(FIXTURES, `mcp/${file}.mjs`)],
    ...rest,
  });
  return [
    server('database', 'everyday'),
    server('filesystem', 'filesystem'),
    server('browser', 'everyday', { command: 'browser-mcp' }),
    server('tickets', 'workshop'),
    server('search', 'silent', { enabled: false }),
  ];
}

async function write(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
