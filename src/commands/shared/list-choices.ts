import type { AppContext } from '../../session/app-context.ts';
import { loadProject } from '../../session/load-project.ts';
import { printList } from '../../session/print-list.ts';
import { type CountModels, findAgentChoices } from '../../session/setup/agent-choices.ts';

/** Prints what could be chosen, and how to choose it, where nobody can be asked. */
export async function listAgentChoices(app: AppContext, countModels: CountModels): Promise<void> {
  const project = await loadProject(app);
  const choices = await findAgentChoices(app, project, countModels);
  printList(app, {
    name: 'agents',
    items: choices.map(({ name, kind, title, detail }) => ({ name, kind, title, detail })),
    row: ({ name, kind, title, detail }) => [name, kind, title, detail],
    empty: '',
  });
  if (app.flags.outputFormat === 'text')
    app.note(
      'In a terminal `simse setup` lets you choose; simse backends add <name> --default does so by itself.',
    );
}
