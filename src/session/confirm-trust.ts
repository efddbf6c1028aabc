import { createInterface } from 'node:readline';
import { SimseError } from '../core/errors.ts';
import type { AppContext } from './app-context.ts';
import type { Project } from './load-project.ts';

const QUESTION = 'Do you trust it? y starts it from now on, n goes on without it. [y/N] ';

/**
 * Shows what came with the project and wants to run or allow something, and asks. What the user agrees to is remembered;
 * what not stays in `untrusted`, is not started and does not apply; instead of a declined backend the built-in one is
 * used. Without a terminal nothing is asked.
 */
export async function confirmTrust(app: AppContext, project: Project): Promise<Project> {
  const canAsk = app.stdin.isTTY === true && app.stdout.isTTY === true;
  if (project.untrusted.length === 0 || !canAsk) return project;
  const lines = project.untrusted.map(({ file, name, summary }) => `  ${name}: ${summary}\n    (${file})`);
  app.stdout.write(`This project wants to run or allow the following:\n\n${lines.join('\n')}\n\n`);
  if (!(await agrees(app))) return withoutUntrusted(project);
  for (const subject of project.untrusted) {
    try {
      await project.trust.trust(subject);
    } catch (thrown) {
      app.note(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  return { ...project, untrusted: [] };
}

function withoutUntrusted(project: Project): Project {
  const isBackendDeclined = project.untrusted.some(({ kind }) => kind === 'backend');
  return isBackendDeclined ? { ...project, backend: null } : project;
}

/** Ctrl+D says no. Ctrl+C and signals leave: then it rejects with why. */
async function agrees({ stdin, stdout, signal }: AppContext): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return await new Promise((resolve, reject) => {
      terminal.question(QUESTION, (answer) => resolve(/^y(es)?$/i.test(answer.trim())));
      terminal.once('close', () => resolve(false));
      terminal.once('SIGINT', () => reject(new SimseError('interrupted', 'Interrupted.')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    terminal.close();
    stdout.write('\n');
  }
}
