import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `
npm run test:agents -- [environment.json | folder with agents.json] [agent…] [options]
  --agent NAME=COMMAND      an agent, as for simse --agent-command; repeatable
  --launcher COMMAND        for agents given by name, which is {agent} in it; {home} is a folder for what
                            the agent keeps from one start to the next
  --unauthenticated COMMAND the same without a login, {agent} likewise
  --mcp COMMAND             an MCP server with a tool "echo"
  --cases NAME,…            only these
  --jobs N                  so many runs at once (2)
  --simse FILE              another bin/simse.js
  --json FILE               where the results go (simse-agents.json in the folder for temporary files)
`;

const OPTIONS = {
  agent: { type: 'string', multiple: true, default: [] },
  launcher: { type: 'string' },
  unauthenticated: { type: 'string' },
  mcp: { type: 'string' },
  cases: { type: 'string', default: '' },
  jobs: { type: 'string', default: '2' },
  simse: { type: 'string' },
  json: { type: 'string', default: path.join(tmpdir(), 'simse-agents.json') },
};

/**
 * The agents and what they run in. A file may have `launcher`, `unauthenticated` and `mcp` as the options, `env` for every
 * run, and `agents`: names for the launcher, or objects with `name`, `command`, `unauthenticated`, and `model: false` for one
 * that follows no prompts.
 */
export async function readEnvironment(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const file = await readEnvironmentFile(positionals[0]);
  const names = (file === null ? positionals : positionals.slice(1)).flatMap((word) => word.split(','));
  const { launcher, unauthenticated, mcp, env = {}, agents = [] } = { ...file, ...values };
  const forAgent = (line, name) => line?.replaceAll('{agent}', name);
  const describe = (agent) => {
    const { name, ...own } = typeof agent === 'string' ? { name: agent } : agent;
    return {
      name,
      command: forAgent(launcher, name),
      unauthenticated: forAgent(unauthenticated, name),
      ...own,
    };
  };
  const given = values.agent.map((text) => {
    const at = text.indexOf('=');
    return { name: text.slice(0, at), command: text.slice(at + 1) };
  });
  const known = [...agents, ...given].map(describe);
  const chosen =
    names.length === 0
      ? known
      : names.map((name) => known.find((agent) => agent.name === name) ?? describe(name));
  if (chosen.length === 0) throw new Error('There are no agents to run.');
  for (const { name, command } of chosen) {
    if (!name || !command) throw new Error(`There is no command for the agent ${name || '?'}.`);
  }
  return {
    agents: chosen,
    mcp: mcp?.split(' ') ?? null,
    env,
    cases: values.cases.split(',').filter(Boolean),
    jobs: Number(values.jobs),
    simse: values.simse,
    json: path.resolve(values.json),
  };
}

async function readEnvironmentFile(name) {
  const stats = name === undefined ? undefined : await stat(name).catch(() => undefined);
  if (stats === undefined) return null;
  const file = stats.isDirectory() ? path.join(name, 'agents.json') : name;
  return JSON.parse(await readFile(file, 'utf8'));
}
