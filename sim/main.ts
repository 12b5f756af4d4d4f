/**
 * The simulation: `npm run sim -- --seed 1`. It runs simulated days of the real server, each from a seed, and prints what was
 * wrong with them. A failing day is shortened to the steps that it needs, and described in words.
 */
import { parseArgs } from 'node:util';
import { startCluster } from './database/simulated-database.ts';
import { Runs } from './runs.ts';
import { shortened } from './story/shrinking.ts';
import { told } from './story/telling.ts';
import type { RunResult } from './run/one-run.ts';

const HELP = `npm run sim -- [options]
  --seed N       the seed (1)
  --seeds A..B   runs the seeds from A to B, one after another
  --minutes M    the length of the day (5)
  --gap MS       the mean time between two steps of a person (8000)
  --twice        runs each seed twice and compares the hashes of everything in the database
  --no-crashes   never kills the server
  --fault NAME   plants a fault; see sim/faults/planted.ts
  --keep 1,5,9   executes only these steps of the plan
  --tell         tells the story even if nothing is wrong
  --trace FILE   writes every message to the database to a file
  --loud         prints what the server reports`;

const { values } = parseArgs({
  options: {
    ...{
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      minutes: { type: 'string', default: '5' },
    },
    ...{ gap: { type: 'string', default: '8000' }, twice: { type: 'boolean', default: false } },
    ...{
      'no-crashes': { type: 'boolean', default: false },
      fault: { type: 'string' },
      keep: { type: 'string' },
    },
    ...{
      tell: { type: 'boolean', default: false },
      trace: { type: 'string' },
      loud: { type: 'boolean', default: false },
    },
    help: { type: 'boolean', default: false },
  },
});

function seedsOf(): string[] {
  if (values.seeds === undefined) return [values.seed];
  const [from = 1, to = 1] = values.seeds.split('..').map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

function line(result: RunResult): string {
  const { seed, steps, deeds, checked, crashes, entries, messages, simulatedMs, realMs, cpuMs, hash } =
    result;
  const verdict = result.faults.length === 0 ? 'nothing wrong' : `${result.faults.length} FAULTS`;
  const speed = (simulatedMs / realMs).toFixed(1);
  return (
    `seed ${seed}: ${verdict}; ${steps.length} steps, ${deeds.length} commands, ${crashes} crashes, ${entries} prices, ` +
    `${checked} orders and payments checked; ${messages} messages, ${Math.round(simulatedMs / 1000)} s in ${(realMs / 1000).toFixed(1)} s ` +
    `(${speed} times real time, ${(cpuMs / 1000).toFixed(1)} s of processor time); state ${hash.slice(0, 16)}`
  );
}

/** Runs a seed and prints the findings. Returns whether there were none. */
async function tried(runs: Runs, seed: string): Promise<boolean> {
  const wanted = {
    ...{ seed, minutes: Number(values.minutes), gapMs: Number(values.gap), crashes: !values['no-crashes'] },
    ...{ fault: values.fault, traceFile: values.trace, isLoud: values.loud },
    only: values.keep?.split(',').map(Number),
  };
  const result = await runs.run(wanted);
  console.log(line(result));
  let isWell = result.faults.length === 0;
  if (values.twice) {
    const again = await runs.run(wanted);
    const differ = Object.keys(result.tables).filter((table) => result.tables[table] !== again.tables[table]);
    console.log(
      differ.length === 0
        ? `seed ${seed}: the same state again`
        : `seed ${seed}: DIFFERENT STATE in ${differ.join(', ')}`,
    );
    isWell &&= differ.length === 0;
  }
  if (values.tell) console.log(told(result));
  if (result.faults.length === 0) return isWell;
  for (const fault of result.faults.slice(0, 10)) console.log(`  ${fault}`);
  const short = await shortened(runs, wanted, result);
  console.log(`The shortest story that still fails (--keep ${short.steps.map(({ n }) => n).join(',')}):`);
  console.log(told(short));
  return false;
}

async function main(): Promise<boolean> {
  if (values.help) {
    console.log(HELP);
    return true;
  }
  const cluster = await startCluster();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
  const runs = new Runs(cluster);
  let isWell = true;
  try {
    for (const seed of seedsOf()) isWell = (await tried(runs, seed)) && isWell;
  } finally {
    await cluster.stop();
  }
  return isWell;
}

process.exitCode = (await main()) ? 0 : 1;
