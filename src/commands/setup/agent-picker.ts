import { terminalLooks } from '../../platform/terminal-looks.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { PickAgent } from '../../session/setup/set-up.ts';

/** Shows agents to pick from: as a list to move in, or as numbered lines where nothing can or may be drawn twice. */
export function agentPicker({ stdin, stdout, flags, env, platform, signal, onEnd }: AppContext): PickAgent {
  const terminal = { stdin, stdout, looks: terminalLooks(env, platform, flags.color), onEnd };
  return async ({ title, items, inLines }) => {
    if (inLines) {
      const { pickByNumber } = await import('../../tui/picker/pick-by-number.ts');
      return pickByNumber({ title, items, terminal, signal });
    }
    const { pickItem } = await import('../../tui/picker/pick-item.tsx');
    const numbered = items.map(({ id, cells }, index) => {
      const number = String(index + 1);
      return { id, key: number, cells: [number, ...cells] };
    });
    return pickItem({ title, items: numbered, terminal, signal });
  };
}
