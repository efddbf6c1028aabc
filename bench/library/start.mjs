// start.mjs <subjects.mjs> <library> list|search <words>: one first use of the library, as a process of its own.
import { pathToFileURL } from 'node:url';

const [, , subjects, dir, what, text] = process.argv;
const { openLibrary } = await import(pathToFileURL(subjects).href);
const library = openLibrary({ dir, watch: false });
const found = what === 'list' ? await library.list({}) : await library.search({ text });
await library[Symbol.asyncDispose]();
if (found.length === 0) process.exitCode = 1;
