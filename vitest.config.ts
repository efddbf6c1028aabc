import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/helpers/closing-line-reporter.ts';
import { SlowFilesFirst } from './test/helpers/slow-files-first.ts';

/** What these files show is how things are before something has been loaded into the process. */
const NEW_PROCESS = ['test/tui/transcript/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build-once.ts'],
    pool: 'forks',
    sequence: { sequencer: SlowFilesFirst },
    // Most tests wait for processes they started, so that more files than cores keep the cores busy.
    maxWorkers: '150%',
    // Far beyond what anything takes: a busy machine must not fail a test.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 25_000 } },
    reporters: ['default', new ClosingLineReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: NEW_PROCESS,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'new process', include: NEW_PROCESS } },
    ],
  },
});
