/**
 * Compares the counts of refused orders in the transparency log with the day's records. If a refusal is missing from the public
 * figures, or is counted under another reason, that is a difference.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import type { LogLine } from './day-files.ts';
import type { Differences } from './differences.ts';

const MINUTE_MS = 60_000;
const PREFIX = 'candor-refused-v1|';

export const isRefusedEntry = ({ entry }: LogLine): boolean => entry.startsWith(PREFIX);

export class RefusedOfDay {
  readonly #differences: Differences;
  readonly #day: string;
  /** The refused orders in the records, by minute of the wall clock. */
  readonly #minutes = new Map<number, Map<string, number>>();

  /** `fromMs` is the beginning of the day by the market clock. */
  constructor(differences: Differences, fromMs: number) {
    this.#differences = differences;
    this.#day = String(Math.floor(fromMs / DAY_MS));
  }

  /** Adds the refused orders in a record of the day. */
  add(atMs: number, refused: readonly string[]): void {
    if (refused.length === 0) return;
    const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const counts = this.#minutes.get(startMs) ?? new Map<string, number>();
    this.#minutes.set(startMs, counts);
    for (const text of refused) counts.set(text, (counts.get(text) ?? 0) + 1);
  }

  /**
   * Compares the counts. `newestMs` is the newest minute whose records are logged; refusals of later minutes may still be logged.
   */
  compare(lines: readonly LogLine[], newestMs: number): void {
    const logged = new Map<number, string>();
    for (const { entry } of lines) {
      const [minute = '', , ...rest] = entry.slice(PREFIX.length).split('|');
      // A minute with many kinds of refusals has several consecutive entries.
      const counted = [logged.get(Number(minute)) ?? '', this.#ofDay(rest.join('|'))];
      logged.set(Number(minute), counted.filter((text) => text !== '').join(';'));
    }
    for (const startMs of new Set([...logged.keys(), ...this.#minutes.keys()])) {
      if (startMs > newestMs) continue;
      const is = textOf(this.#minutes.get(startMs) ?? new Map());
      const told = logged.get(startMs) ?? '';
      if (is !== told)
        this.#differences.add(
          'log',
          `the minute ${startMs} has the refusals ${told || 'none'} in the log, and ${is || 'none'} in the records`,
        );
    }
  }

  /** Returns the lines of an entry that belong to this day, without the day. A minute may contain lines of two days. */
  #ofDay(counted: string): string {
    const own = counted.split(';').filter((line) => line.startsWith(`${this.#day}|`));
    return own.map((line) => line.slice(this.#day.length + 1)).join(';');
  }
}

const textOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([text, count]) => `${text}|${count}`)
    .join(';');
