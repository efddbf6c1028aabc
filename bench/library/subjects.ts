export { openLibrary } from '../../src/library/open-library.ts';
export { wordOf, writeEntries } from './write-entries.ts';
