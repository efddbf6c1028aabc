import { readRegistry } from '../config/read-registry.ts';
import { revealLine } from '../core/text/reveal-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { type ListedBackend, listBackends } from '../session/backend/list-backends.ts';
import { loadProject } from '../session/load-project.ts';
import { printList } from '../session/print-list.ts';

/** `simse backends list`: what is configured, built in, on this machine and in a registry. Starts none of them. */
export async function runBackendsList(app: AppContext, registrySource: string | undefined): Promise<number> {
  const registry = registrySource === undefined ? null : await readRegistry(registrySource, app);
  const project = await loadProject(app);
  const items = await listBackends(app, project, registry);
  for (const warning of project.config.warnings) app.note(warning);
  if (registry !== null && registry.skipped > 0)
    app.note(`Left out, since they are not understood: ${registry.skipped} of the registry.`);
  printList(app, {
    name: 'backends',
    items,
    row: (item) => [item.name, describe(item), item.dialect ?? '', revealLine(item.command), item.file ?? ''],
    empty: '',
  });
  if (app.flags.outputFormat === 'text' && items.some(({ kind }) => kind === 'found'))
    app.note('What was found is not used before it is added: simse backends add <name>');
  return 0;
}

function describe({ kind, isDefault, trusted }: ListedBackend): string {
  return [kind, isDefault ? 'default' : '', trusted === false ? 'not trusted' : '']
    .filter(Boolean)
    .join(', ');
}
