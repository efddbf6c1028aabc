import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { passesCheck, writeFiles } from '../agent/read-tasks.mjs';

const SIMSE = fileURLToPath(new URL('../../bin/simse.js', import.meta.url));
const COMMANDS = ['node', 'ls', 'cat', 'grep', 'rm', 'mv', 'mkdir'];
const ALLOWED = COMMANDS.flatMap((command) => ['--allow', `shell(${command} *)`]);
const TIME = '10m';
const MAX_BUFFER = 64 * 1024 * 1024;

/** Has simse do a task in a copy of its own: {name, passed, turns, calls, tokens, cost, seconds, problem}. */
export async function runTask(task, { model, provider, dir }) {
  const place = (name) => path.join(dir, task.name, name);
  const work = place('work');
  await mkdir(work, { recursive: true });
  await writeFiles(work, task.files);
  const args = ['-p', task.prompt, '--model', model, '--permission-mode', 'acceptEdits', ...ALLOWED];
  if (provider !== undefined) args.push('--provider', provider);
  args.push('--timeout', TIME, '--output-format', 'json');
  const env = { SIMSE_CONFIG_DIR: place('config'), ...process.env, SIMSE_DATA_DIR: place('data') };
  const options = { cwd: work, env, maxBuffer: MAX_BUFFER };
  const running = promisify(execFile)(process.execPath, [SIMSE, ...args], options);
  running.child.stdin.end();
  const { stdout, stderr } = await running.catch((error) => error);
  const { tool_calls: calls = [], usage = {}, duration_ms: ms, error } = readResult(stdout);
  return {
    name: task.name,
    passed: await passesCheck(work, task),
    turns: await countAnswers(place('data/agent/sessions')),
    calls: calls.length,
    tokens: usage.used,
    cost: usage.cost?.amount,
    seconds: ms === undefined ? undefined : ms / 1000,
    problem: error?.message ?? (stdout === '' ? stderr.trim().split('\n')[0] : ''),
  };
}

function readResult(stdout) {
  try {
    return JSON.parse(stdout);
  } catch {
    return {}; // It ended before it had begun; stderr says why.
  }
}

/** How often the model has answered: the messages of it that the session keeps. */
async function countAnswers(sessions) {
  const ids = await readdir(sessions).catch(() => []);
  const logs = await Promise.all(ids.map((id) => readFile(path.join(sessions, id, 'log.jsonl'), 'utf8')));
  const records = logs
    .flatMap((log) => log.split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const said = records.flatMap(({ type, messages }) => (type === 'said' ? messages : []));
  return said.filter(({ role }) => role === 'assistant').length;
}
