/** The journeys: a phone's browser against the real server on a fresh demo, the way a customer meets it. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { defineConfig, devices } from '@playwright/test';

/** Chosen once; the workers that run the journeys load this file too and must find the same. */
process.env['JOURNEY_PORT'] ??= String(await freePort());
const origin = `http://127.0.0.1:${process.env['JOURNEY_PORT']}`;

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['iPhone 15'],
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    // Nine times fewer pixels to draw without a graphics card; nothing here looks at single ones.
    deviceScaleFactor: 1,
    baseURL: origin,
    locale: 'en-US',
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node tools/testing/demo-server.ts --port ${process.env['JOURNEY_PORT']}`,
    url: `${origin}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
