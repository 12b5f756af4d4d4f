/**
 * The end-to-end tests: a phone's browser against the real server, as a customer uses it. Most wait for nothing but their own
 * screens and share the machine; those that hold a watch to what they see come after them, when it is quiet.
 */
import { defineConfig, devices } from '@playwright/test';

/** Measure how evenly a countdown falls or whether anything moves, or wait for options to end; they need time, not the machine. */
const SLOW = ['first-option', 'options', 'stillness'].map((name) => `**/${name}.test.ts`);

/**
 * What Chromium would do beside showing the page. The first two draw the list under the address bar, in a process of its
 * own that every new window starts: more work than opening the app. The others Playwright turns off itself; of two such
 * lists only the last counts.
 */
const TURNED_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Four keep two cores busy while each waits for its server; of the slow ones each file waits for the market.
  workers: 4,
  projects: [
    { name: 'fast', testIgnore: SLOW, workers: 4 },
    { name: 'slow', testMatch: SLOW, dependencies: ['fast'] },
  ],
  // Patient, since waiting costs nothing where it is not needed and the machine may be busy with others; how soon something
  // has to happen is asserted where it matters, with a time of its own.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Told and counted by tools/e2e-count.ts, which says why.
  retries: 1,
  reporter: 'list',
  use: {
    ...devices['iPhone 15'],
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    // Nine times fewer pixels to draw without a graphics card; nothing here looks at single ones.
    deviceScaleFactor: 1,
    locale: 'en-US',
    // A worker would fetch the whole app ahead in each of hundreds of windows; its own tests allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // Recording what may be looked at later costs a fourth of the time; ask for it when something fails.
    trace: process.env['CANDOR_TRACE'] === '1' ? 'retain-on-failure' : 'off',
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
        `--disable-features=${TURNED_OFF.join(',')}`,
      ],
    },
  },
});
