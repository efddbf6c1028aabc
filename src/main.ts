import packageJson from '../package.json' with { type: 'json' };

const { version } = packageJson;
const args = process.argv.slice(2);

// The one answer that needs nothing else is given before anything else is loaded.
if (args.length === 1 && ['--version', '-V', '-v'].includes(args[0] ?? '')) {
  process.stdout.on('error', () => {
    process.exitCode = 1;
  });
  process.stdout.write(`${version}\n`);
} else {
  const { runCommandLine } = await import('./cli/run-command-line.ts');
  const { createProcessContext } = await import('./platform/process-context.ts');
  const { endProcess } = await import('./platform/process-context.ts');
  const context = createProcessContext(version, import.meta.url);
  const exitCode = await runCommandLine(args, context);
  await context.flush();
  // Nothing that is left open, an inherited stdin above all, may keep a finished run alive.
  endProcess(exitCode);
}
