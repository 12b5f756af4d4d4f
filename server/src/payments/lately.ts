/**
 * What a customer asked for lately, in or out, as views of the database put it together: so that what is bounded by its size
 * does not pass in parts. What failed does not count.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { valuesOf } from '../commands/columns.ts';
import type { RowTable } from '../commands/table.ts';

type Asked = { readonly currency: string; readonly amount: Amount; readonly requestedMs: number };
export type Lately = { readonly book: bigint; readonly id: bigint; readonly asked: readonly Asked[] };

/** The one row of a book in such a view. */
export const LATELY_ID = 0n;

const DAY_MS = 86_400_000;

export function latelyIn(view: 'deposit_lately' | 'withdrawal_lately'): RowTable<Lately> {
  return {
    name: view,
    columns: [],
    idOf: (row) => row.id,
    openWhere: 'true',
    isOpen: () => true,
    read: (raw) => {
      const { text } = valuesOf(raw);
      return { book: BigInt(text('book')), id: BigInt(text('id')), asked: readAsked(text('asked')) };
    },
  };
}

/** Reads what the view put together as JSON. */
export function readAsked(json: string): Asked[] {
  const rows = JSON.parse(json) as { currency: string; amount: string; requested_ms: number }[];
  return rows.map((row) => ({
    currency: row.currency,
    amount: fromNumeric(row.amount),
    requestedMs: row.requested_ms,
  }));
}

/** What of a currency was asked for within the last 24 hours. */
export function askedOfDay(asked: readonly Asked[], at: { currency: string; wallMs: number }): Amount {
  return asked
    .filter(({ currency, requestedMs }) => currency === at.currency && requestedMs > at.wallMs - DAY_MS)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
