/** What a feature registers so that its rows fire when the price comes to them. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection } from '../db/pool.ts';

/**
 * Names the row and the version of it that fired; level and amount are read from the row itself. Condition and key say
 * in which order what fires at one entry comes.
 */
export type FiredTrigger = Pick<Trigger, 'kind' | 'book' | 'row' | 'version' | 'symbol' | 'condition'> & {
  readonly key: number;
};

/**
 * The row waits in this very version and not for such an entry, or never came to such a version: the engine was told something that the
 * row does not say. Trying again changes nothing, so it leaves that aside and reads what the row says itself.
 */
export class FalselyFired extends Error {}

/** A feature whose rows wait for the price. */
export type TriggerSource = {
  readonly kind: string;
  /** Every row that waits, read over this connection in the engine's snapshot. */
  openTriggers(connection: Connection): AsyncIterable<Trigger> | Iterable<Trigger>;
  /**
   * Records the firing as a command keyed by row and version; an older version than the row's is simply done, and a newer
   * one, or an entry that the row does not wait for, throws `FalselyFired`.
   */
  fire(firing: { readonly trigger: FiredTrigger; readonly entry: TapeEntry }): Promise<'done' | 'busy'>;
};
