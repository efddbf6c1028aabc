import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';
import { formatTable, printableJson } from '../../core/text/format-table.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printList } from '../shared/print-list.ts';
import { exitCodeOfServers, startServers } from '../shared/start-servers.ts';

/** `simse mcp tools [server]`: starts the servers and lists what they offer. 1 when one of them did not start. */
export async function runMcpTools(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  printList(app, {
    name: 'tools',
    items: host.catalogue.list(),
    row: (tool) => [tool.name, shortLine(descriptionOf(tool))],
    empty: 'No tools are available.',
  });
  return exitCodeOfServers(host.status());
}

/** `simse mcp prompts [server]`: starts the servers and lists their prompts. 1 when one of them did not start. */
export async function runMcpPrompts(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  printList(app, {
    name: 'prompts',
    items: host.offers.prompts(),
    row: (prompt) => [`${prompt.server}:${prompt.name}`, argumentsOf(prompt), shortLine(textOf(prompt))],
    empty: 'No prompts are available.',
  });
  return exitCodeOfServers(host.status());
}

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

const MAX_CHARS = 100;

/** The first line of a description, for a table. */
export function shortLine(description: string): string {
  const [line = ''] = description.trim().split('\n');
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1)}…`;
}

function descriptionOf({ title, description, change }: CatalogueTool): string {
  const text = description.trim() === '' ? (title ?? '') : description;
  return change === undefined ? text : `(${change.kind}) ${text}`;
}

/** As they are given to `simse mcp get`; in brackets what may be left out. */
function argumentsOf({ arguments: taken }: McpPrompt): string {
  return taken.map(({ name, required }) => (required ? `${name}=` : `[${name}=]`)).join(' ');
}

function textOf({ title, description }: McpPrompt): string {
  return description === '' ? (title ?? '') : description;
}

function rowOf(uri: string, { server, mimeType = '', ...told }: McpResource | McpResourceTemplate): string[] {
  return [`${server}:${uri}`, mimeType, shortLine(told.description ?? told.title ?? told.name)];
}
