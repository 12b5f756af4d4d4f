/** Divides the pairs among processes, each with a database of its own, and gathers what they found. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SimulatedCluster } from '../database/simulated-database.ts';
import type { Said, Share } from './child.ts';
import { COMMANDS } from './commands.ts';
import type { CommandName } from './commands.ts';
import { sideOf } from './sides.ts';
import type { Pair, PairResult } from './pair.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** An account's history grows with every run, and with it the time that a run takes. */
const PAIRS_PER_PROCESS = 40;

/** Every two commands, and every command twice: with two keys, and with one. */
export function allPairs(): Pair[] {
  const names = Object.keys(COMMANDS) as CommandName[];
  return names.flatMap((one, at) => [
    ...names.slice(at).flatMap((two) => paired(one, two, false)),
    ...(sideOf(one) === 'left only' ? [] : paired(one, one, true)),
  ]);
}

/** Undefined if both can only be made at the left server. */
function paired(one: CommandName, two: CommandName, isRepeated: boolean): Pair[] {
  if (sideOf(two) !== 'left only') return [{ left: one, right: two, isRepeated }];
  return sideOf(one) === 'left only' ? [] : [{ left: two, right: one, isRepeated }];
}

export type Found = { readonly results: readonly PairResult[]; readonly faults: readonly string[] };
type Asked = Omit<Share, 'urls' | 'pairs'> & { readonly onResult?: (result: PairResult) => void };

export async function runAll(
  cluster: SimulatedCluster,
  pairs: readonly Pair[],
  { onResult, ...asked }: Asked,
): Promise<Found> {
  const results: PairResult[] = [];
  const faults: string[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_PROCESS) {
    const urls = await cluster.fresh('interleaved');
    const share = { ...asked, urls, pairs: pairs.slice(at, at + PAIRS_PER_PROCESS) };
    faults.push(
      ...(await runShare(share, (result) => {
        results.push(result);
        onResult?.(result);
      })),
    );
  }
  return { results, faults };
}

function runShare(share: Share, onResult: (result: PairResult) => void): Promise<readonly string[]> {
  const child = fork(CHILD, [], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('message', (said: Said) => {
      if ('end' in said) resolve(said.end);
      else onResult(said.result);
    });
    child.once('exit', (code) => reject(new Error(`the process of the pairs ended with ${code}`)));
    child.send(share);
  });
}
