/** The tests that need no browser: pure tables, and the server's on a real PostgreSQL that is started once for the run. */
import { defineConfig } from 'vitest/config';

/** What starts and kills servers, and measures how soon they are back. */
const CRASHES = [
  'tools/crash.test.ts',
  'tools/spaces.test.ts',
  'server/src/db/postgres.test.ts',
  'server/test/option-crash.test.ts',
];
const patience = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Many tests wait for seconds of a market to pass; four files at a time wait together.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...patience,
          name: 'pure',
          include: ['{console,domain,protocol,verifier,web}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          // The replays of whole days take theirs.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: CRASHES,
          globalSetup: 'tools/testing/cluster.ts',
        },
      },
      {
        // After all others, one file at a time.
        test: {
          testTimeout: 90_000,
          hookTimeout: 90_000,
          name: 'crash',
          include: CRASHES,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
