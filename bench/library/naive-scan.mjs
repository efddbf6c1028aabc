// naive-scan.mjs <library> <word>…: looks for the words in every file, as one would without an index.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [, , dir, ...words] = process.argv;
const files = readdirSync(dir, { recursive: true }).filter((name) => name.endsWith('.md'));
const found = files.filter((name) => {
  const text = readFileSync(path.join(dir, name), 'utf8').toLowerCase();
  return words.every((word) => text.includes(word));
});
if (found.length === 0) process.exitCode = 1;
