import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/helpers/closing-line-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/helpers/build-once.ts'],
    pool: 'forks',
    // Most tests wait for processes they started, so that as many files as cores keep the cores busy.
    maxWorkers: '100%',
    // Far beyond what anything takes: a busy machine must not fail a test.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 25_000 } },
    reporters: ['default', new ClosingLineReporter()],
  },
});
