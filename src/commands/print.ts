import type { ContentBlock } from '../core/content.ts';
import { SimseError } from '../core/errors.ts';
import { runHeadless } from '../headless/run-headless.ts';
import type { AppContext } from '../session/app-context.ts';
import { loadProject, refuseUntrusted } from '../session/load-project.ts';
import { openSession } from '../session/open-session.ts';
import { findEarlierSession } from '../session/records/earlier-session.ts';
import { FIRST_BYTE_MS, readPipedInput } from './shared/read-piped-input.ts';

/** `simse -p`: one prompt, its answer on stdout. */
export async function runPrint(app: AppContext, prompt: string | null): Promise<number> {
  const blocks = await readPrompt(app, prompt);
  const earlier = await findEarlierSession(app);
  const project = await loadProject(app, earlier?.backend?.name);
  refuseUntrusted(project);
  for (const warning of [...project.config.warnings, project.trust.warning ?? []].flat()) app.note(warning);
  await using session = await openSession(app, project, earlier, false);
  const timeoutMs = project.config.settings.timeoutMs;
  return await runHeadless({
    session,
    prompt: blocks,
    format: app.flags.outputFormat,
    stdout: app.stdout,
    note: app.note,
    signal: app.signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** The prompt from the argument, from stdin, or from both: then stdin is context under the prompt. */
async function readPrompt(app: AppContext, argument: string | null): Promise<ContentBlock[]> {
  const wantsStdin = argument === '-';
  const prompt = wantsStdin || argument === null || argument.trim() === '' ? null : argument;
  const piped = await readStdin(app, wantsStdin, prompt !== null);
  if (prompt !== null) {
    const context: ContentBlock[] =
      piped === '' ? [] : [{ type: 'resource', uri: 'stdin:', mimeType: 'text/plain', text: piped }];
    return [{ type: 'text', text: prompt }, ...context];
  }
  if (piped.trim() === '') {
    throw new SimseError('usage', 'There is no prompt.', {
      hint: 'Give one as an argument (simse -p "read README.md") or on stdin (echo "read README.md" | simse -p).',
    });
  }
  return [{ type: 'text', text: piped }];
}

async function readStdin(app: AppContext, patient: boolean, hasPrompt: boolean): Promise<string> {
  if (app.stdin.isTTY === true && !patient) return '';
  const text = await readPipedInput(app.stdin, { patient, signal: app.signal });
  if (text !== null) return text;
  const waited = `Nothing came on stdin within ${FIRST_BYTE_MS / 1000} s`;
  if (hasPrompt) app.note(`${waited}; continuing without it. Use </dev/null to skip the wait.`);
  else app.note(`${waited}. simse -p - waits for as long as it takes.`);
  return '';
}
