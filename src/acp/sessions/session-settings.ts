import { isDeepStrictEqual } from 'node:util';
import { SimseError } from '../../core/errors.ts';
import type { ModeLike, PermissionMode } from '../../core/gate/permission-mode.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { isModeOption } from '../../core/state/mode-in-force.ts';
import { findChoice, nearChoices } from '../../core/text/closest.ts';
import { type AgentSetting, readSettings, updateSettings } from '../translate/settings.ts';
import { askAgent } from '../wire/acp-peer.ts';
import { explainError } from '../wire/agent-error.ts';
import type { AgentContext } from './agent-context.ts';
import { createOwnModes } from './own-modes.ts';

/** The settings of the agent in one session: its model, mode and whatever else it offers. */
export interface SessionSettings {
  /** Takes what the answer to `session/new` says. */
  load(opened: RpcParams): void;
  /** Takes an update that is about settings. */
  update(update: RpcParams): void;
  /** Changes one. Rejects with `config` when there is no such setting. */
  set(id: string, value: string | boolean): Promise<void>;
  /** Sets the agent's own mode to the one most like simse's, where it has modes. */
  setMode(mode: PermissionMode): Promise<void>;
  /** What the agent's own mode is like, where the user has chosen that. */
  chosenMode(): ModeLike | null;
  /** Chooses a model, or else an agent, by its id or name. Rejects with `config` and what there is. */
  choose(wanted: string): Promise<void>;
}

/** A session that is opened again may have told its settings already, and then its answer is silent on them. */
const SETTINGS_KEYS = ['configOptions', 'modes', 'models'] as const;

export function createSessionSettings(agent: AgentContext, sessionId: () => string): SessionSettings {
  const { client, identity, config } = agent;
  const modes = createOwnModes(agent);
  let settings: readonly AgentSetting[] = [];

  const replace = (heard: readonly AgentSetting[]): void => {
    const next = heard.map(modes.withLike);
    if (isDeepStrictEqual(next, settings)) return;
    settings = next;
    client.emit({ type: 'config_options', options: next.map(({ setBy: _setBy, ...option }) => option) });
    modes.look(settings);
  };

  const change = async (setting: AgentSetting, value: string | boolean): Promise<void> => {
    if (setting.value === value) return;
    const params = { sessionId: sessionId(), ...changeParams(setting, value) };
    const limits = { failure: `did not set its ${setting.name}`, limitMs: config.timeoutMs };
    const result = await askAgent(agent, setting.setBy, params, limits).catch((error: unknown) => {
      throw explainError(error, identity);
    });
    replace(
      updateSettings(settings, result) ??
        settings.map((other) => (other.id === setting.id ? { ...other, value } : other)),
    );
  };

  return {
    load(opened) {
      if (SETTINGS_KEYS.some((key) => opened[key] != null)) replace(readSettings(opened));
    },
    update(update) {
      const updated = updateSettings(settings, update);
      if (updated !== null) replace(updated);
    },
    async set(id, value) {
      const setting = findSetting(settings, id, identity.name);
      modes.choose(id, value);
      await change(setting, value);
    },
    async setMode(mode) {
      modes.setOwn(mode);
      try {
        for (const setting of settings.filter(isModeOption)) {
          const value = modes.valueFor(setting);
          if (value !== undefined) await change(setting, value);
        }
      } finally {
        modes.watch(settings);
      }
    },
    chosenMode: () => modes.chosenOf(settings),
    async choose(wanted) {
      const { setting, value } = findWanted(settings, wanted, identity.name);
      modes.choose(setting.id, value);
      await change(setting, value);
    },
  };
}

function findSetting(settings: readonly AgentSetting[], id: string, agentName: string): AgentSetting {
  const setting = settings.find((candidate) => candidate.id === id);
  if (setting !== undefined) return setting;
  throw new SimseError(
    'config',
    `${agentName} has no setting ${id}`,
    offer(settings.map((other) => other.id)),
  );
}

function changeParams({ id, setBy }: AgentSetting, value: string | boolean): RpcParams {
  switch (setBy) {
    case 'session/set_mode':
      return { modeId: value };
    case 'session/set_model':
      return { modelId: value };
    case 'session/set_config_option':
      return typeof value === 'boolean' ? { configId: id, type: 'boolean', value } : { configId: id, value };
  }
}

/** Among the models, then among the modes. */
function findWanted(settings: readonly AgentSetting[], wanted: string, agentName: string) {
  const candidates = ['model', 'mode'].flatMap((wantedCategory) =>
    settings.filter(({ category }) => category === wantedCategory),
  );
  for (const setting of candidates) {
    const found = findChoice(setting.choices, wanted);
    if (found !== undefined) return { setting, value: found.value };
  }
  const { shown, hidden } = nearChoices(
    candidates.flatMap(({ choices }) => choices),
    wanted,
  );
  const names = hidden === 0 ? shown : [...shown, `and ${hidden} more`];
  throw new SimseError('config', `${agentName} has no model or agent ${wanted}`, offer(names));
}

function offer(names: readonly string[]): { hint: string } {
  return { hint: names.length === 0 ? 'It offers none.' : `Available: ${names.join(', ')}.` };
}
