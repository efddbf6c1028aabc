import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { listBackends, machine } from './agent-machine.ts';
import { fixture } from './agent-sandbox.ts';

const REGISTRY = {
  version: '1.0.0',
  agents: [
    {
      id: 'packed',
      name: 'Packed',
      version: '1.0.0',
      distribution: { npx: { package: 'packed@1.0.0', args: ['--acp'] } },
    },
    {
      id: 'downloaded',
      name: 'Downloaded',
      version: '1.0.0',
      distribution: {
        binary: Object.fromEntries(
          ['linux', 'darwin', 'windows'].flatMap((system) =>
            ['x86_64', 'aarch64'].map((processor) => [
              `${system}-${processor}`,
              { archive: 'https://example.org/agent.tar.gz', cmd: './agent', args: ['acp'] },
            ]),
          ),
        ),
      },
    },
    { odd: true },
  ],
};

test('an agent of a registry is listed and added by its id; a program is never downloaded', async () => {
  const sandbox = await machine({}, { 'work/registry.json': REGISTRY });
  expect(await listBackends(sandbox, '--registry', 'registry.json')).toMatchObject([
    { kind: 'built-in' },
    { name: 'packed', kind: 'registry', command: 'npx -y packed@1.0.0 --acp', trusted: null },
    { name: 'downloaded', command: 'to be downloaded: https://example.org/agent.tar.gz' },
  ]);
  const add = (id: string) => runSimse(sandbox, ['agents', 'add', '--registry', 'registry.json', id]);
  expect((await add('packed')).stdout).toContain('Added packed');
  const downloaded = await add('downloaded');
  expect(downloaded.stderr).toMatch(
    /Nothing was downloaded.*https:\/\/example\.org\/agent\.tar\.gz.*no checksum.*--name downloaded '\/path\/to\/agent acp'/s,
  );
  expect([downloaded.stdout, downloaded.exitCode]).toEqual(['', 2]);
  expect((await add('pakced')).stderr).toContain('Did you mean packed?');
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'packed' }, { name: 'simse' }]);
});

/** What a web server answers: a status, and the text or the address to go to. */
type Page = [status: number, body: string];

async function serve(pages: Record<string, Page>): Promise<string> {
  const pem = (name: string) => readFile(fixture(`https/localhost-${name}.pem`), 'utf8');
  const server = createServer({ key: await pem('key'), cert: await pem('cert') }, (request, response) => {
    const [status, body] = pages[request.url ?? ''] ?? [404, ''];
    response.writeHead(status, status === 302 ? { location: body } : {}).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test('a registry is read over https, bounded, and never by a way that is not https', async () => {
  const sandbox = await machine();
  const origin = await serve({
    '/registry.json': [200, JSON.stringify(REGISTRY)],
    '/moved': [302, '/registry.json'],
    '/down': [302, 'http://localhost/registry.json'],
    '/loop': [302, '/loop'],
    '/large': [200, ' '.repeat(5_100_000)],
    '/page': [200, '<html>'],
  });
  const read = async (path: string): Promise<[string, number]> => {
    const { stdout, stderr, exitCode } = await runSimse(
      sandbox,
      ['agents', 'list', '--registry', origin + path],
      {
        env: { NODE_EXTRA_CA_CERTS: fixture(`https/localhost-cert.pem`) },
      },
    );
    return [exitCode === 0 ? stdout : stderr, exitCode];
  };
  expect(await Promise.all(['/registry.json', '/moved'].map(read))).toEqual([
    [expect.stringContaining('packed@1.0.0'), 0],
    [expect.stringContaining('packed@1.0.0'), 0],
  ]);
  expect(await Promise.all(['/down', '/loop', '/large', '/page', '/none'].map(read))).toEqual([
    [expect.stringContaining('redirects to http://localhost/registry.json, which simse does not follow'), 1],
    [expect.stringContaining('which simse does not follow'), 1],
    [expect.stringContaining('is larger than 5 MB'), 2],
    [expect.stringContaining('is not JSON'), 2],
    [expect.stringContaining('answered with status 404'), 1],
  ]);
  const untrusted = await runSimse(sandbox, ['agents', 'list', '--registry', `${origin}/registry.json`]);
  expect([untrusted.stderr, untrusted.exitCode]).toEqual([expect.stringMatching(/certificate/), 1]);
});
