/** The interface that a feature registers so that its rows fire when the price reaches them. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection } from '../db/pool.ts';

/**
 * Identifies the row and the version that fired. Level and amount are read from the row. Condition and key determine the order
 * of firings at one entry.
 */
export type FiredTrigger = Pick<Trigger, 'kind' | 'book' | 'row' | 'version' | 'symbol' | 'condition'> & {
  readonly key: number;
};

/**
 * Thrown if the engine's trigger contradicts the row: the row has this version but does not wait for the entry, or never had this
 * version. A retry would change nothing, so the engine discards the trigger and rereads the row.
 */
export class FalselyFired extends Error {}

export type TriggerSource = {
  readonly kind: string;
  /** Returns the trigger of every waiting row, read over this connection in the engine's snapshot. */
  openTriggers(connection: Connection): AsyncIterable<Trigger> | Iterable<Trigger>;
  /**
   * Records the firing as a command keyed by row and version. A version older than the row's counts as already done. A newer
   * version, or an entry that the row does not wait for, throws `FalselyFired`.
   */
  fire(firing: { readonly trigger: FiredTrigger; readonly entry: TapeEntry }): Promise<'done' | 'busy'>;
};
