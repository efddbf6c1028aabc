import { printableJson } from '../core/text/printable-json.ts';
import { cleanText } from '../core/text/clean-text.ts';
import { closest } from '../core/text/closest.ts';
import { blockToText } from '../core/content.ts';
import { SimseError } from '../core/errors.ts';
import type { McpHost } from '../core/ports/mcp-host.ts';
import type { McpPrompt, McpPromptMessage } from '../core/ports/mcp-offers.ts';
import type { AppContext } from '../session/app-context.ts';
import { splitOffer } from './mcp/split-offer.ts';
import { startServer } from './mcp/start-server.ts';

/** `simse mcp get server:prompt [name=value…]`: the messages of a prompt, as text for a person or for `simse -p`. */
export async function runMcpGet(app: AppContext, name: string, words: readonly string[]): Promise<number> {
  const hint = 'A prompt is named server:prompt; simse mcp prompts lists them.';
  const { server, rest } = splitOffer(name, 'prompt', hint);
  const args = Object.fromEntries(words.map(readArgument));
  await using host = await startServer(app, server);
  checkArguments(findPrompt(host, server, rest), args);
  const messages = await host.offers.getPrompt(server, rest, args, { signal: app.signal });
  const { stdout, flags } = app;
  if (flags.outputFormat === 'text') stdout.write(`${cleanText(toText(messages)).trimEnd()}\n`);
  else stdout.write(`${printableJson({ messages })}\n`);
  return 0;
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
