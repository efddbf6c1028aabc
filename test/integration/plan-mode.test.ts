import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, END, type Step } from './agent-sandbox.ts';
import { modelSandbox } from './model-sandbox.ts';
import { answerDialog, openRepl, prompt } from './repl.ts';

const PLAN = '# Fix the cart\n\n1. **Guard** empty carts\n2. Add a test';
const EDIT = { toolCallId: 't2', title: 'Edit a.txt', kind: 'edit' };

const planning = (plan: string, ...after: Step[]) => ({
  on: {
    'session/prompt': [
      {
        call: {
          method: 'session/request_permission',
          params: {
            sessionId: 's1',
            toolCall: {
              toolCallId: 't1',
              kind: 'switch_mode',
              title: 'Approve Plan',
              rawInput: { plan, allowedPrompts: [{ tool: 'Bash', prompt: 'run anything' }] },
              _meta: { claudeCode: { toolName: 'ExitPlanMode' } },
            },
            options: [
              { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
              { optionId: 'exit-plan-bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
              { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
            ],
          },
        },
      },
      ...after,
      END,
    ],
  },
});
const edit: Step = {
  call: {
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: { ...EDIT, content: [{ type: 'diff', path: '$cwd/a.txt', oldText: 'a', newText: 'b' }] },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
  },
};
const answered = (sent: Record<string, unknown>[]) =>
  JSON.stringify(sent.filter((message) => 'result' in message).map(({ result }) => result));

test('in plan mode the plan is shown as it reads, and approving it leaves plan mode', async () => {
  const sandbox = await agentSandbox(planning(PLAN, edit), { 'work/a.txt': 'a' });
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'plan']);
  prompt(terminal, 'go');
  await terminal.waitFor('1. Guard empty carts');
  expect(terminal.screen()).not.toContain('"plan"');
  expect(terminal.screen()).toContain('Keep planning');
  // What approving would allow besides is shown with it.
  expect(terminal.screen()).toContain('run anything');
  expect(terminal.screen()).not.toContain('bypass');
  await answerDialog(terminal, 'Carry out this plan', '2');
  await expect.poll(async () => answered(await sandbox.sent())).toContain('"optionId":"yes"');
  expect(answered(await sandbox.sent())).toContain('"optionId":"exit-plan-default"');
  await terminal.waitFor(/acceptEdits|accepts? edits/i);
});

test('a plan that is not approved can be answered with words, and plan mode stays', async () => {
  const sandbox = await agentSandbox(planning(PLAN));
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'plan']);
  prompt(terminal, 'go');
  await answerDialog(terminal, 'Carry out this plan', '3');
  await expect.poll(async () => answered(await sandbox.sent())).toContain('"optionId":"reject"');
  await terminal.waitFor('‖ plan');
});

test('a plan of many pages can be read whole before it is answered', async () => {
  const steps = Array.from({ length: 200 }, (_, index) => `${index + 1}. Step number ${index + 1}`);
  const sandbox = await agentSandbox(planning(steps.join('\n')));
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'plan']);
  prompt(terminal, 'go');
  await terminal.waitFor(/more lines, d to show all/);
  await answerDialog(terminal, 'Carry out this plan', 'd');
  await terminal.waitFor('Asked by mock');
  terminal.send('G');
  expect(await terminal.waitFor('Step number 200')).toContain('end');
});

test('without a terminal the plan is the answer, and it is said what would carry it out', async () => {
  const sandbox = await agentSandbox(planning(PLAN));
  const { stdout, stderr } = await runSimse(sandbox, ['-p', 'go', '--permission-mode', 'plan']);
  expect(stdout).toContain(PLAN);
  expect(stderr).toContain('--permission-mode acceptEdits');
  expect(answered(await sandbox.sent())).toContain('"optionId":"reject"');
});

test.each([
  ['a rule that allows everything', ['--allow', '*']],
  ['the mode acceptEdits', ['--permission-mode', 'acceptEdits']],
])('%s approves of no plan', async (_, args) => {
  const sandbox = await agentSandbox(planning(PLAN));
  await runSimse(sandbox, ['-p', 'go', ...args]);
  expect(answered(await sandbox.sent())).toContain('"optionId":"reject"');
});

const propose = { call: 'exit_plan_mode', args: { plan: PLAN } };

test('the built-in agent shows its plan, and carries it out when it is approved', async () => {
  const write = { call: 'write_file', args: { path: 'b.txt', content: 'new\n' } };
  const sandbox = await modelSandbox('openai', [
    { steps: [propose] },
    { when: 'plan mode is over', steps: [write] },
    { when: 'Created b.txt', steps: [{ text: 'All done.' }] },
  ]);
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'plan']);
  prompt(terminal, 'make b.txt');
  await terminal.waitFor('1. Guard empty carts');
  await answerDialog(terminal, 'Carry out this plan', '2');
  await terminal.waitFor('All done.');
  expect(await sandbox.read('b.txt')).toBe('new\n');
});

test('the built-in agent goes on planning when its plan is rejected, and still changes nothing', async () => {
  const write = { call: 'write_file', args: { path: 'b.txt', content: 'new\n' } };
  const sandbox = await modelSandbox('openai', [
    { steps: [propose] },
    { when: 'plan mode continues', steps: [write] },
    { when: 'write_file', steps: [{ text: 'What should be different?' }] },
  ]);
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'plan']);
  prompt(terminal, 'make b.txt');
  await answerDialog(terminal, 'Carry out this plan', '3');
  await terminal.waitFor('What should be different?');
  expect(await sandbox.read('b.txt')).toBeNull();
});
