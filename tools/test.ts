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
import { SECOND_TRIES_MAX, countJourneys, unsteadySentences } from './journey-count.ts';
import type { JourneyReport } from './journey-count.ts';
import { NGINX } from './nginx.ts';

type Count = { passed: number; failed: number };
/** With the names of those that passed at the second try only. */
type Tested = Count & { readonly unsteady: readonly string[] };

/** Where Playwright leaves what it saved, and what it clears before each run. */
const JOURNEY_RESULTS = 'test-results';

const NOTHING_RAN: Count = { passed: 0, failed: 1 };

async function checks(): Promise<Count> {
  const results = await runChecks(CHECKS, 1);
  const failed = results.filter((result) => !result.passed).length;
  return { passed: results.length - failed, failed };
}

async function unitTests(projects: readonly string[], reports: string): Promise<Tested> {
  const [report, unsteadyAt] = ['vitest', 'unsteady'].map((what) =>
    join(reports, `${what}-${projects.join('-')}.json`),
  ) as [string, string];
  const of = projects.map((name) => `--project=${name}`);
  const code = await show(['vitest', 'run', ...of], { CANDOR_REPORT: report, CANDOR_UNSTEADY: unsteadyAt });
  if (!existsSync(report) || !existsSync(unsteadyAt)) return { ...NOTHING_RAN, unsteady: [] };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  const unsteady = JSON.parse(readFileSync(unsteadyAt, 'utf8')) as string[];
  // A file that could not be read, or an error outside any test, fails the run without failing a test.
  const failed = code === 0 ? numFailedTests : Math.max(numFailedTests, 1);
  return { passed: numPassedTests, failed, unsteady };
}

/** What Playwright reports of one project, and what it says of those that failed; nothing when none of it could run. */
async function journeys(project: 'brisk' | 'patient', reports: string): Promise<JourneyReport | undefined> {
  const browser = findJourneysBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return undefined;
  }
  const report = join(reports, `${project}.json`);
  const environment = { CHROME_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  // Others print at the same time, so no line may be written over.
  const printing = { PLAYWRIGHT_FORCE_TTY: '0' };
  const command = ['playwright', 'test', `--project=${project}`, '--no-deps', '--reporter=list,json'];
  const code = await show(command, { ...environment, ...printing });
  if (!existsSync(report)) return undefined;
  for (const told of failedJourneys(JOURNEY_RESULTS)) console.log(`\n${told}`);
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as JourneyReport), code };
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
// Hundreds of processes read the same sources; compiled once, they are read as that from then on.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
process.chdir(ROOT);
const installing = installMissing([JOURNEYS_BROWSER, HLEDGER, NGINX]);
const built = await builds();
// One at a time, since the tests beside them keep most of the machine busy.
const checking = checks();
await installing;
const [checked, tested] = await Promise.all([checking, unitTests(['pure', 'server'], reports)]);
// Beside the tests of the server they would only wait for the same two cores, and for each other's time-outs.
const brisk = await journeys('brisk', reports);
// Servers that are killed and options that run out spend their time waiting, so they wait together.
const [crashed, patient] = await Promise.all([unitTests(['crash'], reports), journeys('patient', reports)]);
const journeyed = countJourneys([brisk, patient]);
const counts = [built, checked, tested, crashed, journeyed];
rmSync(reports, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const tooMany = tested.unsteady.length + crashed.unsteady.length > SECOND_TRIES_MAX ? 1 : 0;
const failed = counts.reduce((sum, count) => sum + count.failed, tooMany);
// At the end, where it is seen.
const unsteady = [...tested.unsteady, ...crashed.unsteady];
const sentences = [
  ...unsteadySentences('journeys', journeyed.unsteady),
  ...unsteadySentences('tests', unsteady),
];
for (const sentence of sentences) console.log(sentence);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
