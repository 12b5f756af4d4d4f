/**
 * Instruments and their bounds. Instruments are configuration. Their fees, financing, bounds and maximum leverage are the
 * default terms, which published terms replace.
 */
import type { Amount } from '../money/amount.ts';
import { AMOUNT_DECIMALS } from '../money/amount.ts';

export type InstrumentKind = 'crypto' | 'forex' | 'metal';

export type Instrument = {
  /** Base currency, slash, quote currency: "BTC/USDT", "XAU/USD". */
  readonly symbol: string;
  readonly kind: InstrumentKind;
  readonly base: string;
  readonly quote: string;
  /** Prices are whole multiples of the tick. */
  readonly tickSize: Amount;
  /** Quantities are whole multiples of the step, from the minimum to the maximum. */
  readonly quantityStep: Amount;
  readonly quantityMin: Amount;
  readonly quantityMax: Amount;
  /** The fee as a fraction (10⁻⁸) of the quote value of a spot fill. */
  readonly spotFeeRate: Amount;
  /** Whether customers can hold the base currency and trade it in spot orders. */
  readonly spot: boolean;
  readonly calendar: 'always' | 'forex' | 'metal';
};

/** Costs and bounds of a leveraged contract on an instrument. The app gets them with the order form. */
export type ContractTerms = {
  /** Prices and levels are whole multiples of the tick. */
  readonly tickSize: Amount;
  /** The unit of price moves: the pip of forex and metals; for crypto, the tick. */
  readonly pipSize: Amount;
  /** Units of the base currency in a quantity of 1: one coin of crypto, a lot of forex and metals. */
  readonly contractSize: Amount;
  /** Quantities, in coins or lots, are whole multiples of the step, from the minimum to the maximum. */
  readonly contractStep: Amount;
  readonly contractMin: Amount;
  readonly contractMax: Amount;
  /** The fee as a fraction (10⁻⁸) of the notional, charged on opening and again on closing. */
  readonly contractFeeRate: Amount;
  /** Fractions (10⁻⁸) of the notional at the entry price, charged at each 00:00 UTC; never negative. */
  readonly financingLongRate: Amount;
  readonly financingShortRate: Amount;
  /** The available leverages, as ascending integers. */
  readonly leverages: readonly number[];
};

/** A listed instrument. All of them can be traded with leverage. */
export type ContractInstrument = Instrument & ContractTerms;

/** An instrument with the terms in effect at an instant of the wall clock. */
export type InstrumentAt = (instrument: ContractInstrument, wallMs: number) => ContractInstrument;

/** Returns the number of decimals of a step, for example 2 for 0.01. */
export function decimalsOf(step: Amount): number {
  let decimals = AMOUNT_DECIMALS;
  let rest = step;
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n;
    decimals -= 1;
  }
  return decimals;
}
