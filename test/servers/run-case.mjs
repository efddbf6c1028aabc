import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { alwaysExpected, excerpt } from '../agents/run-case.mjs';
import { makeSandbox, runSimse } from '../agents/run-simse.mjs';
import { runInTerminal } from './run-in-terminal.mjs';

/**
 * Runs one case in one column of its table, as one user of their own in a new folder, who has `servers` in mcp.json. The
 * outcome is `pass`; `-` where the column is none of the case's; `limit`, with the reason, where the agent itself cannot do it;
 * or `FAIL`, with what was expected and what came.
 */
export async function runCase({ column, test, environment, servers, simse }) {
  const about = { agent: column.name, case: test.name };
  if (test.only !== undefined && !test.only.includes(column.name)) return { ...about, outcome: '-' };
  const failures = [];
  const runs = [];
  const sandbox = await makeSandbox({});
  const trial = createTrial({ column, environment, servers, simse, sandbox, runs, failures });
  try {
    await test.run(trial);
  } catch (error) {
    failures.push({ what: 'the case ran to its end', found: error.stack });
  } finally {
    await sandbox.remove();
  }
  failures.push(...runs.flatMap(alwaysExpected));
  return { ...about, ...judge(column, test, failures), failures, runs: runs.map(excerpt) };
}

function judge(column, { limits = {} }, failures) {
  if (failures.length === 0) return { outcome: 'pass' };
  const reason = limits[column.name];
  return reason === undefined ? { outcome: 'FAIL' } : { outcome: 'limit', reason };
}

/** What a case works with. */
function createTrial({ column, environment, servers, simse, sandbox, runs, failures }) {
  const keep = (args, run) => {
    runs.push({ args, ...run });
    return { args, ...run };
  };
  const place = { simse, sandbox };
  const start = async (args, { env = {}, during } = {}) => {
    const all = { ...environment.env, ...env };
    return keep(args, await runSimse({ ...place, args, env: all, during }));
  };
  return {
    column,
    environment,
    servers,
    sandbox,
    start,
    /** What the user of this case has: `config/mcp.json` and the like, as objects or text. */
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        const text = typeof content === 'string' ? content : JSON.stringify(content);
        await writeFile(path.join(sandbox.root, name), text);
      }
    },
    call: (tool, args = {}, options = [], how = {}) =>
      start(['mcp', 'call', tool, JSON.stringify(args), ...options], how),
    /** The same in a terminal, with what is waited for there and typed then. */
    callInTerminal: async (tool, args, steps) =>
      keep(
        [tool],
        await runInTerminal({ ...place, args: ['mcp', 'call', tool, JSON.stringify(args)], steps }),
      ),
    expect(isAsExpected, what, found) {
      if (!isAsExpected) failures.push({ what, found: found?.args === undefined ? found : excerpt(found) });
    },
  };
}
