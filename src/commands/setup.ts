import type { AppContext } from '../session/app-context.ts';
import { listAgentChoices } from './shared/list-choices.ts';
import { setUp } from '../session/setup/set-up.ts';
import { countUserModels } from './models/find-user-models.ts';
import { agentPicker } from './setup/agent-picker.ts';

/** `simse setup`: lets the user choose the default agent. Where nobody can be asked it prints what there is to choose. */
export async function runSetup(app: AppContext): Promise<number> {
  const { stdin, stdout, flags } = app;
  const canAsk = stdin.isTTY === true && stdout.isTTY === true && flags.outputFormat === 'text';
  if (canAsk) await setUp(app, agentPicker(app), countUserModels);
  else await listAgentChoices(app, countUserModels);
  return 0;
}
