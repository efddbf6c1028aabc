import { exists, TOOL_CASES } from './tool-cases.mjs';

const STREAM = ['--output-format', 'stream-json'];
const BYPASS = ['--permission-mode', 'bypassPermissions'];

/**
 * The cases, in the order of the table. Prompts are in the words of the scripted model; those `withoutModel` are for agents
 * that follow a script of their own as well.
 */
export const CASES = [
  {
    name: 'backends test',
    withoutModel: true,
    async run(trial) {
      const run = await trial.start(['agents', 'test', '--output-format', 'json']);
      const said = parse(run.stdout);
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(
        said.error === null && said.session?.settings !== undefined,
        'both steps are answered',
        run,
      );
    },
  },
  {
    name: 'plain',
    withoutModel: true,
    async run(trial) {
      const run = await trial.prompt('Say something, please.', BYPASS);
      const answer = trial.agent.model === false ? /\S\n$/ : /^Hello from .*END-OF-REPLY\n$/s;
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(answer.test(run.stdout), 'stdout is the answer', run.stdout);
    },
  },
  ...TOOL_CASES,
  {
    name: 'cancel',
    async run(trial) {
      const run = await trial.prompt('SLOW n=400 delay=60', STREAM, {
        async during({ until, signal }) {
          if (await until((stdout) => /word5\b/.test(stdout))) signal('SIGINT');
        },
      });
      expectCancelled(trial, run);
      const { result = '' } = lines(run).at(-1) ?? {};
      trial.expect(/word5\b/.test(result) && !/word400\b/.test(run.stdout), 'what had come is there', run);
    },
  },
  {
    name: 'cancel: in a command',
    async run(trial) {
      const command = 'TOOL shell cmd="touch made-by-shell.txt && sleep 77 && touch finished.txt"';
      const run = await trial.prompt(command, [...STREAM, ...BYPASS], {
        async during({ until, signal, sandbox }) {
          if (await until(() => exists({ sandbox }, 'made-by-shell.txt'))) signal('SIGINT');
        },
      });
      expectCancelled(trial, run);
      trial.expect(!(await exists(run, 'finished.txt')), 'the command is ended', run);
    },
  },
  {
    name: 'plan',
    async run(trial) {
      const run = await trial.prompt('TOOL plan items="look around|change things|check them"', [
        ...STREAM,
        ...BYPASS,
      ]);
      const plans = lines(run).filter(({ type }) => type === 'plan');
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(plans.at(-1)?.entries.length === 3, 'the plan has three entries', plans);
    },
  },
  {
    name: 'thought',
    async run(trial) {
      const prompt = 'THINK I am thinking about this with some care\nSAY the answer is four';
      const run = await trial.prompt(prompt, STREAM);
      const said = (role) =>
        lines(run)
          .filter((line) => line.role === role)
          .map(({ text }) => text)
          .join('');
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(/thinking about this/.test(said('thought')), 'the thought is told', run.stdout);
      trial.expect(
        said('agent').trim() === 'the answer is four',
        'the answer is only the answer',
        run.stdout,
      );
    },
  },
  {
    // That nothing of it reaches the terminal is held against every run.
    name: 'hostile output',
    async run(trial) {
      const run = await trial.prompt('HOSTILE');
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(/after-hostile/.test(run.stdout), 'the text is there', run.stdout);
      const command = `TOOL shell cmd="printf '\\\\033[31mRED\\\\033]0;title\\\\007 done'"`;
      const tool = await trial.prompt(command, BYPASS);
      trial.expect(/done/.test(tool.stdout), 'the output of the command is quoted', tool);
    },
  },
  {
    name: '3000 lines',
    async run(trial) {
      const run = await trial.prompt('LONG lines=3000');
      const numbers = [...run.stdout.matchAll(/^line (\d+) of 3000: /gm)].map(([, number]) => Number(number));
      trial.expect(run.exitCode === 0, 'it ends with 0', run);
      trial.expect(
        numbers.length === 3000 && numbers.every((number, index) => number === index + 1),
        'every line is there once and in order',
        numbers.length,
      );
    },
  },
  {
    name: 'model error',
    async run(trial) {
      const run = await trial.prompt('ERROR status=400 message="scripted \\u001b[31mfailure"');
      trial.expect(run.exitCode === 1, 'it ends with 1', run);
      trial.expect(/scripted failure/.test(run.stderr), 'why is on stderr', run.stderr);
    },
  },
  {
    name: 'hanging model',
    async run(trial) {
      const run = await trial.prompt('HANG', ['--timeout', '8']);
      trial.expect(run.exitCode === 3, 'it ends with 3', run);
      trial.expect(run.milliseconds >= 8000 && run.milliseconds < 16_000, 'it ends when its time is up', run);
      trial.expect(/longer than 8 s/.test(run.stderr), 'why is on stderr', run.stderr);
    },
  },
  {
    name: 'no login',
    needs: 'unauthenticated',
    async run(trial) {
      const run = await trial.prompt('Hello?', ['--timeout', '30'], { command: trial.agent.unauthenticated });
      trial.expect(run.exitCode === 6, 'it ends with 6', run);
      trial.expect(/needs a login/.test(run.stderr), 'what is missing is on stderr', run.stderr);
    },
  },
  {
    name: '--model',
    async run(trial) {
      const { stdout } = await trial.start(['agents', 'test', '--output-format', 'json']);
      const model = parse(stdout).session?.settings.find(({ category }) => category === 'model');
      const other = model?.choices.find(({ value }) => value !== model.value) ?? model?.choices[0];
      trial.expect(other !== undefined, 'it offers models', stdout);
      if (other === undefined) return;
      const run = await trial.prompt('SAY chosen', ['--model', other.value]);
      trial.expect(run.exitCode === 0 && run.stdout === 'chosen\n', 'it answers with that model', run);
      trial.expect((await modelOf(trial, run)) === other.value, 'the session has that model', other);
      const unknown = await trial.prompt('SAY chosen', ['--model', 'no-such-model']);
      trial.expect(
        unknown.exitCode === 2 && unknown.stderr.includes(other.value),
        'another name is refused',
        unknown,
      );
    },
  },
  {
    name: 'resume',
    async run(trial) {
      const first = await trial.prompt('SAY the word is xyzzy');
      const { sandbox } = first;
      const second = await trial.start(['-p', 'And again?', '--continue'], { sandbox });
      trial.expect(first.exitCode === 0 && second.exitCode === 0, 'both end with 0', second);
      const events = await eventsOf(trial, second);
      const [before, after] = events.filter(({ type }) => type === 'backend_ready');
      const goesOn = before !== undefined && before.backendSessionId === after?.backendSessionId;
      const isTold = /conversation so far/i.test(second.stdout);
      trial.expect(goesOn || isTold, 'the agent goes on with its session, or is told what was said', second);
    },
  },
];

function expectCancelled(trial, run) {
  const { subtype, stop_reason } = lines(run).at(-1) ?? {};
  trial.expect(run.exitCode === 130, 'it ends with 130', run);
  trial.expect(subtype === 'cancelled' && stop_reason === 'cancelled', 'it is said to be cancelled', run);
  trial.expect(run.milliseconds < 60_000, 'it does not wait for the end', run);
}

/** The model that the newest session of a run ended with. */
async function modelOf(trial, run) {
  const events = await eventsOf(trial, run);
  const options = events.filter(({ type }) => type === 'config_options').at(-1)?.options;
  return options?.find(({ category }) => category === 'model')?.value;
}

/** What simse recorded of the newest session. */
async function eventsOf(trial, { sandbox }) {
  const listed = await trial.start(['sessions', 'list', '--output-format', 'json'], { sandbox });
  const id = parse(listed.stdout).sessions?.[0]?.id ?? '';
  const shown = await trial.start(['sessions', 'show', id, '--output-format', 'json'], { sandbox });
  return parse(shown.stdout).events ?? [];
}

function lines({ stdout }) {
  return stdout.split('\n').filter(Boolean).map(parse);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // What was expected of it is then told by the case.
    return {};
  }
}
