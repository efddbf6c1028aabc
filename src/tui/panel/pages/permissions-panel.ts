import { checkRules } from '../../../core/gate/check-rule.ts';
import { MODE_DOES, PERMISSION_MODES, type PermissionMode } from '../../../core/gate/permission-mode.ts';
import type { RuleEffect } from '../../../core/gate/permission-rule.ts';
import type { RuleInEffect } from '../../../core/ports/session-permissions.ts';
import { modeInForce } from '../../../core/state/mode-in-force.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { line, wrapLines } from '../../draw/line.ts';
import { span } from '../../draw/span.ts';
import type { Style } from '../../draw/theme.ts';
import { emptyText, RULES, valueOf } from '../panel-feed.ts';
import {
  type Deed,
  type Doing,
  type ListPage,
  type PanelItem,
  type PanelKey,
  type PanelSources,
  type TextPage,
} from '../panel-page.ts';
import { addKey, editKey, removeKey } from './permission-keys.ts';

const MODE = 'mode';
const AGENTS_MODE = "agent's mode";

const SECTIONS: Readonly<Record<RuleEffect, { name: string; style: Style }>> = {
  deny: { name: 'Denied, whatever else is said', style: 'bad' },
  ask: { name: 'Asked about', style: 'warning' },
  allow: { name: 'Allowed', style: 'good' },
};

const NOTE = 'An "always" that the agent offered itself is kept by that agent and is not listed here.';

/** `/permissions`: the rules by what they do, where each comes from, and what can be changed for this session. */
export function permissionsPanel({ session, loads }: PanelSources): ListPage {
  const loaded = loads.of(RULES);
  const rules = valueOf(loaded) ?? [];
  return {
    kind: 'list',
    title: 'Permissions',
    note: countOwn(rules),
    items: [...modeItems(session), ...rules.map(ruleItem)],
    marked: rules.map(idOf)[0] ?? MODE,
    empty: emptyText(loaded, 'Nothing has that.'),
    needs: [RULES],
    keys: [addKey()],
    head: (columns) => wrapLines([line(span(NOTE, 'dim'))], columns),
    open(id) {
      if (id === MODE) return modePage(session.mode);
      const rule = rules.find((candidate) => idOf(candidate) === id);
      return rule === undefined ? null : rulePage(rule);
    },
  };
}

function countOwn(rules: readonly RuleInEffect[]): string {
  const own = rules.filter(({ isOfSession }) => isOfSession).length;
  const all = countOf(rules.length, 'rule');
  return own === 0 ? all : `${all} · ${own} of this session`;
}

function idOf({ effect, rule, source }: RuleInEffect): string {
  return [effect, source, rule].join(' ');
}

/** The mode in force, and where it is the agent's own that too. */
function modeItems(session: SessionState): PanelItem[] {
  const { mode, agents } = modeInForce(session);
  const section = 'Mode';
  const inForce = { id: MODE, section, cells: [span(mode), span(MODE_DOES[mode], 'dim')] };
  if (agents === null) return [inForce];
  const theirs = `by ${session.backend}'s own mode ${cleanLine(agents.name)}; simse's is ${session.mode}`;
  return [inForce, { id: AGENTS_MODE, section, cells: [span(''), span(theirs, 'warning')] }];
}

function ruleItem(rule: RuleInEffect): PanelItem {
  const { name, style } = SECTIONS[rule.effect];
  return {
    id: idOf(rule),
    section: name,
    cells: [span(rule.rule, style), span(rule.source, 'dim')],
    keys: changeKeys(rule),
  };
}

function rulePage(rule: RuleInEffect): TextPage {
  const { effect, source } = rule;
  return {
    kind: 'text',
    title: rule.rule,
    note: source,
    keys: [...changeKeys(rule), addKey()],
    rows: (columns) =>
      wrapLines([line(span(`${effect}  `, 'dim'), span(rule.rule, 'strong')), ...toldOf(rule)], columns),
  };
}

/** What came with the command line or the environment is changed there. */
function changeKeys(rule: RuleInEffect): PanelKey[] {
  if (rule.isOfSession) return [removeKey(rule), editKey(rule)];
  return rule.keptIn === undefined ? [] : [removeKey(rule)];
}

function toldOf({ effect, rule, source, file, keptIn, isOfSession }: RuleInEffect) {
  const change = keptIn === undefined ? 'is changed there' : 'is removed from it when you forget it';
  const place = isOfSession
    ? 'It holds for this session only. Forgotten, what it is about is asked again.'
    : `It comes from ${file ?? `the ${source}`}, and ${change}.`;
  return [line(span(`It ${checkRules(rule, effect).says}.`)), line(span(place, 'dim'))];
}

function modePage(current: PermissionMode): ListPage {
  return {
    kind: 'list',
    title: 'Permission mode',
    note: `now ${current}`,
    items: PERMISSION_MODES.map((mode) => ({
      id: mode,
      cells: [span(mode, ...(mode === current ? (['strong'] as const) : [])), span(MODE_DOES[mode], 'dim')],
      keys: [{ actions: ['panel.take'], label: 'select', does: takeMode(mode) }],
    })),
    marked: current,
    empty: '',
  };
}

function takeMode(mode: PermissionMode): Deed {
  const doing: Doing = {
    type: 'do',
    effects: [{ type: 'set-mode', mode }],
    message: `The mode is ${mode}.`,
    leaves: 'page',
  };
  if (mode !== 'bypassPermissions') return doing;
  return { type: 'confirm', question: 'Run every command, edit and tool without asking?', doing };
}
