/** The data that a shopper has kept about its own account: every answer of the platform about its money and trades. */
import type { KeptReceipt, OwnEntry, Signed } from './wire.ts';

export type Product = 'spot' | 'option' | 'position';

/** A trade of the shopper as first answered, and as last seen. */
export type KeptTrade = {
  readonly product: Product;
  readonly id: string;
  /** The newest entry of the symbol's tape when the shopper sent the order; absent if it did not send it. */
  readonly seenSeq?: number;
  readonly seen: Readonly<Record<string, unknown>>;
  /** The platform's current answer, if it contradicts an earlier one. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** Absent if the order was not signed. */
  readonly receipt?: KeptReceipt;
};

/** An action whose answer has not arrived: it is repeated with the same key before anything else is done. */
export type PendingAct = {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly key: string;
  readonly seenSeq: number;
  /** Undefined if it is not an order. */
  readonly signed: Signed | undefined;
};

/** One action of the shopper, for its report: its outcome, and the milliseconds until the answer. */
export type Act = {
  readonly at: string;
  readonly name: string;
  readonly outcome: string;
  readonly ms: number;
};

/** It can be stored as JSON. */
export type Notebook = {
  /** The customer's number; empty before the first look. */
  customer: string;
  /** The key that signed when the shopper first looked, in lower-case hex; absent before. */
  publicKey?: string;
  /** Trades by product and id, such as `spot 17`. */
  readonly trades: Record<string, KeptTrade>;
  /** The canonical text of each journal, by its number. */
  readonly records: Record<string, string>;
  readonly own: Record<string, OwnEntry>;
  /** The orders whose cancellation, and the positions whose closing the shopper requested. */
  readonly asked: Record<string, true>;
  /** The references that its journals may have besides its trades, such as `transfer:4711`. */
  readonly refs: Record<string, true>;
  /** The trades, or parts of them, that the tape has proved; `spot 17 0` is the first leg of an order. */
  readonly proved: Record<string, true>;
  /** When each unsigned trade and each journal was first seen, by the shopper's clock in milliseconds. */
  readonly since: Record<string, number>;
  /** The state of each trade when its receipt was last compared with it, and the trades whose batch is in the log. */
  readonly receipts: Record<string, string>;
  readonly logged: Record<string, true>;
  /** Trades that the platform no longer lists. */
  readonly missing: Record<string, true>;
  /** Alarms that have already been raised. */
  readonly told: Record<string, true>;
  readonly acts: Act[];
  pending: PendingAct | undefined;
  /** The number of actions that the shopper has planned. */
  turns: number;
};

export function emptyNotebook(): Notebook {
  return {
    ...{ customer: '', trades: {}, records: {}, own: {}, asked: {}, refs: {} },
    ...{ receipts: {}, logged: {}, missing: {} },
    ...{ proved: {}, since: {}, told: {}, acts: [], pending: undefined, turns: 0 },
  };
}

export const tradeKey = (product: Product, id: string): string => `${product} ${id}`;
