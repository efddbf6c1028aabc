import { expect, test } from 'vitest';
import { isDecidedByProject } from '../../src/config/decided-by-project.ts';
import { type Files, tempDir } from '../helpers/temp-dir.ts';

async function isDecided(line: string, files: Files = {}, cwd?: string): Promise<boolean> {
  const folder = await tempDir(files);
  const [command = '', ...args] = line.split(' ');
  const entry = { command, args, ...(cwd === undefined ? {} : { cwd }) };
  return isDecidedByProject(entry, { cwd: folder, home: '/home/me' });
}

test.each([
  './agent',
  'tools/agent --acp',
  'node server.js',
  'node --import ./hook.mjs /opt/server.js',
  'node -r dotenv/config /opt/server.js',
  'python3 server.py',
  'bash run.sh',
  'npx ./agent',
  'npx -c agent',
  'npm run agent',
  'npm start',
  'pnpm exec agent',
  'yarn agent',
  'bun run agent',
  'uv run agent',
  'make agent',
  'deno task agent',
  'env X=1 npx -y agent',
  'bash -lc npx -y agent',
  'sh -c ./agent',
  'sh -c exec node agent.mjs',
  'sh -c . venv/bin/activate && agent',
  'env X=1 node agent.mjs',
  'npm --silent run agent',
  'npm --loglevel error run agent',
  'npm -s exec agent',
  'uv --quiet run agent.py',
  'uv --directory sub run agent.py',
  'node --import=./hook.mjs /opt/server.js',
  'node --env-file=.env /opt/server.js',
  'node --run agent',
  'docker compose run agent',
])('a project decides what "%s" is', async (line) => {
  expect(await isDecided(line)).toBe(true);
});

test.each([
  'claude-agent-acp',
  '/opt/agent --acp',
  'node /opt/server.js',
  'node --import node:test /opt/server.js',
  'node ${HOME}/server.js',
  'python3 -m mcp_server',
  'npx -y @scope/agent',
  'npx -y -p agent cmd',
  'npm exec agent',
  'pnpm dlx agent',
  'uvx mcp-server',
  'bunx agent',
  'pipx run agent',
  'yarn dlx agent',
  'env X=1 agent --acp',
  'docker run -i --rm image',
  'sh -c agent',
  'sh -c "$0" "$HOME/good.json" /opt/agent.mjs',
  'sh -c /usr/local/go/bin/agent --make-it --model openai/gpt-5',
  'sh -c exec node /opt/make-agent/index.js',
  'env X=1 agent --model openai/gpt-5',
  'uv --directory /opt/server run server.py',
  'npm --prefix=/opt/server run agent',
  'npm run agent --prefix /opt/server',
  'tsx /opt/agent.ts',
])('no project decides what "%s" is', async (line) => {
  expect(await isDecided(line)).toBe(false);
});

test.each([
  ['uvx mcp-server', { 'pyproject.toml': '[tool.uv]\nindex-url = "x"\n' }],
  ['uv tool run mcp-server', { 'uv.toml': '' }],
  ['bunx agent', { 'bunfig.toml': '' }],
  ['bun x agent', { 'node_modules/agent/package.json': {} }],
  ['pipx run agent', { agent: '' }],
  ['yarn dlx agent', { '.yarnrc.yml': 'yarnPath: x.cjs' }],
  ['deno run npm:agent', { 'deno.json': {} }],
  ['tsx /opt/agent.ts', { 'tsconfig.json': {} }],
  ['npx -y tsx /opt/agent.ts', { 'tsconfig.json': {} }],
])('one that has files for it decides what "%s" is', async (line, files) => {
  expect(await isDecided(line, files as Files)).toBe(true);
  expect(await isDecided(line, { 'README.md': '', 'pyproject.toml': '[project]' })).toBe(false);
});

test('an entry that runs in a folder of its own is not asked about', async () => {
  expect(await isDecided('./agent', {}, '/opt/agent')).toBe(false);
  expect(await isDecided('npm start', {}, '/opt/agent')).toBe(false);
  expect(await isDecided('npm start', {}, 'sub')).toBe(true);
});

test.each([
  ['cd /opt/agent && npm start', false],
  ['cd "/opt/agent" && exec ./agent', false],
  ['cd /opt/agent; npm start', true],
  ['cd sub && npm start', true],
  ['if [ -e "$HOME/x" ]; then exec "$0" "$HOME/good.json"; fi', false],
  ['exec node agent.mjs', true],
])('of the line "%s", run by a shell, it is %s that a project decides it', (line, is) => {
  const place = { cwd: '/nowhere/project', home: '/home/me' };
  expect(isDecidedByProject({ command: 'sh', args: ['-c', line, '/opt/agent.mjs'] }, place)).toBe(is);
  expect(isDecidedByProject({ command: 'env', args: ['X=1', 'sh', '-c', line] }, place)).toBe(is);
});

test('an entry of very many words is judged at once', () => {
  const args = Array.from({ length: 300 }, () => ['env', 'sh', '-c', 'agent']).flat();
  expect(isDecidedByProject({ command: 'env', args }, { cwd: '/nowhere', home: '/home/me' })).toBe(false);
});
