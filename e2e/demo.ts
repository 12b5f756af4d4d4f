/**
 * Runs end-to-end tests on a fresh demo. Each worker has a separate server, so no other test uses its example customers at the
 * same time.
 */
import { test as base } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { quickFolder } from '@candor/testing/quick-folder.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { letTestsVouch } from '@candor/testing/signing.ts';

export type Demo = {
  readonly origin: string;
  readonly consoleOrigin: string;
  /** For operators' actions outside the console. */
  readonly data: string;
};

/**
 * Playwright's `test`, with the worker's server as the origin of every page. A file that leaves a state that would disturb others
 * (a clock set forward, a thousand cases) declares it: `test.use({ leavesBehind: 'what' })` gives the file a separate worker, and
 * so a separate server.
 */
export const test = base.extend<object, { demo: Demo; leavesBehind: string }>({
  leavesBehind: ['nothing', { scope: 'worker', option: true }],
  demo: [
    // Playwright reads the names of the requested fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // A test loses nothing if the machine loses power, so it does not wait for the disk.
      const folder = makeDataFolder(quickFolder());
      try {
        const server = await startServer({ data: folder.path, port: await freePort() });
        try {
          // Tests sign actions outside the console with keys for which the test's voucher vouches.
          await letTestsVouch(await ownersUrl(folder.path));
          await use({ origin: server.origin, consoleOrigin: server.consoleOrigin, data: folder.path });
        } finally {
          server.process.kill('SIGTERM');
          await server.ended;
        }
      } finally {
        folder.remove();
      }
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.origin),
});
