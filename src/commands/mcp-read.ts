import { printableJson } from '../core/text/printable-json.ts';
import { cleanText } from '../core/text/clean-text.ts';
import { blockToText, type ContentBlock } from '../core/content.ts';
import type { AppContext } from '../session/app-context.ts';
import { splitOffer } from './mcp/split-offer.ts';
import { startServer } from './mcp/start-server.ts';

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
