/** What can be traded and within which bounds. Instruments are configuration; this is their shape and their arithmetic. */
import type { Amount } from '../money/amount.ts';
import { AMOUNT_DECIMALS } from '../money/amount.ts';

export type InstrumentKind = 'crypto' | 'forex' | 'metal';

export type Instrument = {
  /** "BTC/USDT", "EUR/USD", "XAU/USD": base, slash, quote currency. */
  readonly symbol: string;
  readonly kind: InstrumentKind;
  readonly base: string;
  readonly quote: string;
  /** Prices are whole multiples of the tick. */
  readonly tickSize: Amount;
  /** Quantities are whole multiples of the step, within minimum and maximum. */
  readonly quantityStep: Amount;
  readonly quantityMin: Amount;
  readonly quantityMax: Amount;
  /** Part of one (10⁻⁸) taken of the quote value of a spot fill. */
  readonly spotFeeRate: Amount;
  /** Whether customers can hold the base currency and trade it spot. */
  readonly spot: boolean;
  /** Which weekly session calendar applies. */
  readonly calendar: 'always' | 'forex' | 'metal';
};

/** How many places after the point a multiple of `step` can have: 0.01 has 2. */
export function decimalsOf(step: Amount): number {
  let decimals = AMOUNT_DECIMALS;
  let rest = step;
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n;
    decimals -= 1;
  }
  return decimals;
}
