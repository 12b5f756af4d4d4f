/**
 * Computes the result of a run of the end-to-end tests. A failed test is retried once, in a new browser on a separate server,
 * because on a shared machine one window in a thousand opens late. To keep failures visible, every test that passed only at the
 * second attempt is named, and the output of its first attempt is printed as for a failed test. A busy machine can't explain more
 * than a few of them, so if there are more, each of them counts as failed.
 */

/** The part of the report of Playwright's JSON reporter that is read here. */
export type EndToEndReport = {
  readonly suites?: readonly Suite[];
  /** A file that cannot be read is an error of the process: it fails the run without failing a test. */
  readonly code?: number;
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
};
type Suite = {
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
};
type Spec = {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly tests: readonly { readonly status: string }[];
};

/** The maximum number of tests that may need a second attempt. */
export const SECOND_TRIES_MAX = 2;

export type EndToEndCount = {
  readonly passed: number;
  readonly failed: number;
  /** The tests that passed only at the second attempt. */
  readonly unsteady: readonly string[];
};

/** Adds up the counts of the runs. A run without a report could not run, and counts as a failure. */
export function countEndToEnd(runs: readonly (EndToEndReport | undefined)[]): EndToEndCount {
  const reports = runs.filter((run) => run !== undefined);
  const sum = (of: keyof EndToEndReport['stats']) =>
    reports.reduce((total, { stats }) => total + stats[of], 0);
  const [expected, flaky] = [sum('expected'), sum('flaky')];
  // A failure outside of any test fails its run too.
  const failed = runs.reduce((total, run) => total + failuresOf(run), 0);
  const unsteady = reports
    .flatMap(({ suites = [] }) => specsOf(suites))
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  return flaky > SECOND_TRIES_MAX
    ? { passed: expected, failed: failed + flaky, unsteady }
    : { passed: expected + flaky, failed, unsteady };
}

function failuresOf(run: EndToEndReport | undefined): number {
  if (run === undefined) return 1;
  const { stats, code = 0 } = run;
  const nothingRan = stats.expected + stats.flaky === 0;
  return Math.max(stats.unexpected, code !== 0 || nothingRan ? 1 : 0);
}

function specsOf(suites: readonly Suite[]): readonly Spec[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/** Sentences about unsteady tests, to print next to the count; none if all passed the first time. */
export function unsteadySentences(unsteady: readonly string[]): readonly string[] {
  if (unsteady.length === 0) return [];
  const counted = unsteady.length > SECOND_TRIES_MAX ? 'too many, so the run fails' : 'counted as passed';
  return [
    `UNSTEADY: ${unsteady.length} of the end-to-end tests passed only at the second attempt (${counted}):`,
    ...unsteady.map((one) => `  ${one}`),
  ];
}
