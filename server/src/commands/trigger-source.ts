/** What a feature registers so that its rows fire when the price reaches them. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection } from '../db/pool.ts';

/**
 * Names the row and its version that fired. Level and amount are read from the row itself. Condition and key determine the order
 * of firings at one entry.
 */
export type FiredTrigger = Pick<Trigger, 'kind' | 'book' | 'row' | 'version' | 'symbol' | 'condition'> & {
  readonly key: number;
};

/**
 * The row waits in this version but not for such an entry, or never had this version: the engine's trigger contradicts the row.
 * Retrying changes nothing, so the engine sets the trigger aside and reads the row's own state.
 */
export class FalselyFired extends Error {}

/** A feature whose rows wait for a price. */
export type TriggerSource = {
  readonly kind: string;
  /** Every waiting row, read over this connection in the engine's snapshot. */
  openTriggers(connection: Connection): AsyncIterable<Trigger> | Iterable<Trigger>;
  /**
   * Records the firing as a command keyed by row and version. A version older than the row's is already done; a newer one, or an
   * entry that the row does not wait for, throws `FalselyFired`.
   */
  fire(firing: { readonly trigger: FiredTrigger; readonly entry: TapeEntry }): Promise<'done' | 'busy'>;
};
