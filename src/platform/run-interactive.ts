import { execa } from 'execa';

/** Runs a program on simse's own terminal, as a login does. Resolves with its exit code, null when a signal ended it. */
export async function runInteractive(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  const { exitCode } = await execa(command, args, { env, extendEnv: false, stdio: 'inherit', reject: false });
  return exitCode ?? null;
}
