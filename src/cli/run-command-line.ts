import { CommanderError } from 'commander';
import { cleanText } from '../core/text/clean-text.ts';
import { describeFailure, EXIT_FAILED, EXIT_OK, exitCodeFor, exitCodeOf } from '../core/errors.ts';
import { createProgram } from './create-program.ts';
import type { ProcessContext } from '../platform/process-context.ts';

/** Runs what the command line asks for and returns the exit code. Errors are told on stderr; nothing is thrown. */
export async function runCommandLine(args: string[], context: ProcessContext): Promise<number> {
  const exitCode = await runProgram(args, context);
  const failure = await context.flush();
  if (failure === null || exitCode !== EXIT_OK) return exitCode;
  context.stderr.write(`simse: stdout could not be written: ${failure.message}\n`);
  return EXIT_FAILED;
}

async function runProgram(args: string[], context: ProcessContext): Promise<number> {
  let exitCode = EXIT_OK;
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // Help and version end this way too, with 0; what commander objects to is already on stderr.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT_OK : exitCodeFor('usage');
    // What fails because the run was stopped, failed for that reason.
    const reason: unknown = context.signal.aborted ? context.signal.reason : thrown;
    context.stderr.write(cleanText(describeFailure(reason)));
    return exitCodeOf(reason);
  }
}
