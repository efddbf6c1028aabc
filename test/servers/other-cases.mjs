import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonOf, mcpFile } from './mcp-files.mjs';

const BACKGROUND = 'sleep 600 & exec "$0" stdio';
const PARENT = '"$0" stdio; exit $?';

/** server-filesystem and server-memory, and servers that have processes of their own. */
export const OTHER_CASES = [
  files('filesystem: read and list', async (trial, inside) => {
    const list = await trial.call('files/list_directory', { path: '.' });
    trial.expect(/notes\.txt/.test(list.stdout), 'the folder is listed', list);
    const read = await trial.call('files/read_text_file', { path: inside });
    trial.expect(read.stdout.startsWith('written before\n'), 'the file is read', read);
    const media = jsonOf(
      await trial.call('files/read_media_file', { path: inside }, ['--output-format', 'json']),
    );
    trial.expect(media.isError === false, 'bytes are read', media);
  }),
  files('filesystem: write', async (trial) => {
    const written = path.join(trial.sandbox.work, 'made.txt');
    await trial.call('files/write_file', { path: written, content: 'made by a tool\n' });
    const text = await readFile(written, 'utf8').catch(String);
    trial.expect(text === 'made by a tool\n', 'the file is written', text);
  }),
  files('filesystem: outside its folder', async (trial) => {
    const run = await trial.call('files/read_text_file', {
      path: path.join(trial.sandbox.root, 'config/mcp.json'),
    });
    trial.expect(run.exitCode === 1 && /Access denied/.test(run.stdout), 'it is refused', run);
  }),
  files('filesystem: roots', async (trial) => {
    const roots = await trial.call('files/list_allowed_directories');
    trial.expect(roots.stdout.includes(trial.sandbox.work), 'the workspace is allowed', roots);
    const more = await trial.call('files/list_allowed_directories', {}, ['--add-dir', '../home']);
    trial.expect(more.stdout.includes(path.join(trial.sandbox.root, 'home')), '--add-dir is, too', more);
  }),
  memory('memory: remember', async (trial, file) => {
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    const made = await trial.call('memory/create_entities', { entities });
    trial.expect(made.exitCode === 0, 'an entity is made', made);
    const graph = await trial.call('memory/read_graph');
    trial.expect(/likes tea/.test(graph.stdout), 'the next run reads it', graph);
    const text = await readFile(file, 'utf8').catch(String);
    trial.expect(text.includes('"Ada"'), 'it is in the file that env names', text);
    const found = jsonOf(
      await trial.call('memory/search_nodes', { query: 'tea' }, ['--output-format', 'json']),
    );
    trial.expect(found.structuredContent?.entities?.[0]?.name === 'Ada', 'it is found', found);
  }),
  grandchild('sh with a program in the background', ({ bin }) => ['sh', '-c', BACKGROUND, bin('everything')]),
  grandchild('sh that waits for it', ({ bin }) => ['sh', '-c', PARENT, bin('everything')]),
  grandchild(
    'npx',
    () => ['npx', '--no', 'mcp-server-everything', 'stdio'],
    ({ folder }) => ({ cwd: folder }),
  ),
];

function files(name, run) {
  return {
    name,
    async run(trial) {
      const inside = path.join(trial.sandbox.work, 'notes.txt');
      await writeFile(inside, 'written before\n');
      const command = trial.environment.bin('filesystem');
      await trial.write(mcpFile({ name: 'files', command, args: [trial.sandbox.work] }));
      await run(trial, inside);
    },
  };
}

function memory(name, run) {
  return {
    name,
    async run(trial) {
      const file = path.join(trial.sandbox.root, 'data/memory.jsonl');
      const env = { MEMORY_FILE_PATH: file };
      await trial.write(mcpFile({ name: 'memory', command: trial.environment.bin('memory'), env }));
      await run(trial, file);
    },
  };
}

/** A call that ends, and one that is given up; what a run leaves behind fails it. */
function grandchild(name, commandOf, own = () => ({})) {
  return {
    name,
    async run(trial) {
      const [command, ...args] = commandOf(trial.environment);
      await trial.write(mcpFile({ name: 'everything', command, args, ...own(trial.environment) }));
      const run = await trial.call('everything/echo', { message: 'ping' });
      trial.expect(run.stdout === 'Echo: ping\n', 'the tool answers', run);
      const long = 'everything/trigger-long-running-operation';
      const stopped = await trial.call(
        long,
        { duration: 60, steps: 120 },
        ['--output-format', 'stream-json'],
        {
          async during({ until, signal }) {
            if (await until((stdout) => stdout.includes('"progress"'))) signal('SIGTERM');
          },
        },
      );
      trial.expect(stopped.exitCode === 143, 'it ends with 143', stopped);
    },
  };
}
