import { printableJson } from '../core/text/printable-json.ts';
import { editConfigFile } from '../config/edit-config-file.ts';
import { setServerEnabled } from '../config/edit-mcp-entries.ts';
import { MCP_FORMAT } from '../config/mcp-layers.ts';
import type { AppContext } from '../session/app-context.ts';
import { needsTrust, readMcpFiles, requireHolder, type Scope } from './mcp/mcp-files.ts';

/**
 * `simse mcp enable <name>` and `simse mcp disable <name>`: switches a server on or off in the file that it is in. One that
 * came with the project still has to be trusted.
 */
export async function runMcpEnable(
  app: AppContext,
  name: string,
  { enabled, scope }: { enabled: boolean; scope?: Scope | undefined },
): Promise<number> {
  const holder = requireHolder(await readMcpFiles(app), name, scope);
  const { file } = holder.origin;
  const was = holder.content.servers.some((server) => server.name === name && server.enabled);
  if (was !== enabled)
    await editConfigFile(file, MCP_FORMAT, (text) => setServerEnabled(text, name, enabled));
  const done = enabled ? 'enabled' : 'disabled';
  if (app.flags.outputFormat === 'text')
    app.stdout.write(`${name} is ${was === enabled ? `${done} already` : `now ${done}`}, by ${file}.\n`);
  else app.stdout.write(`${printableJson({ [done]: { name, scope: holder.origin.scope, file } })}\n`);
  if (enabled && (await needsTrust(app, holder, name)))
    app.note(`${name} came with the project: simse shows what it runs and asks before it is started.`);
  return 0;
}
