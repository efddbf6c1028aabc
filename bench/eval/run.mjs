/**
 * How well a model does the tasks of bench/agent in simse: `npm run eval -- --model <id>`. docs/eval.md says what it writes. It
 * costs money, and commands of the model run on this machine.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readTasks } from '../agent/read-tasks.mjs';
import { header, row, summary } from './result-table.mjs';
import { runTask } from './run-task.mjs';

const USAGE = `
npm run eval -- --model ID [options]
  --provider URL   another server, whose key is in SIMSE_API_KEY
  --only TASK      this task, by the beginning of its name; repeatable
  --out FILE       where the table goes (eval-results/MODEL-DATE.md)
`;
const OPTIONS = {
  model: { type: 'string' },
  provider: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] },
  out: { type: 'string' },
};

async function main(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { model, provider, only } = values;
  if (model === undefined) throw new Error(USAGE);
  const tasks = await chooseTasks(only);
  const out = path.resolve(values.out ?? defaultFile(model));
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-eval-')));
  try {
    const table = await evaluate(tasks, { model, provider, dir });
    await mkdir(path.dirname(out), { recursive: true });
    await writeFile(out, table);
    process.stdout.write(`\n${out}\n`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** One task after the other, so that none takes another's share of the provider's limits. */
async function evaluate(tasks, { model, provider, dir }) {
  const results = [];
  let table = '';
  const write = (text) => {
    table += text;
    process.stdout.write(text);
  };
  write(header(model));
  for (const task of tasks) {
    const result = await runTask(task, { model, provider, dir });
    results.push(result);
    write(row(result));
  }
  write(summary(results));
  return table;
}

async function chooseTasks(only) {
  const tasks = await readTasks();
  const chosen = tasks.filter(
    ({ name }) => only.length === 0 || only.some((begin) => name.startsWith(begin)),
  );
  if (chosen.length > 0) return chosen;
  throw new Error(`there is no such task; there are ${tasks.map(({ name }) => name).join(', ')}`);
}

function defaultFile(model) {
  const name = model.replace(/[^\w.-]+/g, '-');
  return path.join('eval-results', `${name}-${new Date().toISOString().slice(0, 10)}.md`);
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
