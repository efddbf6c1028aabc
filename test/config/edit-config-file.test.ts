import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editConfigFile } from '../../src/config/edit-config-file.ts';
import { putRule } from '../../src/config/edit-entries.ts';
import { SETTINGS_FORMAT } from '../../src/config/settings.ts';
import { tempDir } from '../helpers/temp-dir.ts';

test('what an editor saves while simse writes is not lost', async () => {
  const file = join(await tempDir({ 'config.json': '{}' }), 'config.json');
  let edits = 0;
  await editConfigFile(file, SETTINGS_FORMAT, (text) => {
    edits += 1;
    if (edits === 1) writeFileSync(file, '{ "maxTurns": 3 }');
    return putRule(text, 'deny', 'shell(rm *)');
  });
  expect(await readFile(file, 'utf8')).toBe('{ "maxTurns": 3, "deny": ["shell(rm *)"] }');
});

test('a file that never stays the same is given up, and left as it is', async () => {
  const file = join(await tempDir({ 'config.json': '{}' }), 'config.json');
  let edits = 0;
  const editing = editConfigFile(file, SETTINGS_FORMAT, (text) => {
    edits += 1;
    writeFileSync(file, `{ "maxTurns": ${edits} }`);
    return putRule(text, 'deny', 'shell(rm *)');
  });
  await expect(editing).rejects.toMatchObject({ code: 'store_failed' });
  expect(readFileSync(file, 'utf8')).toBe(`{ "maxTurns": ${edits} }`);
});
