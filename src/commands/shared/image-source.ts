import { join, resolve } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { type ImageSource, MAX_IMAGE_BYTES } from '../../core/ports/prompt-parts.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { readClipboard } from '../../platform/clipboard.ts';
import { readImage, toImage } from '../../tools/read-image.ts';
import type { AppContext } from '../../session/app-context.ts';

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'Install wl-clipboard (Wayland) or xclip (X11).',
};

/** Images that the user puts into a prompt by hand: from files, and from the clipboard by the programs of the system. */
export function createImageSource({
  cwd,
  home,
  env,
  platform,
}: Pick<AppContext, 'cwd' | 'home' | 'env' | 'platform'>): ImageSource {
  return {
    read: (path) =>
      readImage(
        resolve(
          cwd,
          path.replace(/^~(?=$|[/\\])/, () => join(home)),
        ),
      ),
    async clipboard() {
      const found = await readClipboard({ cwd, platform, env: wholeEnvironment(env, {}) }, MAX_IMAGE_BYTES);
      if (found === 'no_program') throw noProgram(platform);
      return found !== null && 'image' in found ? toImage('clipboard.png', found.image) : found;
    },
  };
}

function noProgram(platform: NodeJS.Platform): SimseError {
  const hint = PROGRAMS[platform];
  const message = 'No program is there that reads the clipboard.';
  return new SimseError('not_found', message, hint === undefined ? {} : { hint });
}
