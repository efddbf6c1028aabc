import { GetPromptRequestSchema, ListPromptsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { ServerPrompt } from '../features.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import { toWireBlock } from '../translate/to-wire-content.ts';
import type { Connection } from './connection.ts';
import { pageOf } from './page-of.ts';

/** Answers `prompts/list` and `prompts/get`. */
export function servePrompts({ server, features }: Connection): void {
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => {
    const { page, next } = pageOf(features.prompts, params?.cursor);
    return {
      prompts: page.map(({ name, title, description, arguments: args }) => ({
        name,
        ...(title === undefined ? {} : { title }),
        description,
        arguments: args.map((argument) => ({ ...argument })),
      })),
      ...next,
    };
  });
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const prompt = findPrompt(features.prompts, name);
    const missing = prompt.arguments.find(
      (argument) => argument.required && args[argument.name] === undefined,
    );
    if (missing !== undefined) throw new RpcError(INVALID_PARAMS, `Missing argument: ${missing.name}`);
    try {
      const messages = await prompt.get(args);
      return {
        description: prompt.description,
        messages: messages.map(({ role, content }) => ({ role, content: toWireBlock(content) })),
      };
    } catch (error) {
      if (error instanceof SimseError) throw new RpcError(INVALID_PARAMS, error.message);
      throw error;
    }
  });
}

/** Throws what a client is told for a name that is not there. */
export function findPrompt(prompts: readonly ServerPrompt[], name: string): ServerPrompt {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${name}`);
  return prompt;
}
