/** Shortens a failing day: leaves out steps, many at a time at first, as long as it still fails in the same way. */
import type { RunResult } from '../run/one-run.ts';
import type { Runs, Wanted } from '../runs.ts';

const RUNS_MAX = 24;

/** The kind of a fault: its text without names and figures. */
const kindOf = (fault: string): string => fault.replaceAll(/[\d.,:/-]+/g, '#');

export async function shortened(runs: Runs, wanted: Wanted, failing: RunResult): Promise<RunResult> {
  const kinds = new Set(failing.faults.map(kindOf));
  let shortest = failing;
  let left = RUNS_MAX;
  const fails = async (only: readonly number[]): Promise<boolean> => {
    left -= 1;
    const result = await runs.run({ ...wanted, only });
    const isSame = result.faults.some((fault) => kinds.has(kindOf(fault)));
    if (isSame) shortest = result;
    return isSame;
  };
  for (let part = Math.ceil(shortest.steps.length / 2); part >= 1 && left > 0;) {
    const kept = shortest.steps.map(({ n }) => n);
    let isShorter = false;
    for (let from = 0; from < kept.length && left > 0; from += part) {
      const only = kept.filter((_, at) => at < from || at >= from + part);
      // One attempt after another, because each starts with the result of the last one.
      isShorter = await fails(only);
      if (isShorter) break;
    }
    if (!isShorter) part = part === 1 ? 0 : Math.ceil(part / 2);
    else part = Math.min(part, Math.max(1, Math.ceil(shortest.steps.length / 2)));
  }
  return shortest;
}
