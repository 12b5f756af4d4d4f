/**
 * `npm test`: every check, every test and every browser journey, and as its last line how many passed and failed. What
 * could not run at all counts as failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_NAMES, ensureBuilt } from './build-web.mjs';
import { CHECKS, runChecks, show } from './checks.ts';
import { findChromium } from './chromium.ts';
import { failedJourneys } from './failed-journeys.ts';
import { ROOT } from './install.mjs';

type Count = { passed: number; failed: number };

/** Where Playwright leaves what it saved, and what it clears before each run. */
const JOURNEY_RESULTS = 'test-results';

const NOTHING_RAN: Count = { passed: 0, failed: 1 };

async function checks(): Promise<Count> {
  const results = await runChecks(CHECKS);
  const failed = results.filter((result) => !result.passed).length;
  return { passed: results.length - failed, failed };
}

async function unitTests(reports: string): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await show(['vitest', 'run', ...reporters]);
  if (!existsSync(report)) return NOTHING_RAN;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  // A file that could not be read, or an error outside any test, fails the run without failing a test.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(numFailedTests, 1) };
}

async function journeys(reports: string): Promise<Count> {
  const browser = findChromium();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return NOTHING_RAN;
  }
  const report = join(reports, 'playwright.json');
  const environment = { CHROME_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await show(['playwright', 'test', '--reporter=list,json'], environment);
  if (code !== 0) for (const told of failedJourneys(JOURNEY_RESULTS)) console.log(`\n${told}`);
  if (!existsSync(report)) return NOTHING_RAN;
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  // A journey that passed only at its second try has not passed.
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: code === 0 ? failed : Math.max(failed, 1) };
}

async function builds(): Promise<Count> {
  const count = { passed: 0, failed: 0 };
  for (const name of APP_NAMES) {
    const passed = (await ensureBuilt(name)) === 0;
    console.log(`${passed ? 'passed' : 'FAILED'}  build of ${name}`);
    count[passed ? 'passed' : 'failed'] += 1;
  }
  return count;
}

const reports = mkdtempSync(join(tmpdir(), 'candor-reports-'));
process.chdir(ROOT);
const counts = [await checks(), await builds(), await unitTests(reports), await journeys(reports)];
rmSync(reports, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
