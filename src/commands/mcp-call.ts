import { cleanText } from '../core/clean-text.ts';
import { blocksToText } from '../core/content.ts';
import { SimseError } from '../core/errors.ts';
import { isRecord, type JsonObject } from '../core/json.ts';
import { splitQualifiedName } from '../core/tool-names.ts';
import type { AppContext } from '../session/app-context.ts';
import { readPipedInput } from '../session/read-piped-input.ts';
import { startServers } from '../session/start-servers.ts';

/** `simse mcp call server/tool '{…}'`: the user's own call, so nobody is asked. 1 when the tool reports an error. */
export async function runMcpCall(app: AppContext, name: string, json: string): Promise<number> {
  const parts = splitQualifiedName(name);
  if (parts === null) {
    throw new SimseError('usage', `"${name}" is not the name of a tool.`, {
      hint: 'A tool is named server/tool; simse mcp tools lists them.',
    });
  }
  const args = await readArguments(app, json);
  await using host = await startServers(app, parts.server);
  const result = await host.catalogue.call(name, args, { signal: app.signal });
  if (app.flags.outputFormat === 'text')
    app.stdout.write(`${cleanText(blocksToText(result.content)).replace(/\n$/, '')}\n`);
  else app.stdout.write(`${JSON.stringify(result)}\n`);
  return result.isError ? 1 : 0;
}

async function readArguments(app: AppContext, json: string): Promise<JsonObject> {
  const text =
    json === '-' ? ((await readPipedInput(app.stdin, { patient: true, signal: app.signal })) ?? '') : json;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SimseError('usage', 'The arguments are not JSON.', {
      hint: `They look like '{"path": "."}'.`,
      cause,
    });
  }
  if (!isRecord(value))
    throw new SimseError('usage', 'The arguments must be a JSON object.', {
      hint: `They look like '{"path": "."}'.`,
    });
  return value as JsonObject;
}
