/**
 * The log's entries about records of commands (one a minute), refused orders (each kind once a minute) and batches of
 * receipts, which must come in order.
 */
import type { RefusedEntry } from '../fill-quality/refused.ts';
import type { BatchText } from '../receipt/texts.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { LoggedEntry } from './entries.ts';

type Entry = Extract<LoggedEntry, { kind: 'records' }>;

/** Batches arrive roughly in the order of their numbers. */
const BATCHES_MAX = 20_000;

export class LoggedRecords {
  #minuteMs = -1;
  /** The newest minute, and the last kind of refusals in it. */
  #refused = { minuteMs: -1, kind: '' };
  readonly #batches = new Map<number, string>();

  /** Returns the contradictions of an entry with earlier ones and in itself. */
  add({ minuteMs, first, last, count }: Entry, text: string): readonly Alarm[] {
    const found: Alarm[] = [];
    if (minuteMs <= this.#minuteMs)
      found.push(
        alarm(
          'records_conflict',
          `The log has records of the minute ${minuteMs} after ${this.#minuteMs}.`,
          text,
        ),
      );
    if (count < 1 || count > last - first + 1)
      found.push(alarm('records_conflict', `The log has ${count} records from ${first} to ${last}.`, text));
    this.#minuteMs = Math.max(this.#minuteMs, minuteMs);
    return found;
  }

  /** If two batches had one number, they would be two promises, and a reader would find only one of them. */
  addBatch({ number }: BatchText, text: string): readonly Alarm[] {
    const other = this.#batches.get(number);
    this.#batches.set(number, text);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > BATCHES_MAX && oldest !== undefined) this.#batches.delete(oldest);
    if (other === undefined) return [];
    return [alarm('receipt_invalid', `The log has batch ${number} of receipts twice.`, other, text)];
  }

  /** A minute's refusals are counted once: if a minute has several entries, each continues where the previous one ended. */
  addRefused({ minuteMs, counts }: RefusedEntry, text: string): readonly Alarm[] {
    const before = this.#refused;
    const kinds = counts.map(kindOf);
    const after = minuteMs === before.minuteMs ? [before.kind, ...kinds] : kinds;
    const isSorted = after.every((kind, at) => at === 0 || (after[at - 1] ?? '') < kind);
    if (minuteMs >= before.minuteMs) this.#refused = { minuteMs, kind: kinds.at(-1) ?? '' };
    if (minuteMs >= before.minuteMs && isSorted) return [];
    const detail = `The log has refused orders of the minute ${minuteMs} after ${before.minuteMs}, or a kind of them twice.`;
    return [alarm('records_conflict', detail, text)];
  }
}

const kindOf = ({ day, product, symbol, side, reason }: RefusedEntry['counts'][number]): string =>
  [day, product, symbol, side, reason].join('|');
