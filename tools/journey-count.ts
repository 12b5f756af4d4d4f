/**
 * What a run of the journeys comes to. A journey that fails is tried once more, on a server and in a browser of its own: on
 * a machine that others use as well, one window in a thousand opens late. That hides nothing as long as everybody reads of
 * it, so whoever passed at the second try only is named, and what its first try saw is printed as for one that failed. More
 * than a few of them are no accident of a busy machine: then each counts as failed.
 */

/** As Playwright's JSON reporter writes it, as far as it is read here. */
export type JourneyReport = {
  readonly suites?: readonly Suite[];
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

/** So many may need their second try. */
export const SECOND_TRIES_MAX = 2;

export type JourneyCount = {
  readonly passed: number;
  readonly failed: number;
  /** Who needed the second try. */
  readonly unsteady: readonly string[];
};

export function countJourneys({ suites = [], stats }: JourneyReport): JourneyCount {
  const { expected, unexpected, flaky } = stats;
  const unsteady = specsOf(suites)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  return flaky > SECOND_TRIES_MAX
    ? { passed: expected, failed: unexpected + flaky, unsteady }
    : { passed: expected + flaky, failed: unexpected, unsteady };
}

function specsOf(suites: readonly Suite[]): readonly Spec[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/** What is said of them beside the count; nothing when all passed at once. */
export function unsteadySentences({ unsteady }: JourneyCount): readonly string[] {
  if (unsteady.length === 0) return [];
  const counted =
    unsteady.length > SECOND_TRIES_MAX ? 'too many, so they count as failed' : 'counted as passed';
  return [
    `UNSTEADY: ${unsteady.length} of the journeys passed at the second try only (${counted}):`,
    ...unsteady.map((one) => `  ${one}`),
  ];
}
