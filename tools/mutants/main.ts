/**
 * Plants faults, one at a time, in a copy of the project, and runs the test that must notice each: `npm run mutants`. A fault that
 * no test notices is a gap in the tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS } from './all.ts';
import { Copy } from './copy.ts';
import type { Mutant } from './mutant.ts';

const HELP = `npm run mutants -- [options]
  --only REGEXP  only faults whose name, file or test matches this
  --from N       begins with the N-th`;

const { values } = parseArgs({
  options: {
    ...{ only: { type: 'string', default: '' }, from: { type: 'string', default: '1' } },
    help: { type: 'boolean', default: false },
  },
});

/** What a run of a test shows: it passed, some of it failed, or it could not even be run. */
type Verdict = 'passed' | 'failed' | 'broken';

const TEST_MS = 600_000;
/** The tests of rules and proofs, which need no database. */
const BARE = /(rules|requesting|reviewing|settling|gates|mandate|assertion)\.test\.ts$/;
const PURE = /^(client|console|domain|protocol|verifier|web)\/src\//;

function argsOf(test: string): string[] {
  if (PURE.test(test)) return ['--project', 'pure'];
  return BARE.test(test) ? ['--config', 'tools/mutants/vitest.config.ts'] : ['--project', 'server'];
}

function run(copy: Copy, test: string): Verdict {
  const vitest = join(copy.folder, 'node_modules/vitest/vitest.mjs');
  const reportAt = join(copy.folder, 'report.json');
  rmSync(reportAt, { force: true });
  const how = ['--retry', '0', '--bail', '1', '--reporter', 'json', `--outputFile.json=${reportAt}`];
  const args = [vitest, 'run', ...argsOf(test), ...how, test];
  const ran = spawnSync(process.execPath, args, { cwd: copy.folder, stdio: 'ignore', timeout: TEST_MS });
  if (ran.status === 0) return 'passed';
  // Without a report, the test could not even begin, as if what was planted were no program.
  if (!existsSync(reportAt)) return 'broken';
  const report = JSON.parse(readFileSync(reportAt, 'utf8')) as { readonly numFailedTests: number };
  return report.numFailedTests > 0 ? 'failed' : 'broken';
}

/** Whether the test passes as long as nothing is planted. Otherwise, its failure would say nothing. */
function soundness(copy: Copy): (test: string) => boolean {
  const known = new Map<string, boolean>();
  return (test) => {
    const isSound = known.get(test) ?? run(copy, test) === 'passed';
    known.set(test, isSound);
    return isSound;
  };
}

function main(): boolean {
  if (values.help) {
    console.log(HELP);
    return true;
  }
  const asked = MUTANTS.filter(({ name, file, test }) =>
    new RegExp(values.only).test(`${name}\n${file}\n${test}`),
  ).slice(Number(values.from) - 1);
  const copy = new Copy();
  const beganMs = performance.now();
  const counts = { noticed: 0, explained: 0, unnoticed: 0 };
  try {
    const isSound = soundness(copy);
    for (const mutant of asked) counts[tried(copy, mutant, isSound)] += 1;
  } finally {
    copy.remove();
  }
  const { noticed, explained, unnoticed } = counts;
  console.log(
    `${asked.length} faults: ${noticed} noticed, ${explained} unnoticed and explained, ${unnoticed} unnoticed, ` +
      `in ${Math.round((performance.now() - beganMs) / 1000)} s`,
  );
  return unnoticed === 0;
}

function tried(
  copy: Copy,
  mutant: Mutant,
  isSound: (test: string) => boolean,
): 'noticed' | 'explained' | 'unnoticed' {
  const { name, test, survives } = mutant;
  if (!isSound(test)) {
    console.log(`UNSOUND ${test} fails with nothing planted, so it says nothing of: ${name}`);
    return 'unnoticed';
  }
  const takeAway = copy.plant(mutant);
  const verdict = run(copy, test);
  takeAway();
  if (verdict === 'failed') {
    console.log(`noticed ${name}`);
    return 'noticed';
  }
  console.log(
    `${verdict === 'passed' ? 'UNNOTICED' : 'BROKEN'} ${name} (${test})${survives === undefined ? '' : `: ${survives}`}`,
  );
  return verdict === 'passed' && survives !== undefined ? 'explained' : 'unnoticed';
}

process.exitCode = main() ? 0 : 1;
