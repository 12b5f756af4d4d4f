/** The customer's claims at the time of a statement of liabilities, from the customer's own wallets and records. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

type Wallets = CallOutput<'POST wallet/list'>;
type Records = CallOutput<'POST wallet/detail'>['items'];
type Claims = CallOutput<'GET transparency/liability'>['claims'];

/** The currency in which positions gain. */
const GAINS_IN = 'USDT';

/** The gains of this customer's positions at the statement's prices, in units of 10⁻⁸. */
export type Gains = {
  readonly sum: Amount;
  /** Whether the sum has every position that was open then; if not, it is a lower bound. */
  readonly isWhole: boolean;
};

type Then = {
  readonly wallets: Wallets;
  /** All records after the statement. */
  readonly records: Records;
  readonly claims: Claims;
  readonly gains: Gains;
};

/**
 * Returns the amounts by currency, in units of 10⁻⁸. Today's wallets less the changes in the records give the wallets at that
 * time. Open gains are those of the customer's own positions; for a position whose state then is unknown, the answer's figure
 * is used. Amounts that are not paid yet are those of the answer, which can't lower the wallets' amounts.
 */
export function expectedOf({ wallets, records, claims, gains }: Then): Readonly<Record<string, Amount>> {
  const expected: Record<string, Amount> = {};
  const add = (currency: string, amount: Amount) => {
    expected[currency] = (expected[currency] ?? 0n) + amount;
  };
  for (const { currency, spot, contract, option, experience, fund } of wallets) {
    for (const pocket of [spot, contract, option, experience, fund]) {
      if (pocket === undefined) continue;
      add(currency, fromNumeric(pocket.available) + fromNumeric(pocket.frozen));
    }
  }
  for (const { changes } of records) {
    for (const { currency, amount } of changes) add(currency, -fromNumeric(amount));
  }
  for (const { currency, owed, income } of claims) add(currency, fromNumeric(owed) + fromNumeric(income));
  const stated = claims.reduce((sum, { profit }) => sum + fromNumeric(profit), 0n);
  const gained = gains.isWhole || gains.sum > stated ? gains.sum : stated;
  if (gained > 0n) add(GAINS_IN, gained);
  return expected;
}

/** The number of the newest record that this device saw, and when, in milliseconds. */
export type SeenRecord = { readonly seq: number; readonly atMs: number };

/** By how much the clocks of this device and the platform may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The record up to which a statement must include all records: the one that the platform states, but at least the one that
 * this device saw well before it.
 */
export function countedSeq(stated: number, asOfMs: number, seen: SeenRecord | undefined): number {
  const isSure = seen !== undefined && seen.atMs < asOfMs - CLOCKS_DIFFER_MS;
  return isSure ? Math.max(stated, seen.seq) : stated;
}
