/** The tests that need no browser: pure tables, and the server's on a real PostgreSQL that is started once for the run. */
import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';
import { compiledMessages } from './web/build/compiled-messages.ts';
import { worldOutlineModule } from './web/build/world-outline.ts';
import { CRASHES, DAYS, DEEPER, FLOODS, SLOW, askedTier, leftOut } from '@candor/testing/tiers.ts';

const tier = askedTier();
/**
 * The files that a worker runs share what they import: reading the server anew for each took a third of all the time. What
 * must not be shared, a database or a server, each file opens for itself.
 */
const TOGETHER = { isolate: false };
/** Where a whole run wants to read what it came to; somebody at a screen reads it there. */
const reportAt = process.env['CANDOR_REPORT'];
const onlyScreens = process.env['CANDOR_SCREENS'];
const patience = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Many tests wait for seconds of a market to pass; four files at a time wait together.
    maxWorkers: 4,
    ...(reportAt !== undefined && { reporters: ['default', 'json'], outputFile: { json: reportAt } }),
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
        // The app's screens in a document of happy-dom, against a server made from the table of calls: no browser, no server.
        plugins: [compiledMessages({ pseudo: false }), worldOutlineModule()],
        resolve: {
          alias: {
            'use-intl/format-message': 'use-intl/format-message/format-only',
            'socket.io-client': fileURLToPath(new URL('web/test/silent-socket.ts', import.meta.url)),
          },
        },
        test: {
          ...patience,
          ...TOGETHER,
          name: 'screens',
          environment: 'happy-dom',
          include: ['web/test/**/*.test.{ts,tsx}'],
          // Each screen is opened once for each refusal of each call: for the long run.
          exclude: tier === 'usual' ? ['web/test/refusals.test.tsx'] : [],
          // Read by Node itself, it would not meet the alias.
          server: { deps: { inline: ['use-intl'] } },
          // Some screens alone, where a tool asks for those that a change touches.
          env: {
            ...(tier === undefined ? {} : { VITE_TIER: tier }),
            ...(onlyScreens === undefined ? {} : { VITE_SCREENS: onlyScreens }),
          },
        },
      },
      {
        resolve: {
          alias: [
            {
              find: /^.*\/password-cost\.ts$/,
              replacement: fileURLToPath(new URL('testing/src/password-cost/cheap.ts', import.meta.url)),
            },
          ],
        },
        test: {
          // The replays of whole days take theirs.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...TOGETHER,
          name: 'server',
          include:
            tier === 'days'
              ? [...DAYS, ...DEEPER]
              : tier === 'slow' || tier === 'share'
                ? SLOW
                : ['{server,testing}/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...CRASHES, ...FLOODS, ...leftOut(tier)],
          globalSetup: 'testing/src/cluster.ts',
        },
      },
      {
        // After all others. Most of their time is a server's that starts or an option's that runs, so two share the machine;
        // how soon a server has to be back grows with what the machine has to do.
        test: {
          testTimeout: 180_000,
          hookTimeout: 180_000,
          name: 'crash',
          include: [...CRASHES, ...FLOODS],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
