/**
 * Counts what says how easily a newcomer finds the way through src/: `node scripts/structure.mjs`, with `--list` for the names
 * behind each figure. It reads the code's own imports and exports and judges nothing.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const SHORT_LINES = 30;

async function readModules() {
  const entries = await readdir(SRC, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const modules = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return readModule(file, await readFile(file, 'utf8'));
    }),
  );
  return new Map(modules.map((module) => [module.file, module]));
}

function readModule(file, source) {
  const { body } = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const imports = body.filter(({ source: from }) => from?.value.startsWith('.'));
  const target = ({ source: from }) => path.resolve(path.dirname(file), from.value);
  const lazy = [...source.matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, from]) =>
    path.resolve(path.dirname(file), from),
  );
  const declared = body.map((node) => node.declaration ?? node).filter(({ type }) => isDeclaration(type));
  return {
    file,
    lines: source.split('\n').length - 1,
    every: [...new Set([...imports.map(target), ...lazy])],
    values: [...new Set([...imports.filter((node) => !isTypeOnly(node)).map(target), ...lazy])],
    functions: declared.filter(({ type }) => type === 'FunctionDeclaration'),
    exported: body.filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(exportedNames),
    linesOf: ({ start, end }) => source.slice(start, end).split('\n').length,
  };
}

function isDeclaration(type) {
  return type.endsWith('Declaration') && !type.startsWith('Import') && !type.startsWith('Export');
}

function isTypeOnly({ importKind, exportKind, specifiers = [] }) {
  if (importKind === 'type' || exportKind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((name) => (name.importKind ?? name.exportKind) === 'type');
}

function exportedNames({ declaration }) {
  if (declaration === null) return [];
  const isType = declaration.type.startsWith('TS');
  const names = declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id.name];
  return names.map((name) => ({ name, isType }));
}

/** The groups of modules that import each other in a circle. */
function circlesOf(modules, importsOf) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const next of importsOf(modules.get(file))) {
      if (!modules.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of modules.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function longestChain(modules) {
  const known = new Map();
  const chainFrom = (file) => {
    if (!modules.has(file)) return [];
    if (known.has(file)) return known.get(file);
    known.set(file, []);
    const longest = modules
      .get(file)
      .values.map(chainFrom)
      .reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    const chain = [file, ...longest];
    known.set(file, chain);
    return chain;
  };
  return [...modules.keys()]
    .map(chainFrom)
    .reduce((best, chain) => (chain.length > best.length ? chain : best));
}

function namesExportedTwice(modules, wantsTypes) {
  const places = new Map();
  for (const { file, exported } of modules.values()) {
    for (const { name, isType } of exported) {
      if (isType === wantsTypes) places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  return [...places].filter(([, files]) => files.length > 1);
}

function shortFilesForOneUser(modules) {
  const users = new Map();
  for (const { every } of modules.values()) {
    for (const target of every) users.set(target, (users.get(target) ?? 0) + 1);
  }
  return [...modules.values()].filter(
    ({ file, functions, exported, linesOf }) =>
      exported.length === 1 &&
      functions.length === 1 &&
      linesOf(functions[0]) <= SHORT_LINES &&
      users.get(file) === 1,
  );
}

const modules = await readModules();
const all = [...modules.values()];
const sum = (count) => all.reduce((total, module) => total + count(module), 0);
const short = (file) => path.relative(SRC, file);
const chain = longestChain(modules);
const circles = circlesOf(modules, ({ every }) => every);
const single = shortFilesForOneUser(modules);
const values = namesExportedTwice(modules, false);
const types = namesExportedTwice(modules, true);
const figures = [
  ['files', all.length],
  ['lines', sum(({ lines }) => lines)],
  ['import edges a file', (sum(({ every }) => every.length) / all.length).toFixed(2)],
  ['longest chain of value imports', chain.length, [chain.map(short).join(' → ')]],
  [
    `files with one function of at most ${SHORT_LINES} lines and one user`,
    single.length,
    single.map(({ file }) => short(file)),
  ],
  [
    'values exported from two files or more',
    values.length,
    values.map(([name, files]) => `${name}: ${files.map(short).join(', ')}`),
  ],
  [
    'types exported from two files or more',
    types.length,
    types.map(([name, files]) => `${name}: ${files.map(short).join(', ')}`),
  ],
  [
    'circles of imports, types included',
    circles.length,
    circles.map((circle) => circle.map(short).join(', ')),
  ],
];
for (const [name, figure, names = []] of figures) {
  console.log(`${String(figure).padStart(8)}  ${name}`);
  if (process.argv.includes('--list')) for (const line of names) console.log(`          ${line}`);
}
