import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const SAMPLE_MS = 20;

/**
 * Runs `node <args>` to its end and resolves with the highest memory seen of it and everything it started, in MB (Linux
 * only): `pss`, where a page that several processes share counts once, and `rss`, where it counts for each.
 */
export async function peakMemory(args, { env, cwd }) {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let running = true;
  const exitCode = ended.then((code) => {
    running = false;
    return code;
  });
  const peak = { pss: 0, rss: 0, processes: 0 };
  while (running) {
    const sample = await sampleTree(child.pid);
    for (const key of Object.keys(peak)) peak[key] = Math.max(peak[key], sample[key]);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  if ((await exitCode) !== 0) throw new Error(`node ${args.join(' ')} ended with ${await exitCode}`);
  return peak;
}

async function sampleTree(root) {
  const parents = new Map();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readOrEmpty(`/proc/${name}/stat`) : '';
    // The parent's id is the second word after the command, which stands in parentheses and may hold anything.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  const sizes = await Promise.all(tree.map((pid) => readOrEmpty(`/proc/${pid}/smaps_rollup`)));
  const sum = (field) =>
    sizes.reduce((total, size) => total + Number(size.match(`${field}: +(\\d+)`)?.[1] ?? 0), 0);
  return { pss: sum('Pss') / 1024, rss: sum('Rss') / 1024, processes: tree.length };
}

function readOrEmpty(file) {
  // A process may end between being listed and being read.
  return readFile(file, 'utf8').catch(() => '');
}
