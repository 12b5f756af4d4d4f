/**
 * The counts of refused orders in the transparency log against the day's records: a refusal that was left out of the public figures,
 * or counted under another reason, is a difference.
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
  /** The refused orders of each minute by the wall clock, as the records have them. */
  readonly #minutes = new Map<number, Map<string, number>>();

  /** `fromMs` is the beginning of the day by the market clock. */
  constructor(differences: Differences, fromMs: number) {
    this.#differences = differences;
    this.#day = String(Math.floor(fromMs / DAY_MS));
  }

  /** Adds the refused orders of a record of the day. */
  add(atMs: number, refused: readonly string[]): void {
    if (refused.length === 0) return;
    const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const counts = this.#minutes.get(startMs) ?? new Map<string, number>();
    this.#minutes.set(startMs, counts);
    for (const text of refused) counts.set(text, (counts.get(text) ?? 0) + 1);
  }

  /** `newestMs` is the newest minute whose records are logged; refusals of later ones may still be logged. */
  compare(lines: readonly LogLine[], newestMs: number): void {
    const logged = new Map<number, string>();
    for (const { entry } of lines) {
      const [minute = '', , ...rest] = entry.slice(PREFIX.length).split('|');
      // A minute with many kinds of refusals has several entries, one after the other.
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

  /** The lines of an entry that are of this day, without the day: a minute may have two. */
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
