import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readClipboard } from '../../src/platform/clipboard.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const MAX = 1000;

/** A machine that has these programs, and nothing else. */
async function machine(
  programs: Record<string, string>,
  env: Record<string, string> = {},
  platform = 'linux',
) {
  const scripts = Object.entries(programs).map(([name, body]) => [name, `#!/bin/sh\n${body}\n`]);
  const folder = await tempDir(Object.fromEntries(scripts));
  for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o755);
  const surroundings = { env: { PATH: folder, ...env }, cwd: folder, platform: platform as NodeJS.Platform };
  return readClipboard(surroundings, MAX);
}

const PNG = "printf '\\211PNG'";

test('an image is taken before text, byte by byte', async () => {
  const read = await machine(
    { xclip: `case "$*" in *image/png*) ${PNG};; *) printf text;; esac` },
    { DISPLAY: ':0' },
  );
  expect(read).toEqual({ image: Buffer.from([0x89, 0x50, 0x4e, 0x47]) });
});

test('without an image the text is taken', async () => {
  const script = 'case "$*" in *image/png*) exit 1;; *) printf "a\\nb";; esac';
  expect(await machine({ 'wl-paste': script }, { WAYLAND_DISPLAY: 'w' })).toEqual({ text: 'a\nb' });
});

test('macOS writes an image as hex', async () => {
  expect(await machine({ osascript: "printf '«data PNGf89504E47»\\n'" }, {}, 'darwin')).toEqual({
    image: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  });
});

test('an image that is too large is none', async () => {
  const script = 'case "$*" in *image/png*) printf \'%02000d\' 0;; *) exit 1;; esac';
  expect(await machine({ xclip: script }, { DISPLAY: ':0' })).toBeNull();
});

test('a program without the display that it needs is not asked', async () => {
  expect(await machine({ xclip: PNG })).toBe('no_program');
  expect(await machine({}, { DISPLAY: ':0' })).toBe('no_program');
});
