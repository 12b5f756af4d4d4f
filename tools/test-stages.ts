/** The stages of `npm test`, each of which counts passed and failed tests; a stage that could not run counts as failed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_NAMES, ensureBuilt } from './build-web.mjs';
import { CHECKS, runChecks, show } from './checks.ts';
import { findJourneysBrowser } from './chromium.ts';
import { failedJourneys } from './failed-journeys.ts';
import type { JourneyReport } from './journey-count.ts';

export type Count = { passed: number; failed: number };
/** With the files and the duration of each. */
export type Tested = Count & { readonly took: readonly Took[] };
type Took = { readonly file: string; readonly ms: number };

/** The folder of Playwright's results, which it clears before each run. */
const JOURNEY_RESULTS = 'test-results';

const NOTHING_RAN: Tested = { passed: 0, failed: 1, took: [] };

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
};

export async function builds(): Promise<Count> {
  const count = { passed: 0, failed: 0 };
  for (const name of APP_NAMES) {
    const passed = (await ensureBuilt(name)) === 0;
    console.log(`${passed ? 'passed' : 'FAILED'}  build of ${name}`);
    count[passed ? 'passed' : 'failed'] += 1;
  }
  return count;
}

/** One at a time, since the concurrent tests keep most of the machine busy. */
export async function checks(): Promise<Count> {
  const results = await runChecks(CHECKS, 1);
  const failed = results.filter((result) => !result.passed).length;
  return { passed: results.length - failed, failed };
}

export type Wanted = {
  readonly projects: readonly string[];
  /** Only these files, or those whose paths begin with these. */
  readonly files?: readonly string[];
};

/** Runs projects of vitest; their reports are written to a folder. */
export async function unitTests({ projects, files = [] }: Wanted, reports: string): Promise<Tested> {
  const report = join(reports, `vitest-${projects.join('-')}-${files.length}.json`);
  const of = projects.map((name) => `--project=${name}`);
  const code = await show(['vitest', 'run', ...of, ...files], { CANDOR_REPORT: report });
  if (!existsSync(report)) return NOTHING_RAN;
  const found = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  // A file that could not be read, or an error outside any test, fails the run without failing a test.
  const failed = code === 0 ? found.numFailedTests : Math.max(found.numFailedTests, 1);
  const took = found.testResults.map(({ name, startTime, endTime }) => ({
    file: name.slice(process.cwd().length + 1),
    ms: endTime - startTime,
  }));
  return { passed: found.numPassedTests, failed, took };
}

export type Journeys = {
  readonly projects: readonly ('brisk' | 'patient')[];
  /** Only those whose files or titles match. */
  readonly only?: readonly string[];
};

/** Playwright's report on some end-to-end tests, and the output of those that failed; nothing if none could run. */
export async function journeys(
  { projects, only = [] }: Journeys,
  reports: string,
): Promise<JourneyReport | undefined> {
  const browser = findJourneysBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return undefined;
  }
  const report = join(reports, `${projects.join('-')}.json`);
  const environment = { CHROME_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  // Other stages print at the same time, so no line may be overwritten.
  const printing = { PLAYWRIGHT_FORCE_TTY: '0' };
  const of = projects.map((name) => `--project=${name}`);
  const command = ['playwright', 'test', ...of, '--no-deps', '--reporter=list,json', ...only];
  const code = await show(command, { ...environment, ...printing });
  if (!existsSync(report)) return undefined;
  for (const told of failedJourneys(JOURNEY_RESULTS)) console.log(`\n${told}`);
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as JourneyReport), code };
}

const SLOWEST = 10;

/** The slowest files, to make one that grew visible. */
export function slowestSentences(took: readonly Took[]): readonly string[] {
  return took
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
