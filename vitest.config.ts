/** The tests that need no browser: pure tables, and the server's on a real PostgreSQL that is started once for the run. */
import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';
import { compiledMessages } from './web/build/compiled-messages.ts';
import { worldOutlineModule } from './web/build/world-outline.ts';
import { CRASHES, DAYS, DEEPER, FLOODS, SLOW, askedTier, leftOut } from '@candor/testing/tiers.ts';

const tier = askedTier();
/**
 * The files of a worker share their imports: importing the server again for each file took a third of the total time. Each
 * file opens for itself what must not be shared, such as a database or a server.
 */
const TOGETHER = { isolate: false };
/** The file for the results of a complete run. Without it, the results are only printed. */
const reportAt = process.env['CANDOR_REPORT'];
const onlyScreens = process.env['CANDOR_SCREENS'];
const patience = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Many tests wait seconds for the market; four files at a time wait together.
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
          // Otherwise, a click on a download would put the file's address in place of the page's, for every later file of the worker.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          include: ['web/test/**/*.test.{ts,tsx}'],
          // Each screen is opened once for each refusal of each call: for the long run.
          exclude: tier === 'usual' ? ['web/test/refusals.test.tsx'] : [],
          // If Node itself loaded it, the alias would not apply.
          server: { deps: { inline: ['use-intl'] } },
          // Limits the run to some screens, if a tool requests only those that a change affects.
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
          // The replays of whole days need this long.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...TOGETHER,
          name: 'server',
          include:
            tier === 'days'
              ? [...DAYS, ...DEEPER]
              : tier === 'slow' || tier === 'share'
                ? SLOW
                : ['{server,testing}/{src,test}/**/*.test.ts', '{sim,tools}/**/*.test.ts'],
          exclude: [...CRASHES, ...FLOODS, ...leftOut(tier)],
          globalSetup: 'testing/src/cluster.ts',
        },
      },
      {
        // Runs after all others. Most of the time is spent waiting for a server to start or an option to expire, so two
        // files share the machine. The time within which a server must be back grows with the load of the machine.
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
