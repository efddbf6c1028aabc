import { terminalLooks } from '../../platform/terminal-looks.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { PickAgent } from '../../session/setup/set-up.ts';

/** Shows agents to pick from, each of which is marked by its number. */
export function agentPicker({ stdin, stdout, flags, env, platform, signal, onEnd }: AppContext): PickAgent {
  const terminal = { stdin, stdout, looks: terminalLooks(env, platform, flags.color), onEnd };
  return async ({ title, items, ...look }) => {
    const { pick } = await import('../../tui/picker/pick.ts');
    const numbered = items.map(({ id, cells }, index) => ({ id, cells, key: String(index + 1) }));
    return pick({ title, items: numbered, terminal, signal, ...look });
  };
}
