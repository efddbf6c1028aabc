import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licence texts of every package that has one of these modules, absolute paths, as one text. */
export async function collectNotices(modules) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const module of modules) {
    const folder = PACKAGE_FOLDER.exec(module)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = await Promise.all([...folders].sort().map(readNotice));
  return ['simse contains these packages, under their own licences.', ...notices].join('\n\n---\n\n');
}

async function readNotice(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join('\n\n');
}
