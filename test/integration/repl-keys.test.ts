import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_KEYMAP } from '../../src/tui/keys/create-keymap.ts';
import { chordBytes } from '../helpers/chord-bytes.ts';
import { SIMSE_BIN } from '../helpers/run-simse.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { type AgentSandbox, agentSandbox, answer, END, type Step } from './agent-sandbox.ts';
import { DRAFT_CASES } from './draft-keys.ts';
import { openRepl, prompt } from './repl.ts';
import { promptsOf } from './sent-prompts.ts';

/** A form takes no keys when it has just appeared. */
const GUARD_MS = 220;
/** What could begin a longer sequence is a key only when nothing follows it for a moment. */
const MAY_GO_ON = /^\u001b[[\]OPX^_]?$/;
const PAUSE_MS = 120;
/** The keys of the prompt; those of the places are driven in test/tui. */
const PROMPT_KEYS = DEFAULT_KEYMAP.bindings.filter(({ place }) => place === 'prompt');
const update = (sessionUpdate: string, fields: object): Step => ({ update: { sessionUpdate, ...fields } });
const OUTPUT = Array.from({ length: 40 }, (_, index) => `output line ${index}`).join('\n');
const FORM = {
  sessionId: 's1',
  mode: 'form',
  message: 'Where to?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
};

/** What the agent does at the prompts of the screen's keys, one after another. */
const SCREEN_SCENARIO = {
  on: {
    'session/prompt#1': [
      update('plan', {
        entries: [
          { content: 'a step that is done', priority: 'medium', status: 'completed' },
          { content: 'the next step', priority: 'medium', status: 'in_progress' },
        ],
      }),
      { wait: 'session/cancel' },
      { result: { stopReason: 'cancelled' } },
    ],
    'session/prompt#2': [
      update('tool_call', { toolCallId: 't', title: 'Look', kind: 'read', status: 'in_progress' }),
      update('tool_call_update', {
        toolCallId: 't',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: OUTPUT } }],
      }),
      ...answer('looked'),
    ],
    'session/prompt#3': [{ call: { method: 'elicitation/create', params: FORM } }, ...answer('as you like')],
    'session/prompt': [END],
  },
};

/** What the keys do that do more than change the draft, in the order in which they are pressed in one session. */
const SCREEN_CASES: Record<
  string,
  (terminal: Terminal, press: () => void, sandbox: AgentSandbox) => Promise<void>
> = {
  'show-keys': async (terminal, press) => {
    press();
    await terminal.waitFor('search earlier prompts');
    press();
    await terminal.waitGone('search earlier prompts');
  },
  'next-mode': async (terminal, press) => {
    press();
    await terminal.waitFor('acceptEdits');
  },
  complete: async (terminal, press) => {
    terminal.send('/exp');
    await terminal.waitFor('/export');
    press();
    await terminal.waitFor(/› \/export /);
  },
  interrupt: async (terminal, press) => {
    press();
    await terminal.waitFor(/› Ask anything/);
  },
  'external-editor': async (terminal, press) => {
    terminal.send('a draft');
    await terminal.waitFor('› a draft');
    press();
    await terminal.waitFor('› a draft, as edited');
    terminal.send(KEYS.ctrlA);
    terminal.send(chordBytes('ctrl+k'));
    await terminal.waitFor(/› Ask anything/);
  },
  'paste-clipboard': async (terminal, press) => {
    press();
    await terminal.waitFor('› from the clipboard');
    terminal.send(chordBytes('ctrl+u'));
    await terminal.waitGone('from the clipboard');
  },
  send: async (terminal, press, sandbox) => {
    terminal.send('make a plan');
    press();
    await expect.poll(() => promptsOf(sandbox)).toEqual(['make a plan']);
  },
  'fold-plan': async (terminal, press) => {
    await terminal.waitFor('a step that is done');
    press();
    await terminal.waitGone('a step that is done');
    press();
    await terminal.waitFor('a step that is done');
  },
  queue: async (terminal, press) => {
    terminal.send('later');
    await terminal.waitFor('› later');
    press();
    await terminal.waitFor('1 queued');
  },
  'edit-queue': async (terminal, press) => {
    press();
    terminal.send(KEYS.enter);
    await terminal.waitGone('1 queued');
    await terminal.waitFor('› later');
    terminal.send(chordBytes('ctrl+u'));
    await terminal.waitFor('› Ask anything');
  },
  escape: async (terminal, press) => {
    press();
    await terminal.waitFor('Interrupted');
  },
  'show-output': async (terminal, press) => {
    prompt(terminal, 'look');
    await terminal.waitFor('● looked');
    expect(terminal.transcript()).not.toContain('output line 20');
    press();
    await terminal.waitFor('output line 20');
    terminal.send(KEYS.escape);
    await terminal.waitFor('Ask anything');
  },
  'form.decline': async (terminal, press, sandbox) => {
    prompt(terminal, 'ask me');
    await terminal.waitFor('› Name');
    await delay(GUARD_MS);
    press();
    await terminal.waitFor('● as you like');
    expect(await sandbox.sent()).toContainEqual(expect.objectContaining({ result: { action: 'decline' } }));
  },
  'search-history': async (terminal, press) => {
    press();
    terminal.send('pla');
    await terminal.waitFor(/make a plan/);
    terminal.send(KEYS.enter);
    await terminal.waitFor('› make a plan');
    terminal.send(chordBytes('ctrl+u'));
    await terminal.waitFor('› Ask anything');
  },
  redraw: async (terminal, press) => {
    const before = terminal.output().length;
    press();
    await expect.poll(() => terminal.output().slice(before)).toContain('Ask anything');
  },
  suspend: async (terminal, press) => {
    press();
    await terminal.waitFor('-- stopped --');
    await expect.poll(() => terminal.transcript().split('-- stopped --')[1]).toContain('Ask anything');
  },
};

/** The user's editor, and what hands out their clipboard, which holds no image. */
const PROGRAMS = {
  edits: '#!/bin/sh\nprintf ", as edited" >> "$1"\n',
  'wl-paste': '#!/bin/sh\ncase "$*" in *image*) exit 1;; esac\nprintf "from the clipboard"\n',
};

/** simse in a shell with jobs, which says when it was stopped and lets it go on. */
const JOB = 'set -m; "$@"; echo "-- stopped --"; fg > /dev/null';

test('each key has a case that proves what it does', () => {
  const proven = new Set([...Object.keys(DRAFT_CASES), ...Object.keys(SCREEN_CASES)]);
  expect(PROMPT_KEYS.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  expect(PROMPT_KEYS.filter(({ chords }) => chords.length === 0)).toEqual([]);
});

test('every key of the draft does to it what its name says, by each of its chords', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': [END] } });
  const terminal = await openRepl(sandbox);
  let count = 0;
  for (const { name, chords } of PROMPT_KEYS) {
    const draftCase = DRAFT_CASES[name];
    if (draftCase === undefined) continue;
    for (const chord of chords) {
      const { draft, before = [], typed = 'X', sends } = draftCase;
      const bytes = chordBytes(chord);
      terminal.send(`${draft}${before.map(chordBytes).join('')}${bytes}`);
      if (MAY_GO_ON.test(bytes)) await delay(PAUSE_MS);
      terminal.send(typed);
      terminal.send(KEYS.enter);
      count += 1;
      await expect
        .poll(async () => (await promptsOf(sandbox)).length, { interval: 15, message: chord })
        .toBe(count);
      const sent = (await promptsOf(sandbox)).at(-1);
      expect(fits(sent, sends), `${chord} sends ${sent}`).toBe(true);
    }
  }
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

// The clipboard is asked for by a program of Linux.
test.skipIf(process.platform !== 'linux')('every other key does what its name says', async () => {
  const sandbox = await agentSandbox(SCREEN_SCENARIO);
  const bin = join(sandbox.root, 'bin');
  await writeFiles(bin, PROGRAMS);
  for (const name of Object.keys(PROGRAMS)) await chmod(join(bin, name), 0o755);
  const env = {
    EDITOR: 'edits',
    VISUAL: '',
    WAYLAND_DISPLAY: 'any',
    PATH: `${bin}:${sandbox.env['PATH'] ?? ''}`,
  };
  const command: [string, ...string[]] = ['bash', '-c', JOB, 'bash', process.execPath, SIMSE_BIN];
  const terminal = await openRepl(sandbox, { env, command });
  for (const [name, prove] of Object.entries(SCREEN_CASES)) {
    for (const chord of DEFAULT_KEYMAP.bindings.find((binding) => binding.name === name)?.chords ?? []) {
      await prove(terminal, () => terminal.send(chordBytes(chord)), sandbox);
    }
  }
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

function fits(sent: string | undefined, sends: string | RegExp): boolean {
  return typeof sends === 'string' ? sent === sends : sends.test(sent ?? '');
}
