import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, END, say, type Step } from './agent-sandbox.ts';

const MODES = {
  currentModeId: 'free',
  availableModes: [{ id: 'free', name: 'Free\u001b[31m', description: 'Runs everything without asking' }],
};
const freeAgent = (...steps: Step[]) => ({
  on: {
    'session/new': [{ result: { sessionId: 's1', modes: MODES } }],
    'session/prompt': [...steps, END],
  },
});

test('-p says on stderr that the agent is in a mode in which it does not ask', async () => {
  const sandbox = await agentSandbox(freeAgent(say('done')));
  const { stdout, stderr } = await runSimse(sandbox, ['-p', 'go']);
  expect(stderr).toMatch(/Its own mode is "Free"\. It does everything without asking\./);
  expect(stdout).toBe('done\n');
});

test('-p says on stderr that the agent has changed to a mode in which it does not ask', async () => {
  const description = 'Asks for approval before every change';
  const careful = { id: 'careful', name: 'Careful', description };
  const modes = { currentModeId: 'careful', availableModes: [...MODES.availableModes, careful] };
  const sandbox = await agentSandbox({
    on: {
      'session/new': [{ result: { sessionId: 's1', modes } }],
      'session/prompt': [
        { update: { sessionUpdate: 'current_mode_update', currentModeId: 'free' } },
        say('done'),
        END,
      ],
    },
  });
  const { stderr } = await runSimse(sandbox, ['-p', 'go']);
  expect(stderr.match(/It does everything without asking/g)).toHaveLength(1);
});
