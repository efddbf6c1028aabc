import { runAgent } from '../agent/run-agent.ts';
import type { AppContext } from '../session/app-context.ts';

/** `simse agent`: the built-in backend, for simse itself and for any other ACP client. */
export async function runAgentCommand({
  stdin,
  stdout,
  version,
  env,
  dirs,
  signal,
}: AppContext): Promise<number> {
  await runAgent({ stdin, stdout, version, env, dataDir: dirs.dataDir, signal });
  return 0;
}
