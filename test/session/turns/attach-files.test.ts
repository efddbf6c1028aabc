import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { GateRequest } from '../../../src/core/gate/gate-request.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { createFileAttacher } from '../../../src/session/turns/attach-files.ts';
import { type Files, tempDir } from '../../helpers/temp-dir.ts';

const SIGNAL = new AbortController().signal;

/** What attached with a text in a folder, and what was asked and told for it. */
async function attach(text: string, files: Files, { allows = true, takesImages = true } = {}) {
  const cwd = await tempDir(files);
  const asked: GateRequest[] = [];
  const events: SessionEvent[] = [];
  const attacher = createFileAttacher({
    cwd,
    home: cwd,
    emit: (event) => events.push(event),
    takesImages: () => Promise.resolve(takesImages),
    gate: {
      authorize: (request) => {
        asked.push(request);
        return Promise.resolve({ allowed: allows, by: 'mode', reason: '' });
      },
      answer: () => Promise.resolve({ outcome: 'cancelled' }),
      mayPass: () => false,
    },
  });
  const blocks = await attacher(text, SIGNAL);
  const told = events.map((event) => (event.type === 'notice' ? event.text : event.type));
  const uri = (path: string) => pathToFileURL(join(cwd, path)).href;
  return { blocks, asked: asked.length, told, uri };
}

test('files and folders attached by their address, unread', async () => {
  const { blocks, asked, uri } = await attach('@src/ @~/a.ts, @none.ts', { 'src/b.ts': '', 'a.ts': '' });
  expect(blocks).toEqual([
    { type: 'resource_link', uri: `${uri('src')}/`, name: 'src/' },
    { type: 'resource_link', uri: uri('a.ts'), name: '~/a.ts' },
  ]);
  expect(asked).toBe(0);
});

test('a file whose name ends as a range of lines does is the file', async () => {
  const { blocks } = await attach('@a.ts:1', { 'a.ts:1': 'odd', 'a.ts': 'one\n' });
  expect(blocks).toMatchObject([{ type: 'resource_link', name: 'a.ts:1' }]);
});

test('lines are read when the gate allows it, else only the address attached', async () => {
  const files = { 'a.ts': 'one\ntwo\nthree\n' };
  const allowed = await attach('@a.ts:2', files);
  expect(allowed.blocks).toMatchObject([
    { type: 'resource', text: 'two\n', uri: `${allowed.uri('a.ts')}#L2` },
  ]);
  expect(allowed.told).toEqual(['line 2 of a.ts attached']);
  const refused = await attach('@a.ts:2', files, { allows: false });
  expect(refused.blocks).toMatchObject([{ type: 'resource_link' }]);
});

test('lines that are not there, and too many of them, are told', async () => {
  const files = { 'a.ts': 'one\n', 'b.ts': `${'x'.repeat(70_000)}\n` };
  const { blocks, told } = await attach('@a.ts:9 @b.ts:1', files);
  expect(blocks).toMatchObject([{ type: 'resource_link' }, { type: 'resource_link' }]);
  expect(told).toEqual([
    'a.ts was not attached: it has no line 9',
    'b.ts was not attached: these lines have over 65,536 characters',
  ]);
});

test('what is called an image and is none stays an address', async () => {
  const { blocks, told } = await attach('@a.png', { 'a.png': 'no image' });
  expect(blocks).toMatchObject([{ type: 'resource_link' }]);
  expect(told).toEqual(['a.png was not attached: a.png is not a PNG, JPEG, GIF or WebP image']);
});

test('where images are not taken their paths stay text', async () => {
  const none = await attach('see ./a.png', { 'a.png': '\u0089PNG' }, { takesImages: false });
  expect(none.blocks).toEqual([]);
});
