/**
 * Real MCP servers through the real binary: every case over every transport, and through agents by the bridge, as tables and
 * as JSON. Not part of `npm test`: it needs the servers to be installed; README.md says how.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatResults, summarize } from '../agents/report.mjs';
import { AGENT_CASES } from './agent-cases.mjs';
import { readEnvironment, USAGE } from './environment.mjs';
import { EVERYTHING_CASES } from './everything-cases.mjs';
import { OTHER_CASES } from './other-cases.mjs';
import { QUESTION_CASES } from './question-cases.mjs';
import { runCase } from './run-case.mjs';
import { startServers } from './start-servers.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(args) {
  const environment = await readEnvironment(args);
  const simse = environment.simse ?? path.join(ROOT, 'bin/simse.js');
  const tables = selectTables(environment);
  const servers = await startServers(environment);
  const results = [];
  try {
    for (const { columns, cases } of tables) {
      for (const test of cases) {
        for (const column of columns) {
          const result = await runCase({ column, test, environment, servers, simse });
          results.push(result);
          process.stderr.write(`${formatResults([result])}\n`);
        }
      }
    }
  } finally {
    await servers.end();
  }
  await report(results, tables, environment);
}

/** What is run where; the cases of a table have names of their own. */
function selectTables({ agents, cases: chosen }) {
  const tables = [
    { columns: named('stdio', 'http', 'sse'), cases: [...EVERYTHING_CASES, ...QUESTION_CASES] },
    { columns: named('other servers'), cases: OTHER_CASES },
    { columns: [{ name: 'scripted agent', scripted: true }, ...agents], cases: AGENT_CASES },
  ];
  const known = tables.flatMap(({ cases }) => cases.map(({ name }) => name));
  const missing = chosen.find((name) => !known.includes(name));
  if (missing !== undefined) throw new Error(`There is no case "${missing}". There are ${known.join(', ')}.`);
  if (chosen.length === 0) return tables;
  const narrowed = tables.map((table) => ({
    ...table,
    cases: table.cases.filter(({ name }) => chosen.includes(name)),
  }));
  return narrowed.filter(({ cases }) => cases.length > 0);
}

function named(...names) {
  return names.map((name) => ({ name }));
}

async function report(results, tables, { json }) {
  for (const { columns, cases } of tables) {
    const own = results.filter((result) => cases.some(({ name }) => name === result.case));
    process.stdout.write(`${summarize(own, cases, columns)}\n`);
  }
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  await writeFile(json, `${JSON.stringify({ simse: version, results }, null, 2)}\n`);
  process.stdout.write(`All of it is in ${json}\n`);
  if (results.some(({ outcome }) => outcome === 'FAIL')) process.exitCode = 1;
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
});
