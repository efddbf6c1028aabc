import { runAgent } from '../agent/run-agent.ts';
import { loadModelSettings } from '../config/load-settings.ts';
import type { AppContext } from '../session/app-context.ts';
import { agentLibrary } from '../session/own-tools/agent-library.ts';
import { modelSettings } from '../session/model-settings.ts';

/** `simse agent`: the built-in backend, for simse itself and for any other ACP client. */
export async function runAgentCommand(app: AppContext): Promise<number> {
  const { stdin, stdout, version, env, dirs, signal } = app;
  const models = modelSettings(app, await loadModelSettings(dirs.configDir));
  await using library = agentLibrary(app);
  await runAgent({ stdin, stdout, version, env, models, library, dataDir: dirs.dataDir, signal });
  return 0;
}
