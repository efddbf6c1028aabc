import {
  isLooserThan,
  loosestOf,
  type ModeLike,
  type PermissionMode,
} from '../../core/gate/permission-mode.ts';
import { isModeOption, modeOfAgent } from '../../core/state/mode-in-force.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { AgentSetting } from '../translate/settings.ts';
import { type ModeReader, modeReader, SET_FOR, SOUNDS_LOOSE } from '../vendors/agent-modes.ts';
import type { AgentContext } from './agent-context.ts';

/** A setting of the agent's mode, with what it is like now. Of two modes of one id the looser counts. */
function withLike(setting: AgentSetting, read: ModeReader): AgentSetting {
  const { like: _like, ...rest } = setting;
  if (!isModeOption(setting)) return rest;
  const now = setting.choices.filter(({ value }) => value === setting.value);
  const likes = (now.length === 0 ? [{ value: String(setting.value) }] : now).map(read.like);
  const like = loosestOf(likes.filter((one) => one !== undefined));
  return like === undefined ? rest : { ...rest, like };
}

/**
 * The value to set for a mode of simse's: the one that is set already where it is as good as any, none where nothing is known to
 * be like it. An id that two modes share is never chosen.
 */
function valueFor(
  mode: PermissionMode,
  { value, choices }: AgentSetting,
  read: ModeReader,
): string | undefined {
  const counts = new Map<string, number>();
  for (const choice of choices) counts.set(choice.value, (counts.get(choice.value) ?? 0) + 1);
  const known = choices
    .filter((choice) => counts.get(choice.value) === 1)
    .map((choice) => ({ value: choice.value, like: read.like(choice) }));
  const wanted = SET_FOR[mode].find((like) => known.some((choice) => choice.like === like));
  const fitting = known.filter(({ like }) => like !== undefined && like === wanted);
  const values = fitting.map((choice) => choice.value);
  if (typeof value === 'string' && values.includes(value)) return value;
  return read.known.find((id) => values.includes(id)) ?? values[0];
}

const UNASKED: Readonly<Partial<Record<ModeLike, string>>> = {
  acceptEdits: 'It edits files without asking.',
  auto: 'It decides for itself when to ask.',
  bypassPermissions: 'It runs everything without asking.',
};

/** simse's mode and the agent's own in one session: which is set for which, and what the user is told of it. */
export function createOwnModes({ client, identity, profile }: AgentContext) {
  const read = modeReader(profile.info?.name);
  /** What the user has set, by the id of the setting. */
  const chosen = new Map<string, string | boolean>();
  let own: PermissionMode = 'default';
  let isWatching = false;
  let told: string | null = null;

  const look = (settings: readonly AgentSetting[]): void => {
    if (!isWatching) return;
    const text = toldOf(own, settings);
    if (text !== null && text !== told)
      client.emit({ type: 'notice', level: 'warn', source: identity.name, text });
    told = text;
  };

  return {
    withLike: (setting: AgentSetting): AgentSetting => withLike(setting, read),
    /** What to set on the agent for simse's mode of now. */
    valueFor: (setting: AgentSetting): string | undefined => valueFor(own, setting, read),
    setOwn(mode: PermissionMode): void {
      own = mode;
    },
    choose(id: string, value: string | boolean): void {
      chosen.set(id, value);
    },
    /** From now on the user is told. Before simse has set its own mode there is nothing to tell of. */
    watch(settings: readonly AgentSetting[]): void {
      isWatching = true;
      look(settings);
    },
    /** Tells the user, once for each, when more happens unasked in the agent's own mode than in simse's. */
    look,
    /** What the agent's mode is like, where the user has chosen that. */
    chosenOf: (settings: readonly AgentSetting[]): ModeLike | null =>
      modeOfAgent(settings.filter(({ id, value }) => chosen.get(id) === value))?.like ?? null,
  };
}

function toldOf(own: PermissionMode, settings: readonly AgentSetting[]): string | null {
  if (own === 'bypassPermissions') return null;
  const agents = modeOfAgent(settings);
  const unasked = agents !== null && isLooserThan(agents.like, own) ? UNASKED[agents.like] : undefined;
  if (agents !== null && unasked !== undefined)
    return `Its own mode is ${nameOfMode(agents.name)}. ${unasked}`;
  const odd = settings.find((setting) => isModeOption(setting) && soundsLoose(setting));
  if (odd === undefined) return null;
  return `Its own mode is ${nameOfMode(String(odd.value))}. simse does not know when it asks.`;
}

/** Of a mode of which nothing is known. */
function soundsLoose({ value, choices, like }: AgentSetting): boolean {
  const name = choices.find((choice) => choice.value === value)?.name ?? '';
  return like === undefined && SOUNDS_LOOSE.test(`${value} ${name}`);
}

const NAME_CHARS = 40;

function nameOfMode(name: string): string {
  return `"${cleanLine(name.slice(0, NAME_CHARS))}"`;
}
