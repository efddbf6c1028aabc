import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long after its answer a turn must stay silent. */
const SILENCE_MS = 100;

/**
 * The cases that acpx's profile `acp-core-v1` requires of agents (github.com/openclaw/acpx, conformance/profiles), by their names
 * there. acpx is published without them, so what each asks is written anew here. `scene` is an agent, initialised, and what to
 * say to it to make it do something.
 */
export const PROFILE_CASES = {
  'initialize.handshake': {
    async run({ initialized }) {
      assert.equal(initialized.result.protocolVersion, 1);
      assert.equal(typeof initialized.result.agentCapabilities, 'object');
    },
  },
  'session.new.basic': {
    async run({ newSession }) {
      assert.match(await newSession(), /\S/);
    },
  },
  'session.prompt.single_turn': {
    async run({ newSession, prompt, say, said, wire }) {
      const session = await newSession();
      assert.equal(await prompt(session, say('hello')), 'end_turn');
      assert.match(said(session), /hello/);
      assert.ok(wire.updates.every(({ sessionId }) => sessionId === session));
    },
  },
  'session.update.termination': {
    async run({ newSession, prompt, say, said }) {
      const session = await newSession();
      await prompt(session, say('hello'));
      const atEnd = said(session);
      await delay(SILENCE_MS);
      assert.match(atEnd, /hello/);
      assert.equal(said(session), atEnd);
    },
  },
  'session.cancel.in_flight': {
    files: 'hold',
    async run({ newSession, prompt, read, cancel, isAsked }) {
      const session = await newSession();
      const turn = prompt(session, read('README.md'));
      await isAsked('fs/read_text_file');
      cancel(session);
      assert.equal(await turn, 'cancelled');
    },
  },
  'session.cancel.idle': {
    async run({ newSession, prompt, say, cancel }) {
      const session = await newSession();
      cancel(session);
      assert.equal(await prompt(session, say('hello')), 'end_turn');
    },
  },
  'session.prompt.multi_turn': {
    async run({ newSession, prompt, say, said }) {
      const session = await newSession();
      assert.equal(await prompt(session, say('first')), 'end_turn');
      assert.equal(await prompt(session, say('second')), 'end_turn');
      assert.match(said(session), /first[^]*second/);
    },
  },
  'errors.invalid_params': {
    async run({ wire }) {
      const { error } = await wire.request('session/new', { mcpServers: 'none' });
      assert.equal(error.code, -32602);
    },
  },
  'errors.invalid_prompt_session_type': {
    async run({ wire }) {
      const { error } = await wire.request('session/prompt', { sessionId: 42, prompt: [] });
      assert.equal(error.code, -32602);
    },
  },
  'errors.permission_denied': {
    files: 'deny',
    async run({ newSession, prompt, read, wire }) {
      const session = await newSession();
      assert.equal(await prompt(session, read('README.md')), 'end_turn');
      assert.match(JSON.stringify(wire.updates), /"status":"failed".*Permission denied by the client/);
    },
  },
  'errors.permission_denied.write': {
    files: 'deny',
    async run({ newSession, prompt, write, wire, cwd }) {
      const session = await newSession();
      assert.equal(await prompt(session, write('new.txt', 'x')), 'end_turn');
      assert.match(JSON.stringify(wire.updates), /"status":"failed".*Permission denied by the client/);
      await assert.rejects(access(path.join(cwd, 'new.txt')));
    },
  },
  'errors.unknown_session': {
    async run({ wire }) {
      const prompt = [{ type: 'text', text: 'hello' }];
      const { error } = await wire.request('session/prompt', { sessionId: 'nobody', prompt });
      assert.equal(error.code, -32002);
    },
  },
  'session.prompt.echo_empty': {
    async run({ newSession, prompt, say }) {
      assert.equal(await prompt(await newSession(), say('')), 'end_turn');
    },
  },
  'session.prompt.unrecognized': {
    async run({ newSession, prompt, say, said }) {
      const session = await newSession();
      say('I wonder.');
      assert.equal(await prompt(session, [{ type: 'text', text: 'what is this about?' }]), 'end_turn');
      assert.match(said(session), /\S/);
    },
  },
  'errors.invalid_params.cwd_null': {
    async run({ wire }) {
      const { error } = await wire.request('session/new', { cwd: null, mcpServers: [] });
      assert.equal(error.code, -32602);
    },
  },
  'session.prompt.structured_blocks': {
    async run({ newSession, prompt, say, cwd }) {
      const link = { type: 'resource_link', name: 'README.md', uri: `file://${cwd}/README.md` };
      assert.equal(await prompt(await newSession(), [...say('hello'), link]), 'end_turn');
    },
  },
  'permissions.read.approved': {
    async run({ newSession, prompt, read, said }) {
      const session = await newSession();
      assert.equal(await prompt(session, read('README.md')), 'end_turn');
      assert.match(said(session), /# Hello/);
    },
  },
  'permissions.write.approved': {
    async run({ newSession, prompt, write, cwd }) {
      assert.equal(await prompt(await newSession(), write('new.txt', 'x')), 'end_turn');
      await access(path.join(cwd, 'new.txt'));
    },
  },
  'session.prompt.background_completion': {
    async run({ newSession, prompt, say }) {
      const [first, second] = [await newSession(), await newSession()];
      const background = prompt(first, say('in the background'));
      assert.equal(await prompt(second, say('meanwhile')), 'end_turn');
      assert.equal(await background, 'end_turn');
    },
  },
  'session.cancel.followup_prompt': {
    files: 'hold',
    async run({ newSession, prompt, read, say, cancel, isAsked, said }) {
      const session = await newSession();
      const turn = prompt(session, read('README.md'));
      await isAsked('fs/read_text_file');
      cancel(session);
      assert.equal(await turn, 'cancelled');
      assert.equal(await prompt(session, say('afterwards')), 'end_turn');
      assert.match(said(session), /afterwards/);
    },
  },
};
