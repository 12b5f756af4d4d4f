/** The tests that need no browser: pure tables, and the server's on a real PostgreSQL that is started once for the run. */
import { defineConfig } from 'vitest/config';

const CRASHES = 'tools/crash.test.ts';
const patience = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...patience, name: 'pure', include: ['{domain,protocol,web}/src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...patience,
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [CRASHES],
          globalSetup: 'tools/testing/cluster.ts',
        },
      },
      {
        // After all others and alone: it measures how soon a killed server is back.
        test: {
          testTimeout: 90_000,
          hookTimeout: 90_000,
          name: 'crash',
          include: [CRASHES],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
