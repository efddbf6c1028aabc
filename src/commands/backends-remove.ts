import { printableJson } from '../core/text/printable-json.ts';
import { BACKEND_FORMAT, readBackendLayers } from '../config/backend-layers.ts';
import { editConfigFile } from '../config/edit-config-file.ts';
import { removeEntry, setDefault } from '../config/edit-entries.ts';
import type { BackendFile } from '../config/parse-backend-file.ts';
import type { Layer } from '../config/read-layers.ts';
import { suggestName } from '../config/suggest-name.ts';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from '../session/app-context.ts';

type Scope = 'user' | 'project';

/** `simse backends remove <name>`: takes an entry out of acp.json, and the file's default with it when it was that. */
export async function runBackendsRemove(
  app: AppContext,
  name: string,
  scope: Scope | undefined,
): Promise<number> {
  const { layers } = await readBackendLayers({ cwd: app.cwd, configDir: app.dirs.configDir });
  const holder = findHolder(layers, name, scope);
  const { file } = holder.origin;
  const others = layers.filter((layer) => layer !== holder);
  const isGone = !others.some((layer) => has(layer, name));
  const wasDefault = isGone && holder.content.defaultServer === name;
  await editConfigFile(file, BACKEND_FORMAT, (text) => {
    const rest = removeEntry(text, name);
    return wasDefault ? setDefault(rest, undefined) : rest;
  });
  if (app.flags.outputFormat === 'text') app.stdout.write(`Removed ${name} from ${file}.\n`);
  else
    app.stdout.write(
      `${printableJson({ removed: { name, scope: holder.origin.scope, file, wasDefault } })}\n`,
    );
  if (wasDefault) app.note(`It was the default of that file, which has none now.`);
  for (const { origin, content } of others) {
    if (!isGone) app.note(`The "${name}" of ${origin.file} counts now.`);
    else if (content.defaultServer === name)
      app.note(`${origin.file} still has it as its defaultServer: change that.`);
  }
  return 0;
}

/** The one file that has the name. Throws SimseError('no_backend') for none, ('usage') when it is not clear which. */
function findHolder(
  layers: readonly Layer<BackendFile>[],
  name: string,
  scope: Scope | undefined,
): Layer<BackendFile> {
  const searched = layers.filter(({ origin }) => scope === undefined || origin.scope === scope);
  const [holder, second] = searched.filter((layer) => has(layer, name));
  if (holder === undefined) {
    const known = searched.flatMap(({ content }) => content.servers.map((server) => server.name));
    throw new SimseError('no_backend', `No server is called "${name}".`, { hint: suggestName(name, known) });
  }
  if (second === undefined) return holder;
  throw new SimseError('usage', `${holder.origin.file} and ${second.origin.file} both have a "${name}".`, {
    hint: 'Say which one: --scope user or --scope project.',
  });
}

function has({ content }: Layer<BackendFile>, name: string): boolean {
  return content.servers.some((server) => server.name === name);
}
