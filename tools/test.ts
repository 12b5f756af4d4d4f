/**
 * `npm test`: the checks and tests that gate a merge. Its last line is the number of passed and failed tests. `--long` runs
 * everything except the tests over days of a market, `--days` only those, and `--share` a part of the long run;
 * `testing/src/tiers.ts` lists the tests of each run. A stage that could not run counts as failed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TEST_BROWSER } from './chromium.ts';
import { CHECKS, quickChecks } from './checks.ts';
import { installMissing } from './debian.ts';
import { GOLANG } from './golang.ts';
import { HLEDGER } from './hledger.ts';
import { ROOT } from './install.mjs';
import { countEndToEnd, unsteadySentences } from './e2e-count.ts';
import type { EndToEndReport } from './e2e-count.ts';
import { NGINX } from './nginx.ts';
import { PROMTOOL } from './promtool.ts';
import { builds, checks, endToEnd, slowestSentences, unitTests } from './test-stages.ts';
import type { Count, Tested } from './test-stages.ts';
import { touchedScreens } from './touched-screens.ts';
import { changedSince, landed, readGraph } from './touched.ts';
import { unsteadyFileSentences } from './vitest-count.ts';
import {
  CRASHES,
  FLOODS,
  FLOWS,
  SHARES,
  SLOW,
  SLOW_SCREENS,
  TIER_VARIABLE,
  ofShare,
} from '@candor/testing/tiers.ts';
import type { Tier } from '@candor/testing/tiers.ts';

type Ran = {
  readonly counts: readonly Count[];
  readonly tested: readonly Tested[];
  readonly browsed: readonly (EndToEndReport | undefined)[];
};

/**
 * At most this many screens are compared with their images here; if a change is visible on more, the long run compares the
 * others.
 */
const LOOKS_MAX = 6;

/** The screens that show the differences from main. */
function touchedLooks(): readonly string[] {
  const commit = landed();
  if (commit === undefined) return [];
  const touched = touchedScreens(readGraph(), changedSince(commit), commit);
  if (touched.length > LOOKS_MAX)
    console.log(
      `The change shows on ${touched.length} screens. ${LOOKS_MAX} are compared here; the long run compares all of them.`,
    );
  return touched.slice(0, LOOKS_MAX);
}

/** Playwright selects tests by an expression over file and title. */
function ofFlows(): string {
  return FLOWS.map(([file, name]) => `${file}\\.test\\.ts.* ${name}`).join('|');
}

const stages: Readonly<Record<Tier, (reports: string) => Promise<Ran>>> = {
  usual: async (reports) => {
    const [checked, tested] = await Promise.all([
      checks(quickChecks(changedSince(landed() ?? 'HEAD'))),
      unitTests({ projects: ['pure', 'screens', 'server'] }, reports),
    ]);
    const looks = touchedLooks();
    const only = ['--grep', looks.length === 0 ? ofFlows() : `${ofFlows()}|every-screen.* are open to all`];
    process.env['CANDOR_SCREENS'] = looks.join(' ');
    const flows = await endToEnd({ projects: ['fast', 'slow'], only }, reports);
    return { counts: [checked], tested: [tested], browsed: [flows] };
  },
  slow: async (reports) => {
    const tested = await unitTests({ projects: ['server'] }, reports);
    const screens = await unitTests({ projects: ['screens'], files: SLOW_SCREENS }, reports);
    return { counts: [], tested: [tested, screens], browsed: [] };
  },
  share: async (reports) => {
    const share = askedShare();
    console.log(`Share ${share} of ${SHARES} of the tests that npm test leaves out.`);
    const slow = await unitTests({ projects: ['server'], files: ofShare(SLOW, share) }, reports);
    const crashed = await unitTests({ projects: ['crash'], files: ofShare(CRASHES, share) }, reports);
    const files = ofShare(SLOW_SCREENS, share);
    const screens = files.length === 0 ? [] : [await unitTests({ projects: ['screens'], files }, reports)];
    const only = [`--shard=${share}/${SHARES}`];
    const browsed = await endToEnd({ projects: ['fast', 'slow'], only }, reports);
    return { counts: [], tested: [slow, crashed, ...screens], browsed: [browsed] };
  },
  long: async (reports) => {
    const [checked, tested] = await Promise.all([
      checks(CHECKS),
      unitTests({ projects: ['pure', 'screens', 'server'] }, reports),
    ]);
    // Next to the server's tests, these would compete for the same two cores, and time out.
    const fast = await endToEnd({ projects: ['fast'] }, reports);
    // Tests that kill servers and wait for options to expire are mostly idle, so they run together; floods need both cores.
    const [crashed, slow] = await Promise.all([
      unitTests({ projects: ['crash'], files: CRASHES }, reports),
      endToEnd({ projects: ['slow'] }, reports),
    ]);
    const flooded = await unitTests({ projects: ['crash'], files: FLOODS }, reports);
    return { counts: [checked], tested: [tested, crashed, flooded], browsed: [fast, slow] };
  },
  days: async (reports) => {
    const tested = await unitTests({ projects: ['server'] }, reports);
    const crashed = await unitTests({ projects: ['crash'] }, reports);
    const looked = await endToEnd({ projects: ['fast'], only: ['every-route', 'every-screen'] }, reports);
    return { counts: [], tested: [tested, crashed], browsed: [looked] };
  },
};

/** The share that was asked for by number; otherwise each commit has the share after its parent's. */
function askedShare(): number {
  const asked = Number(values.share);
  if (Number.isInteger(asked) && asked >= 1 && asked <= SHARES) return asked;
  const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return (Number(commits) % SHARES) + 1;
}

const { values } = parseArgs({
  options: {
    share: { type: 'string' },
    slow: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    days: { type: 'boolean', default: false },
  },
});
const tier = chosenTier();

function chosenTier(): Tier {
  if (values.days) return 'days';
  if (values.long) return 'long';
  if (values.slow) return 'slow';
  return values.share === undefined ? 'usual' : 'share';
}

const reports = mkdtempSync(join(tmpdir(), 'candor-reports-'));
// Hundreds of processes read the same sources, so these are compiled once and cached.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
process.env[TIER_VARIABLE] = tier;
if (tier === 'days') process.env['CANDOR_LONG'] = '1';
process.chdir(ROOT);
const installing = installMissing([
  TEST_BROWSER,
  HLEDGER,
  NGINX,
  ...(tier === 'usual' ? [] : [GOLANG, PROMTOOL]),
]);
const built = await builds();
await installing;
const { counts, tested, browsed } = await stages[tier](reports);
rmSync(reports, { recursive: true, force: true });

const ofEndToEnd = countEndToEnd(browsed);
const all = [built, ...counts, ...tested, ofEndToEnd];
const passed = all.reduce((sum, count) => sum + count.passed, 0);
const failed = all.reduce((sum, count) => sum + count.failed, 0);
// Printed at the end, where it is visible.
const sentences = [
  'The files that took longest:',
  ...slowestSentences(tested.flatMap(({ took }) => took)),
  ...unsteadyFileSentences(tested.flatMap(({ unsteady }) => unsteady)),
  ...unsteadySentences(ofEndToEnd.unsteady),
];
for (const sentence of sentences) console.log(sentence);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
