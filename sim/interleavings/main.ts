/**
 * Tries orders of the messages of two commands: `npm run interleavings -- --seed 1`. Two servers on one real PostgreSQL get two
 * commands on one account; a gate releases what they send one statement at a time.
 */
import { parseArgs } from 'node:util';
import { startCluster } from '../database/simulated-database.ts';
import type { Pair, PairResult } from './pair.ts';
import { PLANTED_IN_ORDER } from './planted.ts';
import { allPairs, runAll } from './shares.ts';

const HELP = `npm run interleavings -- [options]
  --seed S         the seed (1)
  --orders N       how many orders of each pair (12)
  --pairs TEXT     only pairs with a command whose name contains this, such as "cancels"; two texts, "cancels & amends", name both
  --part K/N       only the K-th of N parts of the pairs
  --fault NAME     plants a fault, one of: ${Object.keys(PLANTED_IN_ORDER).join('; ')}
  --loud           prints what the servers report, and each pair`;

const { values } = parseArgs({
  options: {
    ...{ seed: { type: 'string', default: '1' }, orders: { type: 'string', default: '12' } },
    ...{ pairs: { type: 'string' }, part: { type: 'string' }, fault: { type: 'string' } },
    ...{ loud: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  },
});

const nameOf = ({ left, right, isRepeated }: Pair): string =>
  isRepeated ? `${left}, and again with its key` : `${left} & ${right}`;

function wanted(): Pair[] {
  const [one = '', two = ''] = (values.pairs ?? '').split('&').map((text) => text.trim());
  const names = ({ left, right }: Pair): boolean =>
    (left.includes(one) && right.includes(two)) || (left.includes(two) && right.includes(one));
  const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
  return allPairs()
    .filter((pair) => names(pair))
    .filter((_, at) => at % parts === part - 1);
}

function report(result: PairResult): void {
  const { pair, runs, paths, outcomes, faults } = result;
  if (faults.length === 0 && !values.loud) return;
  const verdict = faults.length === 0 ? 'fine' : `${faults.length} FAULTS`;
  console.log(`${nameOf(pair)}: ${verdict}; ${runs} runs, ${paths.length} orders, ${outcomes} outcomes`);
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault.replaceAll('\n', '\n    ')}`);
}

async function main(): Promise<boolean> {
  if (values.help) {
    console.log(HELP);
    return true;
  }
  const beganMs = performance.now();
  const cluster = await startCluster({ real: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
  try {
    const asked = {
      seed: values.seed,
      orders: Number(values.orders),
      fault: values.fault,
      isLoud: values.loud,
    };
    const { results, faults } = await runAll(cluster, wanted(), { ...asked, onResult: report });
    const runs = results.reduce((sum, result) => sum + result.runs, 0);
    const orders = results.reduce((sum, result) => sum + result.paths.length, 0);
    const wrong = results.filter((result) => result.faults.length > 0).length;
    const several = results.filter((result) => result.outcomes > 1).length;
    for (const fault of faults) console.log(fault);
    console.log(
      `seed ${values.seed}: ${runs} interleavings of ${results.length} pairs, ${orders} of them different, ` +
        `${several} pairs with more than one outcome, ${wrong} pairs with faults, ${faults.length} invariants broken, ` +
        `in ${Math.round((performance.now() - beganMs) / 1000)} s`,
    );
    return wrong === 0 && faults.length === 0;
  } finally {
    await cluster.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
