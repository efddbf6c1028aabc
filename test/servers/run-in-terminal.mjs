import { stripVTControlCharacters } from 'node:util';
import pty from '@lydell/node-pty';
import { endLeftovers } from '../agents/run-simse.mjs';

const RUN_LIMIT_MS = 60_000;
const SIZE = { cols: 120, rows: 40 };

/**
 * Runs simse to its end in a pseudo-terminal, as `runSimse` does without one; what it shows is stdout. `steps` are pairs: when
 * the text has appeared behind that of the step before, the keys are typed.
 */
export async function runInTerminal({ simse, args, sandbox, steps }) {
  const startedAt = performance.now();
  const child = pty.spawn(process.execPath, [simse, ...args], {
    ...SIZE,
    cwd: sandbox.work,
    env: { ...process.env, ...sandbox.env, TERM: 'xterm-256color' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
  const rest = [...steps];
  let shown = '';
  let seen = 0;
  child.onData((data) => {
    shown += stripVTControlCharacters(data);
    for (let at = find(); at !== -1; at = find()) {
      const [text, keys] = rest.shift();
      seen = at + text.length;
      child.write(keys);
    }
  });
  const find = () => (rest.length === 0 ? -1 : shown.indexOf(rest[0][0], seen));
  const exitCode = await new Promise((resolve) =>
    child.onExit(({ exitCode: code, signal }) => resolve(signal || code)),
  );
  clearTimeout(timer);
  const milliseconds = Math.round(performance.now() - startedAt);
  const stdout = shown.replaceAll('\r', '');
  return { exitCode, stdout, stderr: '', milliseconds, left: await endLeftovers(sandbox.root) };
}
