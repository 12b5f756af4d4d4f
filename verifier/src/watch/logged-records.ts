/** The entries about the records of commands and refused orders, at most one a minute, in order; and about batches of receipts. */
import type { RefusedEntry } from '../fill-quality/refused.ts';
import type { BatchText } from '../receipt/texts.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { LoggedEntry } from './entries.ts';

type Entry = Extract<LoggedEntry, { kind: 'records' }>;

/** Batches come in about the order of their numbers. */
const BATCHES_MAX = 20_000;

export class LoggedRecords {
  #minuteMs = -1;
  #refusedMs = -1;
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

  /** Two batches of one number would be two promises, of which a reader finds only one. */
  addBatch({ number }: BatchText, text: string): readonly Alarm[] {
    const other = this.#batches.get(number);
    this.#batches.set(number, text);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > BATCHES_MAX && oldest !== undefined) this.#batches.delete(oldest);
    if (other === undefined) return [];
    return [alarm('receipt_invalid', `The log has batch ${number} of receipts twice.`, other, text)];
  }

  /** A minute's refusals are counted once. */
  addRefused({ minuteMs }: RefusedEntry, text: string): readonly Alarm[] {
    const beforeMs = this.#refusedMs;
    this.#refusedMs = Math.max(beforeMs, minuteMs);
    if (minuteMs > beforeMs) return [];
    const detail = `The log has refused orders of the minute ${minuteMs} after ${beforeMs}.`;
    return [alarm('records_conflict', detail, text)];
  }
}
