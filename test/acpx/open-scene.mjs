import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startModelServer } from '../fixtures/model/model-server.mjs';
import { openWire } from './wire-client.mjs';

const SIMSE = fileURLToPath(new URL('../../bin/simse.js', import.meta.url));
export const AGENT = [process.execPath, SIMSE, 'agent'];
const POLL_MS = 10;

/** A user of their own with a project, and with a scripted model or without any. */
export async function openPlace(withModel) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-acpx-')));
  const cwd = path.join(root, 'work');
  await mkdir(cwd);
  await writeFile(path.join(cwd, 'README.md'), '# Hello\n');
  const server = withModel ? await startModelServer() : null;
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    SIMSE_LOCAL_MODELS: 'off',
    SIMSE_CONFIG_DIR: path.join(root, 'config'),
    SIMSE_DATA_DIR: path.join(root, 'data'),
    ...(server === null ? {} : { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${server.url}/v1` }),
  };
  return {
    cwd,
    env,
    server,
    ...(server === null ? COMMANDS : scriptedWords(server)),
    async close() {
      await server?.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The place with an agent in it, and a client that is connected to it. */
export async function openScene(withModel, { files }) {
  const place = await openPlace(withModel);
  const [command, ...args] = AGENT;
  const wire = openWire(command, args, { ...place, files });
  const initialized = await wire.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
  });
  return {
    ...place,
    wire,
    initialized,
    async newSession() {
      const { result } = await wire.request('session/new', { cwd: place.cwd, mcpServers: [] });
      return result.sessionId;
    },
    /** Resolves with how the turn ended, or the message of what it failed with. */
    async prompt(sessionId, prompt) {
      const { result, error } = await wire.request('session/prompt', { sessionId, prompt });
      return result?.stopReason ?? error.message;
    },
    cancel: (sessionId) => wire.notify('session/cancel', { sessionId }),
    said: (session) => textOf(wire.updates.filter(({ sessionId }) => sessionId === session)),
    async isAsked(method) {
      while (!wire.asked.includes(method)) await delay(POLL_MS);
    },
    async close() {
      await wire.close();
      await place.close();
    },
  };
}

const words = (text) => [{ type: 'text', text }];

/** What makes the agent do something when it has no model. */
const COMMANDS = {
  say: (text) => words(text === '' ? '' : `say ${text}`),
  read: (file) => words(`read ${file}`),
  write: (file, text) => words(`write ${file}\n${text}`),
};

/** The same with one: what it answers is put on its server. */
function scriptedWords(server) {
  const call = (name, args) => server.add({ steps: [{ call: name, args }] });
  return {
    say(text) {
      server.add({ steps: [{ text: text === '' ? 'Nothing.' : text }] });
      return words(text);
    },
    read(file) {
      call('read_file', { path: file });
      server.add(
        { when: 'Hello', steps: [{ text: '# Hello' }] },
        { when: 'denied', steps: [{ text: 'No.' }] },
      );
      return words(`read ${file}`);
    },
    write(file, text) {
      call('write_file', { path: file, content: text });
      server.add({ steps: [{ text: 'Done.' }] });
      return words(`write ${file}`);
    },
  };
}

function textOf(updates) {
  const chunks = updates.filter(({ update }) => update.sessionUpdate === 'agent_message_chunk');
  return chunks.map(({ update }) => update.content.text ?? '').join('');
}
