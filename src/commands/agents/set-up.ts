import { BACKEND_FORMAT, BUILT_IN_BACKEND, readBackendLayers } from '../../config/backend-config.ts';
import { editConfigFile } from '../../config/edit-config-file.ts';
import { setDefault } from '../../config/edit-entries.ts';
import { layerFile } from '../../config/read-layers.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject, type Project } from '../../session/load-project.ts';
import { type PickItem, pickOne } from '../shared/pick-one.ts';
import { type AgentChoice, findAgentChoices, listAgentChoices } from './agent-choices.ts';
import { saveBackend } from './edit-agents.ts';
import { rememberDeclined } from './first-run.ts';
import { tryChoice } from './try-choice.ts';

const WELCOME =
  'simse drives a coding agent of your choice.\nNothing is installed, started or written before you choose.\n';
const TITLE = 'Which agent do you want to use?';
const KINDS = {
  configured: 'in your acp.json',
  installed: 'installed',
  npx: 'run by npx',
  'built-in': 'built in',
} as const satisfies Record<AgentChoice['kind'], string>;

/** `simse setup`: lets the user choose the default agent. Where nobody can be asked it prints what there is to choose. */
export async function runSetup(app: AppContext): Promise<number> {
  const { stdin, stdout, flags } = app;
  const canAsk = stdin.isTTY === true && stdout.isTTY === true && flags.outputFormat === 'text';
  if (canAsk) await setUp(app);
  else await listAgentChoices(app);
  return 0;
}

/**
 * Lets the user choose the agent that simse drives, tries it, and writes it into their acp.json once it has answered; after one
 * that does not answer they choose again. Who leaves without choosing keeps what there was, and is not asked again by itself.
 */
export async function setUp(app: AppContext): Promise<void> {
  const project = await loadProject(app);
  say(app, WELCOME);
  const choices = await findAgentChoices(app, project);
  for (;;) {
    const id = await pickOne(app, project, { title: TITLE, items: choices.map(toItem) });
    app.signal.throwIfAborted();
    const choice = choices.find(({ name }) => name === id);
    if (choice === undefined) return decline(app, project);
    if (choice.kind === 'built-in') return chooseBuiltIn(app, project);
    if (await tryAndKeep(app, project, choice)) return;
  }
}

/** Each is marked by its number. */
function toItem({ name, kind, title, detail }: AgentChoice, index: number): PickItem {
  return { id: name, cells: [name, title, KINDS[kind], detail], key: String(index + 1) };
}

async function tryAndKeep(app: AppContext, project: Project, choice: AgentChoice): Promise<boolean> {
  const fetches = choice.kind === 'npx' ? `npx ${choice.detail}, which can take a minute; ` : '';
  say(app, `Starting ${choice.name} … (${fetches}Ctrl+C goes back)`);
  const { works, text } = await tryChoice(app, project, choice);
  say(app, text);
  if (!works) {
    say(app, `Nothing was written. simse agents add ${choice.name} --default keeps it all the same.\n`);
    return false;
  }
  for (const line of await makeDefault(app, choice)) say(app, line);
  return true;
}

/** Resolves with what there is to say about it. */
async function makeDefault(app: AppContext, { name, entry }: AgentChoice): Promise<string[]> {
  if (entry !== null) {
    const { file, notes } = await saveBackend(app, entry, { scope: 'user', asDefault: true, force: false });
    return [`It is the default now, in ${file}. \`simse setup\` chooses another one.`, ...notes, ''];
  }
  const file = await writeDefault(app, name);
  return [`It is the default now, in ${file}.`, ''];
}

async function writeDefault({ cwd, dirs }: AppContext, name: string): Promise<string> {
  const places = { cwd, configDir: dirs.configDir };
  const { layers } = await readBackendLayers(places);
  const file = layerFile('acp.json', 'user', layers, places);
  await editConfigFile(file, BACKEND_FORMAT, (text) => setDefault(text, name));
  return file;
}

/** Where no agent is configured, the built-in one answers without any file that says so. */
async function chooseBuiltIn(app: AppContext, project: Project): Promise<void> {
  if (project.config.backends.some(({ origin }) => origin.scope === 'user'))
    await writeDefault(app, BUILT_IN_BACKEND);
  await rememberDeclined(app.dirs.dataDir);
  say(app, 'Using the built-in agent; run `simse setup` to choose another.\n');
}

async function decline(app: AppContext, { backend }: Project): Promise<void> {
  if (backend === null) await rememberDeclined(app.dirs.dataDir);
  const stays =
    backend === null ? 'No agent chosen. Using the built-in one' : `${backend.value.name} stays the default`;
  say(app, `${stays}; run \`simse setup\` to choose.\n`);
}

function say({ stdout }: AppContext, text: string): void {
  stdout.write(`${cleanText(text)}\n`);
}
