import { fileURLToPath } from 'node:url';
import { everything, mcpFile } from './mcp-files.mjs';

const AGENT = fileURLToPath(new URL('../fixtures/acp/simse-dialect-agent.mjs', import.meta.url));
const SAMPLE = ['everything/trigger-sampling-request', { prompt: 'Where is the Louvre?', maxTokens: 50 }];
const FORM = 'everything/trigger-elicitation-request';
const PAGE = ['everything/trigger-url-elicitation', { url: 'https://example.org/page' }];
/** The fields of server-everything's form behind the first two. */
const REST = ['first line', 'email address', 'website', 'date of birth', 'integer', 'number'];
const CHOICES = ['friend', 'instruments', 'hero', 'types of fish', 'type of pet'];

/** What server-everything asks of the user and of the user's model. */
export const QUESTION_CASES = [
  question('sampling: no model', {}, async (trial) => {
    const run = await trial.call(...SAMPLE, ['--allow', 'sampling(everything)']);
    trial.expect(run.exitCode === 1 && /no model/.test(run.stdout), 'the server is told', run);
    trial.expect(/everything got no answer of the model/.test(run.stderr), 'the user is told', run);
  }),
  question('sampling: refused', withModel(), async (trial) => {
    const run = await trial.call(...SAMPLE);
    trial.expect(run.exitCode === 1 && !/Paris/.test(run.stdout), 'the model is not asked', run);
    trial.expect(run.stderr.includes("--allow 'sampling(everything)'"), 'the rule is named', run);
  }),
  question('sampling: --allow', withModel(), async (trial) => {
    const run = await trial.call(...SAMPLE, ['--allow', 'sampling(everything)']);
    trial.expect(run.exitCode === 0 && /Paris, of course/.test(run.stdout), 'the model answers', run);
  }),
  question('form: no terminal', {}, async (trial) => {
    const run = await trial.call(FORM);
    trial.expect(/"action": "decline"/.test(run.stdout), 'it is declined', run);
    trial.expect(/declined without a terminal/.test(run.stderr), 'the user is told', run);
  }),
  question('form: answered', {}, async (trial) => {
    const enter = (text) => [text, '\r'];
    const steps = [['legal name', 'Ada\r'], ['Agree', 'yes\r'], ...[...REST, ...CHOICES].map(enter)];
    const run = await trial.callInTerminal(FORM, {}, steps);
    trial.expect(/"action": "accept"/.test(run.stdout), 'it is sent', run);
    trial.expect(/Name: Ada/.test(run.stdout), 'what was typed is in it', run);
    trial.expect(/"untitledSingleSelectEnum": "Monica"/.test(run.stdout), 'defaults are in it', run);
  }),
  question('form: declined', {}, async (trial) => {
    const run = await trial.callInTerminal(FORM, {}, [['legal name', '/decline\r']]);
    trial.expect(/"action": "decline"/.test(run.stdout), 'it is declined', run);
  }),
  question('page: no terminal', {}, async (trial) => {
    const run = await trial.call(...PAGE);
    trial.expect(/"action": "decline"/.test(run.stdout), 'it is declined', run);
    trial.expect(/https:\/\/example\.org\/page/.test(run.stderr), 'the page is named', run);
  }),
];

function question(name, files, run) {
  return {
    name,
    async run(trial) {
      await trial.write({ ...mcpFile(everything(trial)), ...files });
      await run(trial);
    },
  };
}

/** A backend that answers what servers ask its model. */
function withModel() {
  const server = { name: 'model', dialect: 'simse', command: process.execPath, args: [AGENT] };
  return { 'config/acp.json': { servers: [server] } };
}
