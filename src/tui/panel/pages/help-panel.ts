import { cleanLine } from '../../../core/text/clean-text.ts';
import { promptName } from '../../../core/ports/mcp-prompt-line.ts';
import type { CommandInfo } from '../../prompt/completion/command-info.ts';
import { textLines } from '../../draw/line.ts';
import { countOf } from '../../draw/quantities.ts';
import { span } from '../../draw/span.ts';
import { labelsWithin, type ListedKey, listKeys } from '../../keys/list-keys.ts';
import { indentedRows } from '../detail-rows.ts';
import type { PanelSources } from '../panel-content.ts';
import type { ListPage, PanelItem } from '../panel-page.ts';
import { HOW_TOS } from './how-tos.ts';

/** Of the keys that do the same. */
const SHOWN_CHARS = 20;

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
      ...listKeys(keymap).flatMap(({ group, keys }) => keys.map((key) => keyItem(group, key))),
      ...HOW_TOS.map(({ title }) => ({ id: title, section: 'How to', cells: [span(title)] })),
    ],
    empty: '',
    open(id) {
      const howTo = HOW_TOS.find(({ title }) => title === id);
      if (howTo === undefined) return null;
      const { title, text } = howTo;
      const told = text((name) => keymap.labelOf(name) ?? `(no key: ${name})`);
      return { kind: 'text', title, note: '', rows: (columns) => indentedRows(textLines(told), columns) };
    },
  };
}

function commandItem({ name, hint = '', description }: CommandInfo, section: string): PanelItem {
  return {
    id: `/${name}`,
    section,
    cells: [span(`/${name}`), span(`${cleanLine(description)}  ${hint}`.trimEnd(), 'dim')],
    keys: [{ actions: ['panel.take'], label: 'types it', does: { type: 'draft', text: `/${name} ` } }],
  };
}

function keyItem(group: string, { name, help, chords }: ListedKey): PanelItem {
  return {
    id: `key ${name}`,
    section: `Keys: ${group}`,
    cells: [span(labelsWithin({ chords }, SHOWN_CHARS), 'accent'), span(help, 'dim')],
    keys: [],
  };
}
