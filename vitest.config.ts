import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/helpers/closing-line-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/helpers/build-once.ts'],
    pool: 'forks',
    // Most tests wait for processes they started, so that as many files as cores keep the cores busy.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', new ClosingLineReporter()],
  },
});
