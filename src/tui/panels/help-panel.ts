import { cleanLine } from '../../core/clean-text.ts';
import { promptName } from '../../core/prompt-line.ts';
import type { CommandInfo } from '../completion/command-info.ts';
import { textLines } from '../draw/line.ts';
import { countOf } from '../draw/quantities.ts';
import { span } from '../draw/span.ts';
import { chordLabel } from '../input/chord.ts';
import type { KeyBinding } from '../input/key-binding.ts';
import type { Keymap } from '../input/create-keymap.ts';
import { PLACE_KEYS, type PlaceKey } from '../input/place-keys.ts';
import { indentedRows } from '../panel/detail-rows.ts';
import type { PanelSources } from '../panel/panel-content.ts';
import type { ListPage, PanelItem } from '../panel/panel-page.ts';
import { HOW_TOS } from './how-tos.ts';

/** Of those that do the same. */
const SHOWN_CHORDS = 2;

/** `/help`: what can be typed and pressed here, and how things are done. */
export function helpPanel({ commands, keymap, session, mcp }: PanelSources): ListPage {
  const agents = new Set(session.commands.map(({ name }) => name));
  const prompts = new Set(mcp.prompts.map(promptName));
  const offered = (command: CommandInfo) => prompts.has(command.name);
  const agentsOwn = (command: CommandInfo) => !offered(command) && agents.has(command.name);
  const own = commands.filter((command) => !offered(command) && !agentsOwn(command));
  return {
    kind: 'list',
    title: 'Help',
    note: countOf(commands.length, 'command'),
    items: [
      ...own.map((command) => commandItem(command, 'Commands')),
      ...commands.filter(agentsOwn).map((command) => commandItem(command, `Commands of ${session.backend}`)),
      ...commands.filter(offered).map((command) => commandItem(command, 'Prompts of MCP servers')),
      ...keymap.bindings.filter(({ chords }) => chords.length > 0).map(keyItem),
      ...PLACE_KEYS.flatMap(({ place, keys }) => keys.flatMap((key) => placeItem(place, key, keymap))),
      ...HOW_TOS.map(({ title }) => ({ id: title, section: 'How to', cells: [span(title)] })),
    ],
    empty: '',
    open(id) {
      const howTo = HOW_TOS.find(({ title }) => title === id);
      if (howTo === undefined) return null;
      const { title, text } = howTo;
      return { kind: 'text', title, note: '', rows: (columns) => indentedRows(textLines(text), columns) };
    },
  };
}

function commandItem({ name, hint = '', description }: CommandInfo, section: string): PanelItem {
  return {
    id: `/${name}`,
    section,
    cells: [span(`/${name}`), span(`${cleanLine(description)}  ${hint}`.trimEnd(), 'dim')],
    keys: [{ chords: ['enter'], label: 'types it', does: { type: 'draft', text: `/${name} ` } }],
  };
}

function keyItem({ name, group, chords, help }: KeyBinding): PanelItem {
  return {
    id: `key ${name}`,
    section: `Keys: ${group}`,
    cells: [span(chords.slice(0, SHOWN_CHORDS).map(chordLabel).join(', '), 'accent'), span(help, 'dim')],
    keys: [],
  };
}

function placeItem(place: string, { chords, help }: PlaceKey, keymap: Keymap): PanelItem[] {
  const labels = chords.flatMap((chord) => keymap.labelOf(chord) ?? []);
  if (labels.length === 0) return [];
  return [
    {
      id: `key ${place} ${help}`,
      section: `Keys: ${place}`,
      cells: [span(labels.join(' '), 'accent'), span(help, 'dim')],
      keys: [],
    },
  ];
}
