import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { printList } from '../../../src/commands/shared/print-list.ts';
import type { Flags } from '../../../src/session/app-context.ts';

const EVIL = 'a\u009b2Jb\u202ec\u061cd\u200be\ufefff';

test.each(['json', 'stream-json'] as const)(
  'a list as %s has every item as it is, and nothing that a terminal would obey',
  (outputFormat) => {
    const stdout = new PassThrough({ encoding: 'utf8' });
    const flags: Flags = {
      fork: false,
      outputFormat,
      settings: {},
      addDir: [],
      trustProject: false,
      debug: false,
      color: false,
    };
    const items = [{ title: EVIL }];
    printList({ stdout, flags, note() {} }, { name: 'things', items, row: () => [], empty: '' });
    const text = String(stdout.read());
    expect(text).not.toMatch(/[\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\ufeff]/);
    expect(JSON.parse(text)).toEqual(outputFormat === 'json' ? { things: items } : items[0]);
  },
);
