/**
 * `npm test`: every check, every test and every browser journey, and as its last line how many passed and failed. What
 * could not run at all counts as failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_NAMES, ensureBuilt } from './build-web.mjs';
import { CHECKS, runChecks, show } from './checks.ts';
import { JOURNEYS_BROWSER, findJourneysBrowser } from './chromium.ts';
import { installMissing } from './debian.ts';
import { failedJourneys } from './failed-journeys.ts';
import { HLEDGER } from './hledger.ts';
import { ROOT } from './install.mjs';
import { countJourneys, unsteadySentences } from './journey-count.ts';
import type { JourneyReport } from './journey-count.ts';

type Count = { passed: number; failed: number };

/** Where Playwright leaves what it saved, and what it clears before each run. */
const JOURNEY_RESULTS = 'test-results';

const NOTHING_RAN: Count = { passed: 0, failed: 1 };

async function checks(): Promise<Count> {
  const results = await runChecks(CHECKS, 1);
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
  const browser = findJourneysBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return NOTHING_RAN;
  }
  const report = join(reports, 'playwright.json');
  const environment = { CHROME_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await show(['playwright', 'test', '--reporter=list,json'], environment);
  const count = existsSync(report)
    ? countJourneys(JSON.parse(readFileSync(report, 'utf8')) as JourneyReport)
    : { ...NOTHING_RAN, unsteady: [] };
  const { passed, failed, unsteady } = count;
  if (code !== 0 || unsteady.length > 0) {
    for (const told of failedJourneys(JOURNEY_RESULTS)) console.log(`\n${told}`);
  }
  said.push(...unsteadySentences(count));
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
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

/** What is to be read beside the count, at the end, where it is seen. */
const said: string[] = [];
const reports = mkdtempSync(join(tmpdir(), 'candor-reports-'));
// Hundreds of processes read the same sources; compiled once, they are read as that from then on.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
process.chdir(ROOT);
const installing = installMissing([JOURNEYS_BROWSER, HLEDGER]);
const built = await builds();
// Tests wait for seconds of a market to pass; the checks, one at a time, have the machine meanwhile.
const checking = checks();
await installing;
const beside = await Promise.all([checking, unitTests(reports)]);
const counts = [built, ...beside, await journeys(reports)];
rmSync(reports, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const sentence of said) console.log(sentence);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
