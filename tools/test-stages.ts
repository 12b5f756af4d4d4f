/** The stages of `npm test`. Each counts its passed and failed tests; a stage that could not run counts as failed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_NAMES, ensureBuilt } from './build-web.mjs';
import { runChecks, show } from './checks.ts';
import type { Check } from './checks.ts';
import { findTestBrowser } from './chromium.ts';
import { failedEndToEnd } from './failed-e2e.ts';
import { AGAIN_MAX, countRun, failedFiles, readRun } from './vitest-count.ts';
import type { EndToEndReport } from './e2e-count.ts';

export type Count = { passed: number; failed: number };
/** Each file with its duration. */
export type Tested = Count & { readonly took: readonly Took[]; readonly unsteady: readonly string[] };
type Took = { readonly file: string; readonly ms: number };

/** Playwright's results are in this folder, which it clears before each run. */
const END_TO_END_RESULTS = 'test-results';

const NOTHING_RAN: Tested = { passed: 0, failed: 1, took: [], unsteady: [] };

export async function builds(): Promise<Count> {
  const count = { passed: 0, failed: 0 };
  for (const name of APP_NAMES) {
    const passed = (await ensureBuilt(name)) === 0;
    console.log(`${passed ? 'passed' : 'FAILED'}  build of ${name}`);
    count[passed ? 'passed' : 'failed'] += 1;
  }
  return count;
}

/** One at a time, because the concurrent tests keep most of the machine busy. */
export async function checks(wanted: readonly Check[]): Promise<Count> {
  const results = await runChecks(wanted, 1);
  const failed = results.filter((result) => !result.passed).length;
  return { passed: results.length - failed, failed };
}

export type Wanted = {
  readonly projects: readonly string[];
  /** Only these files, or those whose paths begin with these texts. */
  readonly files?: readonly string[];
};

/** Runs projects of vitest, whose reports are written to a folder. Files that failed run again, alone. */
export async function unitTests({ projects, files = [] }: Wanted, reports: string): Promise<Tested> {
  const of = projects.map((name) => `--project=${name}`);
  const report = join(reports, `vitest-${projects.join('-')}-${files.length}.json`);
  const code = await show(['vitest', 'run', ...of, ...files], { CANDOR_REPORT: report });
  const first = readRun(report);
  if (first === undefined) return NOTHING_RAN;
  const failed = failedFiles(first);
  if (failed.length === 0 || failed.length > AGAIN_MAX) return countRun({ first, code });
  console.log(`Rerunning the failed files one at a time:\n${failed.map((file) => `  ${file}\n`).join('')}`);
  const repeated = join(reports, `vitest-${projects.join('-')}-${files.length}-again.json`);
  const again = await show(['vitest', 'run', ...of, '--maxWorkers=1', ...failed], {
    CANDOR_REPORT: repeated,
  });
  return countRun({ first, code: again, second: readRun(repeated) });
}

export type EndToEnd = {
  readonly projects: readonly ('fast' | 'slow')[];
  /** Only tests whose files or titles match. */
  readonly only?: readonly string[];
};

/** Playwright's report on the selected end-to-end tests, and the output of those that failed; nothing if none could run. */
export async function endToEnd(
  { projects, only = [] }: EndToEnd,
  reports: string,
): Promise<EndToEndReport | undefined> {
  const browser = findTestBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return undefined;
  }
  const report = join(reports, `${projects.join('-')}.json`);
  const environment = { CHROME_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  // Stages that run at the same time print too, so no line may be overwritten.
  const printing = { PLAYWRIGHT_FORCE_TTY: '0' };
  const of = projects.map((name) => `--project=${name}`);
  const command = ['playwright', 'test', ...of, '--no-deps', '--reporter=list,json', ...only];
  const code = await show(command, { ...environment, ...printing });
  if (!existsSync(report)) return undefined;
  for (const failure of failedEndToEnd(END_TO_END_RESULTS)) console.log(`\n${failure}`);
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as EndToEndReport), code };
}

const SLOWEST = 10;

/** Prints the slowest files, so that a file that became slower is noticed. */
export function slowestSentences(took: readonly Took[]): readonly string[] {
  return took
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
