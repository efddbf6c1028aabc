import { checkRules } from '../../core/gate/check-rule.ts';
import type { KeptScope } from '../../core/gate/gate-request.ts';
import { PERMISSION_MODES } from '../../core/gate/permission-mode.ts';
import type { RuleEffect } from '../../core/gate/permission-rule.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import {
  type RuleInEffect,
  readTypedRule,
  type SessionPermissions,
} from '../../core/ports/session-permissions.ts';
import { describeMode } from '../../core/state/mode-in-force.ts';
import { answerLines, asValues, type CommandContext, openPanel, type SlashCommand } from './slash-command.ts';

const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny'];

/** The commands on what agents may do, and where. */
export const GATE_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'mode',
    hint: PERMISSION_MODES.join('|'),
    description: 'show or set the permission mode',
    complete: (words) => (words.length > 0 ? [] : asValues(PERMISSION_MODES)),
    run: runMode,
  },
  {
    name: 'permissions',
    hint: '[allow|ask|deny|forget [--project|--user] <rule>|mode <mode>]',
    description: 'the rules that allow, ask and deny: for this session, or kept in a config.json',
    run: runPermissions,
  },
  {
    name: 'add-dir',
    hint: '<folder>',
    description: 'add a folder to the workspace',
    run: runAddDir,
  },
];

/** What bypassPermissions wants behind it: it is never taken by a slip. */
const CONFIRMED = 'yes';

function runMode(argument: string, { getState, setMode }: CommandContext): CommandResult {
  const [wanted = '', confirmed] = argument.split(/\s+/);
  const known = `Available modes: ${PERMISSION_MODES.join(', ')}.`;
  if (wanted === '') return answerLines([`${describeMode(getState())} ${known}`]);
  const mode = PERMISSION_MODES.find((candidate) => candidate.toLowerCase() === wanted.toLowerCase());
  if (mode === undefined) return answerLines([`There is no mode ${wanted}. ${known}`]);
  if (mode === 'bypassPermissions' && confirmed !== CONFIRMED)
    return answerLines([
      'bypassPermissions runs every command, edit and tool without asking; only rules that deny or ask still hold.',
      `/mode bypassPermissions ${CONFIRMED} switches it on.`,
    ]);
  setMode(mode);
  return answerLines([`The mode is ${mode}.`]);
}

async function runPermissions(argument: string, context: CommandContext): Promise<CommandResult> {
  const { permissions, getState } = context;
  const { word, scope, rule } = readTypedRule(argument);
  if (word === '') {
    return openPanel('permissions', () => ruleLines(permissions.rules(), describeMode(getState())));
  }
  if (word === 'mode') return runMode(rule, context);
  const effect = EFFECTS.find((candidate) => candidate === word);
  if (effect === undefined && word !== 'forget')
    return answerLines([`Usage: /permissions ${[...EFFECTS, 'forget'].join('|')} <rule>`]);
  if (rule === '') return answerLines([`Which rule? /permissions ${word} shell(git status*)`]);
  const does =
    effect === undefined ? forget(rule, scope, permissions) : add(effect, rule, scope, permissions);
  return answerLines([await does]);
}

async function add(
  effect: RuleEffect,
  rule: string,
  scope: KeptScope | undefined,
  permissions: SessionPermissions,
): Promise<string> {
  const { says } = checkRules(rule, effect);
  if (scope !== undefined) return `In ${await permissions.keep(effect, rule, scope)}: ${says}.`;
  permissions.add(effect, rule);
  return `For this session: ${says}.`;
}

/** One of the session goes first; a file is changed when only one has the rule, or when it is named. */
async function forget(
  rule: string,
  scope: KeptScope | undefined,
  permissions: SessionPermissions,
): Promise<string> {
  const known = permissions.rules().filter((one) => one.rule === rule);
  const own = scope === undefined ? known.filter(({ isOfSession }) => isOfSession) : [];
  for (const { effect } of own) permissions.remove(effect, rule);
  if (own.length > 0) return `${rule} is forgotten.`;
  const kept = known.filter(({ keptIn }) => keptIn !== undefined && (scope ?? keptIn) === keptIn);
  const [first] = kept;
  if (first?.keptIn === undefined) return missing(rule, known);
  if (kept.some(({ keptIn }) => keptIn !== first.keptIn))
    return `${rule} is in ${kept.map(placeOf).join(' and ')}: say --project or --user.`;
  for (const { effect } of kept) await permissions.drop(effect, rule, first.keptIn);
  return `${rule} was removed from ${placeOf(first)}.`;
}

function missing(rule: string, known: readonly RuleInEffect[]): string {
  const [other] = known;
  if (other === undefined) return `There is no rule ${rule}. /permissions lists them.`;
  return `${rule} is not of this session, but of ${placeOf(other)}: it is changed there.`;
}

function placeOf({ source, file }: RuleInEffect): string {
  return file ?? `the ${source}`;
}

function ruleLines(rules: readonly RuleInEffect[], mode: string): string[] {
  const lines = rules.map((one) => `  ${one.effect.padEnd(5)}  ${one.rule}  (${one.file ?? one.source})`);
  return [mode, ...(lines.length === 0 ? ['There are no rules.'] : lines)];
}

/** Agents are told of the workspace's folders when their session begins, and only then. */
function runAddDir(path: string, { getState, addDirectory }: CommandContext): CommandResult {
  if (path === '') return answerLines(['Which folder? /add-dir <folder> adds it to the workspace.']);
  const added = addDirectory(path);
  const { backend, backendState } = getState();
  const told =
    backendState === 'ready'
      ? `${backend} gets it when it next starts: agents take folders only at the start of a session.`
      : `${backend} is told when it starts.`;
  return answerLines([`${added} is in the workspace now. The MCP servers know.`, told]);
}
