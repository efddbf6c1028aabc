import { launchOf, type Launch, type RegistryAgent } from '../../config/acp-registry.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { closest } from '../../core/text/closest.ts';
import { SimseError } from '../../core/errors.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { systemName } from '../../platform/system-name.ts';
import type { AppContext } from '../app-context.ts';

/**
 * The entry for an agent of a registry. What npx and uvx run is a command; a program to download is not fetched: then it
 * rejects with SimseError('usage') that says where it is and what to do by hand.
 */
export async function registryEntry(
  app: AppContext,
  [id, ...more]: readonly string[],
  source: string,
): Promise<BackendEntry> {
  if (!id || more.length > 0) {
    throw new SimseError('usage', 'With --registry one agent is added, by its id.', listHint(source));
  }
  const { agents } = await readRegistry(source, app);
  const agent = agents.find((candidate) => candidate.id === id);
  if (agent === undefined) throw unknownAgent(id, agents, source);
  const launch = launchOf(agent, systemName());
  if (launch.kind === 'download') throw byHand(id, launch);
  if (launch.kind === 'none') {
    throw new SimseError(
      'usage',
      `${id} has nothing that simse could start on ${systemName()}.`,
      listHint(source),
    );
  }
  const { command, args, env, timeoutMs } = launch;
  return { name: id, command, args, timeoutMs, ...(Object.keys(env).length > 0 ? { env } : {}) };
}

function unknownAgent(id: string, agents: readonly RegistryAgent[], source: string): SimseError {
  const meant = closest(
    id,
    agents.map((agent) => agent.id),
  );
  const question = meant === null ? '' : ` Did you mean ${meant}?`;
  return new SimseError('usage', `${source} has no agent "${id}".${question}`, listHint(source));
}

function listHint(source: string): { hint: string } {
  return { hint: `simse backends list --registry ${quoteCommandLine([source])} shows what it has.` };
}

/** What runs on a machine is for its user to fetch: simse would have nothing to check a program by. */
function byHand(id: string, { url, sha256, cmd, args }: Extract<Launch, { kind: 'download' }>): SimseError {
  const checksum =
    sha256 === null ? 'The registry has no checksum for it.' : `SHA-256 in the registry: ${sha256}`;
  const line = quoteCommandLine([`/path/to/${cmd.replace(/^\.[\\/]/, '')}`, ...args]);
  const message = [
    `${id} is a program to download, which simse does not do by itself. Nothing was downloaded or written.`,
    `  ${url}`,
    `  ${checksum}`,
  ].join('\n');
  const hint = `Download, check and unpack it, then: simse backends add --name ${id} ${quoteCommandLine([line])}`;
  return new SimseError('usage', message, { hint });
}
