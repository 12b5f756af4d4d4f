/**
 * A customer's recent deposits and withdrawals, summed by database views, so that a size limit can't be avoided by splitting an
 * amount. Failed ones don't count.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { key, told } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';
import { DAY_MS } from '@candor/domain/time.ts';

type Asked = { readonly currency: string; readonly amount: Amount; readonly requestedMs: number };
type Told = { readonly currency: string; readonly amount: string; readonly requested_ms: number };

/** A book has a single row in such a view. */
export const LATELY_ID = 0n;

export function latelyIn(name: 'deposit_lately' | 'withdrawal_lately') {
  return view(name, {
    ...key,
    asked: told((all: readonly Told[]): readonly Asked[] =>
      all.map(({ currency, amount, requested_ms: requestedMs }) => ({
        ...{ currency, requestedMs },
        amount: fromNumeric(amount),
      })),
    ),
  });
}

export type Lately = RowOf<ReturnType<typeof latelyIn>>;

/** Returns the amount of a currency that was requested within the last 24 hours. */
export function askedOfDay(asked: readonly Asked[], at: { currency: string; wallMs: number }): Amount {
  return asked
    .filter(({ currency, requestedMs }) => currency === at.currency && requestedMs > at.wallMs - DAY_MS)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
