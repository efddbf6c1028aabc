import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { tempDir, writeFiles } from '../helpers/temp-dir.ts';

interface Package {
  name: string;
  /** By the program's name, its script for node. */
  programs: Record<string, string>;
}

export interface PackageRegistry {
  url: string;
  /** What was asked for, as paths. */
  asked: string[];
}

/** An npm registry on this machine with these packages, for as long as the test runs. */
export async function packageRegistry(packages: readonly Package[]): Promise<PackageRegistry> {
  const asked: string[] = [];
  const tarballs = new Map(await Promise.all(packages.map(pack)));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    asked.push(path);
    const found = packages.find(({ name }) => name === path);
    const tarball = tarballs.get(path.replace(/^tarball\//, ''));
    if (path.startsWith('tarball/') && tarball !== undefined) response.end(tarball);
    else if (found !== undefined) response.end(JSON.stringify(describe(found)));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;

  function describe({ name, programs }: Package): object {
    const integrity = `sha512-${createHash('sha512')
      .update(tarballs.get(name) ?? '')
      .digest('base64')}`;
    const version = { name, version: '1.0.0', bin: binOf(programs) };
    const dist = { tarball: `${url}tarball/${encodeURIComponent(name)}`, integrity };
    return { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { ...version, dist } } };
  }
  return { url, asked };
}

function binOf(programs: Package['programs']): Record<string, string> {
  return Object.fromEntries(Object.keys(programs).map((name) => [name, `${name}.js`]));
}

async function pack({ name, programs }: Package): Promise<[string, Buffer]> {
  const dir = await tempDir();
  await writeFiles(join(dir, 'package'), {
    'package.json': { name, version: '1.0.0', bin: binOf(programs) },
    ...Object.fromEntries(
      Object.entries(programs).map(([program, script]) => [
        `${program}.js`,
        `#!/usr/bin/env node\n${script}`,
      ]),
    ),
  });
  const file = join(dir, `${basename(name)}.tgz`);
  await execa('tar', ['-czf', file, '-C', dir, 'package']);
  return [name, await readFile(file)];
}
