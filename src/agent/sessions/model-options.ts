import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { type ModelInfo, REASONING_EFFORTS, type ReasoningEffort } from '../model/model.ts';

const WORK_MODES = ['default', 'plan'] as const;
/** In `plan` the model has only tools that read. */
export type WorkMode = (typeof WORK_MODES)[number];

/** What a user chooses for a session. */
export interface ModelChoice {
  model: ModelInfo;
  effort: ReasoningEffort;
  mode: WorkMode;
}

const EFFORT_NAMES: Readonly<Record<ReasoningEffort, string>> = {
  // Many think by themselves when nothing is said, and cannot be kept from it.
  off: 'Default',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

/** The choices as the protocol's settings of a session. */
export function configOptions(choice: ModelChoice, models: readonly ModelInfo[]): SessionConfigOption[] {
  const model: SessionConfigOption = {
    type: 'select',
    id: 'model',
    name: 'Model',
    category: 'model',
    currentValue: choice.model.id,
    options: models.map(({ id, name }) => ({ value: id, name, description: id })),
  };
  const mode: SessionConfigOption = {
    type: 'select',
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    currentValue: choice.mode,
    options: [
      { value: 'default', name: 'Default', description: 'Uses every tool' },
      { value: 'plan', name: 'Plan', description: 'Reads only, and proposes a plan' },
    ],
  };
  const effort: SessionConfigOption = {
    type: 'select',
    id: 'effort',
    name: 'Reasoning effort',
    category: 'thought_level',
    currentValue: choice.effort,
    options: REASONING_EFFORTS.map((value) => ({ value, name: EFFORT_NAMES[value] })),
  };
  return choice.model.canReason ? [model, mode, effort] : [model, mode];
}

/** The choice with one setting changed. Throws SimseError('usage') for an unknown setting or value. */
export function chooseOption(
  choice: ModelChoice,
  models: readonly ModelInfo[],
  id: string,
  value: unknown,
): ModelChoice {
  if (id === 'model') {
    const model = models.find((candidate) => candidate.id === value);
    if (model !== undefined) return { ...choice, model };
  }
  if (id === 'mode') {
    const mode = WORK_MODES.find((candidate) => candidate === value);
    if (mode !== undefined) return { ...choice, mode };
  }
  if (id === 'effort') {
    const effort = REASONING_EFFORTS.find((candidate) => candidate === value);
    if (effort !== undefined) return { ...choice, effort };
  }
  throw new SimseError('usage', `there is no setting ${id} with the value ${String(value)}`);
}
