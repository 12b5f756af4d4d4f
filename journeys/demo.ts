/**
 * Journeys on a fresh demo, the way a customer meets it. Each worker has a server of its own: the example customers on it
 * are shared with nobody who looks at another screen at the same time.
 */
import { test as base } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { quickFolder } from '@candor/testing/quick-folder.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { letTestsVouch } from '@candor/testing/signing.ts';

export type Demo = {
  readonly origin: string;
  /** The operators' door. */
  readonly consoleOrigin: string;
  /** Its data folder, for what operators do beside it. */
  readonly data: string;
};

/**
 * As Playwright's own, and what it opens is opened on that server. A file that leaves behind what others would stumble over,
 * a clock set forward or a thousand cases, says so: `test.use({ leavesBehind: 'what' })` gives it a worker, and thereby a
 * server, of its own.
 */
export const test = base.extend<object, { demo: Demo; leavesBehind: string }>({
  leavesBehind: ['nothing', { scope: 'worker', option: true }],
  demo: [
    // Playwright reads the names of what is asked for off this very pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // Nobody pulls its plug, so nothing is gained by waiting for a disk.
      const folder = makeDataFolder(quickFolder());
      const server = await startServer({ data: folder.path, port: await freePort() });
      // What a journey's tools sign past the console, they sign with keys that the tests vouch for.
      await letTestsVouch(await ownersUrl(folder.path));
      await use({ origin: server.origin, consoleOrigin: server.consoleOrigin, data: folder.path });
      server.process.kill('SIGTERM');
      await server.ended;
      folder.remove();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.origin),
});
