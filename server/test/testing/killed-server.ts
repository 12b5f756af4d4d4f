/** The real server on a separate data folder, killed in every way and restarted, with the times at which it was down. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  becomesReady,
  freePort,
  makeDataFolder,
  postmasterOf,
  startServer,
} from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import type { Outage } from './level-oracle.ts';

export const KILLS = ['both', 'starting with both', 'market', 'starting', 'postgres', 'server'] as const;
export type Kill = (typeof KILLS)[number];

const READY_MS = 60_000;
const STARTS_MAX = 3;
const SETTLED_MS = 100;
/** Longer than the second for which the status of the market's process is cached. */
const BELIEVED_MS = 1200;

export class KilledServer {
  readonly data = makeDataFolder();
  readonly outages: Outage[] = [];
  server!: RunningServer;
  #port = 0;

  async start(onBegun?: (process: RunningServer['process']) => void): Promise<void> {
    this.#port ||= await freePort();
    const options = { data: this.data.path, port: this.#port };
    this.server = await startServer({ ...options, ...(onBegun === undefined ? {} : { onBegun }) });
  }

  async kill(kill: Kill, startingMs: number): Promise<void> {
    const fromMs = Date.now();
    if (kill === 'market') await this.#killMarket();
    else if (kill === 'postgres') await this.#killPostgres();
    else {
      if (kill === 'both') process.kill(postmasterOf(this.data.path), 'SIGKILL');
      this.server.process.kill('SIGKILL');
      await this.server.ended;
      if (kill.startsWith('starting')) await this.#killStarting(startingMs, kill === 'starting with both');
      await this.#startAgain();
    }
    this.outages.push({ fromMs, toMs: Date.now() });
    console.info(`${kill}: down for ${Date.now() - fromMs} ms`);
  }

  /** Starts the server as a supervisor would: retries a start that was too slow on a busy machine. */
  async #startAgain(): Promise<void> {
    for (let tries = STARTS_MAX; ; tries -= 1) {
      try {
        return await this.start();
      } catch (error) {
        if (tries === 1) throw error;
      }
    }
  }

  /** Starts the server and kills it before it is ready or just after. */
  async #killStarting(afterMs: number, withPostgres: boolean): Promise<void> {
    let killed = Promise.resolve();
    const started = this.start((process) => {
      killed = this.#killLater(process, afterMs, withPostgres);
    });
    // The process is meant to end before it is ready.
    await started.catch(() => undefined);
    await killed;
    await delay(SETTLED_MS);
  }

  async #killLater(child: RunningServer['process'], afterMs: number, withPostgres: boolean): Promise<void> {
    await delay(afterMs);
    if (withPostgres) {
      try {
        process.kill(postmasterOf(this.data.path), 'SIGKILL');
      } catch {
        // PostgreSQL does not exist yet.
      }
    }
    child.kill('SIGKILL');
  }

  async #killMarket(): Promise<void> {
    const { pid } = this.server.process;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const market = children.find((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('market-process'),
    );
    process.kill(Number(market), 'SIGKILL');
    await delay(BELIEVED_MS);
    await becomesReady(this.server.origin, READY_MS);
  }

  /** PostgreSQL's process id, or the given one while the file that holds it is being rewritten. */
  #postmaster(before: number): number {
    try {
      return postmasterOf(this.data.path);
    } catch {
      return before;
    }
  }

  async #killPostgres(): Promise<void> {
    const killed = postmasterOf(this.data.path);
    process.kill(killed, 'SIGKILL');
    while (this.#postmaster(killed) === killed) await delay(SETTLED_MS);
    await delay(BELIEVED_MS);
    await becomesReady(this.server.origin, READY_MS);
  }
}
