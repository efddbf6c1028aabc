/**
 * Makes the pictures of docs/screens: the real program in a pseudo-terminal, with an agent that always does the same.
 * `npm run screens` makes all of them, `npm run screens -- plan mcp` those of these names. SIMSE_SCREEN_FONTS is a folder
 * with the font's .ttf files, SIMSE_SCREEN_FONT its family, where it is not DejaVu Sans Mono.
 */
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../../test/helpers/install-tools.mjs';
import { buildDist } from '../build.mjs';
import { createUser } from './new-user.mjs';
import { openTerminal } from './open-terminal.mjs';
import { PALETTES } from './palettes.mjs';
import { readScreen } from './read-screen.mjs';
import { SCENES } from './scenes.mjs';
import { toPng } from './to-png.mjs';
import { toSvg } from './to-svg.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const SIMSE = path.join(ROOT, 'bin/simse.js');
const TARGET = path.join(ROOT, 'docs/screens');
const SIZES = [
  [80, 24],
  [140, 40],
];
const FONT_FOLDER = process.env.SIMSE_SCREEN_FONTS ?? '/usr/share/fonts/truetype/dejavu';
const FONT_FAMILY = process.env.SIMSE_SCREEN_FONT ?? 'DejaVu Sans Mono';

async function main() {
  const wanted = process.argv.slice(2);
  const rasterise = await openRasteriser();
  await buildDist({ prune: false });
  await mkdir(TARGET, { recursive: true });
  for (const scene of SCENES) {
    if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
    for (const [columns, rows] of SIZES) {
      for (const theme of Object.keys(PALETTES)) {
        const file = path.join(TARGET, `${scene.name}-${columns}x${rows}-${theme}.png`);
        const png = toPng(rasterise(await playScene(scene, { columns, rows, palette: PALETTES[theme] })));
        await writeFile(file, png);
        console.log(`${path.relative(ROOT, file)}  ${Math.round(png.length / 1000)} kB`);
      }
    }
  }
}

/** The picture of a scene, as SVG. */
async function playScene(scene, { columns, rows, palette }) {
  // Always of the same name, which may be on the screen.
  const home = path.join(await realpath(tmpdir()), 'simse-screens/ada');
  await rm(home, { recursive: true, force: true });
  const user = await createUser(home, scene);
  const terminal = openTerminal({
    ...user,
    command: [process.execPath, SIMSE],
    columns,
    rows,
    background: palette.background,
  });
  try {
    await scene.play(terminal);
    await terminal.still();
    return toSvg({
      rows: readScreen(terminal.emulator, palette),
      columns,
      cursor: terminal.cursor(),
      palette,
      fontFamily: FONT_FAMILY,
    });
  } finally {
    await terminal.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What turns SVG into pixels, with the one font. */
async function openRasteriser() {
  const { modules } = await installTools(TOOLS, 'simse-screens');
  const { Resvg } = createRequire(path.join(modules, 'package.json'))('@resvg/resvg-js');
  const fonts = (await readdir(FONT_FOLDER)).filter((name) => /\.[ot]tf$/.test(name));
  const font = {
    fontFiles: fonts.map((name) => path.join(FONT_FOLDER, name)),
    loadSystemFonts: false,
    defaultFontFamily: FONT_FAMILY,
  };
  return (svg) => {
    const { width, height, pixels } = new Resvg(svg, { font }).render();
    return { width, height, pixels };
  };
}

await main();
