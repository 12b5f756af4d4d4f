/** The display currency for totals, converted at the published rates. The ledger values everything in USDT. */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { DecimalText } from './decimal-text.ts';
import { useCall } from './queries.ts';
import { useSession } from './session.ts';

/** Rates are published hourly. */
const staleMs = 10 * 60_000;

export type Rate = Pick<CallOutput<'GET lh/wh_bzhl_list'>[number], 'currency' | 'rate'>;

export type Valued = {
  readonly currency: string;
  /** Converts a value in USDT to the display currency, truncated to eight decimal places. */
  readonly of: (usdt: DecimalText) => DecimalText;
};

/** If the currency has no rate, values remain in USDT and are labelled as USDT. */
export function valuedIn(currency: string, rates: readonly Rate[] | undefined): Valued {
  const rate = rates?.find((known) => known.currency === currency)?.rate;
  const perUnit = rate === undefined ? 0n : amount(rate);
  if (currency === 'USDT' || perUnit === 0n) return { currency: 'USDT', of: (usdt) => usdt };
  return { currency, of: (usdt) => formatAmount((amount(usdt) * ONE) / perUnit) };
}

export function useValuation(): Valued {
  const currency = useSession((session) => session.valuation);
  const { data } = useCall(
    'GET lh/wh_bzhl_list',
    {},
    { enabled: currency !== 'USDT', staleMs, ofCustomer: false },
  );
  return valuedIn(currency, data);
}
