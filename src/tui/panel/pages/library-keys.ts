import { cleanLine } from '../../../core/text/clean-text.ts';
import type { LibraryEntry } from '../../../core/ports/library.ts';
import type { PanelKey } from '../panel-page.ts';

/** Where a note goes that names no topic. */
const NOTES = 'notes';

/** Shelves a note, as `topic: what it says`. */
export function addNoteKey(): PanelKey {
  return {
    actions: ['library.add'],
    label: 'adds a note',
    does: {
      type: 'ask',
      field: {
        label: 'Note',
        value: '',
        hint: 'deploys: they go out on Tuesdays',
        says: (text) => `It is shelved under ${noteOf(text).topic}.`,
        check: (text) => (noteOf(text).text === '' ? 'It says nothing yet.' : null),
        submit: (text) => ({
          type: 'do',
          effects: [
            {
              type: 'act',
              async act({ library }) {
                const { id } = await library.shelve({ ...noteOf(text), source: 'user' });
                return `${id} is in the library.`;
              },
            },
          ],
        }),
      },
    },
  };
}

/** One word before a colon is the topic. */
function noteOf(typed: string): { topic: string; text: string } {
  const [, topic, text] = /^([\w/-]+):\s+(.*)$/.exec(typed) ?? [];
  return topic === undefined || text === undefined ? { topic: NOTES, text: typed } : { topic, text };
}

export function retitleKey({ id, title }: LibraryEntry): PanelKey {
  return {
    actions: ['library.retitle'],
    label: 'changes its title',
    does: {
      type: 'ask',
      field: {
        label: 'Title',
        value: cleanLine(title),
        hint: 'what it is about',
        check: (text) => (text === '' ? 'An entry has a title.' : null),
        submit: (text) => ({
          type: 'do',
          effects: [
            {
              type: 'act',
              async act({ library }) {
                await library.revise(id, { title: text });
                return `It is called ${text}.`;
              },
            },
          ],
        }),
      },
    },
  };
}

export function withdrawKey({ id, title }: LibraryEntry): PanelKey {
  return {
    actions: ['library.withdraw'],
    label: 'withdraws it',
    does: {
      type: 'confirm',
      question: `Withdraw "${cleanLine(title)}"? Its file is removed from the library.`,
      doing: {
        type: 'do',
        effects: [
          {
            type: 'act',
            async act({ library }) {
              await library.withdraw(id);
              return `${id} is withdrawn.`;
            },
          },
        ],
        leaves: 'page',
      },
    },
  };
}
