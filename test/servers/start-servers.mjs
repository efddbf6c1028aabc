import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_LIMIT_MS = 30_000;
const POLL_MS = 50;

/**
 * server-everything as it runs somewhere else: over Streamable HTTP and over SSE, at free ports of this machine. `log` is
 * what the one over HTTP has written, `end` ends both.
 */
export async function startServers({ bin }) {
  const ports = [await freePort(), await freePort()];
  const running = [];
  const end = () => Promise.all(running.map(stop));
  try {
    const http = start(bin('everything'), 'streamableHttp', ports[0], running);
    const sse = start(bin('everything'), 'sse', ports[1], running);
    await http.until(/listening on port/);
    await sse.until(/running on port/);
    return {
      http: `http://127.0.0.1:${ports[0]}/mcp`,
      sse: `http://127.0.0.1:${ports[1]}/sse`,
      log: () => http.written(),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function start(program, transport, port, running) {
  const env = { PATH: process.env['PATH'], PORT: String(port) };
  const child = spawn(program, [transport], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let text = '';
  const keep = (chunk) => {
    text += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  child.on('error', (error) => keep(error.message));
  const until = async (pattern) => {
    const deadline = Date.now() + START_LIMIT_MS;
    while (!pattern.test(text)) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`server-everything ${transport} did not start: ${text}`);
      await delay(POLL_MS);
    }
  };
  return { until, written: () => text };
}

async function stop(child) {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
