import { blocksToText } from '../../core/content.ts';
import { EXIT_FAILED, EXIT_OK, SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import type { ToolCallOptions, ToolResult } from '../../core/ports/catalogue.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { splitQualifiedName } from '../../core/text/tool-names.ts';
import type { AppContext } from '../../session/app-context.ts';
import { readPipedInput } from '../shared/read-piped-input.ts';
import { startServer } from '../shared/start-servers.ts';
import { openCallServices } from './call-services.ts';

/**
 * `simse mcp call server/tool '{…}'`: the user's own call, so nobody is asked whether it may run. What the server asks for
 * meanwhile is put to the user. 1 when the tool reports an error.
 */
export async function runMcpCall(app: AppContext, name: string, json: string): Promise<number> {
  const parts = splitQualifiedName(name);
  if (parts === null) {
    throw new SimseError('usage', `"${name}" is not the name of a tool.`, {
      hint: 'A tool is named server/tool; simse mcp tools lists them.',
    });
  }
  const args = await readArguments(app, json);
  const canAsk = json !== '-' && app.stdin.isTTY === true && app.stderr.isTTY === true;
  using asked = await openCallServices(app, canAsk);
  await using host = await startServer(app, parts.server, asked.services);
  using line = showProgress(app, asked.isAsking);
  const result = await host.catalogue.call(name, args, {
    signal: app.signal,
    onProgress(progress) {
      if (app.flags.outputFormat === 'stream-json') write(app, { type: 'progress', ...progress });
      else line.show(progress);
    },
  });
  line[Symbol.dispose]();
  printResult(app, result);
  return result.isError ? EXIT_FAILED : EXIT_OK;
}

type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

const ERASE_LINE = '\r\u001b[K';

const MAX_CHARS = 76;

interface ProgressLine extends Disposable {
  show(progress: Progress): void;
}

/** How far a call is, on one line of the terminal that stderr is, which is gone when the call has ended. Else nothing. */
function showProgress({ stderr }: AppContext, isAsking: () => boolean): ProgressLine {
  let isShown = false;
  const erase = (): void => {
    if (isShown) stderr.write(ERASE_LINE);
    isShown = false;
  };
  return {
    show(progress) {
      if (stderr.isTTY !== true || isAsking()) return;
      stderr.write(`${ERASE_LINE}${describe(progress).slice(0, MAX_CHARS)}`);
      isShown = true;
    },
    [Symbol.dispose]: erase,
  };
}

function describe({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? amount : `${amount}: ${cleanLine(message)}`;
}

function printResult(app: AppContext, result: ToolResult): void {
  switch (app.flags.outputFormat) {
    case 'json':
      return write(app, result);
    case 'stream-json':
      return write(app, { type: 'result', ...result });
    case 'text':
      app.stdout.write(`${cleanText(toText(result)).replace(/\n$/, '')}\n`);
  }
}

/** A tool that gives structured content ought to give it as text, too; where it does not, it is shown as it is. */
function toText({ content, structuredContent }: ToolResult): string {
  if (content.length > 0 || structuredContent === undefined) return blocksToText(content);
  return JSON.stringify(structuredContent, null, 2);
}

function write({ stdout }: AppContext, value: object): void {
  stdout.write(`${printableJson(value)}\n`);
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
