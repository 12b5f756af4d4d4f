/** The tests that need no browser: pure tables, and the server's on a real PostgreSQL that is started once for the run. */
import { defineConfig } from 'vitest/config';
import { UnsteadyTests } from './tools/testing/unsteady-tests.ts';

/** What starts and kills servers, and measures how soon they are back. */
const CRASHES = [
  'tools/crash.test.ts',
  'tools/spaces.test.ts',
  'server/src/db/postgres.test.ts',
  'server/test/option-crash.test.ts',
  'server/test/levels-crash.test.ts',
  'server/test/fund-crash.test.ts',
];
/**
 * What takes most and changes least: whole days of history, ten thousand guesses, the largest pictures, floods that want the
 * machine for themselves. `npm run test:long`
 * runs them with all the rest; `npm test` takes about a quarter of an hour without them.
 */
const LONG = [
  'server/test/nights.test.ts',
  'server/test/replay-orders.test.ts',
  'server/test/replay-positions.test.ts',
  'server/test/option-trades.test.ts',
  'server/test/void-bot.test.ts',
  'server/test/held-up-day.test.ts',
  'server/test/credit-bots-days.test.ts',
  'server/test/greedy-connections.test.ts',
  'server/test/option-groups.test.ts',
  'server/test/option-mirror.test.ts',
  'server/test/fill-latency-day.test.ts',
  'server/src/features/security/guessing.test.ts',
  'tools/hostile-uploads.test.ts',
];
const leftOut = process.env['CANDOR_LONG'] === '1' ? [] : LONG;
/**
 * The files that a worker runs share what they import: reading the server anew for each took a third of all the time. What
 * must not be shared, a database or a server, each file opens for itself.
 */
const TOGETHER = { isolate: false };
/** Where a whole run wants to read what it came to; somebody at a screen reads it there. */
const [reportAt, unsteadyAt] = [process.env['CANDOR_REPORT'], process.env['CANDOR_UNSTEADY']];
/** What waits for a server, a market or another process may be late once on a busy machine; who was is named. */
const SECOND_TRY = { retry: 1 };
const patience = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Many tests wait for seconds of a market to pass; four files at a time wait together.
    maxWorkers: 4,
    ...(reportAt !== undefined &&
      unsteadyAt !== undefined && {
        reporters: ['default', 'json', new UnsteadyTests(unsteadyAt)],
        outputFile: { json: reportAt },
      }),
    projects: [
      {
        test: {
          ...patience,
          ...TOGETHER,
          name: 'pure',
          include: ['{client,console,domain,protocol,verifier,web}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          // The replays of whole days take theirs.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...SECOND_TRY,
          ...TOGETHER,
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...CRASHES, ...leftOut],
          globalSetup: 'tools/testing/cluster.ts',
        },
      },
      {
        // After all others. Most of their time is a server's that starts or an option's that runs, so two share the machine;
        // how soon a server has to be back grows with what the machine has to do.
        test: {
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...SECOND_TRY,
          name: 'crash',
          include: CRASHES,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
