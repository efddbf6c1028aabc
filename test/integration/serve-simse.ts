import { expect, onTestFinished } from 'vitest';
import { startSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';

export interface ServedSimse {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Everything it has said on stderr. */
  said(): string;
  /** Asks it to stop. Resolves with its exit code. */
  stop(): Promise<number | undefined>;
}

/** Runs `simse mcp serve` over HTTP at a free port, until the test has ended. */
export async function serveSimse(sandbox: Sandbox, args: string[]): Promise<ServedSimse> {
  const running = startSimse(sandbox, ['mcp', 'serve', '--http', ':0', ...args]);
  let said = '';
  running.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const stop = async () => {
    running.kill('SIGTERM');
    return (await running).exitCode;
  };
  onTestFinished(async () => void (await stop()));
  const origin = () => /serving MCP at (http:\S+)\/mcp/.exec(said)?.[1];
  await expect.poll(origin).toBeDefined();
  return { origin: origin() ?? '', said: () => said, stop };
}
