/** Orders that are not requests of their own: in a batch, or over the socket. */
import type { Calls, OrderName } from './calls.ts';

/** One of the calls that open, change or end a trade, with its fields. */
export type Order = {
  readonly [Name in OrderName]: {
    readonly call: Name;
    readonly fields: Calls[Name]['request'];
    /** If absent for an order in a batch, the key is the batch's key, a hyphen, and the order's position, counted from 0. */
    readonly idempotency_key?: string;
  };
}[OrderName];

export type Batched = Calls['POST orders/batch']['answer'];
