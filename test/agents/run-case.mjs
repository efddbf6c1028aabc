import path from 'node:path';
import { knownLimit } from './known-limits.mjs';
import { makeSandbox, runSimse } from './run-simse.mjs';

/** What the scripted model answers when the agent offers it no tool of a kind. Those of MCP servers are simse's to offer. */
const NO_TOOL = /NO_MATCHING_TOOL kind=(?!mcp)(\w+)/;
/** Escape sequences, control characters beside tab and line break, bidi marks. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * Runs one case with one agent. The outcome is `pass`; `limit`, with the reason, where the agent itself cannot do it; `-`
 * where the environment lacks what the case needs; or `FAIL`, with what was expected and what came.
 */
export async function runCase({ agent, test, environment, simse }) {
  const about = { agent: agent.name, case: test.name };
  const reason = missing(agent, test, environment);
  if (reason !== null) return { ...about, outcome: '-', reason };
  const runs = [];
  const failures = [];
  const trial = createTrial({ agent, environment, simse, runs, failures });
  try {
    await test.run(trial);
  } catch (error) {
    failures.push({ what: 'the case ran to its end', found: error.stack });
  } finally {
    await trial.end();
  }
  failures.push(...runs.flatMap(alwaysExpected));
  return { ...about, ...judge(agent, test, runs, failures), runs: runs.map(excerpt) };
}

/** What holds for every run, whatever its case. */
export function alwaysExpected({ args, stdout, stderr, left }) {
  const shown = args.includes('--output-format') ? stderr : stdout + stderr;
  return [
    ...(left.length > 0 ? [{ what: 'no process is left behind', found: left }] : []),
    ...(UNSAFE.test(shown) ? [{ what: 'no escape reaches the terminal', found: JSON.stringify(shown) }] : []),
    ...(/this is a bug/.test(stderr) ? [{ what: 'it is no bug', found: stderr }] : []),
  ];
}

function missing(agent, test, { mcp }) {
  if (agent.model === false && !test.withoutModel) return 'it has no model to be told by';
  if (test.needs === 'mcp' && mcp === null) return 'no MCP server is given';
  if (test.needs === 'unauthenticated' && !agent.unauthenticated) return 'no start without a login is given';
  return null;
}

function judge(agent, test, runs, failures) {
  if (failures.length === 0) return { outcome: 'pass' };
  const [, kind] = runs.map(({ stdout }) => NO_TOOL.exec(stdout)).find((match) => match !== null) ?? [];
  const missingTool = kind === undefined ? null : `it offers its model no ${kind} tool`;
  const reason = knownLimit(agent.name, test.name) ?? missingTool;
  return reason === null ? { outcome: 'FAIL', failures } : { outcome: 'limit', reason, failures };
}

/** What a case works with: simse in sandboxes of its own, and a way to say what was expected. */
function createTrial({ agent, environment, simse, runs, failures }) {
  const sandboxes = [];
  const start = async (args, { command = agent.command, files = {}, sandbox, during } = {}) => {
    const place = sandbox ?? (await makeSandbox(files));
    if (sandbox === undefined) sandboxes.push(place);
    const home = path.join(place.root, 'agent');
    const line = ['--agent-command', command.replaceAll('{home}', home), ...args];
    const run = await runSimse({ simse, args: line, sandbox: place, env: environment.env, during });
    runs.push({ args, ...run });
    return { args, ...run, sandbox: place };
  };
  return {
    agent,
    mcp: environment.mcp,
    start,
    /** One prompt; a function makes it from the sandbox. */
    async prompt(text, args = [], options = {}) {
      const sandbox = await makeSandbox(options.files ?? {});
      sandboxes.push(sandbox);
      const said = typeof text === 'string' ? text : text(sandbox);
      return start(['-p', said, ...args], { ...options, sandbox });
    },
    expect(isAsExpected, what, found) {
      if (!isAsExpected) failures.push({ what, found: found?.args === undefined ? found : excerpt(found) });
    },
    end: () => Promise.all(sandboxes.map(({ remove }) => remove())),
  };
}

export function excerpt({ args, exitCode, milliseconds, stdout, stderr }) {
  return { args, exitCode, milliseconds, stdout: stdout.slice(-1500), stderr: stderr.slice(-1500) };
}
