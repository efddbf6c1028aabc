import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSessionArchive } from '../../../src/session/records/session-archive.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

async function writeSession(dataDir: string, id: string): Promise<void> {
  const dir = join(dataDir, 'sessions', id);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'meta.json'), '{}');
}

test('all who listen are told of a new session, and looking for it costs no more for many', async () => {
  const dataDir = await tempDir();
  for (let number = 0; number < 300; number += 1) await writeSession(dataDir, `s${number}`);
  const archive = openSessionArchive(dataDir);
  const told: string[] = [];
  const before = process.cpuUsage();
  const stops = Array.from({ length: 300 }, () => archive.onChange(({ id }) => void told.push(id)));
  await expect
    .poll(async () => (await writeSession(dataDir, 'new1'), told.length))
    .toBeGreaterThanOrEqual(300);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);

  for (const stop of stops) stop();
  told.length = 0;
  const again = archive.onChange(({ id, kind }) => void told.push(`${kind} ${id}`));
  await expect
    .poll(async () => (await writeSession(dataDir, 'new2'), told))
    .toContainEqual(expect.stringContaining('new2'));
  again();
});
