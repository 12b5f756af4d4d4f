/**
 * Compares the records with the transparency log, which has one hash over each minute's records. A record that was changed,
 * removed or added later leads to a different hash.
 */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { LogLine } from './day-files.ts';
import type { Differences } from './differences.ts';

const MINUTE_MS = 60_000;
const ENTRY = /^candor-records-v1\|(\d+)\|(\d+)\|(\d+)\|(\d+)\|([0-9a-f]{64})$/;

type Minute = { readonly first: string; last: string; count: number; readonly hash: Hash };

export class MinutesOfDay {
  readonly #differences: Differences;
  readonly #minutes = new Map<number, Minute>();
  /** The number of minutes whose hash is in the log, and of newer ones that are not logged yet. */
  logged = 0;
  unlogged = 0;
  /** The newest minute in the log; 0 if there is none. */
  newestMs = 0;

  constructor(differences: Differences) {
    this.#differences = differences;
  }

  /** Adds a record. Records come in the order of their numbers. */
  add({ number, atMs, hash }: { number: string; atMs: number; hash: Buffer }): void {
    const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    let minute = this.#minutes.get(startMs);
    if (minute === undefined) {
      minute = { first: number, last: number, count: 0, hash: createHash('sha256') };
      this.#minutes.set(startMs, minute);
    }
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(number));
    minute.hash.update(bytes).update(hash);
    minute.last = number;
    minute.count += 1;
  }

  compare(lines: readonly LogLine[]): void {
    for (const { index, entry } of lines) {
      const found = ENTRY.exec(entry);
      if (found === null) {
        this.#differences.add('log', `entry ${index} is not about records: ${entry}`);
        continue;
      }
      const startMs = Number(found[1]);
      this.newestMs = Math.max(this.newestMs, startMs);
      const minute = this.#minutes.get(startMs);
      this.#minutes.delete(startMs);
      const is =
        minute === undefined
          ? 'no records'
          : `candor-records-v1|${startMs}|${minute.first}|${minute.last}|${minute.count}|${minute.hash.digest('hex')}`;
      if (is === entry) this.logged += 1;
      else this.#differences.add('log', `entry ${index} is ${entry}; the export has ${is}`);
    }
    for (const [startMs, { first, last }] of this.#minutes) {
      if (startMs > this.newestMs) this.unlogged += 1;
      else
        this.#differences.add(
          'log',
          `records ${first} to ${last} are of a minute that the log has not (${startMs})`,
        );
    }
  }
}
