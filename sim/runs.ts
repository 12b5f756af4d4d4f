/** Runs the simulation with a separate process for each day, because a process simulates only once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SimulatedCluster } from './database/simulated-database.ts';
import type { RunOptions, RunResult } from './run/one-run.ts';

const CHILD = fileURLToPath(new URL('run/child.ts', import.meta.url));

export type Wanted = Omit<RunOptions, 'urls'>;

export class Runs {
  readonly #cluster: SimulatedCluster;

  constructor(cluster: SimulatedCluster) {
    this.#cluster = cluster;
  }

  async run(wanted: Wanted): Promise<RunResult> {
    const urls = await this.#cluster.fresh('simulated');
    const child = fork(CHILD, [], { stdio: 'inherit' });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the simulation of seed ${wanted.seed} exited with ${code}`);
    });
    ended.catch(() => undefined);
    child.send({ ...wanted, urls });
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [RunResult];
    return result;
  }
}
