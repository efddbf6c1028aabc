import { defined, idOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import type { ConfigOption } from '../../core/state/events.ts';

type Fields = Record<string, unknown>;

/** A setting of the agent, and the request that changes it: modes and models had requests of their own before options. */
export interface AgentSetting extends ConfigOption {
  setBy: 'session/set_config_option' | 'session/set_mode' | 'session/set_model';
}

/** The settings in the answer to `session/new`: options, and modes and models where no option stands for them. */
export function readSettings(result: Fields): AgentSetting[] {
  const options = readConfigOptions(result['configOptions']);
  const modes = recordOf(result['modes']);
  const models = recordOf(result['models']);
  const legacy = [
    legacySetting(
      'mode',
      'session/set_mode',
      modes['currentModeId'],
      readChoices(modes['availableModes'], 'id'),
    ),
    legacySetting(
      'model',
      'session/set_model',
      models['currentModelId'],
      readChoices(models['availableModels'], 'modelId'),
    ),
  ];
  const missing = legacy.filter(
    (setting) => setting.choices.length > 0 && !options.some(sameCategory(setting)),
  );
  return [...options, ...missing];
}

/** Every option of a complete list, as `configOptions` always is. */
function readConfigOptions(list: unknown): AgentSetting[] {
  return recordsOf(list).flatMap(readConfigOption);
}

/** The settings after an update or an answer that carries some; null when it carries none. */
export function updateSettings(settings: readonly AgentSetting[], update: Fields): AgentSetting[] | null {
  if (Array.isArray(update['configOptions'])) {
    const options = readConfigOptions(update['configOptions']);
    const legacy = settings.filter((setting) => setting.setBy !== 'session/set_config_option');
    return [...options, ...legacy.filter((setting) => !options.some(sameCategory(setting)))];
  }
  const mode = textOf(update['currentModeId']);
  if (mode === undefined) return null;
  return settings.map((setting) => (setting.category === 'mode' ? { ...setting, value: mode } : setting));
}

function sameCategory(setting: ConfigOption): (other: ConfigOption) => boolean {
  return (other) => other.category === setting.category;
}

function legacySetting(
  category: 'mode' | 'model',
  setBy: AgentSetting['setBy'],
  current: unknown,
  choices: ConfigOption['choices'],
): AgentSetting {
  const name = category === 'mode' ? 'Mode' : 'Model';
  return { id: category, name, category, value: idOf(current) ?? '', choices, setBy };
}

function readConfigOption(option: Fields): AgentSetting[] {
  const { type, currentValue, options } = option;
  const id = textOf(option['id']);
  const isBoolean = type === 'boolean' || typeof currentValue === 'boolean';
  if (id === undefined || (!isBoolean && !Array.isArray(options))) return [];
  return [
    defined({
      id,
      name: textOf(option['name']) ?? id,
      description: textOf(option['description']),
      category: textOf(option['category']),
      value: isBoolean ? currentValue === true : (idOf(currentValue) ?? ''),
      choices: isBoolean ? [] : recordsOf(options).flatMap(readGroupOrChoice),
      setBy: 'session/set_config_option' as const,
    }),
  ];
}

/** Choices may stand in named groups. */
function readGroupOrChoice(entry: Fields): ConfigOption['choices'] {
  if (!Array.isArray(entry['options'])) return readChoices([entry], 'value');
  const group = textOf(entry['name']) ?? textOf(entry['group']);
  return readChoices(entry['options'], 'value').map((choice) => defined({ ...choice, group }));
}

function readChoices(list: unknown, idKey: 'id' | 'modelId' | 'value'): ConfigOption['choices'] {
  return recordsOf(list).flatMap((entry) => {
    const value = idOf(entry[idKey]);
    if (value === undefined) return [];
    const name = textOf(entry['name']) ?? value;
    return [defined({ value, name, description: textOf(entry['description']) })];
  });
}
