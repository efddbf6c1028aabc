import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface ServedFixture {
  url: string;
  /** Every line it has written about what reached it, oldest first. */
  lines: Record<string, unknown>[];
  /** Gives it a command, on its stdin. */
  tell(command: object): void;
}

/** Runs a server of test/fixtures/mcp, which writes JSON lines and its url as the first. It ends with the test. */
export async function serveFixture(program: string, options: object = {}): Promise<ServedFixture> {
  const file = fileURLToPath(new URL(`../../fixtures/mcp/${program}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  const lines: Record<string, unknown>[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)));
    let isFirst = true;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = JSON.parse(line) as Record<string, unknown>;
      if (isFirst) resolve(String(value['url']));
      else lines.push(value);
      isFirst = false;
    });
  });
  return { url, lines, tell: (command) => child.stdin.write(`${JSON.stringify(command)}\n`) };
}
