import { printableJson } from '../core/text/printable-json.ts';
import { formatTable } from '../core/text/format-table.ts';
import type { McpResource, McpResourceTemplate } from '../core/ports/mcp-offers.ts';
import type { AppContext } from '../session/app-context.ts';
import { startServers } from './shared/start-servers.ts';
import { exitCodeOfServers } from './mcp/exit-code-of-servers.ts';
import { shortLine } from './mcp/short-line.ts';

/**
 * `simse mcp resources [server]`: starts the servers and lists their resources, then the templates for more. 1 when one of
 * them did not start.
 */
export async function runMcpResources(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  const resources = host.offers.resources();
  const templates = host.offers.templates();
  const { stdout, flags, note } = app;
  if (flags.outputFormat === 'json') {
    stdout.write(`${printableJson({ resources, templates }, 2)}\n`);
  } else if (flags.outputFormat === 'stream-json') {
    for (const resource of resources) stdout.write(`${printableJson({ type: 'resource', ...resource })}\n`);
    for (const template of templates) stdout.write(`${printableJson({ type: 'template', ...template })}\n`);
  } else {
    const rows = [
      ...resources.map((resource) => rowOf(resource.uri, resource)),
      ...templates.map((template) => rowOf(template.uriTemplate, template)),
    ];
    if (rows.length === 0) note('No resources are available.');
    else stdout.write(formatTable(rows));
  }
  return exitCodeOfServers(host.status());
}

function rowOf(uri: string, { server, mimeType = '', ...told }: McpResource | McpResourceTemplate): string[] {
  return [`${server}:${uri}`, mimeType, shortLine(told.description ?? told.title ?? told.name)];
}
