/**
 * The end-to-end tests: a phone's browser against the real server, as a customer uses it. Most wait only for their own
 * screens and share the machine. Tests that measure time run after them, when the machine is quiet.
 */
import { defineConfig, devices } from '@playwright/test';

/**
 * These measure a newcomer, a countdown or whether anything moves, or wait for options to expire; they need time, not
 * the machine.
 */
const SLOW = ['first-minute', 'first-option', 'options', 'stillness'].map((name) => `**/${name}.test.ts`);

/**
 * Features of Chromium other than showing the page. The first two generate the list under the address bar in a separate
 * process for every new window, which is more work than opening the app. Playwright itself turns off the others; of two such
 * lists, only the last one counts.
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
  // Four keep two cores busy while each waits for its server. Each file of the slow tests waits for the market.
  workers: 4,
  projects: [
    { name: 'fast', testIgnore: SLOW, workers: 4 },
    { name: 'slow', testMatch: SLOW, dependencies: ['fast'] },
  ],
  // Long, because waiting costs nothing where it is not needed, and the machine may be busy. Where it matters how soon
  // something happens, the test asserts that with a time limit of its own.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Reported and counted by tools/e2e-count.ts, which states the reason.
  retries: 1,
  reporter: 'list',
  use: {
    ...devices['iPhone 15'],
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    // Nine times fewer pixels to draw without a graphics card; no test looks at single pixels.
    deviceScaleFactor: 1,
    locale: 'en-US',
    // A worker would prefetch the whole app in each of hundreds of windows; its own tests allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // Recording a trace takes a quarter of the time; enable it if something fails.
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
