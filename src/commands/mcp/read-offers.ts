import { blockToText, type ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { McpPrompt, McpPromptMessage } from '../../core/ports/mcp-offers.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { closest } from '../../core/text/closest.ts';
import { printableJson } from '../../core/text/format-table.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printDone } from '../shared/print-list.ts';
import { startServer } from '../shared/start-servers.ts';

/** `simse mcp get server:prompt [name=value…]`: the messages of a prompt, as text for a person or for `simse -p`. */
export async function runMcpGet(app: AppContext, name: string, words: readonly string[]): Promise<number> {
  const hint = 'A prompt is named server:prompt; simse mcp prompts lists them.';
  const { server, rest } = splitOffer(name, 'prompt', hint);
  const args = Object.fromEntries(words.map(readArgument));
  await using host = await startServer(app, server);
  checkArguments(findPrompt(host, server, rest), args);
  const messages = await host.offers.getPrompt(server, rest, args, { signal: app.signal });
  printDone(app, cleanText(toText(messages)).trimEnd(), { messages });
  return 0;
}

/**
 * `simse mcp read server:uri`, or server and uri apart: the contents of a resource. Into a pipe or a file they go byte by
 * byte; on a terminal text is cleaned and all else described.
 */
export async function runMcpRead(app: AppContext, name: string, uri: string | undefined): Promise<number> {
  const hint = 'A resource is named server:uri; simse mcp resources lists them.';
  const { server, rest } =
    uri === undefined ? splitOffer(name, 'resource', hint) : { server: name, rest: uri };
  await using host = await startServer(app, server);
  const contents = await host.offers.readResource(server, rest, { signal: app.signal });
  const { stdout, flags } = app;
  if (flags.outputFormat !== 'text') stdout.write(`${printableJson({ contents })}\n`);
  else if (stdout.isTTY === true) stdout.write(shown(contents));
  else for (const block of contents) stdout.write(bytesOf(block));
  return 0;
}

/** Splits `server:rest` at the first colon, since a server's name has none. Throws SimseError('usage') with `hint`. */
function splitOffer(text: string, what: string, hint: string): { server: string; rest: string } {
  const colon = text.indexOf(':');
  if (colon > 0 && colon < text.length - 1) {
    return { server: text.slice(0, colon), rest: text.slice(colon + 1) };
  }
  throw new SimseError('usage', `"${text}" is not the name of a ${what}.`, { hint });
}

function readArgument(word: string): [string, string] {
  const equals = word.indexOf('=');
  if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)];
  throw new SimseError('usage', `"${word}" is not an argument.`, { hint: 'Arguments look like name=value.' });
}

function findPrompt({ offers }: McpHost, server: string, name: string): McpPrompt {
  const prompts = offers.prompts().filter((prompt) => prompt.server === server);
  const found = prompts.find((prompt) => prompt.name === name);
  if (found !== undefined) return found;
  const names = prompts.map((prompt) => prompt.name);
  const meant = closest(name, names);
  throw new SimseError('not_found', `${server} offers no prompt ${name}.`, {
    hint: meant === null ? `It offers ${names.join(', ') || 'none'}.` : `Did you mean ${server}:${meant}?`,
  });
}

function checkArguments(prompt: McpPrompt, args: Record<string, string>): void {
  const missing = prompt.arguments.filter(({ name, required }) => required && !(name in args));
  if (missing.length > 0) {
    const given = missing.map(({ name }) => `${name}=…`).join(' ');
    throw new SimseError('usage', `${prompt.server}:${prompt.name} needs ${namesOf(missing)}.`, {
      hint: `simse mcp get ${prompt.server}:${prompt.name} ${given}`,
    });
  }
  const unknown = Object.keys(args).find((given) => !prompt.arguments.some(({ name }) => name === given));
  if (unknown === undefined) return;
  throw new SimseError('usage', `${prompt.server}:${prompt.name} has no argument ${unknown}.`, {
    hint: prompt.arguments.length === 0 ? 'It has none.' : `It has ${namesOf(prompt.arguments)}.`,
  });
}

function namesOf(taken: readonly { name: string }[]): string {
  return taken.map(({ name }) => name).join(', ');
}

/** Who says what is only marked where there are two who speak. */
function toText(messages: readonly McpPromptMessage[]): string {
  const isDialog = messages.some(({ role }) => role === 'assistant');
  return messages
    .map(({ role, content }) => `${isDialog ? `${role}: ` : ''}${blockToText(content)}`)
    .join('\n\n');
}

function shown(contents: readonly ContentBlock[]): string {
  return contents.map((block) => `${cleanText(describe(block)).trimEnd()}\n`).join('');
}

function describe(block: ContentBlock): string {
  if (block.type !== 'resource' || block.blob === undefined) return blockToText(block);
  const size = `${Buffer.byteLength(block.blob, 'base64')} bytes`;
  const kind = block.mimeType === undefined ? size : `${block.mimeType}, ${size}`;
  return `[${block.uri}: ${kind}; > file keeps them]`;
}

function bytesOf(block: ContentBlock): string | Uint8Array {
  if (block.type === 'resource' && block.blob !== undefined) return Buffer.from(block.blob, 'base64');
  return block.type === 'resource' ? (block.text ?? '') : blockToText(block);
}
