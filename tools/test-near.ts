/**
 * `npm run test:near`: tests a change in about a minute. Runs format, lint and types of the files that differ from main, the
 * tests nearest to them by imports, the screens that show them, and for SQL the tests of the feature to which the file belongs.
 * Prints the counts last, and lists what it left to `npm test`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programsOf, runChecks } from './checks.ts';
import { ROOT } from './install.mjs';
import { unitTests } from './test-stages.ts';
import type { Count, Tested } from './test-stages.ts';
import { CRASHES, FLOODS, leftOut } from '@candor/testing/tiers.ts';
import { featureTests } from './touched-sql.ts';
import { touchedScreens } from './touched-screens.ts';
import { changedSince, landed, readGraph, testsOf } from './touched.ts';

/** The maximum numbers of files that fit into a minute. A server test needs a database, so fewer of them fit. */
const MOST = { pure: 40, server: 16, screens: 12 };
const TIDY = 'tools/tidy.test.ts';

process.chdir(ROOT);
const base = landed();
if (base === undefined)
  throw new Error('expected a git history to compare with, found none; run npm test instead');
const changed = changedSince(base);
const present = changed.filter((path) => existsSync(path));
const graph = readGraph();
const late = new Set([...leftOut('usual'), ...CRASHES, ...FLOODS]);
const tests = [...new Set([...testsOf(graph, changed), ...featureTests([...graph.keys()], changed)])];
const near = tests.filter((path) => present.includes(path) || !late.has(path));
const ofServer = near.filter((path) => /^(server|tools)\//.test(path) && path !== TIDY);
const pure = near.filter((path) => /^(client|console|domain|protocol|verifier|web)\/src\//.test(path));
const screens = touchedScreens(graph, changed, base);

async function check(): Promise<Count> {
  const code = present.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
  const formatted = present.filter((path) => /\.(ts|tsx|mjs|json|md|css)$/.test(path));
  const results = await runChecks(
    [
      ...(formatted.length > 0 ? [{ name: 'format', command: ['oxfmt', '--check', ...formatted] }] : []),
      ...(code.length > 0
        ? [{ name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', ...code] }]
        : []),
      ...programsOf(changed),
    ],
    1,
  );
  const failed = results.filter(({ passed }) => !passed).length;
  return { passed: results.length - failed, failed };
}

async function test(reports: string): Promise<Tested> {
  const looked = screens.slice(0, MOST.screens);
  process.env['CANDOR_SCREENS'] = looked.join(' ');
  const files = [TIDY, ...pure.slice(0, MOST.pure), ...ofServer.slice(0, MOST.server)];
  const rendered = looked.length > 0 ? ['web/test/'] : [];
  return unitTests({ projects: ['pure', 'screens', 'server'], files: [...files, ...rendered] }, reports);
}

const reports = mkdtempSync(join(tmpdir(), 'candor-reports-'));
console.log(`${changed.length} files differ from ${base.slice(0, 8)}.`);
const counts = await Promise.all([check(), test(reports)]);
rmSync(reports, { recursive: true, force: true });

const left = [
  ...pure.slice(MOST.pure),
  ...ofServer.slice(MOST.server),
  ...tests.filter((path) => !near.includes(path)),
];
if (left.length > 0)
  console.log(
    `Not run: ${left.length} test files that the change affects less directly (run by npm test and the long run).`,
  );
if (screens.length > MOST.screens)
  console.log(`Not run: ${screens.length - MOST.screens} more screens (run by npm test).`);
const [passed, failed] = [
  counts.reduce((sum, count) => sum + count.passed, 0),
  counts.reduce((sum, count) => sum + count.failed, 0),
];
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
