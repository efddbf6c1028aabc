/**
 * Lists what the program says to people, file by file, to be read in one go: `node scripts/texts.mjs [folder of src]`. It takes
 * every string of at least two words out of the code, with `…` for what is put in, and leaves out imports and patterns.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const TWO_WORDS = /\p{L}{2,}['’,.:;]? \p{L}+|\p{L}+ (…|\p{L}{2,})/u;

function* textsIn(node) {
  if (Array.isArray(node)) for (const item of node) yield* textsIn(item);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  if (/^(Import|ExportAll)/.test(node.type)) return;
  if (node.type === 'Literal' && typeof node.value === 'string') yield node.value;
  if (node.type === 'JSXText') yield node.value.trim();
  if (node.type === 'TemplateLiteral') yield node.quasis.map(({ value }) => value.cooked).join('…');
  for (const [key, value] of Object.entries(node)) if (key !== 'type') yield* textsIn(value);
}

async function main() {
  const folder = path.join(SRC, process.argv[2] ?? '');
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name)).sort();
  for (const name of files) {
    const source = await readFile(path.join(folder, name), 'utf8');
    const program = parseAst(source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
    const texts = [...new Set(textsIn(program))].filter((text) => TWO_WORDS.test(text));
    if (texts.length > 0)
      console.log(`${name}\n${texts.map((text) => `  ${JSON.stringify(text)}\n`).join('')}`);
  }
}

await main();
