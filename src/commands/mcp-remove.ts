import { printableJson } from '../core/text/printable-json.ts';
import { editConfigFile } from '../config/edit-config-file.ts';
import { removeServer } from '../config/edit-mcp-entries.ts';
import { MCP_FORMAT } from '../config/mcp-layers.ts';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from '../session/app-context.ts';
import { hasServer, readMcpFiles, requireHolder, type Scope } from './mcp/mcp-files.ts';

/** `simse mcp remove <name>`: takes a server out of the mcp.json that has it. */
export async function runMcpRemove(app: AppContext, name: string, scope: Scope | undefined): Promise<number> {
  const layers = await readMcpFiles(app);
  const { origin } = requireHolder(layers, name, scope);
  const others = layers.filter((layer) => layer.origin !== origin && hasServer(layer, name));
  const [other] = others;
  if (scope === undefined && other !== undefined) {
    throw new SimseError('usage', `${other.origin.file} and ${origin.file} both have a "${name}".`, {
      hint: 'Say which one: --scope user or --scope project.',
    });
  }
  const { file } = origin;
  await editConfigFile(file, MCP_FORMAT, (text) => removeServer(text, name));
  if (app.flags.outputFormat === 'text') app.stdout.write(`Removed ${name} from ${file}.\n`);
  else app.stdout.write(`${printableJson({ removed: { name, scope: origin.scope, file } })}\n`);
  for (const layer of others) app.note(`The "${name}" of ${layer.origin.file} counts now.`);
  return 0;
}
