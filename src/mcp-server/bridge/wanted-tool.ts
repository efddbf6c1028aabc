import type { Arrival } from './arrivals.ts';
import type { BridgeContext } from './bridge-context.ts';

/** In `_meta` of tools/list simse's own agent says which tool it is going to call, as `server/tool`. */
const KEY = 'simse/wanted';

/**
 * Resolves when the servers are ready or it has taken too long; for an agent that wants a single tool as soon as that one
 * is there, since other servers are nothing to it.
 */
export async function toolsReady(
  { servers: { catalogue } }: BridgeContext,
  agent: Arrival,
  meta: Record<string, unknown> | undefined,
): Promise<void> {
  const wanted = meta?.[KEY];
  const isThere = (): boolean => typeof wanted === 'string' && catalogue.find(wanted) !== undefined;
  if (isThere()) return;
  await new Promise<void>((resolve, reject) => {
    const stop = catalogue.onChange(() => {
      if (isThere()) end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    agent.ready().then(end, reject);
  });
}
