/** While a process leads the market: appends to the transparency log every second, and has the new root cosigned. */
import { every } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import { appendToLog } from './log.ts';
import type { LogSigner } from './log.ts';
import { Cosigning } from './witnesses.ts';
import type { LogWitness } from './witnesses.ts';

const APPEND_EVERY_MS = 1_000;
const COSIGN_EVERY_MS = 1_000;

export type Publishing = {
  readonly pool: Pool;
  readonly signer: LogSigner;
  /** The witnesses at the moment; a demo's own start after the server. */
  readonly witnesses: () => readonly LogWitness[];
  readonly now: () => number;
  readonly report: (text: string) => void;
};

/** Starts both; stopping waits for the current run. */
export function publishLog({ pool, signer, witnesses, now, report }: Publishing): Periodic {
  const failed = (what: string) => (error: Error) =>
    report(`log: failed to ${what} (retrying): ${error.message}`);
  const cosigning = new Cosigning(pool, report, now);
  const append = async () => void (await appendToLog(pool, signer, now(), false));
  const periodic = [
    every(APPEND_EVERY_MS, append, failed('append')),
    every(COSIGN_EVERY_MS, () => cosigning.cosign(witnesses()), failed('have its checkpoint cosigned')),
  ];
  return { stop: async () => void (await Promise.all(periodic.map((one) => one.stop()))) };
}
