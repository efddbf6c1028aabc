import { isDeepStrictEqual } from 'node:util';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { coalesce } from '../../core/throttle.ts';
import type { BridgeContext } from './bridge-context.ts';
import { listPrompts } from './serve-prompts.ts';
import { listResources, listTemplates } from './serve-resources.ts';
import { listTools } from './serve-tools.ts';

const CHANGE_DELAY_MS = 50;

/** Tells an agent when what it was offered has changed. Returns what ends that. */
export function tellChanges(server: Server, context: BridgeContext): () => void {
  const { catalogue, offers } = context.servers;
  const lists = [
    watch(
      () => [listTools(context), catalogue.list().map(({ outputSchema }) => outputSchema)],
      () => server.sendToolListChanged(),
    ),
    watch(
      () => listPrompts(context),
      () => server.sendPromptListChanged(),
    ),
    watch(
      () => [listResources(context), listTemplates(context)],
      () => server.sendResourceListChanged(),
    ),
  ];
  const change = coalesce(async () => {
    // An agent that has gone needs no news.
    await Promise.all(lists.map((tell) => tell())).catch(() => {});
  }, CHANGE_DELAY_MS);
  const stops = [catalogue.onChange(change.trigger), offers.onChange(change.trigger), change.stop];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Tells when a list is not what it was the last time. */
function watch(read: () => unknown, tell: () => Promise<void>): () => Promise<void> {
  let before = read();
  return async () => {
    const now = read();
    if (isDeepStrictEqual(before, now)) return;
    before = now;
    await tell();
  };
}
