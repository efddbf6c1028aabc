import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import type { Files } from '../helpers/temp-dir.ts';
import { fixture, type Scenario } from './agent-sandbox.ts';

/** A sandbox in which PATH has node and these agents, each of which runs its scenario of mock-agent.mjs. */
export async function machine(
  agents: Record<string, Scenario> = {},
  files: Files = {},
  isFirstRun = false,
): Promise<Sandbox> {
  const sandbox = await createSandbox(files, isFirstRun);
  const bin = join(sandbox.root, 'bin');
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
  for (const [name, scenario] of Object.entries(agents)) await installAgent(bin, name, scenario);
  return { ...sandbox, env: { ...sandbox.env, PATH: bin } };
}

export async function installAgent(folder: string, name: string, scenario: Scenario = {}): Promise<void> {
  const program = join(folder, name);
  await writeFile(`${program}.json`, JSON.stringify(scenario));
  await writeFile(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${fixture('acp/mock-agent.mjs')}' '${program}.json'\n`,
  );
  await chmod(program, 0o755);
}

/** An item of `simse agents list --output-format json`. */
interface Listed {
  name: string;
  kind: string;
  command: string;
  trusted: boolean | null;
  isDefault: boolean;
}

export async function listBackends(sandbox: Sandbox, ...args: string[]): Promise<Listed[]> {
  const { stdout } = await runSimse(sandbox, ['agents', 'list', '--output-format', 'json', ...args]);
  return (JSON.parse(stdout) as { backends: Listed[] }).backends;
}
