/** The answers of a platform that a shopper reads, with the fields that it uses (docs/api.md). */
import type { Night } from '../fill.ts';
import type { Ticket } from '../ticket.ts';

/** A refusal is an answer too; a call that was not answered throws. */
export type Answer =
  | { readonly ok: true; readonly message: unknown; readonly receipt?: KeptReceipt }
  | { readonly ok: false; readonly error: string };

/** A receipt as it arrived, with what it is about: the text that the device signed, and the answer. */
export type KeptReceipt = { readonly header: string; readonly order: string; readonly answer: string };

/**
 * The contents of a signed order besides the call: its instrument, the newest entry that the device had, and the device's
 * clock.
 */
export type Signed = { readonly symbol: string; readonly seenSeq: number; readonly deviceMs: number };

/** Makes a call of the platform as one customer. With a key, a repeated call gets the first answer again. */
export type Call = (
  name: string,
  fields?: Readonly<Record<string, unknown>>,
  key?: string,
  /** Signs the call as an order. */
  signed?: Signed,
) => Promise<Answer>;

export type Leg = {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly value: string;
  readonly fee: string;
  readonly fee_rate: string;
  readonly tape_seq: number;
};

export type SpotOrder = {
  readonly id: string;
  readonly symbol: string;
  readonly type: 'market' | 'limit';
  readonly price: string | null;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  readonly legs: readonly Leg[];
};

export type ShopTicket = Ticket & { readonly id: string };

export type Closing = {
  readonly quantity: string;
  readonly price: string;
  readonly tape_seq: number;
  readonly rate: string;
  readonly rate_seq: number | null;
  readonly pnl: string;
  readonly fee: string;
  readonly financing: string;
  readonly charge?: string;
  readonly offset?: string;
  readonly owed?: string;
  readonly reason: string;
  readonly time_ms: number;
};

export type Position = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly type: 'market' | 'limit';
  readonly status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled';
  readonly reason: string | null;
  readonly quantity: string;
  readonly leverage: number;
  readonly price: string | null;
  readonly entry_price: string | null;
  readonly entry_seq: number | null;
  readonly entry_time_ms: number | null;
  readonly entry_rate: string | null;
  readonly entry_rate_seq: number | null;
  readonly placed_rate: string;
  readonly placed_rate_seq: number | null;
  readonly contract_size: string;
  readonly fee: string;
  readonly fee_rate: string;
  readonly financing_rate: string;
  readonly nights: readonly Night[];
  readonly closes: readonly Closing[];
};

/** A journal that moved the customer's money. */
export type MoneyRecord = {
  readonly seq: number;
  readonly kind: string;
  readonly ref: string;
  readonly time: number;
  readonly changes: readonly {
    readonly account: string;
    readonly frozen: boolean;
    readonly currency: string;
    readonly amount: string;
  }[];
};

/** A wallet has a pocket for each account; other fields are texts. */
export type Wallet = Readonly<Record<string, unknown>> & { readonly currency: string };

/** An entry of the public log about the customer, with the data that opens it. */
export type OwnEntry = {
  readonly index: number;
  readonly kind: string;
  readonly entry: string;
  readonly salt: string;
  readonly opening: string;
};

/** Thrown if the platform answers something other than its documentation says. */
export class ShopError extends Error {}

/** Returns the message of an answer; a refusal throws. */
export function messageOf(name: string, answer: Answer): unknown {
  if (answer.ok) return answer.message;
  throw new ShopError(`the platform refuses ${name}: ${answer.error}`);
}

/** JSON with the names of each object in order, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
