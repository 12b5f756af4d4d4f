/** What a feature registers so that its rows fire when the price comes to them. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection } from '../db/pool.ts';
import type { FiringAnswer } from './firing-queue.ts';
import type { Firing } from './lane.ts';

/** A feature whose rows wait for the price. */
export type TriggerSource = {
  readonly kind: string;
  /** Every row that waits, read over this connection in the engine's snapshot. */
  openTriggers(connection: Connection): AsyncIterable<Trigger> | Iterable<Trigger>;
  /** Records the firing as a command keyed by row and version; an older version than the row's is simply done. */
  fire(firing: Firing): Promise<FiringAnswer>;
};
