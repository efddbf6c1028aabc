import { blockToText, type ContentBlock } from '../../core/content.ts';
import type { Elicit, FormField } from '../../core/elicitation/elicitation.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { McpPrompt, McpPromptMessage } from '../../core/ports/mcp-offers.ts';
import { promptName, readArguments, readPromptLine } from '../../core/ports/mcp-prompt-line.ts';
import { describeServer } from '../servers/session-servers.ts';

interface Parts {
  mcp: McpHost;
  elicit: Elicit;
  /** Whether there is somebody to ask for arguments. */
  interactive: boolean;
}

/** The server that a line like `/server:prompt` is about; null for every other line. */
export function promptServer(line: string, mcp: Pick<McpHost, 'status'>): string | null {
  const [, name] = /^\/([\w-]+):\S/.exec(line) ?? [];
  return mcp.status().some((server) => server.name === name) ? (name ?? null) : null;
}

/** The prompt that a line is about. Throws SimseError('mcp_failed') when its server is not ready, ('not_found') for none. */
function requirePrompt(
  line: string,
  server: string,
  mcp: McpHost,
): NonNullable<ReturnType<typeof readPromptLine>> {
  const prompts = mcp.offers.prompts().filter((prompt) => prompt.server === server);
  const found = readPromptLine(line, prompts);
  if (found !== null) return found;
  const status = mcp.status().find(({ name }) => name === server);
  if (status !== undefined && status.state !== 'ready')
    throw new SimseError('mcp_failed', `${describeServer(status)}.`);
  const names = prompts.map((prompt) => `/${promptName(prompt)}`);
  const [typed = ''] = line.split(/\s/, 1);
  throw new SimseError('not_found', `There is no prompt ${typed}.`, {
    hint: names.length === 0 ? `${server} offers no prompts.` : `There are ${names.join(', ')}.`,
  });
}

/**
 * The blocks of a prompt that was typed as `/server:prompt arguments`, where the server is started. Arguments that are
 * missing are asked for. null when the user left that; rejects with SimseError('usage') where nobody can be asked.
 */
export async function fetchPrompt(
  line: string,
  server: string,
  { mcp, elicit, interactive }: Parts,
  signal: AbortSignal,
): Promise<ContentBlock[] | null> {
  const { prompt, argumentsAt } = requirePrompt(line, server, mcp);
  const { values, missing, rest } = readArguments(prompt, line.slice(argumentsAt));
  if (missing.length > 0 && !interactive) throw missingArguments(prompt, missing);
  const asked = missing.length === 0 ? {} : await askArguments(prompt, missing, elicit, signal);
  if (asked === null) return null;
  const messages = await mcp.offers.getPrompt(server, prompt.name, { ...values, ...asked }, { signal });
  const blocks = toBlocks(messages);
  return rest === '' ? blocks : [...blocks, { type: 'text', text: rest }];
}

async function askArguments(
  prompt: McpPrompt,
  missing: readonly string[],
  elicit: Elicit,
  signal: AbortSignal,
): Promise<Record<string, string> | null> {
  const fields = prompt.arguments.filter(({ name }) => missing.includes(name)).map(toField);
  const message = [`/${promptName(prompt)}`, prompt.description].filter((part) => part !== '').join(': ');
  const answer = await elicit({ mode: 'form', message, fields }, { askedBy: prompt.server, signal });
  if (answer.action !== 'accept') return null;
  const given = Object.entries(answer.content ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function toField({ name, description }: McpPrompt['arguments'][number]): FormField {
  return {
    key: name,
    label: name,
    required: true,
    type: 'text',
    options: [],
    ...(description === undefined ? {} : { description }),
  };
}

function missingArguments(prompt: McpPrompt, missing: readonly string[]): SimseError {
  const name = promptName(prompt);
  const given = missing.map((argument) => `${argument}=…`).join(' ');
  return new SimseError('usage', `/${name} needs ${missing.join(' and ')}.`, {
    hint: `Write /${name} ${given}`,
  });
}

/** Who says what is marked where not all of it is the user's. */
function toBlocks(messages: readonly McpPromptMessage[]): ContentBlock[] {
  const isMixed = messages.some(({ role }) => role === 'assistant');
  if (!isMixed) return messages.map(({ content }) => content);
  return messages.flatMap(({ role, content }): ContentBlock[] => {
    const speaker = role === 'assistant' ? 'Assistant:' : 'User:';
    if (content.type === 'text') return [{ type: 'text', text: `${speaker} ${blockToText(content)}` }];
    return [{ type: 'text', text: speaker }, content];
  });
}
